#include <algorithm>
#include <tuple>
#include <utility>

#include "pliant/fail.h"
#include "pliant/schedule/arrays.h"
#include "pliant/schedule/families.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

bool isBendResponse(Index response) {
    const Index kind = response & kBendKinds, corners = response - kind;
    if (corners == 0) return kind < kBendKindCount;
    if (corners == kBendOfPlate) return kind == kBendQuad;
    return kind < kBendHinge && (corners == kBendCarried || corners == kBendBetweenClusters);
}

// Whether passes of this kind can have it. Those of elements checkElements() knows.
bool isResponse(PassKind kind, Index response) {
    const auto isOneOf = [&](std::initializer_list<Index> some) {
        return std::find(some.begin(), some.end(), response) != some.end();
    };
    switch (kind) {
        case PassKind::SolveSticks:
        case PassKind::CorrectSticks: return response < kStickResponseCount;
        case PassKind::SolveBends: return isBendResponse(response);
        case PassKind::SumClusters:
            return isOneOf({kLevelSumParticles, kLevelSumClusters, kBendSumParticles, kBendSumClusters});
        case PassKind::BeginShifts: return isOneOf({kLevelBegin, kBendBegin});
        case PassKind::HoldStrands: return isOneOf({kLevelHoldParticles, kLevelHoldClusters});
        case PassKind::CarryMoments: return response == kBendCarry;
        case PassKind::CarryTensions: return response == kLevelCarry;
        case PassKind::GatherTensors: return isOneOf({kTensorOfTensors, kTensorOfHinges});
        case PassKind::ShiftParticles: return isOneOf({0, kBendShift});
        case PassKind::SolveElements: return response < kResponseCount;
        case PassKind::MeasureEnclosures: return isOneOf({kEnclosureOutline, kEnclosureMesh});
        case PassKind::TurnShapes: return isOneOf({kShapePlanar, kShapeSpatial});
        case PassKind::Advance: return response <= kAdvanceKick;
        case PassKind::FindCuts: return isOneOf({kCutFaces, kCountFaces, kPushFaces});
        case PassKind::CountTouches:
        case PassKind::ShareDrifts:
        case PassKind::PushNeighbours: return response < 2;
        default: return response == 0;  // the others have but one
    }
}

Status checkPass(const Schedule& s, const PassList& list, std::size_t number, const Pass& pass) {
    const std::size_t count = itemCount(s, traitsOf(pass.kind).items);
    if (std::find(list.kinds.begin(), list.kinds.end(), pass.kind) == list.kinds.end())
        return fail("a pass of another kind in {}", list.name);
    if (!isResponse(pass.kind, pass.response))
        return fail("{} pass {} has the unknown response {}", list.name, number, pass.response);
    if (pass.count == 0 || pass.first > count || pass.count > count - pass.first)
        return fail("{} pass {} is empty or out of range", list.name, number);
    return {};
}

Status checkIndices(const Schedule& s, const Pass& pass) {
    for (Index i = pass.first; i < pass.first + pass.count; ++i) {
        bool isGood = true;
        forEachParticle(s, pass, i, [&](Index particle) { isGood &= particle < rowCount(s); });
        if (!isGood) return fail("{} {} names a particle out of range", nameOf(traitsOf(pass.kind).items), i);
    }
    return {};
}

// No two items of a colour move the same particle, whatever other kinds stand between its passes.
Status checkColours(const Schedule& s, const std::vector<Pass>& passes, PassKind kind) {
    constexpr Index kNever = ~0u;
    std::vector<Index> lastColour(traitsOf(kind).moves ? rowCount(s) : 0, kNever);
    Index previous = 0;
    for (const Pass& pass : passes) {
        if (pass.kind != kind) continue;
        if (pass.colour < previous) return fail("colour {} is out of order", pass.colour);
        previous = pass.colour;
        for (Index i = pass.first; traitsOf(kind).moves && i < pass.first + pass.count; ++i) {
            Index twice = kNever;
            forEachParticle(s, pass, i, [&](Index particle) {
                if (std::exchange(lastColour[particle], pass.colour) == pass.colour) twice = particle;
            });
            if (twice != kNever)
                return fail("particle {} is met twice in colour {}, the second time by {} {}", twice, pass.colour,
                            nameOf(traitsOf(kind).items), i);
        }
    }
    return {};
}

// Stages of an integrator move the same particles, one after another: checkForces() knows them.
bool hasColours(const PassList& list) {
    return !list.isSwapped && list.passes != &Schedule::integrate;
}

// What holds for passes of every kind. Lists with swapped pairs are compared with those without.
Status checkPasses(const Schedule& s) {
    for (const PassList& list : passListTable()) {
        const std::vector<Pass>& passes = s.*list.passes;
        for (std::size_t number = 0; number < passes.size(); ++number) {
            if (Status status = checkPass(s, list, number, passes[number]); !status) return status;
            if (Status status = checkIndices(s, passes[number]); !status) return status;
        }
        for (const PassKind kind : list.kinds) {
            if (!hasColours(list)) break;
            if (Status status = checkColours(s, passes, kind); !status) return status;
        }
    }
    return {};
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
        if (pass.first < firstItem || pass.first + pass.count > count)
            return fail("{} pass {} is empty or out of range", what, p);
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            if (covered[i]) return fail("{} pass {} takes item {} a second time", what, p, i);
            covered[i] = true;
        }
        total += pass.count;
    }
    if (total != count) return fail("{} passes cover {} of {} items", what, total, count);
    return {};
}

Status validate(const Schedule& schedule) {
    for (const auto check : {checkParticles, checkTileParticles, checkPasses, checkForces, checkSticks, checkReach,
                             checkBends, checkPlates, checkAir, checkEnclosures, checkElements, checkShapes,
                             checkOutlines, checkNeighbours, checkTiles, checkSleep}) {
        if (Status status = check(schedule); !status) return status;
    }
    return {};
}

}  // namespace pliant
