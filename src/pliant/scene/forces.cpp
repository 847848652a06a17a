#include "pliant/scene/forces.h"

#include <algorithm>

#include "pliant/fail.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

bool hasForces(const Scene& scene) {
    return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                       [](const Body& body) { return body.integrator != Integrator::Verlet; });
}

Status validateBodies(const Scene& scene) {
    constexpr Index kNobody = ~0u;
    std::vector<Index> owner(scene.positions.size(), kNobody);
    for (Index b = 0; b < scene.bodies.size(); ++b) {
        const Body& body = scene.bodies[b];
        for (Index i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
            if (owner[i] != kNobody && scene.bodies[owner[i]].integrator != body.integrator) {
                return fail("particle {} belongs to bodies {} and {}, which have different integrators: {} and {}", i,
                            owner[i], b, nameOf(scene.bodies[owner[i]].integrator), nameOf(body.integrator));
            }
            owner[i] = b;
        }
    }
    return {};
}

Status validateDampings(const Scene& scene, const std::vector<Integrator>& integrators) {
    for (std::size_t i = 0; i < scene.sticks.size(); ++i) {
        const StickMaterial& material = scene.materials[scene.sticks[i].material];
        const bool isDampedHooke = material.response == Response::Hooke && material.damping > 0.0f;
        if (!isDampedHooke || isForce(scene, integrators, scene.sticks[i])) continue;
        return fail(
            "stick {} has a damping of {} s, but a Hooke stick has none (material {}), unless one integrator other "
            "than Verlet moves both of its ends",
            i, material.damping, scene.sticks[i].material);
    }
    return {};
}

}  // namespace

std::vector<Integrator> integratorsOf(const Scene& scene) {
    if (!hasForces(scene)) return {};
    std::vector<Integrator> integrators(scene.positions.size(), Integrator::Verlet);
    for (const Body& body : scene.bodies)
        std::fill_n(integrators.begin() + body.firstParticle, body.particleCount, body.integrator);
    return integrators;
}

bool isForce(const Scene& scene, const std::vector<Integrator>& integrators, const SceneStick& stick) {
    if (integrators.empty() || scene.materials[stick.material].response != Response::Hooke) return false;
    return integrators[stick.a] != Integrator::Verlet && integrators[stick.a] == integrators[stick.b];
}

const char* nameOf(Integrator integrator) {
    switch (integrator) {
        case Integrator::Verlet: return "Verlet";
        case Integrator::ExplicitEuler: return "explicit Euler";
        case Integrator::SemiImplicitEuler: return "semi-implicit Euler";
        case Integrator::VelocityVerlet: return "velocity Verlet";
        case Integrator::RungeKutta4: return "RK4";
        case Integrator::BackwardEuler: return "backward Euler";
    }
    return "?";
}

Status validateForces(const Scene& scene) {
    if (hasForces(scene)) {
        if (Status status = validateBodies(scene); !status) return status;
    }
    return validateDampings(scene, integratorsOf(scene));
}

}  // namespace pliant
