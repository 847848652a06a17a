#include "bench_scenes.h"

#include <fmt/format.h>

#include <cmath>

#include "pliant/scene/grid.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"

namespace pliant::cli {
namespace {

constexpr std::uint32_t kRopeParticles = 64;

Result<samples::SampleScene> makeSample(const char* name, std::uint32_t size, const char* fabric) {
    samples::SceneOptions options;
    options.scene = name;
    options.size = size;
    options.sleep = false;
    if (fabric) {
        const Result<Fabric> found = fabricNamed(fabric);
        if (!found) return found.error();
        options.fabric = *found;
    }
    return samples::makeScene(options);
}

Result<BenchScene> makeFlags(std::uint32_t count) {
    Result<samples::SampleScene> sample = makeSample("many-flags", count, "stiff-cotton");
    if (!sample) return sample.error();
    StepSettings settings;
    settings.bendPeriod = samples::usualBendPeriod("stiff-cotton");
    const std::string title = fmt::format("many-flags: {} flags of 12 x 16 in the wind, of stiff-cotton", count);
    return compiledBench({"many-flags", count, title, std::move(*sample), settings, {}, {}});
}

// Side by side in a square, each held at one end and about to swing.
Result<BenchScene> makeRopes(std::uint32_t count) {
    constexpr float kApart = 0.1f, kLength = 1.3f;  // [m]
    const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(double(count))));
    Scene scene;
    for (std::uint32_t i = 0; i < count; ++i) {
        RopeDescription rope;
        rope.from = vec3(kApart * float(i % side), 2.0f, kApart * float(i / side));
        rope.to = rope.from + vec3(0.6f * kLength, 0.8f * kLength, 0.0f);
        rope.count = kRopeParticles;
        const Result<std::uint32_t> body = addRope(scene, rope);
        if (!body) return body.error();
        if (Status status = pinVertices(scene, *body, std::vector<std::uint32_t>{0}); !status) return status.error();
    }
    const std::string title = fmt::format("ropes: {} ropes of {} particles", count, kRopeParticles);
    samples::SampleScene sample = samples::withFixedInputs(std::move(scene), {});
    return compiledBench({"ropes", count, title, std::move(sample), {}, {}, {}});
}

}  // namespace

Result<BenchScene> compiledBench(BenchScene bench) {
    const Result<SchedulePtr> coloured =
        compile(bench.sample.scene, {.tiles = TileUse::Never, .wholeParticles = 0, .jacobi = true});
    if (!coloured) return coloured.error();
    const Result<SchedulePtr> tiled = compile(bench.sample.scene, {.tiles = TileUse::Always});
    if (!tiled) return tiled.error();
    bench.coloured = *coloured;
    bench.tiled = *tiled;
    return bench;
}

Scene plainCloth(std::uint32_t size) {
    Scene scene = makeSample("cloth", size, nullptr)->scene;
    scene.tethers = scene.levels = false;
    return scene;
}

namespace {

Result<BenchScene> makePlainCloth(std::uint32_t size) {
    StepSettings settings;
    settings.substeps = 20;
    const std::string title = fmt::format("cloth: {0} x {0}, rigid sticks alone", size);
    return compiledBench({"cloth", size, title, samples::withFixedInputs(plainCloth(size), {}), settings, {}, {}});
}

Result<BenchScene> makeFabricCloth(std::uint32_t size) {
    Result<samples::SampleScene> sample = makeSample("cloth", size, "stiff-cotton");
    if (!sample) return sample.error();
    StepSettings settings;
    settings.bendPeriod = samples::usualBendPeriod("stiff-cotton");
    const std::string title = fmt::format("fabric: {0} x {0} of stiff-cotton, with tethers and coarse levels", size);
    return compiledBench({"fabric", size, title, std::move(*sample), settings, {}, {}});
}

}  // namespace

const std::vector<BenchSceneKind>& benchSceneKinds() {
    static const std::vector<BenchSceneKind> kKinds{
        {"cloth", "a hanging cloth of rigid sticks alone, 20 substeps; in all --sizes", true, 0, 0, makePlainCloth},
        {"fabric", "the same of stiff-cotton, at the library's defaults; in all --sizes", true, 0, 0, makeFabricCloth},
        {"many-flags", "4,096 flags of stiff-cotton in the wind, at the library's defaults", false, 4096, 16,
         makeFlags},
        {"ropes", "10,000 ropes of 64 particles, at the library's defaults", false, 10'000, 32, makeRopes}};
    return kKinds;
}

}  // namespace pliant::cli
