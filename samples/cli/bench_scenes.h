#pragma once

#include "scenes/scenes.h"

namespace pliant::cli {

/// A scene that speed is measured with.
struct BenchScene {
    std::string name;
    std::uint32_t size = 0;  ///< particles along a side of a cloth, or how many bodies
    std::string title;       ///< "cloth, 64 x 64 rigid sticks"
    samples::SampleScene sample;
    StepSettings settings;  ///< but for the method
    SchedulePtr coloured;   ///< compiled without tiles and whole bodies: as few colours as can be
    SchedulePtr tiled;      ///< with them, whatever its size
};

/// What may be named: "cloth", and how it is told to a person.
struct BenchSceneKind {
    const char* name;
    const char* summary;
    bool isSized;             ///< it comes in the sizes that a person names,
    std::uint32_t usualSize;  ///< else in this one,
    std::uint32_t quickSize;  ///< or this
    Result<BenchScene> (*make)(std::uint32_t size);
};

const std::vector<BenchSceneKind>& benchSceneKinds();

/// `bench` with both its schedules.
Result<BenchScene> compiledBench(BenchScene bench);

/// What tutorials call cloth: a square on two pins, six rigid sticks a particle, neither tethers nor coarse levels; 20
/// substeps.
Scene plainCloth(std::uint32_t size);

}  // namespace pliant::cli
