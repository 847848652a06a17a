// A million particles: a square cloth falls over a ball and onto the floor. Contact, a report of how well it is kept,
// and the last frame as a file.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <optional>

#include <pliant/pliant.hpp>
#include "pliant/io/frame_writer.h"

namespace {

using namespace pliant;
using Clock = std::chrono::steady_clock;

struct Options {
    std::uint32_t size = 1024;  // particles along a side
    std::uint32_t frames = 60;
    std::string out;  // .obj or .ply; empty: none
};

Result<Scene> makeCloth(std::uint32_t size) {
    GridDescription cloth;
    cloth.corner = vec3(-1.0f, 1.12f, -1.0f);  // 2 m x 2 m, a hand above the ball
    cloth.width = cloth.height = 2.0f;
    cloth.columns = cloth.rows = size;
    cloth.fabric = *fabricNamed("stiff-cotton");
    Scene scene;
    if (const auto body = addGrid(scene, cloth); !body) return body.error();
    return scene;
}

// Nothing here moves, so the same inputs go into every step.
StepInputs ballOnFloor() {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.5f;
    ball.pose.position = vec3(0.0f, 0.6f, 0.0f);
    Collider floor;
    floor.shape = ColliderShape::Plane;
    StepInputs inputs;
    inputs.colliders = {ball, floor};
    return inputs;
}

void print(std::uint32_t frame, double frameMs, const Scene& scene, const Snapshot& state, const StepInputs& inputs) {
    const StepReport report = reportOf(scene, state, inputs.colliders);
    const Stretch stretch = measureStretch(scene, state.positions);
    std::printf("frame %4u: %.1f ms per frame, stretch mean %.2f %% largest %.1f %%, %zu particles inside\n", frame,
                frameMs, 100.0 * stretch.mean, 100.0 * stretch.max, report.penetrations);
    std::fflush(stdout);
}

bool isPly(const std::string& path) {
    return path.ends_with(".ply");
}

std::string checkName(const std::string& path) {
    return isPly(path) || path.ends_with(".obj") ? "" : "the name must end in .obj or .ply";
}

// Opened before the work begins, so that a bad path is told at once.
Result<std::optional<OutputFile>> openFile(const std::string& path) {
    if (path.empty()) return std::optional<OutputFile>();
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    return std::optional(std::move(*file));
}

Status run(const Options& options) {
    Result<std::optional<OutputFile>> file = openFile(options.out);
    if (!file) return file.error();
    const Result<Scene> scene = makeCloth(options.size);
    if (!scene) return scene.error();
    const Result<SchedulePtr> schedule = compile(*scene);
    if (!schedule) return schedule.error();
    const Result<std::shared_ptr<Gpu>> gpu = Gpu::create();
    if (!gpu) return gpu.error();
    Result<GpuSolver> solver = GpuSolver::create(*gpu, *schedule);
    if (!solver) return solver.error();
    std::printf("%zu particles, %zu sticks, %.0f MiB on %s\n", scene->positions.size(), scene->sticks.size(),
                double(deviceBytes(**schedule)) / (1 << 20), (*gpu)->info().name.c_str());

    const StepInputs inputs = ballOnFloor();
    StepSettings settings;
    settings.bendPeriod = 12;  // bends once a frame: at this size they cost more than they show
    Snapshot state;
    for (std::uint32_t frame = 1; frame <= options.frames;) {
        const std::uint32_t last = std::min(frame + 9, options.frames);
        const std::uint32_t count = last + 1 - frame;
        const auto start = Clock::now();
        for (; frame <= last; ++frame) {
            if (Status status = solver->step(settings, inputs); !status) return status;
        }
        const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
        Result<Snapshot> read = solver->snapshot();
        if (!read) return read.error();
        state = std::move(*read);
        print(last, spent.count() / count, *scene, state, inputs);
    }
    if (!file->has_value()) return {};
    const auto write = isPly(options.out) ? writePly : writeObj;
    if (Status status = write(**file, *scene, state.positions); !status) return status;
    return (*file)->finish();
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("A large cloth draped over a ball");
    app.add_option("--size", options.size, "particles along a side")
        ->check(CLI::Range(2u, 4096u))
        ->capture_default_str();
    app.add_option("--frames", options.frames, "of 1/60 s")->check(CLI::Range(1u, 100000u))->capture_default_str();
    app.add_option("--out", options.out, "the last frame, .obj or .ply")->check(checkName);
    CLI11_PARSE(app, argc, argv);
    const Status status = run(options);
    if (!status) std::fprintf(stderr, "large_cloth: %s\n", status.error().message.c_str());
    return status ? 0 : 1;
}
