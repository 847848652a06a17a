#include <algorithm>
#include <cmath>

#include "scene/pins.h"
#include "scene/rope.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr float kLinearDensity = 0.6f;  // [kg/m]
constexpr float kObjectMass = 0.5f;     // [kg], of what hangs on a cord's end
constexpr float kObjectSize = 0.08f;    // [m], half of it
constexpr float kAside = 0.35f;         // [m]
constexpr double kStep = 1.0 / 60.0;    // [s]
constexpr double kSafety = 0.9;         // share of the stable substep that is used
constexpr std::uint32_t kMostSubsteps = 200;

Ornament cubeAt(std::uint32_t particle) {
    Ornament cube;
    cube.particle = particle;
    cube.shape = Shape::Box;
    cube.halfExtents = vec3(kObjectSize);
    return cube;
}

struct Cords {
    RopeDescription rope;
    bool isStartLocked = true, isEndLocked = true;

    explicit Cords(const SceneOptions& options);
    Status add(SampleScene& sample, Integrator integrator) const;
    Outlook outlook(const SceneOptions& options) const;
};

Cords::Cords(const SceneOptions& options) {
    const auto span = static_cast<float>(knobOf(options, "span"));
    rope.count = static_cast<std::uint32_t>(knobOf(options, "particles"));
    rope.length = span * (1.0f + static_cast<float>(knobOf(options, "slack")));
    rope.from.x = -0.5f * span;
    rope.to.x = 0.5f * span;
    rope.linearDensity = kLinearDensity;
    isStartLocked = knobOf(options, "start-lock") > 0.0;
    isEndLocked = knobOf(options, "end-lock") > 0.0;
}

// A cord with a cube at either end, of which the last one's mass hangs on it.
Status Cords::add(SampleScene& sample, Integrator integrator) const {
    Scene& scene = sample.scene;
    const Result<std::uint32_t> body = addRope(scene, rope);
    if (!body) return body.error();
    Body& added = scene.bodies[*body];
    added.integrator = integrator;
    const std::uint32_t start = added.firstParticle, end = start + added.particleCount - 1;
    scene.masses[start] += kObjectMass;
    scene.masses[end] += kObjectMass;
    scene.pinned[start] = isStartLocked;
    scene.pinned[end] = isEndLocked;
    sample.ornaments.push_back(cubeAt(start));
    sample.ornaments.push_back(cubeAt(end));
    return {};
}

Outlook Cords::outlook(const SceneOptions& options) const {
    Outlook look;
    const float hang = isStartLocked && isEndLocked ? 0.55f * rope.length : 1.25f * rope.length;
    look.target = vec3(0.0f, -0.45f * hang, 0.0f);
    look.distance = (isStartLocked && isEndLocked ? 1.4f : 1.75f) * rope.length;
    look.yaw = 0.45f;
    look.pitch = 0.16f;
    look.floor = options.ground.value_or(-1.15f * hang - kObjectSize);
    return look;
}

// Of semi-implicit Euler for a chain: 2 / w, with w at most 2 sqrt(k / m).
double longestSubstepOf(double stiffness, double mass) {
    return std::sqrt(mass / stiffness);
}

}  // namespace

std::vector<Knob> cordKnobs() {
    return {{"particles", "of each cord", 16, 3, 200, true},
            {"iterations", "of the first cord's position correction", 10, 1, 50, true, true},
            {"stiffness", "of the second cord's springs [N/m]", 2000, 1, 1e5},
            {"span", "between the two objects [m]", 2, 0.2, 10},
            {"slack", "by which a cord is longer than its span, as a share", 0.25, 0, 2},
            {"start-lock", "1: the first object stands", 1, 0, 1, true, true},
            {"end-lock", "1: so does the last one; 0: it hangs on the cord", 1, 0, 1, true, true}};
}

// The same cord twice: corrected by position, and with springs as forces.
Result<SampleScene> makeCord(const SceneOptions& options) {
    SampleScene sample = withFixedInputs({}, options);
    Scene& scene = sample.scene;
    scene.environment = options.environment;
    scene.tethers = scene.levels = false;  // they would hide what iterations do
    Cords cords(options);
    cords.rope.name = "position";
    cords.rope.from.z = cords.rope.to.z = kAside;
    if (Status status = cords.add(sample, Integrator::Verlet); !status) return status.error();
    const double stiffness = knobOf(options, "stiffness");
    cords.rope.name = "springs";
    cords.rope.from.z = cords.rope.to.z = -kAside;
    cords.rope.material.response = Response::Hooke;
    cords.rope.material.stiffness = static_cast<float>(stiffness);
    if (Status status = cords.add(sample, Integrator::SemiImplicitEuler); !status) return status.error();

    const double mass = double(cords.rope.linearDensity) * cords.rope.length / cords.rope.count;
    const double longest = longestSubstepOf(stiffness, mass);
    sample.usual.substeps =
        static_cast<std::uint32_t>(std::clamp(std::ceil(kStep / (kSafety * longest)), 1.0, double(kMostSubsteps)));
    sample.usual.iterations = static_cast<std::uint32_t>(knobOf(options, "iterations"));
    sample.outlook = cords.outlook(options);
    sample.notes = [longest, stiffness, mass](const StepSettings& settings) {
        const double substep = settings.dt / substepsOf(settings);
        const double bound = mass / (substep * substep);
        std::vector<Note> notes{
            {fmt::format("Springs: substeps of {:.3g} ms are stable up to {:.4g} N/m.", 1e3 * substep, bound)}};
        if (substep > longest) {
            notes.push_back(
                {fmt::format("{:.4g} N/m is more than that: the cord of springs will tear. Take {} substeps.",
                             stiffness, std::ceil(settings.dt / (kSafety * longest))),
                 true});
        }
        return notes;
    };
    return sample;
}

}  // namespace pliant::samples
