#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace pliant::cli {

Progress::Progress(std::string label, std::size_t total)
    : label_(std::move(label)), total_(total), isTerminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (isVisible_) fmt::print(stderr, "\r\033[K");
}

void Progress::update(std::size_t done) {
    using namespace std::chrono_literals;
    const Clock::time_point now = Clock::now();
    if (!isTerminal_ || now - start_ < 1s || now - shown_ < 100ms) return;
    constexpr std::size_t kWidth = 30;
    const std::size_t filled = kWidth * done / total_;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double left = done == 0 ? 0.0 : seconds / double(done) * double(total_ - done);
    fmt::print(stderr, "\r{} [{:#<{}}{:.<{}}] {}/{}, {:.0f} s left\033[K", label_, "", filled, "", kWidth - filled, done,
               total_, left);
    std::fflush(stderr);
    shown_ = now;
    isVisible_ = true;
}

}  // namespace pliant::cli
