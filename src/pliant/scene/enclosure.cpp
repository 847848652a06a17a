#include "pliant/scene/enclosure.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "pliant/fail.h"
#include "pliant/scene/edges.h"
#include "pliant/scene/faces.h"
#include "pliant/scene/scene.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr float kSmallestNumber = 1e-15f, kLargestNumber = 1e15f;

Status validateNumber(float value, float least, float most, std::size_t index, const char* what) {
    if (value >= least && value <= most) return {};
    return fail("enclosure {} has {} of {}; it must be from {} to {}", index, what, value, least, most);
}

Status validateParameter(float value, std::size_t index, const char* what) {
    if (value == 0.0f || (value >= kSmallestNumber && value <= kLargestNumber)) return {};
    return fail("enclosure {} has {} of {}; it must be 0 or from {} to {}", index, what, value, kSmallestNumber,
                kLargestNumber);
}

Status validateNumbers(const Enclosure& e, std::size_t index) {
    if (e.filling > Filling::Gas) return fail("enclosure {} has the unknown filling {}", index, int(e.filling));
    for (const Status& status : {validateParameter(e.restMeasure, index, "a rest measure"),
                                 validateNumber(e.inflation, 0.01f, 100.0f, index, "an inflation"),
                                 validateParameter(e.compliance, index, "a compliance"),
                                 validateNumber(e.pressure, 0.0f, kLargestNumber, index, "a pressure"),
                                 validateNumber(e.outside, 0.0f, kLargestNumber, index, "an outside pressure"),
                                 validateNumber(e.buoyancy, 0.0f, 1e6f, index, "a buoyancy")}) {
        if (!status) return status;
    }
    return {};
}

Status validateIndices(const Enclosure& enclosure, std::size_t index, const Scene& scene) {
    for (const Index particle : enclosure.boundary) {
        if (particle >= scene.positions.size()) {
            return fail("enclosure {} names particle {}, but the scene has {} (0 to {})", index, particle,
                        scene.positions.size(), std::ptrdiff_t(scene.positions.size()) - 1);
        }
    }
    return {};
}

Status validateOutline(const Enclosure& enclosure, std::size_t index) {
    if (enclosure.boundary.size() < 3) {
        return fail("enclosure {} has an outline of {} particles; it needs three", index, enclosure.boundary.size());
    }
    std::vector<Index> sorted = enclosure.boundary;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) return fail("enclosure {} names particle {} twice along its outline", index, *twice);
    return {};
}

Status validateMesh(const Enclosure& enclosure, std::size_t index) {
    const std::vector<Index>& corners = enclosure.boundary;
    if (corners.empty() || corners.size() % 3 != 0) {
        return fail("enclosure {} has {} corners of triangles; it needs three per triangle, and one triangle at least",
                    index, corners.size());
    }
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        const Index a = corners[i], b = corners[i + 1], c = corners[i + 2];
        if (a == b || b == c || c == a)
            return fail("enclosure {}: triangle {} names particle {} twice", index, i / 3, a == b || a == c ? a : b);
    }
    const std::vector<EdgeUse> edges = edgeUses(corners);
    const auto bad = std::find_if(edges.begin(), edges.end(), [](const EdgeUse& e) { return !e.isTwoSided(); });
    if (bad == edges.end()) return {};
    return fail(
        "enclosure {} is not closed: the edge from particle {} to {} belongs to {} triangles that way and {} the "
        "other; it must be one each",
        index, bad->low, bad->high, bad->upward, bad->downward);
}

double areaOf(const std::vector<Index>& outline, const std::vector<vec3>& positions) {
    const dvec3 origin(positions[outline[0]]);
    double doubled = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const dvec3 a = dvec3(positions[outline[i]]) - origin;
        const dvec3 b = dvec3(positions[outline[(i + 1) % outline.size()]]) - origin;
        doubled += a.x * b.y - b.x * a.y;
    }
    return doubled / 2.0;
}

double volumeOf(const std::vector<Index>& corners, const std::vector<vec3>& positions) {
    const dvec3 origin(positions[corners[0]]);
    double sixfold = 0.0;
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        const auto x = [&](std::size_t corner) { return dvec3(positions[corners[i + corner]]) - origin; };
        sixfold += glm::dot(x(0), glm::cross(x(1), x(2)));
    }
    return sixfold / 6.0;
}

}  // namespace

Status validate(const Enclosure& enclosure, std::size_t index, const Scene& scene) {
    if (Status status = validateNumbers(enclosure, index); !status) return status;
    if (Status status = validateIndices(enclosure, index, scene); !status) return status;
    const Status status = scene.planar ? validateOutline(enclosure, index) : validateMesh(enclosure, index);
    if (!status || enclosure.restMeasure > 0.0f) return status;
    const double measure = measureOf(enclosure, scene.positions, scene.planar);
    if (measure >= double(kSmallestNumber) && measure <= double(kLargestNumber)) return {};
    return fail("enclosure {} measures {:.6g} {} where the scene has it; it must be from {} to {}{}", index, measure,
                scene.planar ? "m^2" : "m^3", kSmallestNumber, kLargestNumber,
                measure < 0.0 ? ". Its boundary runs the wrong way round" : "");
}

Status validateEnclosures(const Scene& scene) {
    constexpr std::size_t kNone = ~std::size_t(0);
    std::vector<std::size_t> owner(scene.enclosures.empty() ? 0 : scene.positions.size(), kNone);
    for (std::size_t i = 0; i < scene.enclosures.size(); ++i) {
        if (Status status = validate(scene.enclosures[i], i, scene); !status) return status;
        for (const Index particle : scene.enclosures[i].boundary) {
            if (owner[particle] != kNone && owner[particle] != i) {
                return fail("particle {} is in enclosures {} and {}; it can be in one", particle, owner[particle], i);
            }
            owner[particle] = i;
        }
    }
    return {};
}

std::vector<std::uint32_t> boundaryOf(const Body& body, const std::vector<vec3>& positions) {
    std::vector<Index> boundary;
    forEachTriangle(body, positions, [&](Index a, Index b, Index c) { boundary.insert(boundary.end(), {a, b, c}); });
    return boundary;
}

double measureOf(const Enclosure& enclosure, const std::vector<vec3>& positions, bool isPlanar) {
    return isPlanar ? areaOf(enclosure.boundary, positions) : volumeOf(enclosure.boundary, positions);
}

}  // namespace pliant
