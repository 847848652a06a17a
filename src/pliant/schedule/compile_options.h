#pragma once

#include <cstdint>

namespace pliant {

/// Shared memory that every Vulkan device has for a workgroup, at least [bytes].
inline constexpr std::uint32_t kLeastSharedBytes = 16384;

/// Whether bodies too large to be solved whole are cut into tiles, for Method::Tiles.
enum class TileUse : std::uint8_t {
    Auto,    ///< those of kTiledFrom particles and more: smaller ones are solved as fast by colours
    Always,  ///< all of them
    Never,   ///< none
};

/// Bodies of so many particles are cut into tiles by TileUse::Auto.
inline constexpr std::uint32_t kTiledFrom = 16384;

/// How a scene is compiled. What is chosen here changes the order in which sticks are solved, and so the bits of the
/// result: two solvers that are compared must be given the same schedule. The defaults suit every device.
struct CompileOptions {
    TileUse tiles = TileUse::Auto;  ///< which bodies are cut into tiles

    /// Most particles of a tile, 8 ... 4096: 16 bytes of shared memory each.
    std::uint32_t tileParticles = 512;

    /// Most particles of a body that is solved whole, 0 (none is) ... 2048: 32 bytes of shared memory each.
    std::uint32_t wholeParticles = kLeastSharedBytes / 32;

    /// Also what Method::Jacobi and Method::Hybrid need: rows of sticks and room for corrections, which take as much
    /// memory again as the sticks. Other methods solve alike with it and without; the schedule's hash tells them apart.
    bool jacobi = false;
};

}  // namespace pliant
