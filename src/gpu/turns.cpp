#include "gpu/turns.h"

#include <algorithm>
#include <functional>
#include <span>

namespace pliant {
namespace {

// Of passes with more items it is taken for granted that they meet others.
constexpr std::uint32_t kMostLookedAt = 65536;

// Calls visit() with every particle of the pass; false: they are not looked at.
template <class Visit>
bool visitParticles(const Schedule& s, const Pass& pass, Visit&& visit) {
    if (pass.count > kMostLookedAt) return false;
    const auto visitAll = [&](const auto& items, auto... ends) {
        for (const auto& item : std::span(items).subspan(pass.first, pass.count))
            (visit(item.*ends), ...);
        return true;
    };
    switch (pass.kind) {
        case PassKind::SolveSticks: return visitAll(s.sticks, &Stick::a, &Stick::b);
        case PassKind::SolveBends: return visitAll(s.bends, &Bend::a, &Bend::b, &Bend::c, &Bend::d);
        case PassKind::SolveTets:
            return visitAll(s.tetrahedra, &TetRecord::a, &TetRecord::b, &TetRecord::c, &TetRecord::d);
        default: return false;
    }
}

}  // namespace

Turns::Turns(const Schedule& schedule) : touchedBy_(schedule.particles.size(), 0) {
    for (const std::vector<Pass>* passes : passLists(schedule)) {
        const Pass* begin = passes->data();
        const auto first = static_cast<std::uint32_t>(records_.size());
        lists_.push_back({begin, begin + passes->size(), first});
        findDependencies(schedule, *passes, first);
        for (const Pass& pass : *passes)
            records_.push_back({pass.first, pass.count, pass.response, 0});
        records_.push_back({});  // a number between two lists
    }
    touchedBy_ = {};
}

// Neighbours of one kind and colour are independent whatever they touch: that is what colours are.
void Turns::findDependencies(const Schedule& schedule, const std::vector<Pass>& passes, std::uint32_t first) {
    independentFrom_.resize(first, first);
    std::uint32_t sameFirst = first;           // first pass of this kind and colour
    std::uint32_t unknownEnd = first;          // behind the last pass whose particles were not looked at
    std::uint32_t unknownEndOfOthers = first;  // that is of another kind or colour
    for (std::size_t i = 0; i < passes.size(); ++i) {
        const auto number = first + static_cast<std::uint32_t>(i);
        if (i > 0 && (passes[i].kind != passes[i - 1].kind || passes[i].colour != passes[i - 1].colour)) {
            sameFirst = number;
            unknownEndOfOthers = unknownEnd;
        }
        std::uint32_t from = unknownEndOfOthers;
        const bool isKnown = visitParticles(schedule, passes[i], [&](std::uint32_t particle) {
            if (touchedBy_[particle] != number + 1) from = std::max(from, touchedBy_[particle]);
            touchedBy_[particle] = number + 1;
        });
        if (!isKnown) unknownEnd = number + 1;
        independentFrom_.push_back(isKnown ? from : sameFirst);
    }
}

bool Turns::isIndependent(const Pass* first, const Pass* last, const Pass* next) const {
    const std::optional<std::uint32_t> a = numberOf(first), b = numberOf(last), c = numberOf(next);
    return a && b && c && *c == *b + 1 && independentFrom_[*c] <= *a;
}

std::optional<std::uint32_t> Turns::numberOf(const Pass* pass) const {
    constexpr std::less<const Pass*> before;
    for (const List& list : lists_) {
        if (!before(pass, list.begin) && before(pass, list.end))
            return list.first + static_cast<std::uint32_t>(pass - list.begin);
    }
    return std::nullopt;
}

std::size_t turnCount(const Schedule& schedule) {
    std::size_t count = 0;
    for (const std::vector<Pass>* passes : passLists(schedule))
        count += passes->size() + 1;
    return count;
}

}  // namespace pliant
