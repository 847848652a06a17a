#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace pliant::cli {

/// A bar on standard error for what takes longer than a second; nothing where that is no terminal.
class Progress {
  public:
    Progress(std::string label, std::size_t total);
    ~Progress();  ///< wipes the bar

    void update(std::size_t done);

  private:
    using Clock = std::chrono::steady_clock;
    std::string label_;
    std::size_t total_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
    bool isTerminal_;
    bool isVisible_ = false;
};

}  // namespace pliant::cli
