#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "schedule/compile_parts.h"
#include "schedule/validate_parts.h"

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
    if (s.sceneStick.size() > s.sticks.size()) return fail("the map of sticks has a wrong size");
    const std::size_t inScene = s.sceneStick.size() + s.springEnds.size() / 2;
    std::vector<bool> seen(inScene, false);
    for (Index i = 0; i < s.sticks.size(); ++i) {
        const Stick& stick = s.sticks[i];
        if (stick.a >= particles || stick.b >= particles) return fail("stick {} names a particle out of range", i);
        if (stick.a >= stick.b) return fail("stick {} does not name its lower particle first", i);
        if (!(stick.restLength >= 0.0f && stick.parameter >= 0.0f))
            return fail("stick {} has a negative number or none", i);
        if (i >= s.sceneStick.size()) continue;
        const Index source = s.sceneStick[i];
        if (source >= seen.size() || seen[source]) return fail("stick {} does not map to one stick of the scene", i);
        seen[source] = true;
    }
    return {};
}

Status checkFrames(const Schedule& s) {
    if (s.frameOf.size() != (s.frames.empty() ? 0 : s.particles.size()))
        return fail("the frames of particles have a wrong number");
    for (Index i = 0; i < s.frameOf.size(); ++i) {
        if (s.frameOf[i] > s.frames.size()) return fail("particle {} is in a frame out of range", i);
    }
    return {};
}

bool isAll(const std::vector<Pass>& passes, std::initializer_list<PassKind> kinds) {
    return std::all_of(passes.begin(), passes.end(),
                       [&](const Pass& p) { return std::find(kinds.begin(), kinds.end(), p.kind) != kinds.end(); });
}

// Corrections end with the gather that takes them up.
bool endsWithGather(const std::vector<Pass>& passes) {
    const auto isGather = [](const Pass& p) { return p.kind == PassKind::GatherCorrections; };
    const auto corrects = [](const Pass& p) { return p.kind == PassKind::CorrectSticks; };
    const auto gathers = std::count_if(passes.begin(), passes.end(), isGather);
    const bool isNeeded = std::any_of(passes.begin(), passes.end(), corrects);
    return isNeeded ? gathers == 1 && isGather(passes.back()) : gathers == 0;
}

// The lists hold the kinds that belong there, in order: Jacobi corrects before it gathers.
Status checkKinds(const Schedule& s) {
    using enum PassKind;
    if (!isAll(s.integrate, {Integrate, AddForces, Advance, StepImplicitly}))
        return fail("a pass of another kind in integrate");
    if (!isAll(s.settle, {SettleVelocities})) return fail("a pass of another kind in settle");
    if (!isAll(s.insides, {SolveTets, MeasureEnclosures, SumEnclosures, SolveEnclosures, PushEnclosures}))
        return fail("a pass of another kind in insides");
    if (!isAll(s.air, {PushTriangles, GatherPushes})) return fail("a pass of another kind in air");
    if (!isAll(s.levels, {SolveSticks})) return fail("a pass of another kind in levels");
    if (!isAll(s.gaussSeidel, {SolveSticks})) return fail("a pass of another kind in Gauss-Seidel");
    if (!isAll(s.tiled, {SolveSticks, SweepTiles})) return fail("a pass of another kind in tiled");
    if (!isAll(s.jacobi, {CorrectSticks, GatherCorrections})) return fail("a pass of another kind in Jacobi");
    if (!isAll(s.hybrid, {SolveSticks, CorrectSticks, GatherCorrections}))
        return fail("a pass of another kind in hybrid");
    if (!isAll(s.bending, {SolveBends})) return fail("a pass of another kind in bending");
    if (!isAll(s.bodies, {SumShapes, TurnShapes, MatchShapes})) return fail("a pass of another kind in bodies");
    if (!endsWithGather(s.jacobi) || !endsWithGather(s.hybrid)) return fail("Jacobi does not end with a gather");
    return {};
}

// No particle is met twice in a colour. `particlesOf(item)` lists those that an item moves.
template <class ParticlesOf>
Status checkColours(const Schedule& s, const std::vector<Pass>& passes, PassKind kind, ParticlesOf&& particlesOf) {
    constexpr Index kNever = ~0u;
    std::vector<Index> lastColour(s.particles.size(), kNever);
    Index previous = 0;
    for (const Pass& pass : passes) {
        if (pass.kind != kind) continue;
        if (pass.colour < previous) return fail("colour {} is out of order", pass.colour);
        previous = pass.colour;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            for (const Index particle : particlesOf(i)) {
                if (lastColour[particle] == pass.colour) {
                    return fail("particle {} is met twice in colour {}, the second time by item {}", particle,
                                pass.colour, i);
                }
                lastColour[particle] = pass.colour;
            }
        }
    }
    return {};
}

Status checkStickColours(const Schedule& s) {
    for (const Pass& pass : s.gaussSeidel) {
        if (pass.colour >= s.colourCount) return fail("colour {} is out of order", pass.colour);
    }
    const auto ends = [&](Index i) { return std::array{s.sticks[i].a, s.sticks[i].b}; };
    return checkColours(s, s.gaussSeidel, PassKind::SolveSticks, ends);
}

Status checkBends(const Schedule& s) {
    for (Index i = 0; i < s.bends.size(); ++i) {
        const Bend& b = s.bends[i];
        for (const Index particle : {b.a, b.b, b.c, b.d}) {
            if (particle >= s.particles.size()) return fail("bend {} names a particle out of range", i);
        }
    }
    if (Status status = checkCover(s.bending, PassKind::SolveBends, s.bends.size(), "bending"); !status) return status;
    std::vector<std::uint8_t> isLine(s.bends.size(), 0);
    for (const Pass& pass : s.bending)
        std::fill_n(isLine.begin() + pass.first, pass.count, pass.response == kBendLine ? 1 : 0);
    const auto moved = [&](Index i) {
        const Bend& b = s.bends[i];
        return isLine[i] ? std::vector{b.a, b.b, b.c} : std::vector{b.a, b.b, b.c, b.d};
    };
    return checkColours(s, s.bending, PassKind::SolveBends, moved);
}

// Long sticks come behind the scene's own, are one-sided, and are all solved.
Status checkLevels(const Schedule& s) {
    std::size_t next = s.sceneStick.size();
    for (const Pass& pass : s.levels) {
        if (pass.response != kStickRigid + kStickOneSided) return fail("a pass over long sticks is not one-sided");
        if (pass.first != next || pass.count == 0) return fail("the passes over long sticks do not follow one another");
        next += pass.count;
    }
    if (next != s.sticks.size()) return fail("the passes over long sticks do not cover them");
    const auto ends = [&](Index i) { return std::array{s.sticks[i].a, s.sticks[i].b}; };
    return checkColours(s, s.levels, PassKind::SolveSticks, ends);
}

Status checkTethers(const Schedule& s) {
    if (s.tethers.size() != s.tethersPerParticle * s.particles.size()) return fail("the tethers have a wrong number");
    for (std::size_t i = 0; i < s.tethers.size(); ++i) {
        const Tether& tether = s.tethers[i];
        if (tether.anchor >= s.particles.size() || !std::isfinite(tether.reach))
            return fail("tether {} names a particle out of range, or has no length", i);
        const bool isNone = tether.anchor == i % s.particles.size();
        if (!isNone && s.particles[tether.anchor].w != 0.0f) return fail("tether {} holds to a free particle", i);
    }
    return {};
}

// Responses are in order, and those before compliantCount are the ones with multipliers.
Status checkResponses(const Schedule& s) {
    for (const std::vector<Pass>* passes : {&s.gaussSeidel, &s.jacobi, &s.hybrid}) {
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

// The table of rows of a list with corrections: the sticks that it corrects, and each particle's share of their
// projections.
Status checkRows(const Schedule& s, const std::vector<Pass>& passes, const char* what) {
    const auto count = static_cast<Index>(s.particles.size());
    std::vector<std::vector<Index>> rows(count);
    std::vector<Index> projecting(count, 0);
    const Pass* gather = nullptr;
    for (const Pass& pass : passes) {
        if (pass.kind == PassKind::GatherCorrections) gather = &pass;
        if (pass.kind != PassKind::CorrectSticks) continue;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            rows[s.sticks[i].a].push_back(2 * i);
            rows[s.sticks[i].b].push_back(2 * i + 1);
            if (pass.response >= kStickHooke) continue;
            ++projecting[s.sticks[i].a];
            ++projecting[s.sticks[i].b];
        }
    }
    if (!gather) return {};
    const std::size_t end = std::size_t(gather->table) + count;
    if (end >= s.rowFirst.size() || end >= s.shares.size()) return fail("the rows of {} end too early", what);
    for (Index i = 0; i < count; ++i) {
        const Index first = s.rowFirst[gather->table + i], last = s.rowFirst[gather->table + i + 1];
        const bool isInRange = first <= last && last <= s.rowEntries.size();
        if (!isInRange ||
            !std::equal(rows[i].begin(), rows[i].end(), s.rowEntries.begin() + first, s.rowEntries.begin() + last)) {
            return fail("the rows of {} do not list the sticks of particle {}", what, i);
        }
        const float share = 1.0f / static_cast<float>(std::max(projecting[i], 1u));
        if (s.shares[gather->table + i] != share)
            return fail("the share of particle {} in {} is {}, not {}", i, what, s.shares[gather->table + i], share);
    }
    return {};
}

// Every triangle in the rows of its three corners.
Status checkTriangles(const Schedule& s) {
    if (s.triangles.empty()) return {};
    if (s.air.size() != 2) return fail("there are triangles but not two passes of air");
    std::size_t listed = 0;
    for (Index i = 0; i < s.particles.size(); ++i) {
        for (Index e = s.rowFirst[s.air[1].table + i]; e < s.rowFirst[s.air[1].table + i + 1]; ++e, ++listed) {
            if (s.rowEntries[e] >= s.triangles.size()) return fail("the rows of air name a triangle out of range");
            const Triangle& t = s.triangles[s.rowEntries[e]];
            if (t.a != i && t.b != i && t.c != i) return fail("the rows of air give particle {} another's triangle", i);
        }
    }
    if (listed != 3 * s.triangles.size()) return fail("the rows of air do not list every corner");
    return {};
}

Status checkCovers(const Schedule& s) {
    using enum PassKind;
    const std::size_t particles = s.particles.size(), sticks = s.sceneStick.size(), triangles = s.triangles.size();
    if (Status status = checkCover(s.gaussSeidel, SolveSticks, sticks, "Gauss-Seidel"); !status) return status;
    const bool hasJacobi = !s.jacobi.empty();
    if (hasJacobi == s.hybrid.empty()) return fail("there are passes of only one of Jacobi and hybrid");
    if (Status status = checkCover(s.jacobi, CorrectSticks, hasJacobi ? sticks : 0, "Jacobi"); !status) return status;
    const std::size_t gathered = hasJacobi ? particles : 0;
    if (Status status = checkCover(s.jacobi, GatherCorrections, gathered, "gather"); !status) return status;
    return checkCover(s.air, PushTriangles, triangles, "air");
}

}  // namespace

bool isReordered(std::vector<Pass> passes, std::vector<Pass> others) {
    const auto isBefore = [](const Pass& a, const Pass& b) {
        return std::tie(a.kind, a.first) < std::tie(b.kind, b.first);
    };
    std::sort(passes.begin(), passes.end(), isBefore);
    std::sort(others.begin(), others.end(), isBefore);
    return passes == others;
}

Status checkCover(const std::vector<Pass>& passes, PassKind kind, std::size_t count, const char* what,
                  std::size_t firstItem) {
    std::vector<bool> covered(count, false);
    std::size_t total = firstItem;
    for (std::size_t p = 0; p < passes.size(); ++p) {
        const Pass& pass = passes[p];
        if (pass.kind != kind) continue;
        if (pass.response >= kStickResponseCount)
            return fail("{} pass {} has the unknown response {}", what, p, pass.response);
        if (pass.count == 0 || pass.first < firstItem || pass.first > count || pass.count > count - pass.first) {
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

Status validate(const Schedule& s) {
    for (const auto check : {checkMaps, checkFrames, checkSticks, checkKinds, checkCovers, checkStickColours,
                             checkResponses, checkBends, checkLevels, checkTethers, checkTriangles, checkEnclosures,
                             checkTets, checkShapes, checkIntegrators, checkSprings, checkOutlines, checkTiles}) {
        if (Status status = check(s); !status) return status;
    }
    if (Status status = checkRows(s, s.jacobi, "Jacobi"); !status) return status;
    if (Status status = checkRows(s, s.hybrid, "hybrid"); !status) return status;
    const bool isSwapped = isReordered(s.gaussSeidel, s.gaussSeidelSwapped);
    return isSwapped ? Status{} : Status(fail("the swapped passes of Gauss-Seidel are others"));
}

}  // namespace pliant
