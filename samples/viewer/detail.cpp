#include "viewer/detail.h"

namespace pliant::viewer {
namespace {

constexpr double kTooLong = 45.0, kLongEnough = 35.0, kShort = 20.0;  // [ms]
constexpr int kPatience = 90;

}  // namespace

Detail Detail::startingCoarse() {
    Detail detail;
    detail.level_ = 2;
    return detail;
}

// A picture costs as many pixels as it has.
void Detail::measured(double share, double ms) {
    if (patience_ > 0) --patience_;
    if (share != moving()) return;  // of before the last change, or in full
    const auto expected = [&](int level) { return ms * (kShares[level] * kShares[level]) / (share * share); };
    if (ms > kTooLong) {
        while (level_ + 1 < kLevels && expected(level_) > kLongEnough)
            ++level_;
        patience_ = kPatience;
    } else if (level_ > 0 && patience_ == 0 && expected(level_ - 1) < kShort) {
        --level_;
    }
}

double Detail::shareFor(bool hasChanged, double elapsed) {
    still_ = hasChanged ? 0.0 : still_ + elapsed;
    if (hasChanged) last_ = moving();
    else if (still_ > kStill) last_ = 1.0;
    return last_;
}

}  // namespace pliant::viewer
