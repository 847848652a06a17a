#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <vector>

#include "pliant/result.h"
#include "pliant/threads.h"

namespace pliant {

/// Items that are handed to a core at once: so many that handing them out costs nothing beside the work on them.
inline constexpr std::size_t kItemsAtOnce = 16384;

/// Calls body(first, last) for parts of 0 ... count, on all cores at once; those of the caller's Arena, if it is in
/// one. Bodies write to places of their own, so that the number of cores makes no difference.
template <class Body>
void forRanges(std::size_t count, Body&& body) {
    if (count <= kItemsAtOnce) return body(std::size_t(0), count);
    parallelRanges(std::size_t(0), count, kItemsAtOnce, body);
}

/// The same item by item.
template <class Body>
void forAll(std::size_t count, Body&& body) {
    forRanges(count, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            body(i);
    });
}

/// What add(i, list) appends for each of 0 ... count, in that order.
template <class T, class Add>
std::vector<T> gather(std::size_t count, Add&& add) {
    std::vector<std::vector<T>> lists((count + kItemsAtOnce - 1) / kItemsAtOnce);
    parallelEach(lists.size(), [&](std::size_t part) {
        const std::size_t first = part * kItemsAtOnce;
        for (std::size_t i = first; i < std::min(first + kItemsAtOnce, count); ++i)
            add(i, lists[part]);
    });
    std::size_t size = 0;
    for (const std::vector<T>& list : lists)
        size += list.size();
    std::vector<T> all;
    all.reserve(size);
    for (const std::vector<T>& list : lists)
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

/// The error of the first of 0 ... count for which check(i) returns one.
template <class Check>
Status checkAll(std::size_t count, Check&& check) {
    std::atomic<std::size_t> bad = count;
    forRanges(count, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last && i < bad.load(std::memory_order_relaxed); ++i) {
            if (check(i)) continue;
            std::size_t known = bad.load();
            while (i < known && !bad.compare_exchange_weak(known, i)) {
            }
            return;
        }
    });
    return bad == count ? Status{} : check(bad.load());
}

}  // namespace pliant
