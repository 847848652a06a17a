#pragma once

namespace pliant::cpu {

/// An integer of a plain array, which several threads change at once by operations whose order does not matter, or by
/// which the first of them says that it does something that need be done once.
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
    Integer keepBits(Integer bits) const { return __atomic_fetch_and(&x_, bits, __ATOMIC_RELAXED); }

    /// Puts `value` in the place of what load() has seen there; false: another thread has been faster.
    bool replace(Integer seen, Integer value) const {
        return __atomic_compare_exchange_n(&x_, &seen, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }

    /// What a thread has written before it calls publish() is seen by those that see the integer by see().
    void publish(Integer value) const { __atomic_store_n(&x_, value, __ATOMIC_RELEASE); }
    Integer see() const { return __atomic_load_n(&x_, __ATOMIC_ACQUIRE); }

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
