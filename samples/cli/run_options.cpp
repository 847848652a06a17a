#include "run_options.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "help.h"
#include "number_from.h"
#include "pliant/fail.h"
#include "progress.h"
#include "scenes/in_the_way.h"

namespace pliant::cli {
namespace {

constexpr double kLargest = 1e15;
constexpr std::uint32_t kMany = 1'000'000;

std::string fabricNames() {
    std::string names;
    for (const FabricPreset& preset : fabricPresets())
        names += (names.empty() ? "" : ", ") + std::string(preset.name);
    return names;
}

}  // namespace

namespace {

void addShapeOptions(CLI::App& command, RunOptions& options) {
    samples::SceneOptions& scene = options.scene;
    const std::string group = "Scene";
    command
        .add_option("--size", scene.size,
                    "Particles along a side of the cloth, or of the rope; or how many flags or ropes")
        ->check(numberFrom(1u, 100'000'000u))
        ->group(group);
    command.add_option("--length", scene.length, "Length of the rope [m]")->check(numberFrom(1e-6, 1e6))->group(group);
    command.add_option("--span", scene.span, "Distance of the rope's ends at the start [m]")
        ->check(numberFrom(0.0, 1e6))
        ->group(group);
    command
        .add_option("--pin", scene.pin,
                    std::string("What is held in place (default: the scene's own): ") + samples::kPinHelp)
        ->option_text("WHAT")
        ->group(group);
    command
        .add_option("--contact", options.contact,
                    "Bodies touch each other, M [m] thick (default: in drape, flag, balloon, ship)")
        ->check(onOffOrFrom(1e-6f, 1000.0f))
        ->option_text("on|off|M")
        ->group(group);
    command
        .add_option("--sleep", options.sleep,
                    "What hardly moves is put to rest (default: on in a scene that has an end)")
        ->check(CLI::IsMember({"on", "off"}))
        ->option_text("on|off")
        ->group(group);
    command
        .add_option("--collider", scene.colliders,
                    "In the way, may be repeated: a mesh, CACHE.pc2@FILE (it moves), sphere:x,y,z,r,\n"
                    "box:x0,y0,z0,x1,y1,z1, capsule: or cylinder:x0,y0,z0,x1,y1,z1,r")
        ->allow_extra_args(false)
        ->option_text("FILE")
        ->group(group);
    command.add_option("--collider-fps", scene.colliderFps, "Samples per second of its cache (default: that of --fps)")
        ->check(numberFrom(1e-3, 1e6))
        ->option_text("N")
        ->group(group);
    command
        .add_option("--collider-thickness", scene.colliderThickness,
                    "[m] (default: that of bodies by --contact on; of solids 0.005)")
        ->check(numberFrom(1e-6, 1e6))
        ->group(group);
    command.add_option("--fill", scene.fill, "Of 'jelly': a mesh to be filled, in place of the ring")
        ->option_text("FILE")
        ->group(group);
    command.add_option("--set", options.knobs, "A number of the scene, may be repeated; see --help-scene")
        ->allow_extra_args(false)
        ->option_text("NAME=VALUE")
        ->group(group);
}

void addWorldOptions(CLI::App& command, RunOptions& options) {
    const std::string group = "World";
    command.add_option("--gravity", options.gravity, "Acceleration [m/s^2], y is up (default: the scene's, 0,-9.81,0)")
        ->option_text("X,Y,Z")
        ->group(group);
    command.add_option("--wind", options.wind, "Velocity of the air [m/s]; it acts on triangles")
        ->option_text("X,Y,Z")
        ->group(group);
    command
        .add_option("--air", options.air, "Density of the air [kg/m^3] (default: 1.2 with --wind, else the scene's)")
        ->check(numberFrom(0.0, 1e4))
        ->group(group);
    command.add_option("--damping", options.scene.environment.damping, "Rate at which velocity is lost [1/s]")
        ->check(numberFrom(0.0, 1e6))
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--ground", options.ground,
                    "Height of a floor [m], 'none' for a mesh file (default: the scene's; below a mesh)")
        ->option_text("HEIGHT|none")
        ->group(group);
}

void addMaterialOptions(CLI::App& command, RunOptions& options) {
    const std::string group = "Material";
    command.add_option("--material", options.material, "Of cloth: " + fabricNames() + ", or 'sticks' (rigid)")
        ->capture_default_str()
        ->group(group);
    CLI::Option* compliance = command
                                  .add_option("--compliance", options.compliance,
                                              "Sticks alone, that stretch by so much per force [m/N] (XPBD)")
                                  ->check(numberFrom(0.0, kLargest))
                                  ->group(group);
    command
        .add_option("--stiffness", options.stiffness, "Sticks alone, explicit springs of this stiffness [N/m] (Hooke)")
        ->check(numberFrom(0.0, kLargest))
        ->excludes(compliance)
        ->group(group);
    command
        .add_flag("--one-sided", options.scene.material.oneSided,
                  "Sticks alone, that pull when stretched, and do not push")
        ->group(group);
}

}  // namespace

bool RunOptions::isGiven(const std::string& option) const {
    const CLI::Option* found = command->get_option_no_throw(option);
    return found && found->count() > 0;
}

void addSceneOptions(CLI::App& command, RunOptions& options) {
    options.command = &command;
    command.add_option("SCENE", options.scene.scene, sceneNames())->required();
    addSceneHelp(command);
    command.add_flag("--json", options.json, "Print one JSON object and nothing else on standard output");
    addShapeOptions(command, options);
    addMaterialOptions(command, options);
    addWorldOptions(command, options);
}

void addStepOptions(CLI::App& command, RunOptions& options) {
    const std::string group = "Solving";
    command.add_option("--fps", options.fps, "Frames per second of simulated time")
        ->check(numberFrom(1e-3, 1e6))
        ->capture_default_str()
        ->group(group);
    command.add_option("--substeps", options.step.substeps, "Parts that a frame is cut into (default: of 1/720 s)")
        ->check(numberFrom(1u, kMany))
        ->group(group);
    command
        .add_option("--iterations", options.step.iterations,
                    "Passes over all sticks per substep (default: the scene's, 1)")
        ->check(numberFrom(1u, kMany))
        ->group(group);
    command
        .add_option("--bend-period", options.step.bendPeriod,
                    "Solve bends in every so many substeps (default: by stiffness, 12 for stiff-cotton)")
        ->check(numberFrom(1u, kMany))
        ->group(group);
    command
        .add_option("--method", options.method,
                    "gauss-seidel (by colour), tiles (by colour between, then within), jacobi (averaged), hybrid (some "
                    "colours, then jacobi), auto (tiles if large, else gauss-seidel)")
        ->check(CLI::IsMember({"auto", "gauss-seidel", "tiles", "jacobi", "hybrid"}))
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--order", options.order,
                    "first (which damps rotation), second, or auto: second where a mesh is filled")
        ->check(CLI::IsMember({"auto", "first", "second"}))
        ->capture_default_str()
        ->group(group);
    command
        .add_option("--tiles", options.tiles,
                    "Cut into tiles: large bodies (auto), all not solved whole (always), none (never)")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str()
        ->group(group);
    command.add_option("--tile-size", options.compile.tileParticles, "Most particles of a tile")
        ->check(numberFrom(8u, 4096u))
        ->capture_default_str()
        ->group(group);
    command.add_option("--sweeps", options.step.sweeps, "Method tiles: sweeps over a tile per iteration (default: 1)")
        ->check(numberFrom(1u, 64u))
        ->group(group);
    command
        .add_option("--relaxation", options.step.relaxation,
                    "Jacobi and hybrid: factor on averaged corrections, at most 4/3 with one iteration")
        ->capture_default_str()
        ->group(group);
    command.add_flag("--no-tethers", options.noTethers, "Do not hold particles within reach of the pins")->group(group);
    command.add_flag("--no-levels", options.noLevels, "Do not carry stretch over coarse levels")->group(group);
    command
        .add_flag("--plain", options.plain,
                  "As the tutorials do it: six sticks a particle, no tethers, no levels, 20 substeps")
        ->group(group);
}

void addUntangleOption(CLI::App& command, RunOptions& options) {
    command.add_flag("--untangle", options.scene.untangle,
                     "Bring apart, before the first frame, what goes through each other");
}

void addPlayOption(CLI::App& command, RunOptions& options) {
    command
        .add_option("--play", options.play,
                    "Of a game: keys written by 'pliant view --record' (default: it plays by itself)")
        ->option_text("FILE");
}

Status setKnobs(const std::vector<std::string>& knobs, samples::SceneOptions& scene) {
    for (const std::string& text : knobs) {
        const std::size_t sign = text.find('=');
        double value = 0.0;
        const char* end = text.data() + text.size();
        if (sign == std::string::npos) return fail("--set '{}': it must be NAME=NUMBER", text);
        const auto [last, error] = std::from_chars(text.data() + sign + 1, end, value);
        if (last != end || error != std::errc{}) return fail("--set '{}': it must be NAME=NUMBER", text);
        scene.knobs[text.substr(0, sign)] = value;
    }
    return {};
}

namespace {

// As a floor is asked for: nothing, none, or a height.
Status setGround(const std::string& text, samples::SceneOptions& scene) {
    scene.hasNoGround = text == "none";
    if (text.empty() || scene.hasNoGround) return {};
    constexpr float kHighest = 1e6f;
    float height = 0.0f;
    const char* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, height);
    if (last != end || error != std::errc{} || !(std::abs(height) <= kHighest))
        return fail("--ground '{}': it must be a height from {} to {} m, or 'none'", text, -kHighest, kHighest);
    scene.ground = height;
    return {};
}

Status setWorld(RunOptions& options) {
    if (!options.gravity.empty()) {
        const Result<vec3> gravity = samples::parsePoint(options.gravity, "--gravity");
        if (!gravity) return gravity.error();
        options.scene.gravity = *gravity;
    }
    if (Status status = setGround(options.ground, options.scene); !status) return status;
    Environment& environment = options.scene.environment;
    if (options.isGiven("--air")) options.scene.airDensity = static_cast<float>(options.air);
    if (!options.wind.empty() && options.scene.airDensity == 0.0f)
        return fail("--wind has no meaning with --air 0: there is nothing that could blow");
    if (!options.wind.empty()) {
        const Result<vec3> wind = samples::parsePoint(options.wind, "--wind");
        if (!wind) return wind.error();
        options.scene.wind = *wind;
    }
    const bool hasAir = options.scene.wind || options.scene.airDensity;
    environment.wind = options.scene.wind.value_or(vec3(0.0f));
    environment.airDensity = hasAir ? options.scene.airDensity.value_or(static_cast<float>(options.air)) : 0.0f;
    return {};
}

// Cloth of a fabric, unless sticks alone are asked for.
Status setMaterial(RunOptions& options) {
    StickMaterial& material = options.scene.material;
    material.compliance = static_cast<float>(options.compliance);
    material.stiffness = static_cast<float>(options.stiffness);
    const bool isCompliant = options.isGiven("--compliance"), isHooke = options.isGiven("--stiffness");
    if (isCompliant) material.response = Response::Compliant;
    if (isHooke) material.response = Response::Hooke;
    const bool isSticks = isCompliant || isHooke || options.isGiven("--one-sided") || options.plain;
    const bool isNamed = options.isGiven("--material");
    if (isSticks && isNamed && options.material != "sticks") {
        return fail("--material {} and an option for sticks alone do not go together", options.material);
    }
    if (isSticks || options.material == "sticks") return {};
    const Result<Fabric> fabric = fabricNamed(options.material);
    if (!fabric) return fabric.error();
    options.scene.fabric = *fabric;
    return {};
}

// The value that nameOf() calls so; the parser has seen that there is one.
template <class Value>
Value named(const std::string& name, std::initializer_list<Value> values) {
    return *std::find_if(values.begin(), values.end(), [&](Value value) { return name == nameOf(value); });
}

Method methodSaid(const RunOptions& options) {
    using enum Method;
    return named(options.method, {Auto, GaussSeidel, Tiles, Jacobi, Hybrid});
}

// An option that does nothing is a misunderstanding.
Status checkMeaning(const RunOptions& options) {
    const std::string& scene = options.scene.scene;
    for (const std::string& option : samples::optionsOfSomeScenes()) {
        if (!options.isGiven(option) || samples::takes(scene, option)) continue;
        return fail("{}; see --help-scene {}", samples::meaningless(option, scene), scene);
    }
    return {};
}

Status checkColliders(const RunOptions& options) {
    const std::vector<std::string>& colliders = options.scene.colliders;
    const bool moves = std::any_of(colliders.begin(), colliders.end(), [](const std::string& text) {
        return !samples::namesShape(text) && !samples::colliderFilesOf(text).cache.empty();
    });
    if (options.isGiven("--collider-fps") && !moves)
        return fail("--collider-fps has no meaning without a --collider CACHE.pc2@FILE");
    if (options.isGiven("--collider-thickness") && colliders.empty())
        return fail("--collider-thickness has no meaning without --collider");
    return {};
}

Result<samples::SampleScene> makeScene(RunOptions& options) {
    if (Status status = samples::checkScene(options.scene.scene); !status) return status.error();
    if (Status status = checkMeaning(options); !status) return status.error();
    if (Status status = checkColliders(options); !status) return status.error();
    if (options.method == "tiles" && options.tiles == "never") {
        return fail("--method tiles and --tiles never do not go together");
    }
    if (Status status = setKnobs(options.knobs, options.scene); !status) return status.error();
    if (Status status = setWorld(options); !status) return status.error();
    if (Status status = setMaterial(options); !status) return status.error();
    if (!options.isGiven("--collider-fps")) options.scene.colliderFps = options.fps;
    const bool isAlone = !samples::hasMeshInTheWay(options.scene);
    const bool isPlain = options.plain && isAlone && samples::takes(options.scene.scene, "--contact");
    const bool isOn = !options.contact.empty() && options.contact != "off";
    if (!options.contact.empty() || isPlain) options.scene.contact = isOn;
    if (isOn && options.contact != "on") options.scene.thickness = std::stof(options.contact);
    if (!options.sleep.empty()) options.scene.sleep = options.sleep == "on";
    Result<samples::SampleScene> sample = samples::makeScene(options.scene);
    if (!sample) return sample;
    if (options.noTethers || options.plain) sample->scene.tethers = false;
    if (options.noLevels || options.plain) sample->scene.levels = false;
    return sample;
}

// What an option of solving needs to do anything.
struct SolvingOption {
    const char* option;
    bool (*hasMeaning)(const RunOptions&, const Prepared&);
    const char* reason;
};

Method methodUsed(const RunOptions& options, const Prepared& prepared) {
    return methodOf(*prepared.schedule, frameSettings(options, prepared.sample));
}

bool isAveraged(const RunOptions& options, const Prepared& prepared) {
    return averages(methodUsed(options, prepared));
}

bool isByTiles(const RunOptions& options, const Prepared& prepared) {
    return methodUsed(options, prepared) == Method::Tiles;
}

bool hasTiles(const RunOptions&, const Prepared& prepared) {
    return prepared.schedule->wholeFirstTile > 0;
}

bool hasTilesIfAsked(const RunOptions& options, const Prepared& prepared) {
    return options.tiles != "always" || hasTiles(options, prepared);
}

bool maySolveByTiles(const RunOptions& options, const Prepared&) {
    return options.tiles != "always" || options.method == "auto" || options.method == "tiles";
}

bool hasBends(const RunOptions&, const Prepared& prepared) {
    return !prepared.scene().bends.empty();
}

bool hasOrder(const RunOptions&, const Prepared& prepared) {
    return !prepared.schedule->gaussSeidel.empty() || !prepared.schedule->enclosures.empty();
}

constexpr SolvingOption kSolvingOptions[] = {
    {"--relaxation", isAveraged, "corrections are averaged by the methods jacobi and hybrid alone"},
    {"--sweeps", isByTiles, "it is for the method tiles"},
    {"--tiles", maySolveByTiles, "tiles are for the methods auto and tiles"},
    {"--tiles", hasTilesIfAsked, "all bodies are so small that they are solved whole, or of no rigid sticks"},
    {"--tile-size", hasTiles, "nothing of this scene is cut into tiles (--tiles always cuts smaller bodies)"},
    {"--bend-period", hasBends, "nothing of this scene resists bending but sticks"},
    {"--order", hasOrder, "nothing of this scene is held by sticks or encloses anything"}};

Status checkSolving(const RunOptions& options, const Prepared& prepared) {
    for (const SolvingOption& solving : kSolvingOptions) {
        if (options.isGiven(solving.option) && !solving.hasMeaning(options, prepared))
            return fail("{} has no meaning here: {}", solving.option, solving.reason);
    }
    return {};
}

}  // namespace

std::vector<InputFile> inputsOf(const RunOptions& options) {
    std::vector<InputFile> inputs;
    const std::vector<samples::SceneEntry> scenes = samples::sceneList();
    const bool isNamed = std::any_of(scenes.begin(), scenes.end(), [&](const samples::SceneEntry& entry) {
        return entry.name == options.scene.scene;
    });
    if (!isNamed) inputs.push_back({"SCENE", options.scene.scene});
    for (const std::string& text : options.scene.colliders) {
        if (samples::namesShape(text)) continue;
        const samples::ColliderFiles files = samples::colliderFilesOf(text);
        inputs.push_back({"--collider", files.mesh});
        if (!files.cache.empty()) inputs.push_back({"--collider", files.cache});
    }
    if (options.scene.fill) inputs.push_back({"--fill", *options.scene.fill});
    if (!options.play.empty()) inputs.push_back({"--play", options.play});
    return inputs;
}

CompileOptions compileOptions(const RunOptions& options) {
    CompileOptions compiled = options.compile;
    const Method method = methodSaid(options);
    if (options.tiles == "always" || method == Method::Tiles) compiled.tiles = TileUse::Always;
    // Tiles take colours of their own, which other methods have no use for.
    const bool hasOtherMethod = method != Method::Auto && method != Method::Tiles;
    if (options.tiles == "never" || (options.tiles == "auto" && hasOtherMethod)) compiled.tiles = TileUse::Never;
    compiled.jacobi = averages(method);
    return compiled;
}

Result<Prepared> prepare(RunOptions& options) {
    const Progress progress("preparing the scene");
    Result<samples::SampleScene> sample = makeScene(options);
    if (!sample) return sample.error();
    const auto start = std::chrono::steady_clock::now();
    const Result<SchedulePtr> schedule = compile(sample->scene, compileOptions(options));
    if (!schedule) return schedule.error();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    Prepared prepared{std::move(*sample), *schedule, time.count()};
    if (Status status = checkSolving(options, prepared); !status) return status.error();
    if (options.play.empty()) return prepared;
    const StepSettings settings = frameSettings(options, prepared.sample);
    Result<std::vector<samples::Keys>> keys = samples::readKeys(options.play, options.scene, prepared.sample, settings);
    if (!keys) return keys.error();
    prepared.script = std::move(*keys);
    return prepared;
}

StepSettings frameSettings(const RunOptions& options, const samples::SampleScene& sample) {
    StepSettings settings = options.step;
    settings.dt = 1.0 / options.fps;
    if (!options.isGiven("--substeps")) settings.substeps = options.plain ? 20 : sample.usual.substeps.value_or(0);
    if (!options.isGiven("--iterations")) settings.iterations = sample.usual.iterations;
    if (settings.bendPeriod == 0) settings.bendPeriod = samples::usualBendPeriod(options.material);
    settings.method = methodSaid(options);
    settings.order = named(options.order, {Order::Auto, Order::First, Order::Second});
    return settings;
}

Status Prepared::begin(Backend& backend) const {
    return sample.start ? backend.restore(samples::startOf(sample, *schedule)) : Status();
}

namespace {

void printUntangled(const Untangled& u) {
    if (u.before == 0) return fmt::print("  note      nothing goes through each other at the start\n");
    const std::string what = u.after == 0 ? "none does now" : fmt::format("{} do still", u.after);
    fmt::print(
        "  {}  of {} edges that went through faces at the start {}: {} rounds, particles moved by up to {:.3g} mm\n",
        u.after == 0 ? "note    " : "WARNING ", u.before, what, u.rounds, 1e3 * double(u.farthest));
}

}  // namespace

void printStart(const samples::SampleScene& sample) {
    if (sample.start) printUntangled(sample.start->untangled);
}

void printNotes(const samples::SampleScene& sample, const StepSettings& settings) {
    printStart(sample);
    if (!sample.notes) return;
    for (const samples::Note& note : sample.notes(settings))
        fmt::print("  {}  {}\n", note.isWarning ? "WARNING " : "note    ", note.text);
}

StepInputs frameInputs(const RunOptions& options, samples::Session& session, std::uint32_t frame) {
    return session.inputs((frame - 1) / options.fps, frame / options.fps);
}

std::uint32_t framesOf(std::optional<std::uint32_t> wanted, const Prepared& prepared, std::uint32_t usual) {
    if (wanted) return *wanted;
    return prepared.script.empty() ? usual : static_cast<std::uint32_t>(prepared.script.size());
}

}  // namespace pliant::cli
