#include <algorithm>
#include <map>

#include "pliant/fail.h"
#include "pliant/schedule/colour_groups.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/sorting.h"
#include "pliant/shared/elements.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using Corners = std::array<Index, 4>;

constexpr Index kElementKinds = 2 * kElementOfThree;  // at most

static_assert(std::tuple_size_v<decltype(kKindsOfElements)> == kCountOfElementKinds,
              "a kind of shared/elements.h is not among kKindsOfElements in scene/scene.h, or the other way round");

// Of elements of three the last one twice.
template <class SceneElement>
Corners localCorners(const Schedule& schedule, const SceneElement& element) {
    Corners local;
    for (std::size_t i = 0; i < local.size(); ++i)
        local[i] = schedule.localParticle[element.particles[std::min(i, element.particles.size() - 1)]];
    return local;
}

// Where each row stands.
using RowNumbers = std::map<std::array<float, 4>, Index>;

// Added if it is new.
Index rowOf(const vec4& row, std::vector<vec4>& rows, RowNumbers& numbers) {
    const auto [found, isNew] = numbers.emplace(std::array{row.x, row.y, row.z, row.w}, Index(rows.size()));
    if (isNew) rows.push_back(row);
    return found->second;
}

// Colours are counted on from kind to kind.
template <class SceneElement>
void addKind(const Scene& scene, const std::vector<SceneElement>& elements, Schedule& schedule, Index& firstColour) {
    constexpr Index kKind = SceneElement::kKind;
    constexpr std::size_t kCorners = std::tuple_size_v<decltype(SceneElement::particles)>;
    static_assert(kKind < kElementKinds, "kinds are numbered from 0 to 7, see shared/layout.h");
    static_assert(kCorners == (kKind < kElementOfThree ? 4 : 3), "kinds 0 to 3 have four corners, 4 to 7 three");
    static_assert(isElementSolvedOnce(kKind), "a line in shared/elements.h is missing, or two kinds have one number");
    std::vector<Corners> groups;
    for (const SceneElement& element : elements)
        groups.push_back(localCorners(schedule, element));
    const auto particleCount = static_cast<Index>(schedule.particles.size());
    const Colouring colouring = colourGroups(particleCount, groups);
    const auto colourOf = [&](Index element) { return colouring.colours[element]; };
    const auto tileCount = static_cast<Index>(schedule.tiles.size());
    const std::vector<Index> byPlace =
        sortedBy(countUp(groups.size()), particleCount, [&](Index i) { return groups[i][0]; });
    const std::vector<Index> all =
        sortedBy(byPlace, tileCount + 1, [&](Index i) { return wholeKey(schedule, groups[i][0]); });
    const std::vector<Index> first = groupStarts(all, colouring.colourCount, colourOf);
    const auto before = static_cast<Index>(schedule.elements.size());
    RowNumbers rows;
    for (const Index i : sortedBy(all, colouring.colourCount, colourOf)) {
        const ElementNumbers<float> numbers = numbersOf(elements[i], scene.positions);
        const auto [a, b, c, d] = groups[i];
        const Index fourth = kKind < kElementOfThree ? d : rowOf(numbers.row, schedule.elementRows, rows);
        schedule.elements.push_back({a, b, c, fourth, numbers.own});
        schedule.sceneElement.push_back(i);
    }
    for (Index c = 0; c < colouring.colourCount; ++c)
        schedule.elementPasses.push_back(
            {PassKind::SolveElements, kKind, firstColour + c, before + first[c], first[c + 1] - first[c]});
    firstColour += colouring.colourCount;
}

}  // namespace

void compileElements(const Scene& scene, Schedule& schedule) {
    Index colour = 0;
    const auto addKinds = [&](bool ofThree) {
        forEachKindOfElement(scene, [&](const auto& elements) {
            using SceneElement = typename std::decay_t<decltype(elements)>::value_type;
            if ((SceneElement::kKind >= kElementOfThree) == ofThree) addKind(scene, elements, schedule, colour);
        });
    };
    addKinds(true);
    schedule.elementsOfThree = static_cast<Index>(schedule.elements.size());
    addKinds(false);
}

namespace {

bool isKind(Index response) {
    bool is = false;
    forEachKindOfElement(
        Scene{}, [&](const auto& elements) { is |= std::decay_t<decltype(elements)>::value_type::kKind == response; });
    return is;
}

// Those of a kind follow each other, and each of the scene's is there once.
Status checkOrder(const Schedule& s) {
    const std::vector<Pass>& passes = s.elementPasses;
    std::vector<bool> isOver(kElementKinds, false);
    for (std::size_t p = 0; p < passes.size();) {
        const Index kind = passes[p].response;
        if (!isKind(kind)) return fail("there is no kind {} of elements", kind);
        if (isOver[kind]) return fail("elements of kind {} do not follow each other", kind);
        isOver[kind] = true;
        const Index first = passes[p].first;
        while (p < passes.size() && passes[p].response == kind)
            ++p;
        const Index last = passes[p - 1].first + passes[p - 1].count;
        std::vector<bool> met(last > first ? last - first : 0, false);
        for (Index i = first; i < last; ++i) {
            if (s.sceneElement[i] >= met.size() || met[s.sceneElement[i]])
                return fail("element {} is none of the scene's, or one that has been met", i);
            met[s.sceneElement[i]] = true;
        }
    }
    return {};
}

}  // namespace

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
    if (Status status = checkCover(s.elementPasses, PassKind::SolveElements, s.elements.size(), "elements"); !status)
        return status;
    return checkOrder(s);
}

}  // namespace pliant
