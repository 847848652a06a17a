#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/forces.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/real.h"

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

// The integrator that a list of passes begins with.
Integrator integratorOf(const Pass* first, const Pass* end) {
    if (first->kind == PassKind::Integrate) return Integrator::Verlet;
    if (first->kind == PassKind::StepImplicitly) return Integrator::BackwardEuler;
    const Index scheme = first + 1 == end ? kAdvanceExplicit : first[1].response;
    if (scheme == kAdvanceFirst) return Integrator::RungeKutta4;
    if (scheme == kAdvanceDrift) return Integrator::VelocityVerlet;
    return scheme == kAdvanceSemiImplicit ? Integrator::SemiImplicitEuler : Integrator::ExplicitEuler;
}

// Particle after particle is moved by all stages of one integrator: up to firstForced by Verlet, from there on by
// others.
Status checkIntegrators(const Schedule& s) {
    const auto count = static_cast<Index>(s.particles.size());
    const Pass *pass = s.integrate.data(), *end = pass + s.integrate.size();
    Index next = 0;
    while (pass != end) {
        const Integrator integrator = integratorOf(pass, end);
        if (pass->first != next) return fail("an integrate pass is out of range: particle {} comes next", next);
        const Index limit = integrator == Integrator::Verlet ? s.firstForced : count;
        const bool isInPlace = integrator == Integrator::Verlet || next >= s.firstForced;
        if (!isInPlace || next + pass->count > limit)
            return fail("particle {} is moved by forces or by Verlet, against firstForced, {}", next, s.firstForced);
        std::vector<Pass> wanted = passesOf(integrator, next, pass->count);
        wanted[0].wholeCount = pass->wholeCount;  // for checkTiles()
        if (std::size_t(end - pass) < wanted.size() || !std::equal(wanted.begin(), wanted.end(), pass))
            return fail("a stage of the integrator from particle {} on is missing or out of order", next);
        next += pass->count;
        pass += wanted.size();
    }
    if (next != count) return fail("integrate passes cover {} of {} items", next, count);
    return checkCover(s.settle, PassKind::SettleVelocities, count, "settle", s.firstForced);
}

// The other ends of a particle's springs are moved in the same passes, and each has that spring too.
Status checkSprings(const Schedule& s) {
    const std::size_t forced = s.particles.size() - s.firstForced;
    if (s.springFirst.size() != (forced == 0 ? 0 : forced + 1)) return fail("the rows of springs have a wrong number");
    if (forced == 0) return {};
    if (s.springFirst[0] != 0 || s.springFirst.back() != s.springEnds.size())
        return fail("the rows of springs do not cover them");
    std::vector<Index> group(s.particles.size(), 0);
    for (const Pass& pass : s.integrate)
        std::fill_n(group.begin() + pass.first, pass.count, pass.first);
    std::vector<std::uint64_t> balance(s.particles.size(),
                                       0);  // a spring is there as (a, b) and as (b, a): sums cancel
    for (Index i = s.firstForced; i < s.particles.size(); ++i) {
        const Index first = s.springFirst[i - s.firstForced], last = s.springFirst[i - s.firstForced + 1];
        if (first > last || last > s.springEnds.size()) return fail("the springs of particle {} are out of order", i);
        for (Index e = first; e < last; ++e) {
            const SpringEnd& end = s.springEnds[e];
            const Index other = end.other & ~kSpringOneSided;
            if (other >= s.particles.size() || other == i || group[other] != group[i])
                return fail("spring {} of particle {} has an end that is not moved in the same passes", e - first, i);
            if (!(end.restLength >= 0.0f && end.stiffness >= 0.0f && end.viscosity >= 0.0f))
                return fail("spring {} of particle {} has a negative number or none", e - first, i);
            ++balance[i];
            --balance[other];
        }
    }
    for (Index i = 0; i < balance.size(); ++i) {
        if (balance[i] != 0) return fail("a spring of particle {} is missing at one of its ends", i);
    }
    return {};
}

}  // namespace

std::vector<Pass> passesOf(Integrator integrator, Index first, Index count) {
    std::vector<Pass> passes;
    const auto stages = [&](std::initializer_list<Index> schemes) {
        for (const Index scheme : schemes) {
            passes.push_back({PassKind::AddForces, 0, 0, first, count});
            passes.push_back({PassKind::Advance, scheme, 0, first, count});
        }
    };
    switch (integrator) {
        case Integrator::Verlet: return {{PassKind::Integrate, 0, 0, first, count}};
        case Integrator::ExplicitEuler: stages({kAdvanceExplicit}); break;
        case Integrator::SemiImplicitEuler: stages({kAdvanceSemiImplicit}); break;
        case Integrator::VelocityVerlet: stages({kAdvanceDrift, kAdvanceKick}); break;
        case Integrator::RungeKutta4: stages({kAdvanceFirst, kAdvanceSecond, kAdvanceThird, kAdvanceFourth}); break;
        case Integrator::BackwardEuler: return {{PassKind::StepImplicitly, 0, 0, first, count}};
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
        const std::vector<Pass> passes = passesOf(Integrator(i), first, counts[i]);
        schedule.integrate.insert(schedule.integrate.end(), passes.begin(), passes.end());
    }
    if (schedule.firstForced == count) return;
    compileSprings(scene, integrators, schedule);
    schedule.settle.push_back({PassKind::SettleVelocities, 0, 0, schedule.firstForced, count - schedule.firstForced});
}

Status checkForces(const Schedule& s) {
    if (Status status = checkIntegrators(s); !status) return status;
    return checkSprings(s);
}

}  // namespace pliant
