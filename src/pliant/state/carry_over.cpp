#include "pliant/state/carry_over.h"

#include <algorithm>

#include "pliant/fail.h"

namespace pliant {
namespace {

// What is empty stays as the scene has it. False: there is more than fits.
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
    if (before.previous.size() != count)
        return fail("the snapshot has {} positions, and {} previous ones", count, before.previous.size());
    if (!takeOver(before.positions, now.positions))
        return fail("the snapshot has {} particles; the schedule has {}", count, now.positions.size());
    if (!takeOver(before.shapeTurns, now.shapeTurns)) {
        return fail("the snapshot has {} shapes; the schedule has {}", before.shapeTurns.size(), now.shapeTurns.size());
    }
    if (!takeOver(before.frames, now.frames))
        return fail("the snapshot has {} frames; the schedule has {}", before.frames.size(), now.frames.size());
    const bool fits = takeOver(before.previous, now.previous) && takeOver(before.pinned, now.pinned) &&
                      takeOver(before.velocities, now.velocities) && takeOver(before.carry, now.carry);
    if (!fits) return fail("the snapshot has more pins, velocities or carries than the schedule has particles");
    now.stepCount = before.stepCount;
    now.substepCount = before.substepCount;
    now.previousSubstep = before.previousSubstep;
    now.lost = before.lost;
    now.crowded = before.crowded;
    return now;
}

}  // namespace pliant
