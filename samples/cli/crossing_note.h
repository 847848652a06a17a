#pragma once

#include <cstddef>
#include <string>

#include "scenes/scenes.h"

namespace pliant::cli {

/// What a person should know of edges that go through faces when a run ends, and perhaps what would keep them from it.
struct CrossingNote {
    std::string text;        ///< "3 edges end going through faces; --contact on keeps them from it"; empty: none does
    bool isWarning = false;  ///< of what touches nothing it is no surprise
};
CrossingNote noteOnCrossings(const samples::SampleScene& sample, const std::string& scene, std::size_t crossings);

}  // namespace pliant::cli
