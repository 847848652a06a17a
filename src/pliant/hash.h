#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace pliant {

/// A running 64-bit hash of 32-bit words, after FNV-1a (Fowler, Noll, Vo 1991) with the high half folded in. Not for
/// secrets.
class Hash {
  public:
    void add(std::uint32_t word) {
        value_ = (value_ ^ word) * 0x100000001b3u;
        value_ ^= value_ >> 32;
    }

    /// The lower half first.
    void addLong(std::uint64_t word) {
        add(static_cast<std::uint32_t>(word));
        add(static_cast<std::uint32_t>(word >> 32));
    }

    /// The bits of plain data without padding, whose members are all of four bytes, in memory order.
    template <class T>
    void add(std::span<const T> items) {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 4 == 0);
        add(static_cast<std::uint32_t>(items.size()));
        for (const T& item : items) {
            std::uint32_t words[sizeof(T) / 4];
            std::memcpy(words, &item, sizeof(T));
            for (const std::uint32_t word : words)
                add(word);
        }
    }

    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace pliant
