#include <algorithm>

#include "schedule/rows.h"
#include "schedule/schedule.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

Status checkMaps(const Schedule& s) {
    const std::size_t count = s.particles.size();
    if (s.sceneParticle.size() != count || s.localParticle.size() != count)
        return fail("a particle map has a wrong size");
    for (Index i = 0; i < count; ++i) {
        if (s.sceneParticle[i] >= count || s.localParticle[s.sceneParticle[i]] != i) {
            return fail("particle {} does not map to the scene and back", i);
        }
    }
    return {};
}

Status checkSticks(const Schedule& s) {
    const std::size_t particles = s.particles.size();
    if (s.sceneStick.size() != s.sticks.size()) return fail("the map of sticks has a wrong size");
    std::vector<bool> seen(s.sticks.size(), false);
    for (Index i = 0; i < s.sticks.size(); ++i) {
        const Stick& stick = s.sticks[i];
        if (stick.a >= particles || stick.b >= particles) return fail("stick {} names a particle out of range", i);
        if (stick.a >= stick.b) return fail("stick {} does not name its lower particle first", i);
        if (!(stick.restLength >= 0.0f && stick.parameter >= 0.0f))
            return fail("stick {} has a negative number or none", i);
        const Index source = s.sceneStick[i];
        if (source >= seen.size() || seen[source]) return fail("stick {} does not map to one stick of the scene", i);
        seen[source] = true;
    }
    return {};
}

// The lists hold the kinds that belong there, in order: Jacobi corrects before it gathers.
Status checkKinds(const Schedule& s) {
    const auto isAll = [](const std::vector<Pass>& passes, std::size_t count, PassKind kind) {
        return std::all_of(passes.begin(), passes.begin() + std::ptrdiff_t(count),
                           [&](const Pass& p) { return p.kind == kind; });
    };
    const std::size_t corrections = s.jacobi.empty() ? 0 : s.jacobi.size() - 1;
    if (!isAll(s.integrate, s.integrate.size(), PassKind::Integrate))
        return fail("a pass of another kind in integrate");
    if (!isAll(s.gaussSeidel, s.gaussSeidel.size(), PassKind::SolveSticks))
        return fail("a pass of another kind in Gauss-Seidel");
    if (!isAll(s.jacobi, corrections, PassKind::CorrectSticks)) return fail("a pass of another kind in Jacobi");
    if (corrections > 0 && s.jacobi.back().kind != PassKind::GatherCorrections)
        return fail("Jacobi does not end with a gather");
    return {};
}

// The passes cover [0, count) exactly, each item once.
Status checkCover(const std::vector<Pass>& passes, PassKind kind, std::size_t count, const char* what) {
    std::vector<bool> covered(count, false);
    std::size_t total = 0;
    for (std::size_t p = 0; p < passes.size(); ++p) {
        const Pass& pass = passes[p];
        if (pass.kind != kind) continue;
        if (pass.response >= kStickResponseCount)
            return fail("{} pass {} has the unknown response {}", what, p, pass.response);
        if (pass.count == 0 || pass.first > count || pass.count > count - pass.first) {
            return fail("{} pass {} is empty or out of range", what, p);
        }
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            if (covered[i]) return fail("{} pass {} takes item {} a second time", what, p, i);
            covered[i] = true;
        }
        total += pass.count;
    }
    if (total != count) return fail("{} passes cover {} of {} items", what, total, count);
    return {};
}

Status checkColours(const Schedule& s) {
    constexpr Index kNever = ~0u;
    std::vector<Index> lastColour(s.particles.size(), kNever);
    Index previous = 0;
    for (const Pass& pass : s.gaussSeidel) {
        if (pass.colour < previous || pass.colour >= s.colourCount)
            return fail("colour {} is out of order", pass.colour);
        previous = pass.colour;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            for (const Index particle : {s.sticks[i].a, s.sticks[i].b}) {
                if (lastColour[particle] == pass.colour) {
                    return fail("particle {} is met twice in colour {}, the second time by stick {}", particle,
                                pass.colour, i);
                }
                lastColour[particle] = pass.colour;
            }
        }
    }
    return {};
}

// Responses are in order, and those before compliantCount are the ones with multipliers.
Status checkResponses(const Schedule& s) {
    for (const std::vector<Pass>* passes : {&s.gaussSeidel, &s.jacobi}) {
        for (const Pass& pass : *passes) {
            if (pass.kind == PassKind::GatherCorrections) continue;
            const bool inside = pass.first + pass.count <= s.compliantCount;
            const bool outside = pass.first >= s.compliantCount;
            const bool compliant = pass.response < kStickRigid;
            if (compliant ? !inside : !outside) return fail("the compliant sticks do not come first");
        }
    }
    return {};
}

Status checkRows(const Schedule& s) {
    const Rows rows = makeRows(static_cast<Index>(s.particles.size()), s.sticks);
    if (rows.first != s.rowFirst || rows.entries != s.rowEntries) return fail("the rows do not list the sticks");
    if (s.jacobiShare.size() != s.particles.size()) return fail("the Jacobi shares have a wrong size");
    std::vector<Index> projecting(s.particles.size(), 0);
    for (const Pass& pass : s.jacobi) {
        if (pass.kind != PassKind::CorrectSticks || pass.response >= kStickHooke) continue;
        for (Index i = pass.first; i < pass.first + pass.count; ++i)
            ++projecting[s.sticks[i].a], ++projecting[s.sticks[i].b];
    }
    for (Index i = 0; i < projecting.size(); ++i) {
        const float share = 1.0f / static_cast<float>(std::max(projecting[i], 1u));
        if (s.jacobiShare[i] != share)
            return fail("the Jacobi share of particle {} is {}, not {}", i, s.jacobiShare[i], share);
    }
    return {};
}

}  // namespace

Status validate(const Schedule& s) {
    if (Status status = checkMaps(s); !status) return status;
    if (Status status = checkSticks(s); !status) return status;
    if (Status status = checkKinds(s); !status) return status;
    const std::size_t particles = s.particles.size(), sticks = s.sticks.size();
    if (Status status = checkCover(s.integrate, PassKind::Integrate, particles, "integrate"); !status) return status;
    if (Status status = checkCover(s.gaussSeidel, PassKind::SolveSticks, sticks, "Gauss-Seidel"); !status)
        return status;
    if (Status status = checkCover(s.jacobi, PassKind::CorrectSticks, sticks, "Jacobi"); !status) return status;
    const std::size_t gathered = sticks == 0 ? 0 : particles;
    if (Status status = checkCover(s.jacobi, PassKind::GatherCorrections, gathered, "gather"); !status) return status;
    if (Status status = checkColours(s); !status) return status;
    if (Status status = checkResponses(s); !status) return status;
    return checkRows(s);
}

}  // namespace pliant
