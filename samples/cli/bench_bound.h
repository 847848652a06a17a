#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "bench_model.h"

namespace pliant::cli {

/// How fast so many bytes, half of them source and half of them target, are copied again and again.
struct CopyRate {
    double footprintBytes = 0.0;
    double bytesPerSecond = 0.0;  ///< read and written bytes both count
};

/// What a machine can do at best, measured on it: what solvers cannot go beyond.
struct Ceiling {
    std::string name;              ///< "CPU, 2 threads", "GPU"
    std::vector<CopyRate> copies;  ///< ascending footprints; a larger one is never faster
    double solvesPerSecond = 0.0;  ///< sticks of a cloth in the first-level cache, on a GPU in tiles; 0: not known
    double secondsPerWait = 0.0;   ///< a dispatch that does next to nothing and waits for the one before

    /// In between and beyond the measured footprints too.
    double copyRate(double footprintBytes) const;
};

/// The shortest time that a frame can take under a ceiling.
struct Bound {
    double moveSeconds = 0.0;   ///< bytes must move,
    double solveSeconds = 0.0;  ///< while sticks are solved,
    double waitSeconds = 0.0;   ///< and between dispatches nothing happens

    double seconds() const { return std::max(moveSeconds, solveSeconds) + waitSeconds; }
    /// The largest of the three: "memory", "solving" or "waits".
    const char* limit() const;
};

/// All bytes go through the memory that holds the particles; those of items come from the one that holds everything.
Bound boundOf(const FrameModel& frame, const Ceiling& ceiling);

/// Makes larger footprints never faster than smaller ones: what moves at that rate from far moves so from near too.
void makeMonotone(std::vector<CopyRate>& copies);

}  // namespace pliant::cli
