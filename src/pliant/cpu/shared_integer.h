#pragma once

namespace pliant::cpu {

/// An integer of a plain array, which several threads change at once by operations whose order does not matter.
/// std::atomic_ref would be that, but libc++ lacks it up to version 18.
template <class Integer>
class SharedInteger {
  public:
    explicit SharedInteger(Integer& x) : x_(x) {}

    Integer load() const { return __atomic_load_n(&x_, __ATOMIC_RELAXED); }
    void store(Integer value) const { __atomic_store_n(&x_, value, __ATOMIC_RELAXED); }
    Integer exchange(Integer value) const { return __atomic_exchange_n(&x_, value, __ATOMIC_RELAXED); }
    /// What it was before.
    Integer add(Integer value) const { return __atomic_fetch_add(&x_, value, __ATOMIC_RELAXED); }
    /// Likewise.
    Integer setBits(Integer bits) const { return __atomic_fetch_or(&x_, bits, __ATOMIC_RELAXED); }

    /// Leaves the larger of the two.
    void raise(Integer to) const {
        Integer now = load();
        while (now < to && !__atomic_compare_exchange_n(&x_, &now, to, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }

  private:
    Integer& x_;
};

}  // namespace pliant::cpu
