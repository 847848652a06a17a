#include "pliant/scene/scene.h"

#include <algorithm>
#include <cmath>

#include "pliant/fail.h"
#include "pliant/parallel.h"
#include "pliant/scene/forces.h"
#include "pliant/scene/materials.h"
#include "pliant/scene/planar.h"

namespace pliant {
namespace {

bool isCoordinate(float x) {
    return std::isfinite(x) && std::abs(x) <= kLargestCoordinate;
}

constexpr float kFastestWind = 1e4f;
constexpr float kLargestSlack = 10.0f;

Status validateParticles(const Scene& scene) {
    const std::size_t count = scene.positions.size();
    if (count == 0) return fail("the scene has no particles");
    if (count > kLargestCount) return fail("the scene has {} particles; at most {}", count, kLargestCount);
    if (scene.masses.size() != count || scene.pinned.size() != count) {
        return fail("the scene has {} positions, {} masses and {} pin flags; the three must be equal", count,
                    scene.masses.size(), scene.pinned.size());
    }
    return checkAll(count, [&](std::size_t i) -> Status {
        const vec3 p = scene.positions[i];
        if (!isPoint(p)) {
            return fail("particle {} lies at ({}, {}, {}); coordinates must be finite and within {} m", i, p.x, p.y,
                        p.z, kLargestCoordinate);
        }
        const float mass = scene.masses[i];
        if (!(mass >= kSmallestMass && mass <= kLargestMass)) {
            return fail("particle {} has a mass of {} kg; it must be from {} to {} kg", i, mass, kSmallestMass,
                        kLargestMass);
        }
        return {};
    });
}

Status validateStick(const Scene& scene, const SceneStick& stick, std::size_t index) {
    const std::size_t particles = scene.positions.size();
    if (stick.a >= particles || stick.b >= particles) {
        return fail("stick {} joins particles {} and {}, but the scene has {} particles (0 to {})", index, stick.a,
                    stick.b, particles, particles == 0 ? 0 : particles - 1);
    }
    if (stick.a == stick.b) return fail("stick {} joins particle {} to itself", index, stick.a);
    if (!(stick.restLength >= 0.0f && stick.restLength <= kLargestCoordinate)) {
        return fail("stick {} has a rest length of {} m; it must be from 0 to {} m", index, stick.restLength,
                    kLargestCoordinate);
    }
    if (!(stick.complianceFactor >= 1e-6f && stick.complianceFactor <= 1e6f)) {
        return fail("stick {} has a compliance factor of {}; it must be from 1e-6 to 1e6", index,
                    stick.complianceFactor);
    }
    if (stick.material >= scene.materials.size()) {
        return fail("stick {} names material {}, but the scene has {}", index, stick.material, scene.materials.size());
    }
    if (stick.kind > StickKind::Bend) return fail("stick {} has the unknown kind {}", index, int(stick.kind));
    return {};
}

Status validateAir(const Environment& environment) {
    if (Status status = validateWind(environment.wind); !status) return status;
    if (!(environment.airDensity >= 0.0f && environment.airDensity <= 1e4f)) {
        return fail("the air's density is {} kg/m^3; it must be from 0 to 1e4", environment.airDensity);
    }
    if (!(environment.dragCoefficient >= 0.0f && environment.dragCoefficient <= 100.0f)) {
        return fail("the coefficient of drag is {}; it must be from 0 to 100", environment.dragCoefficient);
    }
    if (!(environment.liftCoefficient >= 0.0f && environment.liftCoefficient <= environment.dragCoefficient)) {
        return fail("the coefficient of lift is {}; it must be from 0 to that of drag, {}", environment.liftCoefficient,
                    environment.dragCoefficient);
    }
    return {};
}

Status validateEnvironment(const Environment& environment) {
    if (!isPoint(environment.gravity)) return fail("gravity must be finite and at most {} m/s^2", kLargestCoordinate);
    if (!(environment.damping >= 0.0f && std::isfinite(environment.damping))) {
        return fail("damping is {} per second; it must be finite and not negative", environment.damping);
    }
    return validateAir(environment);
}

}  // namespace

Status validateWind(vec3 wind) {
    for (int axis = 0; axis < 3; ++axis) {
        if (!(std::abs(wind[axis]) <= kFastestWind)) {
            return fail("the wind is ({}, {}, {}) m/s; it must be finite and at most {} m/s", wind.x, wind.y, wind.z,
                        kFastestWind);
        }
    }
    return {};
}

bool isPoint(vec3 p) {
    return isCoordinate(p.x) && isCoordinate(p.y) && isCoordinate(p.z);
}

namespace {

template <class SceneElement>
Status validateElement(const SceneElement& element, std::size_t index, std::size_t particleCount) {
    const auto& p = element.particles;
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] >= particleCount) {
            return fail("{} {} names particle {}, but the scene has {} (0 to {})", SceneElement::kName, index, p[i],
                        particleCount, std::ptrdiff_t(particleCount) - 1);
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (p[i] == p[j]) return fail("{} {} names particle {} twice", SceneElement::kName, index, p[i]);
        }
    }
    return validate(element, index);
}

Status validateElements(const Scene& scene) {
    Status status;
    forEachKindOfElement(scene, [&](const auto& elements) {
        for (std::size_t i = 0; i < elements.size() && status; ++i)
            status = validateElement(elements[i], i, scene.positions.size());
    });
    return status;
}

}  // namespace

std::uint32_t addParticle(Scene& scene, vec3 position, float mass) {
    scene.positions.push_back(position);
    scene.masses.push_back(mass);
    scene.pinned.push_back(0);
    return static_cast<std::uint32_t>(scene.positions.size() - 1);
}

Status addStick(Scene& scene, std::uint32_t a, std::uint32_t b, std::uint32_t material, StickKind kind) {
    SceneStick stick{a, b, 0.0f, material, kind};
    if (Status status = validateStick(scene, stick, scene.sticks.size()); !status) return status;
    stick.restLength = distanceBetween(scene.positions[a], scene.positions[b]);
    scene.sticks.push_back(stick);
    return {};
}

std::uint32_t addMaterial(Scene& scene, const StickMaterial& material) {
    const auto found = std::find(scene.materials.begin(), scene.materials.end(), material);
    const auto index = static_cast<std::uint32_t>(found - scene.materials.begin());
    if (found == scene.materials.end()) scene.materials.push_back(material);
    return index;
}

Status validate(const Scene& scene) {
    if (Status status = validateParticles(scene); !status) return status;
    if (scene.sticks.size() > kLargestCount) {
        return fail("the scene has {} sticks; at most {}", scene.sticks.size(), kLargestCount);
    }
    const auto checkStick = [&](std::size_t i) { return validateStick(scene, scene.sticks[i], i); };
    if (Status status = checkAll(scene.sticks.size(), checkStick); !status) return status;
    for (std::size_t i = 0; i < scene.materials.size(); ++i) {
        if (Status status = validateMaterial(scene.materials[i], fmt::format("material {}", i)); !status) return status;
    }
    const auto checkBend = [&](std::size_t i) { return validate(scene.bends[i], i, scene.positions.size()); };
    if (Status status = checkAll(scene.bends.size(), checkBend); !status) return status;
    if (Status status = validateElements(scene); !status) return status;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        if (Status status = validate(scene.bodies[i], i, scene); !status) return status;
    }
    if (Status status = validateEnclosures(scene); !status) return status;
    if (Status status = validateShapes(scene); !status) return status;
    if (Status status = validateSkins(scene); !status) return status;
    if (Status status = validateFrames(scene); !status) return status;
    if (!(scene.tetherSlack >= 0.0f && scene.tetherSlack <= kLargestSlack)) {
        return fail("the tethers' slack is {}; it must be from 0 to {}", scene.tetherSlack, kLargestSlack);
    }
    if (scene.sleep) {
        if (Status status = validate(*scene.sleep); !status) return status;
    }
    if (Status status = validateEnvironment(scene.environment); !status) return status;
    if (Status status = validateForces(scene); !status) return status;
    if (Status status = validatePlanar(scene); !status) return status;
    if (Status status = validateOutlines(scene); !status) return status;
    return validateContacts(scene);
}

float distanceBetween(vec3 a, vec3 b) {
    const double x = double(a.x) - b.x, y = double(a.y) - b.y, z = double(a.z) - b.z;
    return static_cast<float>(std::sqrt(x * x + y * y + z * z));
}

}  // namespace pliant
