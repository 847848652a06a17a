#include "pliant/gpu/tiles.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "pliant/fail.h"
#include "pliant/gpu/context.h"
#include "pliant/gpu/loops.h"
#include "pliant/gpu/pass_work.h"
#include "pliant/gpu/programs.h"

namespace pliant {
namespace {

constexpr std::uint32_t kMostParticles = 1024;

std::size_t texelsOf(const Schedule& schedule) {
    return std::max(schedule.particles.size(), schedule.tileSticks.size());
}

bool fitsAlone(const Gpu& gpu, const Schedule& schedule) {
    const std::uint32_t particles = largestTile(schedule);
    return particles <= kMostAlone && particles * sizeof(vec4) <= gpu.traits().ownBytes &&
           texelsOf(schedule) <= gpu.context().limits.maxTexelBufferElements;
}

// Runs of the sticks that Method::Tiles sweeps over.
template <class Visit>
void forEachRun(const Schedule& schedule, Visit&& visit) {
    for (const TileRecord& tile : schedule.tiles) {
        for (std::uint32_t r = 0; r < tile.stickRuns; ++r)
            visit(schedule.tileRuns[tile.firstRun + r]);
    }
}

}  // namespace

CompileOptions compileOptionsFor(const DeviceInfo& device) {
    const std::uint32_t sharedBytes = std::max(device.maxSharedMemoryBytes, kLeastSharedBytes);
    CompileOptions options;
    options.tileParticles = std::min(kMostParticles, sharedBytes / 16);
    options.wholeParticles = std::min(kMostParticles, sharedBytes / 32);
    return options;
}

TileForm tileFormOn(const Gpu& gpu, const Schedule& schedule, TileForm asked) {
    if (asked != TileForm::Auto) return asked;
    return gpu.traits().isCpu && fitsAlone(gpu, schedule) ? TileForm::Invocation : TileForm::Workgroup;
}

Status checkTiles(const Gpu& gpu, const Schedule& schedule, TileForm form) {
    if (schedule.tiles.empty()) return {};
    const DeviceInfo& device = gpu.info();
    const std::uint32_t particles = largestTile(schedule);
    const std::uint64_t needed = particles * sizeof(vec4);
    if (form == TileForm::Workgroup) {
        if (needed <= device.maxSharedMemoryBytes) return {};
        return failAs(
            ErrorKind::Unsupported,
            "a tile of {} particles needs {} bytes of shared memory, but '{}' has {} (maxComputeSharedMemorySize)",
            particles, needed, device.name, device.maxSharedMemoryBytes);
    }
    if (particles > kMostAlone)
        return fail("a tile of {} particles; TileForm::Invocation takes at most {}", particles, kMostAlone);
    if (needed > gpu.traits().ownBytes)
        return failAs(ErrorKind::Unsupported,
                      "a tile of {} particles needs {} bytes of an invocation's own, but on '{}' it has {} (GpuTraits)",
                      particles, needed, device.name, gpu.traits().ownBytes);
    if (fitsAlone(gpu, schedule)) return {};
    return failAs(ErrorKind::Unsupported,
                  "TileForm::Invocation needs {} texels, but '{}' has at most {} (maxTexelBufferElements)",
                  texelsOf(schedule), device.name, gpu.context().limits.maxTexelBufferElements);
}

std::uint32_t largestTile(const Schedule& schedule) {
    std::uint32_t most = 1;
    for (const TileRecord& tile : schedule.tiles)
        most = std::max(most, tile.particleCount);
    return most;
}

std::uint32_t responseOfTiles(const Schedule& schedule) {
    std::optional<std::uint32_t> common;
    bool differ = false;
    forEachRun(schedule, [&](const TileRun& run) {
        differ |= common.value_or(run.response) != run.response;
        common = run.response;
    });
    return differ ? kStickResponseCount : common.value_or(kStickRigid);
}

std::uint32_t sweepsAtOnce(const Gpu& gpu, const Schedule& schedule, TileForm form, std::uint32_t workgroup) {
    const bool isAlone = form == TileForm::Invocation;
    RunsAbreast runs;
    for (const TileRecord& tile : schedule.tiles)
        runs.add(std::span(schedule.tileRuns).subspan(tile.firstRun, tile.stickRuns));
    const std::uint64_t around = 2 * (largestTile(schedule) / (isAlone ? 1 : workgroup) + 2) + 1;
    const std::uint64_t sweep = 2 + runs.loops(isAlone ? 2 : workgroup);
    const std::uint64_t most = loopsAtOnce(gpu.traits());
    if (around >= most) return 0;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>((most - around) / sweep, ~0u));
}

std::uint32_t chooseTileWorkgroup(const Gpu& gpu, const Schedule& schedule) {
    if (gpu.traits().isCpu) return kSmallestWorkgroup;
    std::uint64_t runs = 0, sticks = 0;
    forEachRun(schedule, [&](const TileRun& run) {
        ++runs;
        sticks += run.count;
    });
    const auto mean = static_cast<std::uint32_t>(sticks / std::max<std::uint64_t>(runs, 1));
    const std::uint32_t most =
        std::min({256u, gpu.info().maxWorkgroupSize, gpu.context().limits.maxComputeWorkGroupSize[0]});
    return std::bit_floor(std::clamp(std::bit_ceil(std::max(mean, 1u)), kCommonWorkgroup, most));
}

}  // namespace pliant
