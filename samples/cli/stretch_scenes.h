#pragma once

#include "bench_scenes.h"

namespace pliant::cli {

/// What a body that is stretched is made of.
enum class Make {
    Tutorial,  ///< rigid sticks alone, six a particle of cloth
    Sticks,    ///< what Fabric is, without its bends
    Fabric,    ///< stiff-cotton, at the library's defaults
};

/// What stretches, and how: 300 frames from rest in the air.
struct StretchScene {
    const char* name;
    const char* summary;  ///< "a cloth of 2 m that hangs by two corners"
    bool isCloth;         ///< it comes in the sizes that a person names, and has bends; else a rope
    std::uint32_t count;  ///< of a rope: particles
    Result<BenchScene> (*make)(std::uint32_t size, Make make);
};
const std::vector<StretchScene>& stretchScenes();

}  // namespace pliant::cli
