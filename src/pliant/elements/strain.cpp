#include "pliant/elements/strain.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/scene/faces.h"
#include "pliant/shared/element.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dvec2;

constexpr float kFarthestFlat = 1e6f;
constexpr double kSmallestArea = 1e-12;
constexpr double kFlattest = 1e-3;  // area by the square of the longest edge

// What sticks of a woven body give by, beside the fabric itself: they are to hold its strain limit and nothing else.
constexpr float kSlackness = 1e3f;

// Positive for corners counter-clockwise.
double areaOf(const std::array<vec2, 3>& flat) {
    const dvec2 e = dvec2(flat[1]) - dvec2(flat[0]), f = dvec2(flat[2]) - dvec2(flat[0]);
    return 0.5 * (e.x * f.y - e.y * f.x);
}

bool isFlatPoint(vec2 p) {
    return std::abs(p.x) <= kFarthestFlat && std::abs(p.y) <= kFarthestFlat;
}

Status checkCompliance(float value, const char* name, const std::string& what) {
    if (value == 0.0f || (value >= 1e-12f && value <= 1e6f)) return {};
    return fail("{} has a compliance of {} m/N {}; it must be 0 or from 1e-12 to 1e6", what, value, name);
}

Status checkFlat(const std::array<vec2, 3>& flat, const std::string& what) {
    for (const vec2 p : flat) {
        if (!isFlatPoint(p))
            return fail("{} has a corner at ({}, {}) in the flat fabric; coordinates must be finite and within {} m",
                        what, p.x, p.y, kFarthestFlat);
    }
    const double area = std::abs(areaOf(flat));
    if (area < kSmallestArea)
        return fail("{} has an area of {} m^2 in the flat fabric; at least {} m^2", what, area, kSmallestArea);
    double longest = 0.0;
    for (int i = 0; i < 3; ++i) {
        const dvec2 edge = dvec2(flat[i]) - dvec2(flat[(i + 1) % 3]);
        longest = std::max(longest, glm::dot(edge, edge));
    }
    if (area < kFlattest * longest)
        return fail("{} is a sliver in the flat fabric: {} m^2 beside an edge of {} m; at least {} of its square", what,
                    area, std::sqrt(longest), kFlattest);
    return {};
}

// The triangles of all faces, cut as they lie in the flat. Those that welding has closed up are left out.
Result<std::vector<SceneStrain>> trianglesOf(const Body& body, const Weave& weave, std::span<const vec2> flat) {
    std::vector<vec3> points;
    for (const vec2 p : flat)
        points.emplace_back(p.x, p.y, 0.0f);
    FaceCutter cutter(points);
    std::vector<SceneStrain> triangles;
    const Index* corners = body.faceCorners.data();
    for (std::size_t face = 0; face < body.faceSizes.size(); corners += body.faceSizes[face++]) {
        for (const auto& cut : cutter.cut({corners, body.faceSizes[face]})) {
            SceneStrain triangle{.weave = weave};
            for (int i = 0; i < 3; ++i) {
                triangle.particles[i] = body.vertexParticles[cut[i]];
                triangle.flat[i] = flat[cut[i]];
            }
            const auto [a, b, c] = triangle.particles;
            if (a == b || b == c || c == a) continue;
            if (Status status = checkFlat(triangle.flat, fmt::format("face {} of '{}'", face, body.name)); !status)
                return status.error();
            triangles.push_back(triangle);
        }
    }
    return triangles;
}

// Along the warp or the weft, and as long in the flat as at rest: not across a seam.
bool isAlongThread(const SceneStick& stick, dvec2 flat) {
    constexpr double kTangent = 0.268;  // of 15 degrees
    const double along = std::max(std::abs(flat.x), std::abs(flat.y));
    const double across = std::min(std::abs(flat.x), std::abs(flat.y));
    const double length = std::sqrt(glm::dot(flat, flat));
    return across <= kTangent * along && std::abs(length - double(stick.restLength)) <= 0.01 * length;
}

void slackenSticks(Scene& scene, const Body& body, const Weave& weave, std::span<const vec2> flat, float strainLimit) {
    StickMaterial material;
    material.response = Response::Compliant;
    material.compliance = kSlackness * std::max({weave.warp, weave.weft, 1e-6f});
    if (std::isfinite(strainLimit)) material.strainLimit = strainLimit;
    const Index slack = addMaterial(scene, material);
    const auto isOurs = [&](Index particle) { return particle - body.firstParticle < body.particleCount; };
    std::vector<vec2> flatOf(body.particleCount);
    for (std::size_t vertex = 0; vertex < flat.size(); ++vertex) {
        const Index particle = body.vertexParticles[vertex];
        if (isOurs(particle)) flatOf[particle - body.firstParticle] = flat[vertex];
    }
    const auto isOver = [&](SceneStick& stick) {
        if (stick.kind == StickKind::Bend || !isOurs(stick.a) || !isOurs(stick.b)) return false;
        const dvec2 way = dvec2(flatOf[stick.b - body.firstParticle]) - dvec2(flatOf[stick.a - body.firstParticle]);
        if (!isAlongThread(stick, way)) return true;
        stick.material = slack;
        stick.complianceFactor = 1.0f;
        return false;
    };
    scene.sticks.erase(std::remove_if(scene.sticks.begin(), scene.sticks.end(), isOver), scene.sticks.end());
}

}  // namespace

Status validate(const Weave& weave, const std::string& what) {
    if (Status s = checkCompliance(weave.warp, "along the warp", what); !s) return s;
    if (Status s = checkCompliance(weave.weft, "along the weft", what); !s) return s;
    if (Status s = checkCompliance(weave.shear, "in shear", what); !s) return s;
    const double n = weave.contraction;
    if (!(n >= -1.0 && n <= 1.0)) return fail("{} has a contraction of {}; it must be from -1 to 1", what, n);
    if (n != 0.0 && n * n * double(weave.warp) >= double(weave.weft))
        return fail(
            "{} has a contraction of {}; its square times the warp's compliance, {} m/N, must be less than the "
            "weft's, {} m/N",
            what, n, weave.warp, weave.weft);
    return {};
}

Status validate(const SceneStrain& strain, std::size_t index) {
    const std::string what = fmt::format("{} {}", SceneStrain::kName, index);
    if (Status status = checkFlat(strain.flat, what); !status) return status;
    return validate(strain.weave, what);
}

ElementNumbers<float> numbersOf(const SceneStrain& strain, std::span<const vec3>) {
    const dvec2 a(strain.flat[0]), e = dvec2(strain.flat[1]) - a, f = dvec2(strain.flat[2]) - a;
    const double inverse = 0.5 / areaOf(strain.flat);
    const Weave& w = strain.weave;
    const auto vectorOf = [](double x, double y, double z, double last) {
        return vec4(storable<float>(float(x)), storable<float>(float(y)), storable<float>(float(z)),
                    storable<float>(float(last)));
    };
    return {vectorOf(f.y * inverse, -e.y * inverse, -f.x * inverse, e.x * inverse),
            vectorOf(w.warp, w.weft, w.shear, w.contraction)};
}

Status weaveBody(Scene& scene, std::uint32_t body, const Weave& weave, std::span<const vec2> flat, float strainLimit) {
    if (body >= scene.bodies.size()) return fail("there is no body {}; the scene has {}", body, scene.bodies.size());
    const Body& cloth = scene.bodies[body];
    const std::string what = fmt::format("the weave of '{}'", cloth.name);
    if (Status status = validate(cloth, body, scene); !status) return status;
    if (cloth.faceSizes.empty()) return fail("body {} ('{}') has no faces to weave", body, cloth.name);
    if (flat.size() != cloth.vertexParticles.size())
        return fail("{} has {} points in the flat fabric for {} vertices", what, flat.size(),
                    cloth.vertexParticles.size());
    if (Status status = validate(weave, what); !status) return status;
    if (!(strainLimit >= 0.0f && (strainLimit <= 10.0f || !std::isfinite(strainLimit))))
        return fail("{} has a strain limit of {}; it must be from 0 to 10, or infinite", what, strainLimit);
    const Result<std::vector<SceneStrain>> triangles = trianglesOf(cloth, weave, flat);
    if (!triangles) return triangles.error();
    slackenSticks(scene, cloth, weave, flat, strainLimit);
    scene.strains.insert(scene.strains.end(), triangles->begin(), triangles->end());
    return {};
}

std::vector<vec2> flatGrid(std::uint32_t columns, std::uint32_t rows, float width, float height, double turn) {
    const dvec2 warp = directionAt(turn);
    std::vector<vec2> points;
    const auto along = [](Index i, Index count, float length) {
        return count > 1 ? double(length) * i / (count - 1) : 0.0;
    };
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < columns; ++column) {
            const double x = along(row, rows, height), y = along(column, columns, width);
            points.emplace_back(warp.x * x + warp.y * y, warp.x * y - warp.y * x);
        }
    }
    return points;
}

}  // namespace pliant
