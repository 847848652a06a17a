#include "run_options.h"

#include <chrono>

#include "progress.h"

namespace pliant::cli {
namespace {

constexpr double kLargest = 1e15;
constexpr std::uint32_t kMany = 1'000'000;

std::string sceneHelp() {
    std::string help = "A mesh file (OBJ, PLY, STL, glTF) or one of";
    for (const samples::SceneEntry& entry : samples::sceneList())
        help += fmt::format("\n  {}: {}", entry.name, entry.summary);
    return help;
}

}  // namespace

void addSceneOptions(CLI::App& command, RunOptions& options) {
    samples::SceneOptions& scene = options.scene;
    command.add_option("SCENE", scene.scene, sceneHelp())->required();
    command.add_option("--size", scene.size, "Particles along a side of the cloth, or of the rope")
        ->check(CLI::Range(1u, 100'000'000u));
    command.add_option("--length", scene.length, "Length of the rope [m]")->check(CLI::Range(1e-6, 1e6));
    command.add_option("--span", scene.span, "Distance of the rope's ends at the start [m]")
        ->check(CLI::Range(0.0, 1e6));
    command.add_option("--pin", scene.pin,
                       std::string("What is held in place: ") + samples::kPinHelp +
                           "; vertices count from 0\n(default: corners of a cloth, ends of a rope, nothing of a mesh)");
    command.add_option("--gravity", options.gravity, "Acceleration x,y,z [m/s^2], y is up")->capture_default_str();
    command.add_option("--wind", options.wind, "Constant force per mass x,y,z [m/s^2]")->capture_default_str();
    command.add_option("--damping", scene.environment.damping, "Rate at which velocity is lost [1/s]")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    options.complianceOption =
        command.add_option("--compliance", options.compliance, "Sticks stretch by so much per force [m/N] (XPBD)")
            ->check(CLI::Range(0.0, kLargest));
    options.stiffnessOption =
        command
            .add_option("--stiffness", options.stiffness, "Sticks are explicit springs of this stiffness [N/m] (Hooke)")
            ->check(CLI::Range(0.0, kLargest))
            ->excludes(options.complianceOption);
    command.add_flag("--one-sided", scene.material.oneSided, "Sticks pull when stretched, and do not push");
    command.add_flag("--json", options.json, "Print one JSON object and nothing else on standard output");
}

void addStepOptions(CLI::App& command, RunOptions& options) {
    command.add_option("--fps", options.fps, "Frames per second of simulated time")
        ->check(CLI::Range(1e-3, 1e6))
        ->capture_default_str();
    command.add_option("--substeps", options.step.substeps, "Parts that a frame is cut into")
        ->check(CLI::Range(1u, kMany))
        ->capture_default_str();
    command.add_option("--iterations", options.step.iterations, "Passes over all sticks per substep")
        ->check(CLI::Range(1u, kMany))
        ->capture_default_str();
    command.add_option("--method", options.method, "gauss-seidel (by colour) or jacobi (averaged)")
        ->check(CLI::IsMember({"gauss-seidel", "jacobi"}))
        ->capture_default_str();
    options.relaxationOption = command
                                   .add_option("--relaxation", options.step.relaxation,
                                               "Jacobi: factor on the averaged corrections, above 0 and below 2")
                                   ->capture_default_str();
}

namespace {

Result<Scene> makeScene(RunOptions& options) {
    if (options.relaxationOption->count() > 0 && options.method != "jacobi") {
        return fail("--relaxation has no meaning without --method jacobi");
    }
    const Result<vec3> gravity = samples::parsePoint(options.gravity, "--gravity");
    if (!gravity) return gravity.error();
    const Result<vec3> wind = samples::parsePoint(options.wind, "--wind");
    if (!wind) return wind.error();
    options.scene.environment.gravity = *gravity;
    options.scene.environment.wind = *wind;
    StickMaterial& material = options.scene.material;
    material.compliance = static_cast<float>(options.compliance);
    material.stiffness = static_cast<float>(options.stiffness);
    if (options.complianceOption->count() > 0) material.response = Response::Compliant;
    if (options.stiffnessOption->count() > 0) material.response = Response::Hooke;
    return samples::makeScene(options.scene);
}

}  // namespace

Result<Prepared> prepare(RunOptions& options) {
    const Progress progress("preparing the scene");
    Result<Scene> scene = makeScene(options);
    if (!scene) return scene.error();
    const auto start = std::chrono::steady_clock::now();
    const Result<SchedulePtr> schedule = compile(*scene);
    if (!schedule) return schedule.error();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    return Prepared{std::move(*scene), *schedule, time.count()};
}

StepSettings frameSettings(const RunOptions& options) {
    StepSettings settings = options.step;
    settings.dt = 1.0 / options.fps;
    settings.method = options.method == "jacobi" ? Method::Jacobi : Method::GaussSeidel;
    return settings;
}

}  // namespace pliant::cli
