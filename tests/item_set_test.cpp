// The bits that say which items of a pass there is something to do for.

#include "pliant/cpu/item_set.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>

namespace pliant::test {
namespace {

using Index = std::uint32_t;

constexpr Index kItems = 300;  // no whole number of words

std::vector<Index> itemsOf(const cpu::ItemSet& set, Index first, Index last) {
    std::vector<Index> items;
    cpu::forItemsIn(set.words(), first, last, [&](Index item) { items.push_back(item); });
    return items;
}

TEST(ItemSet, GoesThroughThoseOfAPieceInTheirOrder) {
    std::mt19937 random(1);
    cpu::ItemSet set;
    set.resize(kItems);
    std::set<Index> expected;
    for (int k = 0; k < 400; ++k) {
        const Index item = static_cast<Index>(random() % kItems);
        const bool isIn = random() % 3 != 0;
        set.put(item, isIn);
        if (isIn) expected.insert(item);
        else expected.erase(item);
        EXPECT_EQ(set.has(item), isIn);
    }
    ASSERT_GT(expected.size(), kItems / 3);
    for (Index first = 0; first <= kItems; ++first)
        for (const Index last : {first, std::min(first + 1, kItems), std::min(first + 64, kItems), kItems})
            EXPECT_EQ(itemsOf(set, first, last),
                      std::vector<Index>(expected.lower_bound(first), expected.lower_bound(last)))
                << first << " to " << last;
    set.clear();
    EXPECT_TRUE(itemsOf(set, 0, kItems).empty());
}

// Two threads write to the same words at the same time: one adds what is even, and the other takes away what is odd.
TEST(ItemSet, KeepsWhatThreadsPutAtOnce) {
    constexpr Index kMany = 1u << 18;
    for (int round = 0; round < 20; ++round) {
        cpu::ItemSet set;
        set.resize(kMany);
        for (Index item = 1; item < kMany; item += 2)
            set.put(item, true);
        std::atomic<int> ready = 0;
        const auto putAll = [&](Index first, bool isIn) {
            for (++ready; ready < 2;) {
            }
            for (Index item = first; item < kMany; item += 2)
                set.put(item, isIn);
        };
        std::thread other(putAll, 1, false);
        putAll(0, true);
        other.join();
        const std::vector<Index> items = itemsOf(set, 0, kMany);
        ASSERT_EQ(items.size(), kMany / 2);
        for (std::size_t k = 0; k < items.size(); ++k)
            ASSERT_EQ(items[k], 2 * k);
    }
}

}  // namespace
}  // namespace pliant::test
