#include "interrupt.h"

#include <csignal>
#include <initializer_list>

namespace pliant::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void onSignal(int) {
    interrupted = 1;
}

}  // namespace

void listenForInterrupts() {
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM})
        sigaction(signal, &action, nullptr);
}

bool wasInterrupted() {
    return interrupted != 0;
}

}  // namespace pliant::cli
