#pragma once

#include <cstdint>
#include <vector>

namespace pliant {

/// 0, 1, ... count - 1.
inline std::vector<std::uint32_t> countUp(std::size_t count) {
    std::vector<std::uint32_t> indices(count);
    for (std::size_t i = 0; i < count; ++i)
        indices[i] = static_cast<std::uint32_t>(i);
    return indices;
}

/// Where each of keyCount groups begins if items are sorted by key, and one more for the end.
template <class Key>
std::vector<std::uint32_t> groupStarts(const std::vector<std::uint32_t>& items, std::uint32_t keyCount, Key&& key) {
    std::vector<std::uint32_t> first(keyCount + 1, 0);
    for (const std::uint32_t item : items)
        ++first[key(item) + 1];
    for (std::uint32_t k = 0; k < keyCount; ++k)
        first[k + 1] += first[k];
    return first;
}

/// The items sorted by key, equal keys as they were before: count, prefix sum, fill.
template <class Key>
std::vector<std::uint32_t> sortedBy(const std::vector<std::uint32_t>& items, std::uint32_t keyCount, Key&& key) {
    std::vector<std::uint32_t> next = groupStarts(items, keyCount, key);
    std::vector<std::uint32_t> sorted(items.size());
    for (const std::uint32_t item : items)
        sorted[next[key(item)]++] = item;
    return sorted;
}

}  // namespace pliant
