#pragma once

#include <vector>

#include "pliant/export.h"
#include "pliant/schedule/schedule.h"

namespace pliant {

/// What passes of one kind have cost in a step, with what each had to wait for.
struct PassTime {
    PassKind kind = PassKind::Integrate;
    std::uint32_t dispatchCount = 0;
    double timeMs = 0.0;
};

/// Where the time of a step goes on the device.
struct PLIANT_API StepProfile {
    std::vector<PassTime> passes;  ///< one per kind, in the order of their first use
    double inputsMs = 0.0;         ///< copies of pins, colliders and tethers

    double totalMs() const;
};

}  // namespace pliant
