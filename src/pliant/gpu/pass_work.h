#pragma once

#include <algorithm>
#include <array>

#include "pliant/gpu/traits.h"
#include "pliant/schedule/schedule.h"

namespace pliant {

/// No dispatch is to take longer than this [s], by an estimate: systems take a device away from who keeps it for
/// seconds, and nobody else can use it in the meantime. Longer ones go in parts. An item is never cut.
inline constexpr double kLongestDispatch = 0.25;

/// What the items of a schedule's passes cost a device, in sticks that are solved one pass after another. Counted with
/// llvmpipe and rounded up; where items differ in size, the mean one.
class PassWork {
  public:
    PassWork() = default;
    explicit PassWork(const Schedule& schedule);

    double ofItem(PassKind kind, const PassConstants& constants) const;

  private:
    std::array<double, kPassKindCount> ofItem_{};
    double tileParticles_ = 0.0, tileSticks_ = 0.0;
};

/// Items of so much work each, in sticks, that one dispatch takes, at least 1; if it is more than one workgroup, whole
/// ones.
std::uint32_t itemsAtOnce(const GpuTraits& traits, double work, std::uint32_t workgroupSize);

/// How often the loops of an invocation may go round in a dispatch.
std::uint64_t loopsAtOnce(const GpuTraits& traits);

/// Calls run(first, count) for parts of [first, first + count), of at most so many.
template <class Run>
void forEachPart(std::uint32_t first, std::uint32_t count, std::uint32_t most, Run&& run) {
    for (std::uint32_t done = 0; done < count;) {
        const std::uint32_t now = std::min(count - done, most);
        run(first + done, now);
        done += now;
    }
}

}  // namespace pliant
