#include "bench_bound.h"

#include <cmath>

namespace pliant::cli {

void makeMonotone(std::vector<CopyRate>& copies) {
    for (std::size_t i = copies.size(); i-- > 1;)
        copies[i - 1].bytesPerSecond = std::max(copies[i - 1].bytesPerSecond, copies[i].bytesPerSecond);
}

double Ceiling::copyRate(double footprintBytes) const {
    if (copies.empty()) return 0.0;
    if (footprintBytes <= copies.front().footprintBytes) return copies.front().bytesPerSecond;
    for (std::size_t i = 1; i < copies.size(); ++i) {
        const CopyRate &low = copies[i - 1], &high = copies[i];
        if (footprintBytes > high.footprintBytes) continue;
        const double along =
            std::log(footprintBytes / low.footprintBytes) / std::log(high.footprintBytes / low.footprintBytes);
        return low.bytesPerSecond + along * (high.bytesPerSecond - low.bytesPerSecond);
    }
    return copies.back().bytesPerSecond;
}

const char* Bound::limit() const {
    if (waitSeconds > std::max(moveSeconds, solveSeconds)) return "waits";
    return solveSeconds > moveSeconds ? "solving" : "memory";
}

Bound boundOf(const FrameModel& frame, const Ceiling& ceiling) {
    const double near = ceiling.copyRate(frame.particleFootprint);
    const double far = ceiling.copyRate(frame.particleFootprint + frame.itemFootprint);
    Bound bound;
    bound.moveSeconds = std::max(frame.traffic.bytes() / near, frame.traffic.itemBytes / far);
    if (ceiling.solvesPerSecond > 0.0) bound.solveSeconds = double(frame.stickSolves) / ceiling.solvesPerSecond;
    bound.waitSeconds = double(frame.waits) * ceiling.secondsPerWait;
    return bound;
}

}  // namespace pliant::cli
