#include "interrupt.h"

#include <atomic>
#include <csignal>

#include "pliant/fail.h"
#include "pliant/io/unfinished_file.h"

namespace pliant::cli {
namespace {

#ifdef _WIN32
constexpr int kRequests[] = {SIGINT, SIGTERM};
constexpr int kOthers[] = {SIGABRT};
#else
constexpr int kRequests[] = {SIGINT, SIGTERM, SIGHUP};
constexpr int kOthers[] = {SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};
#endif

std::atomic<bool> isListening = false;
std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "or a signal handler could not set it");

void endAtOnce(int signal) {
    removeUnfinishedFiles();
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // takes effect when the handler returns
}

void onRequest(int signal) {
    int none = 0;
    if (isListening && received.compare_exchange_strong(none, signal)) return;
    endAtOnce(signal);
}

void handle(int signal, void (*handler)(int)) {
    if (std::signal(signal, handler) == SIG_IGN) std::signal(signal, SIG_IGN);
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
