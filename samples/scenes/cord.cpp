#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"
#include "pliant/schedule/stability.h"
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
constexpr float kTorn = 10.0f;  // share of a cord's length

Ornament cubeAt(std::uint32_t particle) {
    Ornament cube;
    cube.particle = particle;
    cube.shape = ColliderShape::Box;
    cube.halfExtents = vec3(kObjectSize);
    return cube;
}

// A cord that tears does not get away: its tethers hold it beyond what it is ever stretched by its weight.
float tornAt(const RopeDescription& rope, double stiffness, vec3 gravity) {
    constexpr float kSwing = 4.0f;  // of a weight that falls into the cord, and then some
    const float weight = (rope.linearDensity * rope.length + 2.0f * kObjectMass) * glm::length(gravity);
    const float restLength = rope.length / static_cast<float>(rope.count - 1);
    return std::min(kTorn, 1.0f + kSwing * weight / (static_cast<float>(stiffness) * restLength));
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
    sample.labels.push_back({rope.name, rope.from + vec3(0.0f, 1.6f * kObjectSize, 0.0f)});
    sample.ornaments.push_back(cubeAt(start));
    sample.ornaments.push_back(cubeAt(end));
    return {};
}

Outlook Cords::outlook(const SceneOptions& options) const {
    Outlook look;
    const float hang = isStartLocked && isEndLocked ? 0.55f * rope.length : 1.25f * rope.length;
    look.target = vec3(0.0f, -0.45f * hang, 0.0f);
    look.distance = (isStartLocked && isEndLocked ? 1.4f : 1.75f) * rope.length;
    look.yaw = 0.3f;
    look.pitch = 0.3f;
    look.floor = options.ground.value_or(-1.15f * hang - kObjectSize);
    return look;
}

// [s]
Result<double> longestSubstepOf(const Scene& scene) {
    const Result<std::vector<StabilityBound>> bounds = stabilityOf(scene);
    if (!bounds) return bounds.error();
    for (const StabilityBound& bound : *bounds)
        if (bound.integrator == Integrator::SemiImplicitEuler) return bound.longestSubstep;
    return kLongestStep;
}

std::uint32_t substepsFor(double dt, double longest) {
    return static_cast<std::uint32_t>(std::clamp(std::ceil(dt / (kSafety * longest)), 1.0, double(kMostSubsteps)));
}

// A mode's frequency goes as the root of the stiffness.
std::vector<Note> notesOf(const StepSettings& settings, double stiffness, double longest) {
    const double substep = settings.dt / substepsOf(settings), ratio = longest / substep;
    std::vector<Note> notes{{fmt::format("Springs are stable up to {:.4g} N/m in substeps of {:.3g} ms.",
                                         stiffness * ratio * ratio, 1e3 * substep)}};
    if (ratio < 1.0) {
        notes.push_back({fmt::format("{:g} N/m is more than that: the cord of springs will tear. Take {} substeps.",
                                     stiffness, substepsFor(settings.dt, longest)),
                         true});
    }
    return notes;
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
    scene.levels = false;  // they would hide what iterations do
    Cords cords(options);
    cords.rope.name = "position";
    cords.rope.from.z = cords.rope.to.z = kAside;
    cords.rope.material.strainLimit = kTorn;  // as rigid sticks they would be held by their tethers
    if (Status status = cords.add(sample, Integrator::Verlet); !status) return status.error();
    const double stiffness = knobOf(options, "stiffness");
    cords.rope.name = "springs";
    cords.rope.from.z = cords.rope.to.z = -kAside;
    cords.rope.material.response = Response::Hooke;
    cords.rope.material.stiffness = static_cast<float>(stiffness);
    cords.rope.material.strainLimit = tornAt(cords.rope, stiffness, scene.environment.gravity);
    if (Status status = cords.add(sample, Integrator::SemiImplicitEuler); !status) return status.error();

    const Result<double> longest = longestSubstepOf(scene);
    if (!longest) return longest.error();
    sample.usual.substeps = substepsFor(kStep, *longest);
    sample.usual.iterations = static_cast<std::uint32_t>(knobOf(options, "iterations"));
    sample.outlook = cords.outlook(options);
    sample.notes = [stiffness, longest = *longest](const StepSettings& settings) {
        return notesOf(settings, stiffness, longest);
    };
    return sample;
}

}  // namespace pliant::samples
