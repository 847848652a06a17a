#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace pliant::cli {

/// A bar on standard error for what takes longer than a second, drawn by a thread of its own; nothing where that is no
/// terminal.
class Progress {
  public:
    /// `total` 0: nobody knows how much there is to do, so only the time is shown.
    explicit Progress(std::string label, std::size_t total = 0);
    ~Progress();  ///< wipes the bar

    void update(std::size_t done) { done_ = done; }

  private:
    using Clock = std::chrono::steady_clock;
    void drawUntilEnd();
    void draw() const;

    std::string label_;
    std::size_t total_;
    std::atomic<std::size_t> done_ = 0;
    Clock::time_point start_ = Clock::now();
    std::mutex mutex_;
    std::condition_variable ended_;
    bool hasEnded_ = false;  // guarded by mutex_
    std::thread thread_;
};

}  // namespace pliant::cli
