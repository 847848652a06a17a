#include "interrupt.h"

#include <atomic>
#include <csignal>

#include "pliant/fail.h"
#include "pliant/io/unfinished_file.h"

namespace pliant::cli {
namespace {

constexpr int kRequests[] = {SIGINT, SIGTERM, SIGHUP};
constexpr int kOthers[] = {SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};

std::atomic<bool> isListening = false;
std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "or a signal handler could not set it");

void endAtOnce(int signal) {
    removeUnfinishedFiles();
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
    raise(signal);  // takes effect when the handler returns
}

void onRequest(int signal) {
    int none = 0;
    if (isListening && received.compare_exchange_strong(none, signal)) return;
    endAtOnce(signal);
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {
    }, before{};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) return;
    action.sa_handler = handler;
    sigaction(signal, &action, nullptr);
}

}  // namespace

void tidyUpOnSignals() {
    for (const int signal : kRequests)
        handle(signal, onRequest);
    for (const int signal : kOthers)
        handle(signal, endAtOnce);
}

void listenForInterrupts() {
    isListening = true;
}

bool wasInterrupted() {
    return received != 0;
}

int interruptedStatus() {
    return 128 + received;
}

Error interruptedAfter(std::uint32_t frames, std::uint32_t wanted, const std::vector<std::string>& kept) {
    const std::string files = kept.empty() ? "" : fmt::format("; kept {}", fmt::join(kept, ", "));
    return fail("interrupted after {} of {} frames{}", frames, wanted, files);
}

}  // namespace pliant::cli
