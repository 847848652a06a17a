#pragma once

#include <cstdint>
#include <vector>

#include "pliant/scene/scene.h"
#include "pliant/schedule/compile_options.h"

namespace pliant {

/// What CompileOptions::tileParticles can be at most: the CPU has room for so many on its stack.
inline constexpr std::uint32_t kMostTileParticles = 4096;

/// Which particles of a scene stay together.
struct Tiling {
    /// Particles of the scene: those of no tile, then tile after tile, then whole bodies.
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> first;  ///< per tile, where it begins in `order`, and one more for the end
    std::uint32_t wholeFirst = 0;      ///< tiles from here on are whole bodies, the others pieces of larger ones

    std::uint32_t tileCount() const { return static_cast<std::uint32_t>(first.size()) - 1; }
};

/// Bodies, which are what sticks, bends and faces hold together, go whole into tiles, small ones several to a tile, but
/// for those whose tensions are carried by clusters, see findStretched();
/// larger ones are cut where they are longest at rest, again and again, into pieces of equal count (recursive
/// coordinate bisection, Berger and Bokhari 1987). `place` is where each particle would lie otherwise: within a tile
/// they keep that order. The same tiles on every machine, whatever the number of threads: a graph partitioner such as
/// METIS cuts 7.3 % of the sticks of a grid of 256 x 256 in tiles of 512 where this cuts 7.8 %, takes ten times as
/// long, and depends on the C library's random numbers.
Tiling cutIntoTiles(const Scene& scene, const std::vector<std::uint32_t>& place, const CompileOptions& options);

}  // namespace pliant
