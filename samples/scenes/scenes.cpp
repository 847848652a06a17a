#include "scenes/scenes.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>

#include "pliant/fail.h"
#include "pliant/scene/contact_size.h"
#include "scenes/in_the_way.h"

namespace pliant::samples {
namespace {

OptionNames without(OptionNames names, const char* name) {
    std::erase(names, name);
    return names;
}

const OptionNames kOfSheets = {"--size",       "--pin",        "--wind",      "--air",       "--damping",
                               "--material",   "--compliance", "--stiffness", "--one-sided", "--ground",
                               "--no-tethers", "--no-levels",  "--plain",     "--contact",   "--collider"};
const OptionNames kOfRopes = {"--size",       "--damping",   "--compliance", "--stiffness", "--one-sided", "--ground",
                              "--no-tethers", "--no-levels", "--plain",      "--contact",   "--collider"};
const OptionNames kOfRope = {"--size",       "--length",    "--span",      "--pin",     "--damping",
                             "--compliance", "--stiffness", "--one-sided", "--ground",  "--no-tethers",
                             "--no-levels",  "--plain",     "--contact",   "--collider"};

// What was said of a scene, and how to take it back.
struct Said {
    const char* option;
    bool isGiven;
    std::function<void()> forget;
};

std::vector<Said> saidIn(SceneOptions& o) {
    return {{"--size", o.size.has_value(), [&o] { o.size.reset(); }},
            {"--length", o.length.has_value(), [&o] { o.length.reset(); }},
            {"--span", o.span.has_value(), [&o] { o.span.reset(); }},
            {"--pin", o.pin.has_value(), [&o] { o.pin.reset(); }},
            {"--fill", o.fill.has_value(), [&o] { o.fill.reset(); }},
            {"--ground", o.ground.has_value(), [&o] { o.ground.reset(); }},
            {"--wind", o.wind.has_value(), [&o] { o.wind.reset(), o.environment.wind = vec3(0.0f); }},
            {"--air", o.airDensity.has_value(), [&o] { o.airDensity.reset(), o.environment.airDensity = 0.0f; }},
            {"--compliance", o.material.response == Response::Compliant, [&o] { o.material = {}; }},
            {"--stiffness", o.material.response == Response::Hooke, [&o] { o.material = {}; }},
            {"--contact", o.contact.has_value(), [&o] { o.contact.reset(); }},
            {"--collider", !o.colliders.empty(), [&o] { o.colliders.clear(); }},
            {"--one-sided", o.material.oneSided, [&o] { o.material = {}; }}};
}

bool isNamed(const std::string& scene) {
    const std::vector<SceneEntry> entries = sceneList();
    return std::any_of(entries.begin(), entries.end(), [&](const SceneEntry& entry) { return entry.name == scene; });
}

Status checkOptions(SceneOptions options) {
    for (const Said& said : saidIn(options)) {
        if (said.isGiven && !takes(options.scene, said.option))
            return fail("{}", meaningless(said.option, options.scene));
    }
    if (hasMeshInTheWay(options) && options.contact == false)
        return fail("--collider and --contact off do not go together: bodies that touch nothing touch no mesh");
    if (options.hasNoGround && isNamed(options.scene))
        return fail("--ground none has no meaning for the scene '{}': it is for mesh files", options.scene);
    return {};
}

// A particle that is held where it cannot be tears at all that hangs on it.
Status checkGround(const Scene& scene, const SceneOptions& options) {
    for (std::size_t i = 0; options.ground && i < scene.pinned.size(); ++i) {
        const float height = scene.positions[i].y;
        if (scene.pinned[i] != 0 && height < *options.ground) {
            return fail("--ground {}: particle {} is pinned below the floor, at a height of {}", *options.ground, i,
                        height);
        }
    }
    return {};
}

std::string describeAll(const std::vector<Knob>& knobs) {
    std::string text;
    for (const Knob& knob : knobs)
        text += (text.empty() ? "" : ", ") + knob.name;
    return text.empty() ? "it has none" : "it has " + text;
}

Status checkKnob(const Knob& knob, double value, const std::string& scene) {
    const bool isInRange = value >= knob.least && value <= knob.most;  // false of NaN
    if (isInRange && (!knob.isWhole || value == std::floor(value))) return {};
    return fail("--set {}={}: the number '{}' of the scene '{}' is a {} of {:.10g} ... {:.10g}", knob.name, value,
                knob.name, scene, knob.isWhole ? "whole number" : "number", knob.least, knob.most);
}

Status checkKnobs(const SceneOptions& options) {
    const std::vector<Knob> knobs = knobsOf(options.scene);
    for (const auto& [name, value] : options.knobs) {
        const auto knob =
            std::find_if(knobs.begin(), knobs.end(), [&wanted = name](const Knob& k) { return k.name == wanted; });
        if (knob == knobs.end()) {
            return fail("--set {}={}: the scene '{}' has no number '{}'; {}", name, value, options.scene, name,
                        describeAll(knobs));
        }
        if (Status status = checkKnob(*knob, value, options.scene); !status) return status;
    }
    return {};
}

std::string namesOf(const std::vector<SceneEntry>& entries) {
    std::string names;
    for (const SceneEntry& entry : entries)
        names += (names.empty() ? "" : ", ") + entry.name;
    return names;
}

// Cloth, ropes and what they touch.
std::vector<SceneEntry> firstScenes() {
    return {
        {"cloth", "a square cloth of 2 m hung by two corners; --size N for N x N particles (default 64)", kOfSheets},
        {"large-cloth", "the same with 512 x 512", kOfSheets},
        {"drape",
         "a square cloth of 2 m that falls over a ball onto a floor, and touches itself; --size N (default 96)",
         kOfSheets},
        {"large-drape", "the same with 1024 x 1024, without contact with itself", kOfSheets},
        {"stack",
         "cloths of 1 m that fall on a table, one upon the other, and a ball of jelly upon them; --size N (default 32)",
         without(without(kOfSheets, "--pin"), "--contact"), stackKnobs()},
        {"scarf", "a scarf on a figure that turns, a mesh whose vertices the scene moves; --size N (default 48)",
         without(without(kOfSheets, "--pin"), "--contact")},
        {"curtain", "a curtain on rings that a hand pushes together along a rod; --size N for N columns (default 80)",
         without(without(kOfSheets, "--pin"), "--contact")},
        {"knot",
         "a rope with a knot that a weight pulls tight, and that friction holds",
         {"--damping", "--ground", "--collider"},
         knotKnobs()},
        {"pile",
         "blocks of jelly that fall into a box",
         {"--wind", "--air", "--damping", "--ground", "--collider"},
         pileKnobs()},
        {"hammock",
         "a cloth hung by its corners, and rigid boxes, planks and balls that fall into it; --size N (default 40)",
         without(without(kOfSheets, "--pin"), "--contact"), hammockKnobs()},
        {"flag",
         "a flag of 1.5 m x 1 m on a pole in gusty wind, that touches itself; --size N for N along the pole (default "
         "40)",
         kOfSheets},
        {"many-flags", "a field of small flags of 16 x 12 particles in gusty wind; --size N flags (default 4096)",
         without(kOfSheets, "--pin")},
        {"ship",
         "a flag and a tarpaulin on a ship that rolls, in a frame of reference of their own, and a flag on the quay; "
         "they touch themselves and each other",
         without(without(without(kOfSheets, "--pin"), "--size"), "--collider"), shipKnobs()},
        {"rope", "a rope hung between two points; --size N particles (100), --length (1.5), --span (length / 1.5)",
         kOfRope},
        {"ropes", "ropes of 32 particles that fall and hang, a ball among them; --size N ropes (default 1000)",
         kOfRopes}};
}

// Those of the tutorials, and a woven fabric.
std::vector<SceneEntry> tutorialScenes() {
    return {
        {"rope2d",
         "the rope of the tutorials, in the plane and in pixels: stiff by iterations alone",
         {"--damping", "--compliance", "--stiffness", "--one-sided", "--ground"},
         rope2dKnobs()},
        {"cord",
         "a cord between two objects, twice: corrected by position, and with springs",
         {"--damping", "--ground", "--no-tethers", "--collider"},
         cordKnobs()},
        {"cloth-integrators",
         "the same cloth moved by Euler, Verlet, and Runge and Kutta, side by side",
         {"--wind", "--air", "--ground", "--no-tethers", "--collider"},
         clothIntegratorsKnobs()},
        {"weave",
         "one woven fabric cut along its warp, on the bias and along its weft, under the same load",
         {"--wind", "--air", "--damping", "--ground", "--collider"},
         weaveKnobs()},
        {"jelly",
         "three ways to be jelly, dropped on a floor: tetrahedra, shape matching, and a closed mesh that is filled (a "
         "ring, or that of --fill FILE)",
         {"--fill", "--wind", "--air", "--damping", "--ground", "--contact", "--collider"},
         jellyKnobs()},
        {"balloon",
         "balloons of gas on strings in a light wind, and one of water that falls; they touch each other",
         {"--wind", "--air", "--damping", "--ground", "--no-tethers", "--contact", "--collider"},
         balloonKnobs()},
        {"softbody2d",
         "soft bodies of the plane fall into a basin, by pressure, shape or springs; a taut string throws them",
         {"--damping", "--ground"},
         softbody2dKnobs()},
        {"pinball",
         "a game of soft bodies: flippers with the arrows left and right or A and D, space draws the plunger",
         {"--damping"},
         pinballKnobs()}};
}

}  // namespace

std::vector<SceneEntry> sceneList() {
    std::vector<SceneEntry> scenes = firstScenes();
    const std::vector<SceneEntry> others = tutorialScenes();
    scenes.insert(scenes.end(), others.begin(), others.end());
    return scenes;
}

SceneEntry meshEntry() {
    return {
        "a mesh file",
        "a surface from a file: OBJ, PLY, STL or glTF; it has no row and no corners to be pinned, but vertices, from 0",
        without(kOfSheets, "--size")};
}

const OptionNames& optionsOfSomeScenes() {
    static const OptionNames all = {"--size",       "--length",    "--span",      "--pin",        "--fill",
                                    "--wind",       "--air",       "--damping",   "--ground",     "--material",
                                    "--compliance", "--stiffness", "--one-sided", "--no-tethers", "--no-levels",
                                    "--plain",      "--contact",   "--collider"};
    return all;
}

bool takes(const std::string& scene, const std::string& option) {
    SceneEntry found = meshEntry();
    for (SceneEntry& entry : sceneList())
        if (entry.name == scene) found = std::move(entry);
    return std::find(found.options.begin(), found.options.end(), option) != found.options.end();
}

std::string meaningless(const std::string& option, const std::string& scene) {
    constexpr std::string_view kTouching[] = {"stack", "scarf", "curtain", "knot", "pile", "hammock"};
    const bool alwaysTouches = std::find(std::begin(kTouching), std::end(kTouching), scene) != std::end(kTouching);
    const char* reason = option == "--collider"                   ? ": what is in the plane or in a frame takes none"
                         : option == "--contact" && alwaysTouches ? ": its bodies always touch"
                                                                  : "";
    return fmt::format("{} has no meaning for the scene '{}'{}", option, scene, reason);
}

void forgetMeaningless(SceneOptions& options) {
    for (const Said& said : saidIn(options))
        if (!takes(options.scene, said.option)) said.forget();
}

Status checkScene(const std::string& scene) {
    const bool looksLikeFile = scene.find_first_of("./") != std::string::npos;
    if (isNamed(scene) || looksLikeFile || std::filesystem::exists(scene)) return {};
    return fail("there is no scene '{}', nor a file of that name; scenes: {}", scene, namesOf(sceneList()));
}

std::vector<Knob> knobsOf(const std::string& scene) {
    for (SceneEntry& entry : sceneList())
        if (entry.name == scene) return std::move(entry.knobs);
    return {};
}

double knobOf(const SceneOptions& options, std::string_view name) {
    const auto set = options.knobs.find(std::string(name));
    if (set != options.knobs.end()) return set->second;
    for (const Knob& knob : knobsOf(options.scene))
        if (knob.name == name) return knob.usual;
    assert(false);
    return 0.0;
}

std::string describe(const Knob& knob) {
    return fmt::format("{}={:g} ({:.10g} ... {:.10g}, {})", knob.name, knob.usual, knob.least, knob.most, knob.meaning);
}

Environment environmentOf(const SceneOptions& options, vec3 usualGravity) {
    Environment environment = options.environment;
    environment.gravity = options.gravity.value_or(usualGravity);
    return environment;
}

bool isOfRopes(const std::string& scene) {
    constexpr std::string_view kRopes[] = {"rope", "ropes", "rope2d", "cord", "knot"};
    return std::find(std::begin(kRopes), std::end(kRopes), scene) != std::end(kRopes);
}

std::uint32_t usualBendPeriod(const std::string& material) {
    return material == "stiff-cotton" ? 12 : 0;
}

SampleScene withFixedInputs(Scene scene, const SceneOptions& options, std::vector<Collider> colliders) {
    StepInputs inputs{{}, std::move(colliders), {}};
    if (options.ground) {
        Collider floor;
        floor.pose.position.y = *options.ground;
        inputs.colliders.push_back(floor);
    }
    return {std::move(scene), [inputs](double, double) { return inputs; }};
}

namespace {

// Such as a pole: a rope of two particles, there to be seen. Of sticks as long as it is, it would be as thick.
bool isHeldWhole(const Scene& scene, const Body& body) {
    const auto first = scene.pinned.begin() + body.firstParticle;
    return std::all_of(first, first + body.particleCount, [](std::uint8_t isPinned) { return isPinned != 0; });
}

}  // namespace

Status touchAll(Scene& scene) {
    std::vector<bool> touches(scene.positions.size());
    for (const Contact& contact : scene.contacts)
        std::fill_n(touches.begin() + contact.firstParticle, contact.particleCount, true);
    for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) {
        if (touches[scene.bodies[body].firstParticle] || isHeldWhole(scene, scene.bodies[body])) continue;
        if (Status status = addContact(scene, body); !status) return status;
    }
    return {};
}

namespace {

Result<SampleScene> make(const SceneOptions& options, const InTheWay& inTheWay) {
    if (options.scene == "rope") return makeRope(options);
    if (options.scene == "cloth") return makeCloth(options, 64);
    if (options.scene == "large-cloth") return makeCloth(options, 512);
    if (options.scene == "drape") return makeDrape(options, 96);
    if (options.scene == "large-drape") return makeDrape(options, 1024);
    if (options.scene == "stack") return makeStack(options);
    if (options.scene == "scarf") return makeScarf(options);
    if (options.scene == "curtain") return makeCurtain(options);
    if (options.scene == "knot") return makeKnot(options);
    if (options.scene == "pile") return makePile(options);
    if (options.scene == "hammock") return makeHammock(options);
    if (options.scene == "flag") return makeFlag(options);
    if (options.scene == "many-flags") return makeManyFlags(options);
    if (options.scene == "ship") return makeShip(options);
    if (options.scene == "ropes") return makeRopes(options);
    if (options.scene == "rope2d") return makeRope2d(options);
    if (options.scene == "cord") return makeCord(options);
    if (options.scene == "weave") return makeWeave(options);
    if (options.scene == "cloth-integrators") return makeClothIntegrators(options);
    if (options.scene == "jelly") return makeJelly(options);
    if (options.scene == "balloon") return makeBalloon(options);
    if (options.scene == "softbody2d") return makeSoftbody2d(options);
    if (options.scene == "pinball") return makePinball(options);
    return makeMesh(options, inTheWay);
}

// Those that --contact can turn off and that have it unless told otherwise: where it takes a few times the frame on
// the CPU.
bool touchesByItself(const std::string& scene) {
    constexpr std::string_view kTouching[] = {"drape", "flag", "balloon", "ship"};
    return std::find(std::begin(kTouching), std::end(kTouching), scene) != std::end(kTouching);
}

// What blows in the wind, is played with, or is a study of motion never comes to an end.
bool hasAnEnd(const std::string& scene) {
    constexpr std::string_view kEndless[] = {"flag",   "many-flags",        "ship",   "scarf",
                                             "rope2d", "cloth-integrators", "pinball"};
    return std::find(std::begin(kEndless), std::end(kEndless), scene) == std::end(kEndless);
}

// All bodies but those in the way have become as thick as --contact says.
Status checkThickness(const SampleScene& sample, const SceneOptions& options) {
    const std::size_t own = sample.scene.bodies.size() - sample.bodiesInTheWay;
    for (std::size_t body = 0; body < own && options.thickness; ++body) {
        const Status status = pliant::checkThickness(sample.scene, sample.scene.bodies[body], *options.thickness);
        if (!status) return fail("--contact {:g}: {}", *options.thickness, status.error().message);
    }
    return {};
}

// The rest stays what it is: only where it begins is another place.
Status untangle(SampleScene& sample) {
    if (sample.scene.planar) return fail("--untangle has no meaning in the plane, where nothing has faces");
    if (sample.scene.contacts.empty())
        return fail(
            "--untangle has no meaning where bodies do not touch: nothing would keep them apart (--contact on)");
    Snapshot state;
    state.positions = state.previous = sample.scene.positions;
    const Result<Untangled> untangled = pliant::untangle(sample.scene, state);
    if (!untangled) return untangled.error();
    sample.start = Start{std::move(state.positions), *untangled};
    return {};
}

}  // namespace

Result<SampleScene> makeScene(const SceneOptions& given) {
    SceneOptions options = given;
    options.environment = environmentOf(given, given.environment.gravity);
    if (Status status = checkScene(options.scene); !status) return status.error();
    if (Status status = checkKnobs(options); !status) return status.error();
    if (Status status = checkOptions(options); !status) return status.error();
    Result<InTheWay> inTheWay = readInTheWay(options);
    if (!inTheWay) return inTheWay.error();
    Result<SampleScene> sample = make(options, *inTheWay);
    if (!sample) return sample;
    if (Status status = checkGround(sample->scene, options); !status) return status.error();
    if (options.contact.value_or(touchesByItself(options.scene) || hasMeshInTheWay(options))) {
        if (Status status = touchAll(sample->scene); !status) return status.error();
    }
    const std::size_t own = sample->scene.contacts.size();
    if (Status status = addInTheWay(*sample, std::move(*inTheWay), options); !status) return status.error();
    for (std::size_t c = 0; c < own && options.thickness; ++c)
        sample->scene.contacts[c].thickness = *options.thickness;
    if (Status status = checkThickness(*sample, options); !status) return status.error();
    if (options.sleep.value_or(hasAnEnd(options.scene))) sample->scene.sleep = Sleep{};
    if (!options.untangle) return sample;
    if (Status status = untangle(*sample); !status) return status.error();
    return sample;
}

Scene sceneOfFiles(const SampleScene& sample) {
    const auto& bodies = sample.scene.bodies;
    Scene files;
    files.bodies.assign(bodies.begin(), bodies.end() - static_cast<std::ptrdiff_t>(sample.bodiesInTheWay));
    return files;
}

Snapshot startOf(const SampleScene& sample, const Schedule& schedule) {
    Snapshot state = initialSnapshot(schedule);
    if (sample.start) state.positions = state.previous = sample.start->positions;
    return state;
}

}  // namespace pliant::samples
