#include "pliant/scene/bending.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>

#include "pliant/fail.h"
#include "pliant/scene/hinge.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

// They keep what src/pliant/shared/bend.h computes from them within the range of normal floats.
constexpr float kLargestWeight = 1e7f;
constexpr float kLargestRest = 1e9f;           // [m]
constexpr float kSmallestCompliance = 1e-15f;  // [m/N]
constexpr float kLargestCompliance = 1e15f;    // [m/N]
constexpr float kLargestDamping = 1e6f;        // [s]

constexpr double kFlat = 1e-4;              // of |v| / |edge|, which is 2 sin(fold / 2)
constexpr double kSmallestArea = 1e-6;      // of a triangle, over its longest edge squared
constexpr double kFoldedOntoItself = 1e-3;  // of |nA + nB|; src/pliant/shared/bend.h sees no direction there either

SceneBend lineBend(Index before, Index middle, Index after, double stiffness, float damping) {
    return {BendKind::Line, {before, middle, after, after},      {1.0f, -2.0f, 1.0f, 0.0f},
            0.0f,           static_cast<float>(1.0 / stiffness), damping};
}

// The part of the strip between two neighbouring lines that belongs to one of `count` lines: half a strip at the
// borders.
double stripShare(Index line, Index count) {
    const bool isBorder = line == 0 || line == count - 1;
    return isBorder && count > 1 ? 0.5 : 1.0;
}

// Lines of a grid, one after another: particle `i` of line `j` is first + i * step + j * lineStep.
struct GridLines {
    Index first, count, lineCount, step, lineStep;
    double spacing, lineSpacing;  // [m]
};

void addLines(std::vector<SceneBend>& bends, const GridLines& lines, double bendingStiffness, float damping) {
    // E = B/2 (v / s^2)^2 area
    const double s = lines.spacing;
    for (Index j = 0; j < lines.lineCount; ++j) {
        const double area = s * lines.lineSpacing * stripShare(j, lines.lineCount);
        const double stiffness = bendingStiffness * area / (s * s * s * s);
        for (Index i = 1; i + 1 < lines.count; ++i) {
            const Index middle = lines.first + i * lines.step + j * lines.lineStep;
            bends.push_back(lineBend(middle - lines.step, middle, middle + lines.step, stiffness, damping));
        }
    }
}

// An edge of a triangle, and the vertex opposite.
struct EdgeSide {
    Index low, high, opposite;
};

bool isSameEdge(const EdgeSide& x, const EdgeSide& y) {
    return x.low == y.low && x.high == y.high;
}

bool hasArea(const dvec3& a, const dvec3& b, const dvec3& c) {
    const double longest = std::max({glm::dot(b - a, b - a), glm::dot(c - b, c - b), glm::dot(a - c, a - c)});
    return 0.5 * glm::length(glm::cross(b - a, c - a)) > kSmallestArea * longest;
}

// Sorted by edge, and of one edge in the order of the triangles.
std::vector<EdgeSide> listSides(const std::vector<vec3>& positions, std::span<const Index> triangles) {
    std::vector<EdgeSide> sides;
    sides.reserve(triangles.size());
    for (std::size_t first = 0; first < triangles.size(); first += 3) {
        const Index corner[3] = {triangles[first], triangles[first + 1], triangles[first + 2]};
        assert(std::max({corner[0], corner[1], corner[2]}) < positions.size());
        if (!hasArea(dvec3(positions[corner[0]]), dvec3(positions[corner[1]]), dvec3(positions[corner[2]]))) continue;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(corner[i], corner[(i + 1) % 3]);
            sides.push_back({low, high, corner[(i + 2) % 3]});
        }
    }
    std::stable_sort(sides.begin(), sides.end(), [](const EdgeSide& x, const EdgeSide& y) {
        return std::pair(x.low, x.high) < std::pair(y.low, y.high);
    });
    return sides;
}

// One triangle of a hinge, as seen from its edge.
//
//        x2           At x0 and at x1 it has the angles 0 and 1. The unit vector from x2 square to the edge is
//       /  \              (cotangent1 (x0 - x2) + cotangent0 (x1 - x2)) / |edge|
//     x0 -- x1
struct Wing {
    double cotangent0, cotangent1, area;
    dvec3 normal;  // unit, of (x0, x1, x2)
};

Wing wingOf(const dvec3& x0, const dvec3& x1, const dvec3& x2) {
    const dvec3 cross = glm::cross(x1 - x0, x2 - x0);
    const double doubled = glm::length(cross);
    return {glm::dot(x1 - x0, x2 - x0) / doubled, glm::dot(x0 - x1, x2 - x1) / doubled, 0.5 * doubled, cross / doubled};
}

Status validateParticles(const SceneBend& bend, std::size_t index, std::size_t particleCount) {
    const std::size_t used = bend.kind == BendKind::Line ? 3 : 4;
    for (std::size_t i = 0; i < used; ++i) {
        const Index particle = bend.particles[i];
        if (particle >= particleCount) {
            return fail("bend {} names particle {}, but the scene has {} particles (0 to {})", index, particle,
                        particleCount, std::ptrdiff_t(particleCount) - 1);
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (bend.particles[j] == particle)
                return fail("bend {} names particle {} twice; its particles must differ", index, particle);
        }
    }
    if (used == 3 && bend.particles[3] != bend.particles[2]) {
        return fail("bend {} is a line and its fourth particle is {}; it must repeat the third, {}", index,
                    bend.particles[3], bend.particles[2]);
    }
    return {};
}

Status validateWeights(const SceneBend& bend, std::size_t index) {
    double sum = 0.0, largest = 0.0;
    for (const float weight : bend.weights) {
        if (!(std::abs(weight) <= kLargestWeight)) {
            return fail("bend {} has a weight of {}; it must be finite and within {}", index, weight, kLargestWeight);
        }
        sum += weight;
        largest = std::max(largest, std::abs(double(weight)));
    }
    if (std::abs(sum) > 1e-6 * largest)
        return fail("bend {} has weights that add up to {:.3g}; they must add up to 0", index, sum);
    if (bend.kind == BendKind::Line && bend.weights[3] != 0.0f) {
        return fail("bend {} is a line and its fourth weight is {}; it must be 0", index, bend.weights[3]);
    }
    return {};
}

}  // namespace

// The hinge between x0, x1, x2 and x0, x1, x3, see Bergou et al. 2006 and src/pliant/shared/bend.h:
//     K = (c03 + c04, c01 + c02, -c01 - c03, -c02 - c04),    E = B/2 |K x|^2 / (A0 + A1)
// Their factor is 3, not 1. With 1 a cylinder of equilateral triangles has the energy B/2 k^2 per area, in every
// direction.
std::optional<SceneBend> hingeBetween(const std::vector<vec3>& positions, const std::array<Index, 2>& edge,
                                      Index opposite, Index other, double bendingStiffness, float damping) {
    const dvec3 x0(positions[edge[0]]), x1(positions[edge[1]]);
    const dvec3 x2(positions[opposite]), x3(positions[other]);
    const Wing a = wingOf(x0, x1, x2), b = wingOf(x0, x1, x3);
    const dvec3 normals = a.normal - b.normal;  // that of (x1, x0, x3) is the opposite of b's
    if (glm::length(normals) < kFoldedOntoItself) return std::nullopt;

    SceneBend bend;
    bend.particles = {edge[0], edge[1], opposite, other};
    bend.weights[0] = static_cast<float>(a.cotangent1 + b.cotangent1);
    bend.weights[2] = static_cast<float>(-a.cotangent0 - a.cotangent1);
    bend.weights[3] = static_cast<float>(-b.cotangent0 - b.cotangent1);
    // The second cotangent sum, but so that the weights add up to 0 after rounding: src/pliant/shared/bend.h leans on
    // it.
    bend.weights[1] = static_cast<float>(-double(bend.weights[0]) - bend.weights[2] - bend.weights[3]);
    const dvec3 v =
        double(bend.weights[0]) * (x0 - x1) + double(bend.weights[2]) * (x2 - x1) + double(bend.weights[3]) * (x3 - x1);
    const double rest = glm::dot(v, normals) / glm::length(normals);
    const bool isFlat = std::abs(rest) < kFlat * glm::length(x1 - x0);
    bend.kind = isFlat ? BendKind::Quad : BendKind::Hinge;
    bend.rest = isFlat ? 0.0f : static_cast<float>(rest);
    bend.compliance = static_cast<float>((a.area + b.area) / bendingStiffness);
    bend.damping = damping;
    return bend;
}

std::vector<SceneBend> bendsOfLine(std::span<const Index> particles, float spacing, float bendingStiffness,
                                   float damping) {
    std::vector<SceneBend> bends;
    if (bendingStiffness == 0.0f) return bends;
    assert(spacing > 0.0f);
    // E = EI/2 (v / s^2)^2 s
    const double stiffness = double(bendingStiffness) / (double(spacing) * spacing * spacing);
    for (std::size_t i = 1; i + 1 < particles.size(); ++i)
        bends.push_back(lineBend(particles[i - 1], particles[i], particles[i + 1], stiffness, damping));
    return bends;
}

std::vector<SceneBend> bendsOfGrid(Index firstParticle, Index columns, Index rows, float dx, float dy,
                                   float bendingStiffness, float damping) {
    std::vector<SceneBend> bends;
    if (bendingStiffness == 0.0f || columns == 0 || rows == 0) return bends;
    assert(dx > 0.0f && dy > 0.0f);
    const double dX = dx, dY = dy;
    bends.reserve(3 * std::size_t(columns) * rows);
    addLines(bends, {firstParticle, columns, rows, 1, columns, dX, dY}, bendingStiffness, damping);
    addLines(bends, {firstParticle, rows, columns, columns, 1, dY, dX}, bendingStiffness, damping);

    // E = B/2 2 (v / (dx dy))^2 area
    const double twist = 2.0 * double(bendingStiffness) / (dX * dY);
    for (Index row = 0; row + 1 < rows; ++row) {
        for (Index column = 0; column + 1 < columns; ++column) {
            const Index x00 = firstParticle + row * columns + column;
            const std::array<Index, 4> corners{x00, x00 + 1, x00 + columns, x00 + columns + 1};
            bends.push_back({BendKind::Quad, corners, {1, -1, -1, 1}, 0.0f, static_cast<float>(1.0 / twist), damping});
        }
    }
    return bends;
}

std::vector<SceneBend> bendsOfMesh(const std::vector<vec3>& positions, std::span<const Index> triangles,
                                   float bendingStiffness, float damping) {
    std::vector<SceneBend> bends;
    if (bendingStiffness == 0.0f) return bends;
    assert(triangles.size() % 3 == 0);
    const std::vector<EdgeSide> sides = listSides(positions, triangles);
    std::size_t last = 0;
    for (std::size_t first = 0; first < sides.size(); first = last) {
        while (last < sides.size() && isSameEdge(sides[last], sides[first]))
            ++last;
        for (std::size_t i = first; i < last; ++i) {
            for (std::size_t j = i + 1; j < last; ++j) {
                if (sides[i].opposite == sides[j].opposite) continue;  // a triangle that is listed twice
                const auto bend = hingeBetween(positions, {sides[i].low, sides[i].high}, sides[i].opposite,
                                               sides[j].opposite, bendingStiffness, damping);
                if (bend) bends.push_back(*bend);
            }
        }
    }
    return bends;
}

Status validate(const SceneBend& bend, std::size_t index, std::size_t particleCount) {
    if (bend.kind > BendKind::Hinge) return fail("bend {} has the unknown kind {}", index, int(bend.kind));
    if (Status status = validateParticles(bend, index, particleCount); !status) return status;
    if (Status status = validateWeights(bend, index); !status) return status;
    if (!(std::abs(bend.rest) <= kLargestRest))
        return fail("bend {} has a rest of {} m; it must be finite and within {} m", index, bend.rest, kLargestRest);
    if (bend.kind != BendKind::Hinge && bend.rest != 0.0f)
        return fail("bend {} is no hinge and has a rest of {} m; it must be 0", index, bend.rest);
    const float compliance = bend.compliance;
    if (!(compliance == 0.0f || (compliance >= kSmallestCompliance && compliance <= kLargestCompliance))) {
        return fail("bend {} has a compliance of {} m/N; it must be 0 or from {} to {}", index, compliance,
                    kSmallestCompliance, kLargestCompliance);
    }
    if (!(bend.damping >= 0.0f && bend.damping <= kLargestDamping)) {
        return fail("bend {} has a damping of {} s; it must be finite, not negative and at most {} s", index,
                    bend.damping, kLargestDamping);
    }
    return {};
}

}  // namespace pliant
