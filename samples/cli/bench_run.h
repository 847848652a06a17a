#pragma once

#include <optional>

#include "bench_scenes.h"
#include "bench_ways.h"

namespace pliant::cli {

/// What has been measured of one scene in one way.
struct SpeedRow {
    Way way;
    std::string device;
    std::string leftOut;  ///< why there are no figures; empty where there are
    FrameModel model;     ///< with as many dispatches as there have been, where the profile tells
    Bound bound;
    double bestMs = 0.0;    ///< the fastest frame
    double medianMs = 0.0;  ///< of all frames
    StepProfile profile;    ///< of a frame of its own, on devices with timestamps; else without passes

    double solvesPerSecond() const { return double(model.stickSolves) / (1e-3 * bestMs); }
    double share() const { return bound.seconds() / (1e-3 * bestMs); }  ///< of what the ceilings allow
};

/// All ways of one scene.
struct SpeedTable {
    std::string scene;
    std::uint32_t size = 0;
    std::string title;
    std::uint32_t particles = 0, sticks = 0;  ///< the sticks of the scene, without those between clusters
    std::uint32_t substeps = 0, iterations = 0;
    std::vector<SpeedRow> rows;
};

/// Runs all ways in turns, `rounds` times, so that a machine that gets slower does so for all of them. A way whose
/// solver cannot be made (a scene too large for the device) is left out with the reason. Errors: those of a step, an
/// interrupt.
Result<SpeedTable> measureSpeed(const Machines& machines, const std::vector<Way>& ways, BenchScene scene, int rounds,
                                Effort effort);

}  // namespace pliant::cli
