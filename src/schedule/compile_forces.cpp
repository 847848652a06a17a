#include <algorithm>

#include "scene/forces.h"
#include "schedule/compile_parts.h"
#include "shared/real.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// The end of a spring at `from`: count, prefix sum, fill.
template <class Take>
void forEachEnd(const Scene& scene, const Schedule& schedule, const std::vector<Integrator>& integrators, Take&& take) {
    for (const SceneStick& stick : scene.sticks) {
        if (!isForce(scene, integrators, stick)) continue;
        const Index a = schedule.localParticle[stick.a], b = schedule.localParticle[stick.b];
        take(a - schedule.firstForced, b, stick);
        take(b - schedule.firstForced, a, stick);
    }
}

SpringEnd springEnd(const Scene& scene, const SceneStick& stick, Index other) {
    const StickMaterial& material = scene.materials[stick.material];
    const float stiffness = material.stiffness / stick.complianceFactor;
    const float viscosity = storable<float>(stiffness * material.damping);
    return {other | (material.oneSided ? kSpringOneSided : 0), stick.restLength, stiffness, viscosity};
}

void compileSprings(const Scene& scene, const std::vector<Integrator>& integrators, Schedule& schedule) {
    const std::size_t forced = schedule.particles.size() - schedule.firstForced;
    schedule.springFirst.assign(forced + 1, 0);
    forEachEnd(scene, schedule, integrators,
               [&](Index own, Index, const SceneStick&) { ++schedule.springFirst[own + 1]; });
    for (std::size_t i = 0; i < forced; ++i)
        schedule.springFirst[i + 1] += schedule.springFirst[i];
    schedule.springEnds.resize(schedule.springFirst.back());
    std::vector<Index> next(schedule.springFirst.begin(), schedule.springFirst.end() - 1);
    forEachEnd(scene, schedule, integrators, [&](Index own, Index other, const SceneStick& stick) {
        schedule.springEnds[next[own]++] = springEnd(scene, stick, other);
    });
}

}  // namespace

std::vector<Pass> passesOf(Integrator integrator, Index first, Index count, Index firstForced) {
    std::vector<Pass> passes;
    const auto stages = [&](std::initializer_list<Index> schemes) {
        for (const Index scheme : schemes) {
            passes.push_back({PassKind::AddForces, 0, 0, first, count, firstForced});
            passes.push_back({PassKind::Advance, scheme, 0, first, count, firstForced});
        }
    };
    switch (integrator) {
        case Integrator::Verlet: return {{PassKind::Integrate, 0, 0, first, count}};
        case Integrator::ExplicitEuler: stages({kAdvanceExplicit}); break;
        case Integrator::SemiImplicitEuler: stages({kAdvanceSemiImplicit}); break;
        case Integrator::VelocityVerlet: stages({kAdvanceDrift, kAdvanceKick}); break;
        case Integrator::RungeKutta4: stages({kAdvanceFirst, kAdvanceSecond, kAdvanceThird, kAdvanceFourth}); break;
        case Integrator::BackwardEuler: return {{PassKind::StepImplicitly, 0, 0, first, count, firstForced}};
    }
    return passes;
}

void compileForces(const Scene& scene, Schedule& schedule) {
    const std::vector<Integrator> integrators = integratorsOf(scene);
    const auto count = static_cast<Index>(schedule.particles.size());
    std::vector<Index> counts(kIntegratorCount, 0);
    for (const Integrator integrator : integrators)
        ++counts[Index(integrator)];
    if (integrators.empty()) counts[Index(Integrator::Verlet)] = count;
    Index first = 0;
    for (Index i = 0; i < kIntegratorCount; first += counts[i++]) {
        if (counts[i] == 0) continue;
        const std::vector<Pass> passes = passesOf(Integrator(i), first, counts[i], schedule.firstForced);
        schedule.integrate.insert(schedule.integrate.end(), passes.begin(), passes.end());
    }
    if (schedule.firstForced == count) return;
    compileSprings(scene, integrators, schedule);
    schedule.settle.push_back(
        {PassKind::SettleVelocities, 0, 0, schedule.firstForced, count - schedule.firstForced, schedule.firstForced});
}

}  // namespace pliant
