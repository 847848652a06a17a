#include <fmt/format.h>

#include <array>
#include <cmath>

#include "pliant/scene/forces.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/pins.h"
#include "pliant/schedule/stability.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr float kDensity = 0.2f;        // [kg/m^2]
constexpr float kDistance = 1.45f;      // from one cloth to the next [m]
constexpr float kRoom = 2.2f;           // from explicit Euler to the next: it needs some [m]
constexpr float kHeight = 1.3f;         // of the pins [m]
constexpr float kBendShare = 0.1f;      // stiffness of the sticks against bending, as a share of the others'
constexpr float kFrame = 1.0f / 60.0f;  // the step that `air` speaks of [s]
constexpr float kFloor = -0.35f;        // that is drawn [m]
constexpr float kInFront = 0.3f;        // names lie on it so far before the pins [m]
constexpr float kLead = 0.35f;          // a cloth that explodes is held so far beyond its length; no other gets there

constexpr std::array kShown{Integrator::ExplicitEuler,  Integrator::SemiImplicitEuler,
                            Integrator::VelocityVerlet, Integrator::RungeKutta4,
                            Integrator::Verlet,         Integrator::BackwardEuler};

// One spring for all: Verlet has it as a constraint that gives as much.
StickMaterial springFor(Integrator integrator, double stiffness, double damping) {
    StickMaterial material;
    material.response = integrator == Integrator::Verlet ? Response::Compliant : Response::Hooke;
    material.compliance = static_cast<float>(1.0 / stiffness);
    material.stiffness = static_cast<float>(stiffness);
    material.damping = static_cast<float>(damping);
    material.strainLimit = kLead;
    return material;
}

Status addCloth(Scene& scene, const SceneOptions& options, Integrator integrator, float left) {
    const double stiffness = knobOf(options, "stiffness"), damping = knobOf(options, "damping");
    GridDescription grid;
    grid.name = integrator == Integrator::Verlet ? "Verlet with constraints" : nameOf(integrator);
    grid.corner = vec3(left, kHeight, 0.0f);
    grid.columns = grid.rows = static_cast<std::uint32_t>(knobOf(options, "particles"));
    grid.arealDensity = kDensity;
    grid.structural = grid.shear = springFor(integrator, stiffness, damping);
    grid.bend = springFor(integrator, double(kBendShare) * stiffness, damping);
    const auto body = addGrid(scene, grid);
    if (!body) return body.error();
    scene.bodies[*body].integrator = integrator;
    return pinPlace(scene, *body, GridPlace::FirstRowCorners);
}

// The one that is asked for; or all, backward Euler among them only on demand, because it runs on the CPU alone.
std::vector<Integrator> integratorsIn(const SceneOptions& options) {
    const auto only = static_cast<std::size_t>(knobOf(options, "only"));
    if (only > 0) return {kShown[only - 1]};
    std::vector<Integrator> all(kShown.begin(), kShown.end());
    if (knobOf(options, "implicit") == 0.0) all.pop_back();
    return all;
}

// What theory says of the substep.
std::vector<Note> notesOn(const std::vector<StabilityBound>& bounds, const StepSettings& settings) {
    const double substep = settings.dt / substepsOf(settings);
    std::vector<Note> notes;
    for (const StabilityBound& bound : bounds) {
        const bool isBroken = substep > bound.longestSubstep;
        if (!std::isfinite(bound.longestSubstep)) continue;
        notes.push_back({fmt::format("{}: substeps of {:.3g} ms; stable up to {:.3g} ms.", nameOf(bound.integrator),
                                     1e3 * substep, 1e3 * bound.longestSubstep),
                         isBroken});
    }
    return notes;
}

}  // namespace

std::vector<Knob> clothIntegratorsKnobs() {
    return {{"stiffness", "of the springs [N/m]", 100, 1, 1e5},
            {"damping", "of the springs: a time by which force follows stretch [s]", 0, 0, 0.1},
            {"air", "share of the velocity that is lost in 1/60 s", 0.005, 0, 0.5},
            {"particles", "along a side", 16, 2, 128, true},
            {"only",
             "1 explicit Euler, 2 semi-implicit Euler, 3 velocity Verlet, 4 RK4, 5 Verlet with constraints, 6 backward "
             "Euler, which runs on the CPU alone; 0 side by side",
             0, 0, double(kShown.size()), true},
            {"implicit", "1: backward Euler beside the others, on the CPU alone", 0, 0, 1, true}};
}

// Square cloths of 1 m, held by two corners and let go from the horizontal, side by side: the same springs, masses and
// air, each moved by another integrator. The tutorials take (1 - air) of the last displacement in every step. That is
// the rate of damping k = air / (1 - air) / (1/60 s) of Environment, since (1 - air) = 1 / (1 + k dt): so it means the
// same at every step.
Result<SampleScene> makeClothIntegrators(const SceneOptions& options) {
    const auto air = static_cast<float>(knobOf(options, "air"));
    const std::vector<Integrator> integrators = integratorsIn(options);
    Scene scene;
    scene.environment = options.environment;
    scene.environment.damping = air / (1.0f - air) / kFrame;
    scene.levels = false;
    std::vector<Label> labels;
    const float floor = options.ground.value_or(kFloor);
    float left = 0.0f, width = 0.0f;
    for (const Integrator integrator : integrators) {
        if (Status status = addCloth(scene, options, integrator, left); !status) return status.error();
        const std::string& name = scene.bodies.back().name;
        labels.push_back({name, vec3(left + 0.5f, floor, kInFront)});
        width = left + 1.0f;
        left += integrator == Integrator::ExplicitEuler ? kRoom : kDistance;
    }
    const Result<std::vector<StabilityBound>> bounds = stabilityOf(scene);
    if (!bounds) return bounds.error();
    SampleScene sample = withFixedInputs(std::move(scene), options);
    sample.labels = std::move(labels);
    sample.notes = [bounds = *bounds](const StepSettings& settings) { return notesOn(bounds, settings); };
    sample.outlook = Outlook{vec3(0.47f * width, 0.75f, 0.2f), 2.1f + 0.68f * width, 0.0f, 0.3f, floor};
    sample.outlook->aspect = 1.8f;
    return sample;
}

}  // namespace pliant::samples
