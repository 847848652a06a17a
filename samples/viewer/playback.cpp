#include "viewer/playback.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pliant::viewer {
namespace {

constexpr double kMostTime = 1.0 / 30.0;  // [s] simulated in a frame
constexpr double kReadingTime = 1.0;      // [s] over which the share of real time is measured

}  // namespace

void Playback::toggle() {
    playing_ = !playing_;
    asked_ = 0;
    forgetPace();
}

void Playback::pause() {
    if (playing_) toggle();
}

void Playback::stepOnce() {
    playing_ = false;
    ++asked_;
    forgetPace();
}

std::uint32_t Playback::stepsDue(double elapsed, double dt) {
    if (!playing_) return std::exchange(asked_, 0);
    owed_ += std::max(0.0, elapsed) / dt;
    const double most = std::clamp(std::round(kMostTime / dt), 1.0, double(kMostStepsPerFrame));
    const double due = std::min(std::floor(owed_), most);
    owed_ -= due;
    if (owed_ >= 1.0) owed_ = 0.5;  // what could not be done in time is not done later
    return static_cast<std::uint32_t>(due);
}

void Playback::stepTaken(double dt) {
    ++steps_;
    time_ += dt;
    if (playing_) measuredSimulated_ += dt;
}

void Playback::frameOver(double elapsed) {
    if (!playing_) return;
    measuredReal_ += elapsed;
    if (measuredReal_ < kReadingTime) return;
    share_ = measuredSimulated_ / measuredReal_;
    measuredReal_ = measuredSimulated_ = 0.0;
}

void Playback::reset() {
    time_ = 0.0;
    steps_ = 0;
    asked_ = 0;
    forgetPace();
}

void Playback::forgetPace() {
    owed_ = 0.5;
    share_ = 1.0;
    measuredReal_ = measuredSimulated_ = 0.0;
}

}  // namespace pliant::viewer
