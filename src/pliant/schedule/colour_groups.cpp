#include "pliant/schedule/colour_groups.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace pliant {
namespace {

using Index = std::uint32_t;
using Group = std::array<Index, 4>;
using Bits = std::uint64_t;

constexpr Index kNone = ~0u;
constexpr Index kWordBits = 64;

bool isFirstMention(const Group& group, std::size_t place) {
    const auto at = group.begin() + std::ptrdiff_t(place);
    return std::find(group.begin(), at, *at) == at;
}

std::vector<Index> degreesOf(Index vertexCount, const std::vector<Group>& groups) {
    std::vector<Index> degrees(vertexCount, 0);
    for (const Group& group : groups) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            assert(group[i] < vertexCount);
            if (isFirstMention(group, i)) ++degrees[group[i]];
        }
    }
    return degrees;
}

// Which colours meet at which vertex: one bit each for the first 64, which nearly all scenes make do with. Of the
// colours beyond, a vertex of few groups keeps a list, and a hub more bits; with bits everywhere the leaves of a star
// would take quadratic memory.
class ColourBits {
  public:
    explicit ColourBits(const std::vector<Index>& degrees) : low_(degrees.size(), 0), hubOf_(degrees.size(), kNone) {
        for (Index vertex = 0; vertex < degrees.size(); ++vertex) {
            if (degrees[vertex] <= kWordBits) continue;
            hubOf_[vertex] = static_cast<Index>(hubs_.size());
            hubs_.emplace_back();
        }
    }

    bool isFree(const Group& group, Index colour) const {
        return (used(group, colour / kWordBits) & bitOf(colour)) == 0;
    }

    Index firstFree(const Group& group) const {
        Index word = 0;
        for (const Index vertex : group) {
            if (isHub(vertex)) word = std::max(word, hubs_[hubOf_[vertex]].fullWords);
        }
        while (~used(group, word) == 0)
            ++word;
        return kWordBits * word + static_cast<Index>(std::countr_one(used(group, word)));
    }

    void set(const Group& group, Index colour) {
        for (const Index vertex : group) {
            if (isHub(vertex)) {
                setAtHub(hubs_[hubOf_[vertex]], colour);
            } else if (colour < kWordBits) {
                low_[vertex] |= bitOf(colour);
            } else {
                high_.resize(low_.size());
                high_[vertex].push_back(colour);
            }
        }
    }

    void clear(const Group& group, Index colour) {
        for (const Index vertex : group) {
            if (isHub(vertex)) {
                Hub& hub = hubs_[hubOf_[vertex]];
                hub.words[colour / kWordBits] &= ~bitOf(colour);
                hub.fullWords = std::min(hub.fullWords, colour / kWordBits);
            } else if (colour < kWordBits) {
                low_[vertex] &= ~bitOf(colour);
            } else {
                std::erase(high_[vertex], colour);
            }
        }
    }

  private:
    struct Hub {
        std::vector<Bits> words;
        Index fullWords = 0;  // so many words have no bit free: nobody searches them
    };

    static Bits bitOf(Index colour) { return Bits(1) << (colour % kWordBits); }
    bool isHub(Index vertex) const { return hubOf_[vertex] != kNone; }

    static void setAtHub(Hub& hub, Index colour) {
        if (colour / kWordBits >= hub.words.size()) hub.words.resize(colour / kWordBits + 1, 0);
        hub.words[colour / kWordBits] |= bitOf(colour);
        while (hub.fullWords < hub.words.size() && ~hub.words[hub.fullWords] == 0)
            ++hub.fullWords;
    }

    Bits wordOf(Index vertex, Index word) const {
        if (isHub(vertex)) {
            const Hub& hub = hubs_[hubOf_[vertex]];
            return word < hub.words.size() ? hub.words[word] : 0;
        }
        if (word == 0) return low_[vertex];
        if (high_.empty()) return 0;
        Bits bits = 0;
        for (const Index colour : high_[vertex]) {
            if (colour / kWordBits == word) bits |= bitOf(colour);
        }
        return bits;
    }

    Bits used(const Group& group, Index word) const {
        Bits bits = 0;
        for (const Index vertex : group)
            bits |= wordOf(vertex, word);
        return bits;
    }

    std::vector<Bits> low_;
    std::vector<std::vector<Index>> high_;  // empty until a colour above 63 is used
    std::vector<Index> hubOf_;
    std::vector<Hub> hubs_;
};

// Moves groups from colours above the mean to the emptiest colours that are free for them.
void balance(ColourBits& bits, const std::vector<Group>& groups, Colouring& colouring) {
    constexpr std::size_t kTries = 16;
    std::vector<std::size_t> sizes(colouring.colourCount, 0);
    for (const Index colour : colouring.colours)
        ++sizes[colour];
    const std::size_t mean = groups.size() / colouring.colourCount;

    std::vector<Index> small;
    for (Index colour = 0; colour < colouring.colourCount; ++colour) {
        if (sizes[colour] < mean) small.push_back(colour);
    }
    std::stable_sort(small.begin(), small.end(), [&](Index x, Index y) { return sizes[x] < sizes[y]; });
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Index from = colouring.colours[g];
        if (sizes[from] <= mean + 1) continue;
        const auto tried = small.begin() + std::ptrdiff_t(std::min(kTries, small.size()));
        const auto found = std::find_if(small.begin(), tried, [&](Index to) { return bits.isFree(groups[g], to); });
        if (found == tried) continue;
        const Index to = *found;
        bits.clear(groups[g], from);
        bits.set(groups[g], to);
        colouring.colours[g] = to;
        --sizes[from];
        if (++sizes[to] == mean) small.erase(found);
    }
}

}  // namespace

Colouring colourGroups(Index vertexCount, const std::vector<Group>& groups) {
    Colouring colouring;
    if (groups.empty()) return colouring;
    const std::vector<Index> degrees = degreesOf(vertexCount, groups);
    colouring.maxDegree = *std::max_element(degrees.begin(), degrees.end());
    colouring.colours.reserve(groups.size());
    ColourBits bits(degrees);
    for (const Group& group : groups) {
        const Index colour = bits.firstFree(group);
        bits.set(group, colour);
        colouring.colours.push_back(colour);
        colouring.colourCount = std::max(colouring.colourCount, colour + 1);
    }
    balance(bits, groups, colouring);
    return colouring;
}

}  // namespace pliant
