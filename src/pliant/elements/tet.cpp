#include "pliant/elements/tet.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/shared/element.h"
#include "pliant/steepness.h"

namespace pliant {
namespace {

using glm::dvec3;

// Sum of the squared gradients of the volume where the scene has the corners, by the volume at rest [1/m^2]; and of a
// regular tetrahedron of that volume if the scene has it flatter.
double steepnessOf(const SceneTet& tet, std::span<const vec3> positions) {
    const auto x = [&](int i) { return dvec3(positions[tet.particles[i]]); };
    const dvec3 b = x(1) - x(0), c = x(2) - x(0), d = x(3) - x(0);
    const dvec3 gb = glm::cross(c, d), gc = glm::cross(d, b), gd = glm::cross(b, c), ga = -(gb + gc + gd);
    const double volume = tet.restVolume;
    const double sum = (glm::dot(ga, ga) + glm::dot(gb, gb) + glm::dot(gc, gc) + glm::dot(gd, gd)) / 36.0;
    const double edge = rootOf(volume * 6.0 * std::sqrt(2.0), 3);
    const double regular = 4.0 * 3.0 / 16.0 / 9.0 * edge * edge * edge * edge;  // area sqrt(3)/4 edge^2, a third of it
    return std::max(sum, regular) / (volume * volume);
}

}  // namespace

Status validate(const SceneTet& tet, std::size_t index) {
    if (!(tet.restVolume >= 1e-18f && tet.restVolume <= 1e15f)) {
        return fail("tetrahedron {} has a rest volume of {} m^3; it must be from 1e-18 to 1e15 m^3", index,
                    tet.restVolume);
    }
    const float c = tet.compliance;
    if (!(c == 0.0f || (c >= 1e-15f && c <= 1e15f))) {
        return fail("tetrahedron {} has a compliance of {} m^5/N; it must be 0 or from 1e-15 to 1e15", index, c);
    }
    return {};
}

ElementNumbers<float> numbersOf(const SceneTet& tet, std::span<const vec3> positions) {
    const double volume = tet.restVolume;
    const auto gradientScale = static_cast<float>(1.0 / (6.0 * volume));
    const auto steepness = static_cast<float>(kFadingTet * steepnessOf(tet, positions));
    return {vec4(gradientScale, scaledCompliance(tet.compliance, volume), steepness, 1.0f / steepness), {}};
}

}  // namespace pliant
