#pragma once

#include <vector>

#include "pliant/export.h"
#include "pliant/schedule/schedule.h"

namespace pliant {

/// What passes of one kind have cost in a step, with what each had to wait for. A chain over coarse levels counts as of
/// the kind of its last pass.
struct PassTime {
    PassKind kind = PassKind::Integrate;  ///< one of the kinds of pass, see schedule/pass_kinds.h
    std::uint32_t dispatchCount = 0;      ///< calls of its kernel
    double timeMs = 0.0;                  ///< of all of them [ms]
};

/// Where the time of a step goes on the device.
struct PLIANT_API StepProfile {
    std::vector<PassTime> passes;  ///< one per kind, in the order of their first use
    double inputsMs = 0.0;         ///< copies of pins, colliders and tethers

    double totalMs() const;  ///< passes and inputs together [ms]
};

}  // namespace pliant
