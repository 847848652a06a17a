#include "progress.h"

#include <fmt/format.h>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "pliant/say.h"

namespace pliant::cli {
namespace {

bool isATerminal(std::FILE* stream) {
#ifdef _WIN32
    return ::_isatty(::_fileno(stream)) != 0;
#else
    return ::isatty(::fileno(stream)) == 1;
#endif
}

}  // namespace

Progress::Progress(std::string label, std::size_t total) : label_(std::move(label)), total_(total) {
    if (isATerminal(stderr)) thread_ = std::thread([this] { drawUntilEnd(); });
}

Progress::~Progress() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        hasEnded_ = true;
    }
    ended_.notify_one();
    thread_.join();
}

void Progress::drawUntilEnd() {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, 1s, [this] { return hasEnded_; })) return;
    do
        draw();
    while (!ended_.wait_for(lock, 100ms, [this] { return hasEnded_; }));
    say("\r\033[K");
}

void Progress::draw() const {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (total_ == 0) {
        say("\r{} ... {:.0f} s\033[K", label_, seconds);
    } else {
        constexpr std::size_t kWidth = 30;
        const std::size_t done = done_, filled = kWidth * done / total_;
        const std::string left =
            done == 0 ? "" : fmt::format(", {:.0f} s left", seconds / double(done) * double(total_ - done));
        say("\r{} [{:#<{}}{:.<{}}] {}/{}{}\033[K", label_, "", filled, "", kWidth - filled, done, total_, left);
    }
}

}  // namespace pliant::cli
