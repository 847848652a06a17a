#include "pliant/scene/rope.h"

#include <glm/geometric.hpp>

#include <cmath>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/scene/materials.h"

namespace pliant {
namespace {

using glm::dvec3;

// At rest; `span` is the distance of its ends.
double lengthOf(const RopeDescription& rope, double span) {
    return rope.length > 0.0f ? double(rope.length) : span;
}

Status check(const RopeDescription& rope) {
    if (rope.count == 0) return fail("rope '{}' has no particles; it needs at least one", rope.name);
    if (rope.count > kLargestCount / 6)
        return fail("rope '{}' would have {} particles; at most {}", rope.name, rope.count, kLargestCount / 6);
    if (!isFinite(rope.from) || !isFinite(rope.to)) return fail("rope '{}': its ends must be finite points", rope.name);
    if (!(rope.linearDensity > 0.0f && std::isfinite(rope.linearDensity))) {
        return fail("rope '{}' has a density of {} kg/m; it must be positive", rope.name, rope.linearDensity);
    }
    if (!(rope.length >= 0.0f && std::isfinite(rope.length))) {
        return fail("rope '{}' has a length of {} m; it must be positive, or 0 for a straight rope", rope.name,
                    rope.length);
    }
    if (rope.axialCompliance != 0.0f && !(rope.axialCompliance >= 1e-15f && rope.axialCompliance <= 1e6f)) {
        return fail("rope '{}' has an axial compliance of {} 1/N; it must be 0 or from 1e-15 to 1e6", rope.name,
                    rope.axialCompliance);
    }
    if (rope.bendingStiffness != 0.0f && !(rope.bendingStiffness >= 1e-15f && rope.bendingStiffness <= 1e15f)) {
        return fail("rope '{}' has a bending stiffness of {} N m^2; it must be 0 or from 1e-15 to 1e15", rope.name,
                    rope.bendingStiffness);
    }
    const double span = distanceBetween(rope.from, rope.to);
    if (rope.count > 1 && !(static_cast<float>(lengthOf(rope, span) / (rope.count - 1)) > 0.0f)) {
        return fail("rope '{}' has no length: {} particles lie in the same place; give it a length, or ends apart",
                    rope.name, rope.count);
    }
    if (rope.length > 0.0f && rope.length < span * (1.0 - 1e-6)) {
        return fail("rope '{}' is {} m long but its ends are {} m apart; it cannot be shorter", rope.name, rope.length,
                    span);
    }
    return {};
}

// The direction at right angles to the rope that points down, or sideways where the rope is vertical.
dvec3 sagDirection(dvec3 along) {
    const dvec3 down(0.0, -1.0, 0.0);
    const dvec3 sag = down - along * glm::dot(along, down);
    const double size = glm::length(sag);
    return size > 1e-6 ? sag / size : dvec3(1.0, 0.0, 0.0);
}

// The first half of the slack rope goes down, the second climbs again. With an odd number of sticks the middle one
// lies level. `step` is the length of a stick.
std::vector<dvec3> layOutSlack(const RopeDescription& rope, dvec3 along, double span, double step) {
    const std::uint32_t sticks = rope.count - 1;
    const std::uint32_t slanted = sticks / 2;
    const double level = sticks % 2 == 1 ? step : 0.0;
    const double advance = (span - level) / (2.0 * slanted);
    const dvec3 drop = sagDirection(along) * std::sqrt(std::max(0.0, step * step - advance * advance));
    std::vector<dvec3> points(rope.count);
    for (std::uint32_t i = 0; i < rope.count; ++i) {
        const bool isSecondHalf = i > slanted;
        const double fromNearEnd = isSecondHalf ? sticks - i : i;
        const double x = isSecondHalf ? span - advance * fromNearEnd : advance * fromNearEnd;
        points[i] = dvec3(rope.from) + along * x + drop * fromNearEnd;
    }
    return points;
}

std::vector<dvec3> layOutStraight(const RopeDescription& rope) {
    std::vector<dvec3> points(rope.count, dvec3(rope.from));
    for (std::uint32_t i = 1; i < rope.count; ++i) {
        const double t = double(i) / (rope.count - 1);
        points[i] = dvec3(rope.from) * (1.0 - t) + dvec3(rope.to) * t;
    }
    return points;
}

Result<std::vector<dvec3>> layOut(const RopeDescription& rope) {
    const dvec3 across = dvec3(rope.to) - dvec3(rope.from);
    const double span = glm::length(across);
    if (rope.count < 2 || rope.length <= span * (1.0 + 1e-6)) return layOutStraight(rope);
    if (rope.count < 3) {
        return fail("rope '{}': {} particles are too few for a slack of {} m; it needs 3", rope.name, rope.count,
                    rope.length - span);
    }
    const dvec3 along = span > 0.0 ? across / span : dvec3(1.0, 0.0, 0.0);
    return layOutSlack(rope, along, span, double(rope.length) / (rope.count - 1));
}

StickMaterial materialOf(const RopeDescription& rope, double stickLength) {
    StickMaterial material = rope.material;
    if (rope.axialCompliance == 0.0f) return material;
    material.response = Response::Compliant;
    material.compliance = static_cast<float>(rope.axialCompliance * stickLength);
    return material;
}

}  // namespace

Result<std::uint32_t> addRope(Scene& scene, const RopeDescription& rope) {
    if (Status status = check(rope); !status) return status.error();
    const Result<std::vector<dvec3>> points = layOut(rope);
    if (!points) return points.error();

    const double length = lengthOf(rope, distanceBetween(rope.from, rope.to));
    const std::uint32_t sticks = rope.count - 1;
    const StickMaterial material = materialOf(rope, sticks > 0 ? length / sticks : 0.0);
    const std::string what = fmt::format("rope '{}': its material", rope.name);
    if (Status status = validateMaterial(material, what); !status) return status.error();
    // Half a stick's mass goes to each of its ends; a lone particle is a metre of rope.
    const double stickMass = sticks > 0 ? rope.linearDensity * length / sticks : rope.linearDensity;

    Body body;
    body.name = rope.name;
    body.firstParticle = static_cast<std::uint32_t>(scene.positions.size());
    body.particleCount = rope.count;
    body.isLine = true;
    const std::uint32_t number = addMaterial(scene, material);
    for (std::uint32_t i = 0; i < rope.count; ++i) {
        const bool isEnd = sticks > 0 && (i == 0 || i == sticks);
        const double mass = isEnd ? 0.5 * stickMass : stickMass;
        body.vertexParticles.push_back(addParticle(scene, vec3((*points)[i]), static_cast<float>(mass)));
        if (i == 0) continue;
        const std::uint32_t end = body.firstParticle + i;
        scene.sticks.push_back({end - 1, end, static_cast<float>(length / sticks), number, StickKind::Structural});
    }
    if (sticks > 1) {
        const std::vector<SceneBend> bends = bendsOfLine(body.vertexParticles, static_cast<float>(length / sticks),
                                                         rope.bendingStiffness, rope.material.damping);
        scene.bends.insert(scene.bends.end(), bends.begin(), bends.end());
    }
    scene.bodies.push_back(std::move(body));
    return static_cast<std::uint32_t>(scene.bodies.size() - 1);
}

}  // namespace pliant
