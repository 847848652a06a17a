#include "pliant/scene/outline.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/scene.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr float kLargestThickness = 1e6f;  // [m]
constexpr float kLargestFriction = 1e6f;

Status validateParticles(const Outline& outline, std::size_t index, const Scene& scene) {
    const std::size_t least = outline.isClosed ? 3 : 1;
    if (outline.particles.size() < least) {
        return fail("outline {} has {} particles; {} needs at least {}", index, outline.particles.size(),
                    outline.isClosed ? "a closed one" : "it", least);
    }
    std::vector<Index> seen = outline.particles;
    std::sort(seen.begin(), seen.end());
    if (seen.back() >= scene.positions.size()) {
        return fail("outline {} names particle {}, but the scene has {} (0 to {})", index, seen.back(),
                    scene.positions.size(), std::ptrdiff_t(scene.positions.size()) - 1);
    }
    const auto twice = std::adjacent_find(seen.begin(), seen.end());
    if (twice != seen.end()) return fail("outline {} names particle {} twice", index, *twice);
    return {};
}

// Twice the area, counter-clockwise; 2 |A| = sum over edges of a x b.
double twiceAreaOf(const Outline& outline, const Scene& scene) {
    double sum = 0.0;
    const vec3 origin = scene.positions[outline.particles.front()];
    for (std::size_t i = 0; i < outline.particles.size(); ++i) {
        const vec3 a = scene.positions[outline.particles[i]];
        const vec3 b = scene.positions[outline.particles[(i + 1) % outline.particles.size()]];
        const double ax = double(a.x) - origin.x, ay = double(a.y) - origin.y;
        const double bx = double(b.x) - origin.x, by = double(b.y) - origin.y;
        sum += ax * by - ay * bx;
    }
    return sum;
}

}  // namespace

Status validate(const Outline& outline, std::size_t index, const Scene& scene) {
    if (!scene.planar) return fail("outline {} is in a scene that is not planar", index);
    if (Status status = validateParticles(outline, index, scene); !status) return status;
    if (!(outline.thickness >= 0.0f && outline.thickness <= kLargestThickness)) {
        return fail("outline {} has a thickness of {} m; it must be from 0 to {} m", index, outline.thickness,
                    kLargestThickness);
    }
    if (!(outline.friction >= 0.0f && outline.friction <= kLargestFriction)) {
        return fail("outline {} has a friction of {}; it must be from 0 to {}", index, outline.friction,
                    kLargestFriction);
    }
    if (!outline.isClosed) return {};
    const double area = 0.5 * twiceAreaOf(outline, scene);
    if (!(area > 0.0)) {
        return fail("outline {} encloses {} m^2; a closed one must run counter-clockwise around an area above 0", index,
                    area);
    }
    return {};
}

Status validateOutlines(const Scene& scene) {
    constexpr Index kNone = ~0u;
    std::vector<Index> outlineOf(scene.outlines.empty() ? 0 : scene.positions.size(), kNone);
    for (std::size_t i = 0; i < scene.outlines.size(); ++i) {
        if (Status status = validate(scene.outlines[i], i, scene); !status) return status;
        for (const Index particle : scene.outlines[i].particles) {
            if (outlineOf[particle] != kNone) {
                return fail("outline {} names particle {}, which outline {} has already; a particle is in at most one",
                            i, particle, outlineOf[particle]);
            }
            outlineOf[particle] = static_cast<Index>(i);
        }
    }
    return {};
}

}  // namespace pliant
