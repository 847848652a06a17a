#include "pliant/scene/shape.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/scene.h"

namespace pliant {
namespace {

constexpr float kSmallestCompliance = 1e-15f;  // [s^2]
constexpr float kLargestCompliance = 1e15f;    // [s^2]

Status validateParticles(const SceneShape& shape, std::size_t index, std::size_t particleCount) {
    if (shape.particles.size() < 2)
        return fail("shape {} has {} particles; it must have at least 2", index, shape.particles.size());
    for (const std::uint32_t particle : shape.particles) {
        if (particle >= particleCount) {
            return fail("shape {} names particle {}, but the scene has {} (0 to {})", index, particle, particleCount,
                        particleCount == 0 ? 0 : particleCount - 1);
        }
    }
    std::vector<std::uint32_t> sorted = shape.particles;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) return fail("shape {} names particle {} twice", index, *twice);
    return {};
}

Status validateRest(const SceneShape& shape, std::size_t index, bool isPlanar) {
    if (shape.rest.empty()) return {};
    if (shape.rest.size() != shape.particles.size()) {
        return fail("shape {} has {} places at rest for {} particles; there must be as many, or none", index,
                    shape.rest.size(), shape.particles.size());
    }
    for (std::size_t i = 0; i < shape.rest.size(); ++i) {
        const vec3 p = shape.rest[i];
        if (!isPoint(p)) {
            return fail("shape {} has particle {} at rest at ({}, {}, {}); coordinates must be finite and within {} m",
                        index, shape.particles[i], p.x, p.y, p.z, kLargestCoordinate);
        }
        if (isPlanar && p.z != 0.0f) {
            return fail("shape {} has particle {} at rest at z = {} m; in a planar scene z must be 0", index,
                        shape.particles[i], p.z);
        }
    }
    return {};
}

}  // namespace

Status validate(const SceneShape& shape, std::size_t index, const Scene& scene) {
    if (Status status = validateParticles(shape, index, scene.positions.size()); !status) return status;
    if (Status status = validateRest(shape, index, scene.planar); !status) return status;
    const float compliance = shape.compliance;
    if (!(compliance == 0.0f || (compliance >= kSmallestCompliance && compliance <= kLargestCompliance))) {
        return fail("shape {} has a compliance of {} s^2; it must be 0 or from {} to {}", index, compliance,
                    kSmallestCompliance, kLargestCompliance);
    }
    return {};
}

Status validateShapes(const Scene& scene) {
    constexpr std::uint32_t kNone = ~0u;
    std::vector<std::uint32_t> shapeOf(scene.shapes.empty() ? 0 : scene.positions.size(), kNone);
    for (std::uint32_t i = 0; i < scene.shapes.size(); ++i) {
        if (Status status = validate(scene.shapes[i], i, scene); !status) return status;
        for (const std::uint32_t particle : scene.shapes[i].particles) {
            if (shapeOf[particle] != kNone) {
                return fail("particle {} is in shape {} and in shape {}; it can be in one", particle, shapeOf[particle],
                            i);
            }
            shapeOf[particle] = i;
        }
    }
    return {};
}

}  // namespace pliant
