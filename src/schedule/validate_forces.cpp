#include <algorithm>

#include "schedule/compile_parts.h"
#include "schedule/validate_parts.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// The integrator that a list of passes begins with.
Integrator integratorOf(const Pass* first, const Pass* end) {
    if (first->kind == PassKind::Integrate) return Integrator::Verlet;
    if (first->kind == PassKind::StepImplicitly) return Integrator::BackwardEuler;
    const Index scheme = first + 1 == end ? kAdvanceExplicit : first[1].response;
    if (scheme == kAdvanceFirst) return Integrator::RungeKutta4;
    if (scheme == kAdvanceDrift) return Integrator::VelocityVerlet;
    return scheme == kAdvanceSemiImplicit ? Integrator::SemiImplicitEuler : Integrator::ExplicitEuler;
}

}  // namespace

// Particle after particle is moved by all stages of one integrator: up to firstForced by Verlet, from there on by
// others.
Status checkIntegrators(const Schedule& s) {
    const auto count = static_cast<Index>(s.particles.size());
    for (const Pass& each : s.integrate) {
        if (each.response >= kStickResponseCount) return fail("integrate has the unknown response {}", each.response);
    }
    const Pass *pass = s.integrate.data(), *end = pass + s.integrate.size();
    Index next = 0;
    while (pass != end) {
        const Integrator integrator = integratorOf(pass, end);
        if (pass->first != next || pass->count == 0 || pass->count > count - next)
            return fail("an integrate pass is empty or out of range: particle {} comes next", next);
        const Index limit = integrator == Integrator::Verlet ? s.firstForced : count;
        const bool isInPlace = integrator == Integrator::Verlet || next >= s.firstForced;
        if (!isInPlace || next + pass->count > limit)
            return fail("particle {} is moved by forces or by Verlet, against firstForced, {}", next, s.firstForced);
        std::vector<Pass> wanted = passesOf(integrator, next, pass->count, s.firstForced);
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

}  // namespace pliant
