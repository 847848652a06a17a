// Soft bodies of the plane that fall into a basin. A rope of fat points hangs across, and a taut string throws what
// lies on it.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pliant/maths.h"
#include "pliant/scene/planar.h"
#include "pliant/scene/rope.h"
#include "pliant/scene/soft_body.h"
#include "pliant/schedule/stability.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr double kTurn = 6.283185307179586;             // [rad]
constexpr float kHalfBasin = 2.0f, kWallHeight = 8.0f;  // [m]
constexpr float kThickness = 0.01f;                     // of outlines [m]
constexpr float kDensity = 20.0f;                       // [kg/m^2]

// The string [m], and how it is drawn and let go [s].
constexpr vec2 kStringLow{0.5f, 0.62f}, kStringHigh{1.96f, 0.68f};
constexpr std::uint32_t kStringPoints = 24;
constexpr double kPeriod = 5.0, kDrawFrom = 2.5, kLetGo = 4.0, kLetGoUntil = 4.2, kDrawnBy = 0.42;

vec2 rounded(glm::dvec2 p) {
    return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

// Points at equal angles around the centre, as far out as `radiusAt(i, direction)` says.
template <class RadiusAt>
std::vector<vec2> around(vec2 centre, std::uint32_t count, RadiusAt radiusAt) {
    std::vector<vec2> points;
    for (std::uint32_t i = 0; i < count; ++i) {
        const glm::dvec2 direction = directionAt(kTurn * i / count);
        points.push_back(rounded(glm::dvec2(centre) + direction * radiusAt(i, direction)));
    }
    return points;
}

std::vector<vec2> star(vec2 centre, float radius) {
    constexpr std::uint32_t kPointsPerArm = 6;
    return around(centre, 5 * kPointsPerArm, [&](std::uint32_t i, glm::dvec2) {
        const std::uint32_t place = i % kPointsPerArm, fromTip = std::min(place, kPointsPerArm - place);
        return double(radius) * (1.0 - 0.15 * fromTip);
    });
}

// r (1 + 0.2 cos 3 a + 0.1 sin 2 a)
std::vector<vec2> blob(vec2 centre, float radius) {
    return around(centre, 28, [&](std::uint32_t, glm::dvec2 d) {
        const double cosine3 = d.x * (4.0 * d.x * d.x - 3.0), sine2 = 2.0 * d.x * d.y;
        return double(radius) * (1.0 + 0.2 * cosine3 + 0.1 * sine2);
    });
}

struct Form {
    const char* name;
    std::vector<vec2> outline;
};

Form formOf(std::uint32_t index, vec2 centre, float radius) {
    switch (index % 4) {
        case 0: return {"ball", circleOutline(centre, radius, 28)};
        case 1: {
            const vec2 half(0.82f * radius);
            return {"box", rectangleOutline(centre - half, centre + half, 8, 8)};
        }
        case 2: return {"star", star(centre, 1.25f * radius)};
        default: return {"blob", blob(centre, radius)};
    }
}

double areaOf(const std::vector<vec2>& outline) {
    double doubled = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const glm::dvec2 a(outline[i]), b(outline[(i + 1) % outline.size()]);
        doubled += a.x * b.y - a.y * b.x;
    }
    return 0.5 * doubled;
}

// How bodies are made, from the knobs.
struct Making {
    bool isExplicit = false;
    float stiffness = 0.0f, damping = 0.0f, pressure = 0.0f, shape = 0.0f;

    explicit Making(const SceneOptions& options) : isExplicit(knobOf(options, "solver") > 0.0) {
        const auto knob = [&](const char* name) { return static_cast<float>(knobOf(options, name)); };
        stiffness = knob("stiffness");
        damping = knob("damping");
        pressure = knob("pressure");
        shape = knob("shape");
    }

    StickMaterial springs(float factor = 1.0f) const {
        StickMaterial material;
        material.response = isExplicit ? Response::Hooke : Response::Compliant;
        material.stiffness = isExplicit ? stiffness * factor : 0.0f;
        material.compliance = isExplicit ? 0.0f : 1.0f / (stiffness * factor);
        material.damping = damping;
        return material;
    }
    Integrator integrator() const { return isExplicit ? Integrator::SemiImplicitEuler : Integrator::Verlet; }
    Enclosure filling() const {
        Enclosure filling;
        if (pressure > 0.0f) {
            filling.filling = Filling::Gas;
            filling.pressure = filling.outside = pressure;
        }
        return filling;
    }
};

// Pressure keeps every other body up, its shape the next one; explicit springs need some across as well.
SoftBodyDescription bodyAt(std::uint32_t index, vec2 centre, const Making& making) {
    const float radius = 0.2f + 0.025f * static_cast<float>(index * 7 % 5);
    const Form form = formOf(index, centre, radius);
    SoftBodyDescription body;
    body.name = form.name;
    body.outline = form.outline;
    body.mass = static_cast<float>(kDensity * areaOf(form.outline));
    body.edge = making.springs();
    const bool isFilled = index / 4 % 2 == index % 2, isMatched = making.shape > 0.0f && (!isFilled || index % 4 != 0);
    if (isFilled) body.filling = making.filling();
    if (isMatched) body.shapeCompliance = making.shape;
    body.isCrossed = making.isExplicit || (!isMatched && index % 4 != 0);
    body.cross = making.springs(0.5f);
    body.thickness = kThickness;
    body.integrator = making.integrator();
    return body;
}

Status addBodies(Scene& scene, std::uint32_t count, const Making& making) {
    constexpr std::uint32_t kColumns = 5;
    constexpr float kApart = 0.74f;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t column = i % kColumns, row = i / kColumns;
        const float shift = row % 2 == 0 ? 0.0f : 0.12f;
        const vec2 centre(kApart * (static_cast<float>(column) - 2.0f) + shift,
                          2.1f + kApart * static_cast<float>(row));
        const auto body = addSoftBody(scene, bodyAt(i, centre, making));
        if (!body) return body.error();
    }
    return {};
}

void pin(Scene& scene, std::uint32_t particle) {
    scene.pinned.resize(scene.positions.size(), 0);
    scene.pinned[particle] = 1;
}

Status addFatRope(Scene& scene) {
    RopeDescription rope;
    rope.name = "rope of fat points";
    rope.from = vec3(-kHalfBasin + 0.05f, 1.55f, 0.0f);
    rope.to = vec3(-0.35f, 1.45f, 0.0f);
    rope.count = 26;
    rope.length = 1.75f;
    rope.linearDensity = 4.0f;
    const auto index = addRope(scene, rope);
    if (!index) return index.error();
    const Body& body = scene.bodies[*index];
    Outline outline;
    outline.isClosed = false;
    outline.thickness = 0.035f;
    for (std::uint32_t i = 0; i < body.particleCount; ++i)
        outline.particles.push_back(body.firstParticle + i);
    pin(scene, outline.particles.front());
    pin(scene, outline.particles.back());
    scene.outlines.push_back(outline);
    return {};
}

// Two rows of points with crossed springs, a little too short for where it is held.
Result<std::uint32_t> addString(Scene& scene) {
    constexpr float kTaut = 0.97f;
    SoftBodyDescription string;
    string.name = "taut string";
    string.outline = rectangleOutline(kStringLow, kStringHigh, kStringPoints, 2);
    string.mass = 1.5f;
    string.edge = string.cross = {.response = Response::Compliant, .compliance = 1e-5f};
    string.isCrossed = true;
    string.thickness = kThickness;
    const std::size_t firstStick = scene.sticks.size();
    const auto index = addSoftBody(scene, string);
    if (!index) return index;
    const std::uint32_t first = scene.bodies[*index].firstParticle;
    for (std::uint32_t i = 0; i + 1 < kStringPoints; ++i) {  // diagonals
        const std::uint32_t last = first + 2 * kStringPoints - 1;
        const std::uint32_t material = addMaterial(scene, string.cross);
        if (Status status = addStick(scene, first + i, last - i - 1, material, StickKind::Shear); !status)
            return status.error();
        if (Status status = addStick(scene, first + i + 1, last - i, material, StickKind::Shear); !status)
            return status.error();
    }
    for (std::size_t i = firstStick; i < scene.sticks.size(); ++i)
        scene.sticks[i].restLength *= kTaut;
    for (const std::uint32_t end : {0u, kStringPoints - 1, kStringPoints, 2 * kStringPoints - 1})
        pin(scene, first + end);
    return first;
}

Collider box(vec3 low, vec3 high) {
    Collider collider;
    collider.shape = ColliderShape::Box;
    collider.pose.position = (low + high) * 0.5f;
    collider.halfExtents = (high - low) * 0.5f;
    collider.thickness = kThickness;
    return deepened(collider);
}

Collider post(vec2 top, float radius) {
    Collider collider;
    collider.shape = ColliderShape::Capsule;
    collider.radius = radius;
    collider.halfHeight = 0.5f * top.y;
    collider.pose.position = vec3(top.x, 0.5f * top.y, 0.0f);
    collider.thickness = kThickness;
    return collider;
}

std::vector<Collider> basin(float bottom) {
    constexpr float kWall = 0.15f;
    Collider floor;
    floor.pose.position.y = bottom;
    floor.thickness = kThickness;
    Collider peg;
    peg.shape = ColliderShape::Sphere;
    peg.radius = 0.06f;
    peg.pose.position = vec3(-0.35f, 1.45f, 0.0f);
    peg.thickness = kThickness;
    return {floor, box({-kHalfBasin - kWall, bottom, 0.0f}, {-kHalfBasin, kWallHeight, 0.0f}),
            box({kHalfBasin, bottom, 0.0f}, {kHalfBasin + kWall, kWallHeight, 0.0f}),
            post({kStringLow.x - 0.05f, kStringLow.y}, 0.05f), peg};
}

// Again and again two points in the middle of the string are drawn down and let go.
void drawString(const Scene& scene, std::uint32_t first, double to, StepInputs& inputs) {
    const double time = to - std::floor(to / kPeriod) * kPeriod;
    if (time < kDrawFrom || time > kLetGoUntil) return;
    const double share = std::min(1.0, (time - kDrawFrom) / (0.8 * (kLetGo - kDrawFrom)));
    for (const std::uint32_t i : {kStringPoints / 2 - 1, kStringPoints / 2}) {
        for (const std::uint32_t particle : {first + i, first + 2 * kStringPoints - 1 - i}) {
            PinInput pin{particle, PinInput::Action::Release};
            if (time < kLetGo) {
                pin.action = PinInput::Action::Move;
                pin.target = scene.positions[particle] - vec3(0.0f, static_cast<float>(kDrawnBy * share), 0.0f);
            }
            inputs.pins.push_back(pin);
        }
    }
}

// [s]
Result<double> longestOfSprings(const Scene& scene) {
    const auto bounds = stabilityOf(scene);
    if (!bounds) return bounds.error();
    for (const StabilityBound& bound : *bounds)
        if (bound.integrator == Integrator::SemiImplicitEuler) return bound.longestSubstep;
    return INFINITY;
}

std::vector<Note> notesOn(double longest, const StepSettings& settings) {
    const double substep = settings.dt / substepsOf(settings);
    std::vector<Note> notes{
        {fmt::format("Spring forces are stable in substeps of up to {:.3g} ms; these have {:.3g} ms.", 1e3 * longest,
                     1e3 * substep)}};
    if (substep > longest) {
        notes.push_back({fmt::format("They blow up: take {:.0f} substeps, or softer springs.",
                                     std::ceil(settings.dt / (0.9 * longest))),
                         true});
    }
    return notes;
}

}  // namespace

std::vector<Knob> softbody2dKnobs() {
    return {{"bodies", "that fall", 15, 0, 200, true},
            {"solver", "0: constraints (PBD), 1: explicit spring forces, which may blow up", 0, 0, 1, true},
            {"stiffness", "of their springs [N/m]", 4000, 10, 1e7},
            {"damping", "of these [s]", 0.002, 0, 0.05},
            {"pressure", "of the gas in those that are filled [N/m]; 0: water, which keeps its area", 0, 0, 1e5},
            {"shape", "how softly the others keep their shape [s^2]; 0: by springs across alone", 2e-4, 0, 1}};
}

Result<SampleScene> makeSoftbody2d(const SceneOptions& options) {
    Scene scene;
    scene.planar = true;
    scene.environment = environmentOf(options, vec3(0.0f, -9.81f, 0.0f));
    scene.tethers = scene.levels = false;
    const Result<std::uint32_t> string = addString(scene);
    if (!string) return string.error();
    if (Status status = addFatRope(scene); !status) return status.error();
    const auto count = static_cast<std::uint32_t>(knobOf(options, "bodies"));
    if (Status status = addBodies(scene, count, Making(options)); !status) return status.error();
    scene.pinned.resize(scene.positions.size(), 0);
    const float bottom = options.ground.value_or(0.0f);
    const StepInputs still{{}, basin(bottom), {}};
    SampleScene sample;
    sample.scene = scene;
    sample.inputs = [still, scene = std::move(scene), first = *string](double, double to) {
        StepInputs inputs = still;
        drawString(scene, first, to, inputs);
        return inputs;
    };
    if (knobOf(options, "solver") > 0.0) {
        const Result<double> longest = longestOfSprings(sample.scene);
        if (!longest) return longest.error();
        sample.notes = [longest = *longest](const StepSettings& settings) { return notesOn(longest, settings); };
    }
    sample.outlook = Outlook{.target = vec3(0.0f, 1.6f, 0.0f), .distance = 3.6f, .floor = bottom, .isFlat = true};
    return sample;
}

}  // namespace pliant::samples
