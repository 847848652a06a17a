#pragma once

#include "bench_ways.h"

namespace pliant::cli {

/// A method, run with several amounts of work per frame.
struct StretchCurve {
    const char* name;
    bool isFabric;        ///< of stiff-cotton, with bends; else rigid sticks alone
    bool variesSubsteps;  ///< else iterations
    StepSettings settings;
};
const std::vector<StretchCurve>& stretchCurves();

/// One point of a curve.
struct StretchRow {
    Machine machine = Machine::Wide;
    std::string device;
    std::uint32_t size = 0;
    std::size_t curve = 0;  ///< of stretchCurves()
    std::uint32_t substeps = 0, iterations = 0;
    double bestMs = 0.0;  ///< the fastest frame
    double medianMs = 0.0;
    double ratio = 0.0;  ///< of times, frame by frame: this to 20 plain substeps
    double mean = 0.0;   ///< stretch of the structural sticks, over the last frames
    double largest = 0.0;

    bool isMarked() const;  ///< 20 plain substeps, and the default substeps of cloth with tethers and levels
};

struct StretchRun {
    std::vector<std::uint32_t> sizes;
    std::uint32_t frames = 300;
    Effort effort = Effort::Usual;
};

/// The last frames, so many, are looked at.
inline constexpr std::uint32_t kStretchFrames = 60;

/// A hanging cloth, let fall and watched until it hangs: all curves of a size and machine in turns of a few frames, all
/// in memory at a time. Rows by size, then machine, then curve. Errors: those of solvers, an interrupt.
Result<std::vector<StretchRow>> measureStretchAgainstTime(const Machines& machines, const std::vector<Machine>& used,
                                                          const StretchRun& run);

}  // namespace pliant::cli
