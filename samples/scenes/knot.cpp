#include <algorithm>
#include <glm/geometric.hpp>

#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

using glm::dvec3;

constexpr double kSpacing = 0.012;  // of particles along the rope [m]

constexpr double kKnot = 1.68;  // where the knot is tied, above the floor [m]
constexpr double kTail = 0.62;  // from the knot to either end [m]
constexpr double kDown = 0.6;   // as far as the lower end is let down [m],
constexpr double kUntil = 3.0;  // in this time, before it is let go [s]
constexpr double kCut = 2.05;   // the curve's parameter where it goes over into the tails

// A polynomial curve that is tied in a trefoil (Shastri 1992, "Polynomial representations of knots"), the long way
// down.
dvec3 trefoilAt(double t) {
    const double t2 = t * t;
    return {0.03 * t * (t2 - 3.0), -0.013 * t * (t2 * t2 - 10.0), 0.03 * t2 * (t2 - 4.0)};
}

// The rope's way from its upper end to its lower one, as many points as do.
std::vector<dvec3> wayOfRope(const dvec3& knot) {
    constexpr int kPieces = 4000;
    std::vector<dvec3> way{knot + dvec3(0.0, kTail, 0.0)};
    for (int i = 0; i <= kPieces; ++i)
        way.push_back(knot + trefoilAt(kCut * (2.0 * i / kPieces - 1.0)));
    way.push_back(knot - dvec3(0.0, kTail, 0.0));
    return way;
}

// Points along a way, each as far from the next one.
std::vector<vec3> pointsAlong(const std::vector<dvec3>& way, double spacing) {
    std::vector<vec3> points{vec3(way.front())};
    double left = spacing;
    for (std::size_t i = 1; i < way.size(); ++i) {
        dvec3 from = way[i - 1];
        double length = glm::length(way[i] - from);
        while (length >= left) {
            from += (way[i] - from) * (left / length);
            points.emplace_back(from);
            length -= left;
            left = spacing;
        }
        left -= length;
    }
    return points;
}

Result<std::uint32_t> addKnottedRope(Scene& scene, const SceneOptions& options, const std::vector<vec3>& points) {
    RopeDescription rope;
    rope.name = "rope";
    rope.from = points.front();
    rope.to = points.back();
    rope.count = static_cast<std::uint32_t>(points.size());
    rope.length = static_cast<float>(kSpacing * double(points.size() - 1));
    rope.material = options.material;
    rope.bendingStiffness = 2e-5f;
    const Result<std::uint32_t> body = addRope(scene, rope);
    if (body) std::copy(points.begin(), points.end(), scene.positions.begin());
    return body;
}

}  // namespace

std::vector<Knob> knotKnobs() {
    return {{"friction", "of the rope on itself", 0.8, 0, 5},
            {"weight", "at its end, in weights of the rope", 10, 0, 100}};
}

// A rope with an overhand knot hangs from its upper end. The weight at its lower one pulls the knot tight; friction
// holds it.
Result<SampleScene> makeKnot(const SceneOptions& options) {
    const float floor = options.ground.value_or(0.0f);
    const dvec3 knot(0.0, double(floor) + kKnot, 0.0);
    Scene scene;
    scene.environment = options.environment;
    const Result<std::uint32_t> body = addKnottedRope(scene, options, pointsAlong(wayOfRope(knot), kSpacing));
    if (!body) return body.error();
    const auto last = static_cast<std::uint32_t>(scene.positions.size() - 1);
    if (Status status = pinVertices(scene, *body, std::vector<std::uint32_t>{0, last}); !status) return status.error();
    const auto friction = static_cast<float>(knobOf(options, "friction"));
    if (Status status = addContact(scene, *body, {.friction = friction}); !status) return status.error();
    float mass = 0.0f;
    for (const float particle : scene.masses)
        mass += particle;
    scene.masses.back() += mass * static_cast<float>(knobOf(options, "weight"));

    SceneOptions onFloor = options;
    onFloor.ground = floor;
    const vec3 end = scene.positions.back();
    SampleScene sample = withFixedInputs(std::move(scene), onFloor);
    sample.inputs = [last, end, fixed = sample.inputs](double from, double to) {
        StepInputs inputs = fixed(from, to);
        const vec3 target = end - vec3(0.0, kDown * std::min(to / kUntil, 1.0), 0.0);
        if (to <= kUntil) inputs.pins.push_back({last, PinInput::Action::Move, target});
        else if (from <= kUntil) inputs.pins.push_back({last, PinInput::Action::Release});
        return inputs;
    };
    sample.ornaments.push_back({.particle = last, .shape = ColliderShape::Sphere, .radius = 0.06f});
    sample.outlook = Outlook{vec3(0.0f, float(knot.y) - 0.85f, 0.0f), 2.2f, 0.5f, 0.1f, floor};
    sample.usual.substeps = 60;
    return sample;
}

}  // namespace pliant::samples
