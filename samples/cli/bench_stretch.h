#pragma once

#include "bench_ways.h"
#include "pliant/state/stretch.h"
#include "stretch_scenes.h"

namespace pliant::cli {

/// A method, run with several amounts of work per frame.
struct StretchCurve {
    const char* name;
    Make make;
    bool variesSubsteps;  ///< else iterations
    bool isEverywhere;    ///< measured in all scenes, at the default substeps; else in the first, in several amounts
    StepSettings settings;
};
const std::vector<StretchCurve>& stretchCurves();

/// One point of a curve.
struct StretchRow {
    Machine machine = Machine::Wide;
    std::string device;
    const StretchScene* scene = nullptr;
    std::uint32_t size = 0;
    std::size_t curve = 0;  ///< of stretchCurves()
    std::uint32_t substeps = 0, iterations = 0;
    double bestMs = 0.0;  ///< the fastest frame
    double medianMs = 0.0;
    double ratio = 0.0;  ///< of times, frame by frame: this to the default substeps of the sticks alone
    Stretch worst;       ///< of the structural sticks, each figure in the frame where it is largest
    Stretch rest;        ///< over the last frames: the means, and the largest

    bool isMarked() const;  ///< the default substeps of the sticks alone, and with tethers and levels
};

struct StretchRun {
    std::vector<const StretchScene*> scenes;
    std::vector<std::uint32_t> sizes;
    std::uint32_t frames = 300;
    Effort effort = Effort::Usual;
};

/// The last frames, so many, count as rest.
inline constexpr std::uint32_t kStretchFrames = 30;

/// Scenes, let fall and watched until they rest: all curves of a size and machine in turns of a few frames, all in
/// memory at a time. Rows by scene, size, machine, and curve. Errors: those of solvers, an interrupt.
Result<std::vector<StretchRow>> measureStretchAgainstTime(const Machines& machines, const std::vector<Machine>& used,
                                                          const StretchRun& run);

}  // namespace pliant::cli
