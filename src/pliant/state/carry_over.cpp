#include "pliant/state/carry_over.h"

#include <algorithm>

#include "pliant/fail.h"

namespace pliant {
namespace {

// What is empty stays as the scene has it. False: there is more than there is room for.
template <class Item>
bool takeOver(const std::vector<Item>& before, std::vector<Item>& now) {
    if (before.size() > now.size()) return false;
    std::copy(before.begin(), before.end(), now.begin());
    return true;
}

}  // namespace

Result<Snapshot> carryOver(const Snapshot& before, const Schedule& schedule) {
    Snapshot now = initialSnapshot(schedule);
    const std::size_t count = before.positions.size();
    if (count == 0) return fail("the snapshot has no particles: it is none");
    if (before.previous.size() != count)
        return fail("the snapshot has {} positions, and {} previous ones", count, before.previous.size());
    const auto fits = [&](std::size_t size) { return size == 0 || size == count; };
    if (!fits(before.pinned.size()) || !fits(before.velocities.size()) || !fits(before.carry.size())) {
        return fail("the snapshot has {} particles, but {} pins, {} velocities and {} carries", count,
                    before.pinned.size(), before.velocities.size(), before.carry.size());
    }
    if (!takeOver(before.positions, now.positions))
        return fail("the snapshot has {} particles; the schedule has {}", count, now.positions.size());
    if (!takeOver(before.shapeTurns, now.shapeTurns)) {
        return fail("the snapshot has {} shapes; the schedule has {}", before.shapeTurns.size(), now.shapeTurns.size());
    }
    if (!takeOver(before.frames, now.frames))
        return fail("the snapshot has {} frames; the schedule has {}", before.frames.size(), now.frames.size());
    takeOver(before.previous, now.previous);
    takeOver(before.pinned, now.pinned);
    takeOver(before.carry, now.carry);
    if (!takeOver(before.velocities, now.velocities))
        return fail("the snapshot has velocities, but nothing in the schedule is moved by forces");
    now.stepCount = before.stepCount;
    now.substepCount = before.substepCount;
    now.previousSubstep = before.previousSubstep;
    now.lost = before.lost;
    now.crowded = before.crowded;
    return now;
}

}  // namespace pliant
