// Thousands of bodies in one scene: a field of flags in gusty wind, each a grid of its own, all of them one schedule.
// What costs is the number of particles and of colours, not the number of bodies.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>

#include <pliant/pliant.hpp>

#include "pliant/fail.h"

namespace {

using namespace pliant;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kColumns = 16;
constexpr std::uint32_t kRows = 12;
constexpr std::uint32_t kMostFlags = 4096;

// Flag `index` of a square field, 1 m apart, held by its first column as if by a pole.
Status addFlag(Scene& scene, std::uint32_t index, std::uint32_t flagsPerRow) {
    GridDescription flag;
    flag.name = fmt::format("flag {}", index);
    flag.corner = vec3(float(index % flagsPerRow), 2.0f, float(index / flagsPerRow));
    flag.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    flag.width = 0.6f;
    flag.height = 0.4f;
    flag.columns = kColumns;
    flag.rows = kRows;
    flag.fabric = *fabricNamed("silk");
    const auto body = addGrid(scene, flag);
    if (!body) return body.error();
    return pinPlace(scene, *body, GridPlace::FirstColumn);
}

Result<Scene> makeField(std::uint32_t flags) {
    Scene scene;
    scene.environment.airDensity = 1.2f;  // without air there is no wind
    const auto flagsPerRow = std::uint32_t(std::ceil(std::sqrt(double(flags))));
    for (std::uint32_t i = 0; i < flags; ++i) {
        if (Status status = addFlag(scene, i, flagsPerRow); !status) return status.error();
    }
    return scene;
}

StepInputs gustAt(std::uint32_t frame) {
    const float time = float(frame) / 60.0f;
    StepInputs inputs;
    inputs.wind = vec3(7.0f + 2.0f * std::sin(2.6f * time), 0.0f, 2.0f * std::sin(4.1f * time));
    return inputs;
}

// A flag has moved if its free corner is no longer where the scene has put it.
std::size_t countMoved(const Scene& scene, const Snapshot& state) {
    std::size_t moved = 0;
    for (const Body& body : scene.bodies) {
        const std::uint32_t corner = body.firstParticle + body.particleCount - 1;
        if (glm::distance(state.positions[corner], scene.positions[corner]) > 1e-4f) ++moved;
    }
    return moved;
}

Status run(std::uint32_t flags, std::uint32_t frames) {
    const Result<Scene> scene = makeField(flags);
    if (!scene) return scene.error();
    const Result<SchedulePtr> schedule = compile(*scene);
    if (!schedule) return schedule.error();
    const Result<std::shared_ptr<Gpu>> gpu = Gpu::create();
    if (!gpu) return gpu.error();
    Result<GpuSolver> solver = GpuSolver::create(*gpu, *schedule);
    if (!solver) return solver.error();
    std::printf("%u flags, %zu particles, %zu sticks of %u colours, on %s\n", flags, scene->positions.size(),
                scene->sticks.size(), (*schedule)->colourCount, (*gpu)->info().name.c_str());

    const auto start = Clock::now();
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        if (Status status = solver->step({}, gustAt(frame)); !status) return status;
    }
    const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
    const Result<Snapshot> state = solver->snapshot();
    if (!state) return state.error();
    const std::size_t moved = countMoved(*scene, *state);
    std::printf("%.2f ms per frame of 1/60 s, %zu of %u flags moved\n", spent.count() / frames, moved, flags);
    if (moved != flags) return fail("{} flags did not move", flags - moved);
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    std::uint32_t flags = kMostFlags;
    std::uint32_t frames = 120;
    CLI::App app("A field of flags of 16 x 12 particles in the wind, as one scene");
    app.add_option("--flags", flags, "how many")->check(CLI::Range(1u, kMostFlags))->capture_default_str();
    app.add_option("--frames", frames, "of 1/60 s")->check(CLI::Range(1u, 100000u))->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    const Status status = run(flags, frames);
    if (!status) std::fprintf(stderr, "many_flags: %s\n", status.error().message.c_str());
    return status ? 0 : 1;
}
