#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pliant/cpu/shared_integer.h"

namespace pliant::cpu {

using ItemWord = std::uint32_t;
inline constexpr std::uint32_t kItemsOfWord = 32;

/// Some of the items of a pass, a bit for each, so that they are gone through in their order, and each piece of a pass
/// has its own part of them. Several threads may add items at once, or take them away.
class ItemSet {
  public:
    void resize(std::size_t items) { words_.resize((items + kItemsOfWord - 1) / kItemsOfWord); }
    void clear() { words_.assign(words_.size(), 0); }

    bool has(std::uint32_t item) const { return (words_[item / kItemsOfWord] & bitOf(item)) != 0; }

    void put(std::uint32_t item, bool isIn) {
        const SharedInteger word(words_[item / kItemsOfWord]);
        if (((word.load() & bitOf(item)) != 0) == isIn) return;
        if (isIn) word.setBits(bitOf(item));
        else word.keepBits(~bitOf(item));
    }

    const ItemWord* words() const { return words_.data(); }
    bool operator==(const ItemSet&) const = default;

  private:
    static ItemWord bitOf(std::uint32_t item) { return ItemWord(1) << item % kItemsOfWord; }

    std::vector<ItemWord> words_;
};

/// Calls visit(item) for those that are in a set of these words, from `first` on and before `last`.
template <class Visit>
inline void forItemsIn(const ItemWord* words, std::uint32_t first, std::uint32_t last, Visit&& visit) {
    for (std::uint32_t base = first - first % kItemsOfWord; base < last; base += kItemsOfWord) {
        ItemWord bits = words[base / kItemsOfWord];
        if (base < first) bits &= ~ItemWord(0) << (first - base);
        if (last - base < kItemsOfWord) bits &= ~(~ItemWord(0) << (last - base));
        for (; bits != 0; bits &= bits - 1)
            visit(base + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
}

}  // namespace pliant::cpu
