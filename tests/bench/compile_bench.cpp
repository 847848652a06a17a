// Scene to schedule.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "pliant/schedule/schedule.h"
#include "scenes/scenes.h"

namespace pliant {
namespace {

Scene clothOf(benchmark::State& state) {
    samples::SceneOptions options;
    options.scene = "cloth";
    options.size = static_cast<std::uint32_t>(state.range(0));
    return samples::makeScene(options)->scene;
}

void run(benchmark::State& state, const Scene& scene) {
    for (auto _ : state)
        benchmark::DoNotOptimize(compile(scene));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scene.sticks.size()));
}

void Compile(benchmark::State& state) {
    run(state, clothOf(state));
}

// The same cloth with its particles and sticks numbered at random, as a mesh from a careless tool.
void CompileShuffled(benchmark::State& state) {
    Scene scene = clothOf(state);
    std::mt19937 random(1);
    std::vector<std::uint32_t> place(scene.positions.size());
    std::iota(place.begin(), place.end(), 0u);
    std::shuffle(place.begin(), place.end(), random);
    const std::vector<vec3> positions = scene.positions;
    for (std::size_t i = 0; i < place.size(); ++i)
        scene.positions[place[i]] = positions[i];
    for (SceneStick& stick : scene.sticks)
        stick.a = place[stick.a], stick.b = place[stick.b];
    std::shuffle(scene.sticks.begin(), scene.sticks.end(), random);
    run(state, scene);
}

BENCHMARK(Compile)->Arg(64)->Arg(256)->Arg(512)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(CompileShuffled)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pliant
