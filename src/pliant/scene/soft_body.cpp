#include "pliant/scene/soft_body.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "pliant/fail.h"
#include "pliant/scene/materials.h"
#include "pliant/scene/polygon.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

vec3 inSpace(vec2 p) {
    return {p.x, p.y, 0.0f};
}

Status checkOutline(const SoftBodyDescription& body) {
    const auto count = static_cast<Index>(body.outline.size());
    if (count < 3) return fail("body '{}' has an outline of {} points; it needs 3", body.name, count);
    for (Index i = 0; i < count; ++i) {
        const vec2 p = body.outline[i];
        if (!isPoint(inSpace(p))) {
            return fail("body '{}': point {} lies at ({}, {}); coordinates must be finite and within {} m", body.name,
                        i, p.x, p.y, kLargestCoordinate);
        }
    }
    for (Index i = 0; i < count; ++i) {
        if (body.outline[i] == body.outline[(i + 1) % count])
            return fail("body '{}': points {} and {} are the same", body.name, i, (i + 1) % count);
    }
    if (const auto edges = touchingEdges(body.outline)) {
        return fail(
            "body '{}': its outline touches itself: edge {} (points {} and {}) meets edge {} (points {} and {})",
            body.name, (*edges)[0], (*edges)[0], (*edges)[0] + 1, (*edges)[1], (*edges)[1], ((*edges)[1] + 1) % count);
    }
    const double area = areaOf(body.outline);
    if (!(area > 0.0)) {
        return fail("body '{}': its outline runs clockwise (its area is {} m^2); it must run counter-clockwise",
                    body.name, area);
    }
    return {};
}

Status check(const Scene& scene, const SoftBodyDescription& body) {
    if (!scene.planar) return fail("body '{}' is added to a scene that is not planar", body.name);
    if (!(body.mass > 0.0f && std::isfinite(body.mass)))
        return fail("body '{}' has a mass of {} kg; it must be positive", body.name, body.mass);
    for (const auto& [material, sticks] : {std::pair{body.edge, "outline"}, std::pair{body.cross, "cross sticks"}}) {
        const std::string what = fmt::format("body '{}': the material of its {}", body.name, sticks);
        if (Status status = validateMaterial(material, what); !status) return status;
    }
    return checkOutline(body);
}

// Each pair once, in the order in which they are named: across first, then to the next but one.
std::vector<std::array<Index, 2>> crossPairs(const Polygon& outline) {
    const auto count = static_cast<Index>(outline.size());
    const std::vector<Index> across = opposites(outline);
    std::set<std::array<Index, 2>> seen;
    std::vector<std::array<Index, 2>> pairs;
    const auto add = [&](Index a, Index b) {
        const std::array<Index, 2> pair{std::min(a, b), std::max(a, b)};
        const bool areNeighbours = pair[1] - pair[0] == 1 || pair[1] - pair[0] == count - 1;
        if (a != b && !areNeighbours && seen.insert(pair).second) pairs.push_back(pair);
    };
    for (Index i = 0; i < count; ++i)
        add(i, across[i]);
    for (Index i = 0; i < count; ++i)
        add(i, (i + 2) % count);
    return pairs;
}

void addStickBetween(Scene& scene, Index a, Index b, Index material, StickKind kind) {
    scene.sticks.push_back({a, b, distanceBetween(scene.positions[a], scene.positions[b]), material, kind});
}

void addSticks(Scene& scene, const SoftBodyDescription& body, Index first) {
    const auto count = static_cast<Index>(body.outline.size());
    const Index edge = addMaterial(scene, body.edge);
    for (Index i = 0; i < count; ++i)
        addStickBetween(scene, first + i, first + (i + 1) % count, edge, StickKind::Structural);
    if (!body.isCrossed) return;
    const Index cross = addMaterial(scene, body.cross);
    for (const std::array<Index, 2>& pair : crossPairs(body.outline))
        addStickBetween(scene, first + pair[0], first + pair[1], cross, StickKind::Bend);
}

// What keeps its shape, and what touches others.
void addParts(Scene& scene, const SoftBodyDescription& body, const std::vector<Index>& particles) {
    if (body.shapeCompliance) scene.shapes.push_back({particles, {}, *body.shapeCompliance});
    if (body.filling) {
        scene.enclosures.push_back(*body.filling);
        scene.enclosures.back().boundary = particles;
    }
    if (body.touches) scene.outlines.push_back({particles, true, body.thickness, body.friction});
}

struct Turn {
    double cosine, sine;
};

// Of 2 pi / count for count >= 3: the series of Taylor, up to terms below 1e-17. The last bit of a library's sine
// depends on the machine.
Turn turnBetweenCorners(Index count) {
    const double angle = 6.283185307179586 / count;
    Turn turn{1.0, angle};
    double term = angle;
    for (int n = 2; n < 28; n += 2) {
        term *= -angle / n;
        turn.cosine += term;
        term *= angle / (n + 1);
        turn.sine += term;
    }
    return turn;
}

}  // namespace

Result<std::uint32_t> addSoftBody(Scene& scene, const SoftBodyDescription& body) {
    if (Status status = check(scene, body); !status) return status.error();
    const auto count = static_cast<Index>(body.outline.size());
    const auto mass = static_cast<float>(double(body.mass) / count);
    Body added;
    added.name = body.name;
    added.firstParticle = static_cast<Index>(scene.positions.size());
    added.particleCount = count;
    added.integrator = body.integrator;
    for (const vec2 p : body.outline)
        added.vertexParticles.push_back(addParticle(scene, inSpace(p), mass));
    for (const std::array<Index, 3>& triangle : triangulate(body.outline)) {
        added.faceSizes.push_back(3);
        added.faceCorners.insert(added.faceCorners.end(), triangle.begin(), triangle.end());
    }
    addSticks(scene, body, added.firstParticle);
    addParts(scene, body, added.vertexParticles);
    scene.bodies.push_back(std::move(added));
    return static_cast<Index>(scene.bodies.size() - 1);
}

std::vector<vec2> circleOutline(vec2 centre, float radius, std::uint32_t count) {
    count = std::max(count, 3u);
    const Turn turn = turnBetweenCorners(count);
    std::vector<vec2> points;
    double x = 1.0, y = 0.0;
    for (Index i = 0; i < count; ++i) {
        points.emplace_back(static_cast<float>(centre.x + radius * x), static_cast<float>(centre.y + radius * y));
        const double turnedX = turn.cosine * x - turn.sine * y, turnedY = turn.sine * x + turn.cosine * y;
        const double correction = 1.5 - 0.5 * (turnedX * turnedX + turnedY * turnedY);  // keeps the length at 1
        x = correction * turnedX;
        y = correction * turnedY;
    }
    return points;
}

std::vector<vec2> rectangleOutline(vec2 low, vec2 high, std::uint32_t columns, std::uint32_t rows) {
    columns = std::max(columns, 2u);
    rows = std::max(rows, 2u);
    std::vector<vec2> points;
    const auto addSide = [&](vec2 from, vec2 to, Index count) {  // without its last point
        for (Index i = 0; i + 1 < count; ++i) {
            const double t = double(i) / (count - 1);
            points.emplace_back(static_cast<float>(from.x * (1.0 - t) + to.x * t),
                                static_cast<float>(from.y * (1.0 - t) + to.y * t));
        }
    };
    addSide(low, {high.x, low.y}, columns);
    addSide({high.x, low.y}, high, rows);
    addSide(high, {low.x, high.y}, columns);
    addSide({low.x, high.y}, low, rows);
    return points;
}

}  // namespace pliant
