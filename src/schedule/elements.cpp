#include <algorithm>

#include "schedule/colour_groups.h"
#include "schedule/families.h"
#include "schedule/sorting.h"
#include "shared/element.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using Corners = std::array<Index, 4>;

// Of elements of three the last one twice.
template <class SceneElement>
Corners localCorners(const Schedule& schedule, const SceneElement& element) {
    Corners local;
    for (std::size_t i = 0; i < local.size(); ++i)
        local[i] = schedule.localParticle[element.particles[std::min(i, element.particles.size() - 1)]];
    return local;
}

// Where the row stands, added if it is new. Those who share one mostly follow each other.
Index rowOf(const vec4& row, std::vector<vec4>& rows) {
    const auto found = std::find(rows.rbegin(), rows.rend(), row);
    if (found != rows.rend()) return static_cast<Index>(rows.rend() - found - 1);
    rows.push_back(row);
    return static_cast<Index>(rows.size() - 1);
}

template <class SceneElement>
void addKind(const Scene& scene, const std::vector<SceneElement>& elements, Schedule& schedule) {
    constexpr Index kKind = SceneElement::kKind;
    std::vector<Corners> groups;
    for (const SceneElement& element : elements)
        groups.push_back(localCorners(schedule, element));
    const Colouring colouring = colourGroups(static_cast<Index>(schedule.particles.size()), groups);
    const auto colourOf = [&](Index element) { return colouring.colours[element]; };
    const auto tileCount = static_cast<Index>(schedule.tiles.size());
    const std::vector<Index> all =
        sortedBy(countUp(groups.size()), tileCount + 1, [&](Index i) { return wholeKey(schedule, groups[i][0]); });
    const std::vector<Index> first = groupStarts(all, colouring.colourCount, colourOf);
    const auto before = static_cast<Index>(schedule.elements.size());
    for (const Index i : sortedBy(all, colouring.colourCount, colourOf)) {
        const ElementNumbers<float> numbers = numbersOf(elements[i], scene.positions);
        const auto [a, b, c, d] = groups[i];
        const Index fourth = kKind < kElementOfThree ? d : rowOf(numbers.row, schedule.elementRows);
        schedule.elements.push_back({a, b, c, fourth, numbers.own});
        schedule.sceneElement.push_back(i);
    }
    for (Index c = 0; c < colouring.colourCount; ++c)
        schedule.elementPasses.push_back(
            {PassKind::SolveElements, kKind, c, before + first[c], first[c + 1] - first[c]});
}

}  // namespace

void compileElements(const Scene& scene, Schedule& schedule) {
    const auto addKinds = [&](bool ofThree) {
        forEachKindOfElement(scene, [&](const auto& elements) {
            using SceneElement = typename std::decay_t<decltype(elements)>::value_type;
            if ((SceneElement::kKind >= kElementOfThree) == ofThree) addKind(scene, elements, schedule);
        });
    };
    addKinds(true);
    schedule.elementsOfThree = static_cast<Index>(schedule.elements.size());
    addKinds(false);
}

Status checkElements(const Schedule& s) {
    if (s.sceneElement.size() != s.elements.size() || s.elementsOfThree > s.elements.size())
        return fail("the map of elements has a wrong size");
    for (const Pass& pass : s.elementPasses) {
        const bool ofThree = pass.response >= kElementOfThree;
        if (pass.first < s.elementsOfThree ? !ofThree || pass.first + pass.count > s.elementsOfThree : ofThree)
            return fail("elements of three corners are not the first");
        for (Index i = pass.first; ofThree && i < pass.first + pass.count; ++i) {
            if (s.elements[i].d >= s.elementRows.size()) return fail("element {} names a row out of range", i);
        }
    }
    return checkCover(s.elementPasses, PassKind::SolveElements, s.elements.size(), "elements");
}

}  // namespace pliant
