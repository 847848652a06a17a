#pragma once

#include <optional>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

/// When what hardly moves is put to rest. No solver of this kind comes to rest by itself: constraints that quarrel move
/// a particle to and fro by hundredths of a millimetre for ever.
///
/// What hangs together by constraints is a sleeper; bodies of one frame of reference that touch themselves or others
/// (scene/contact.h, outlines) are one together. Once none of its particles has been farther than `distance` from where
/// it was when `time` began, the sleeper sleeps: after every step all of it is where it fell asleep, to the bit, and
/// has no velocity. It wakes up when inputs are not those of the step before: pins that come, go or have other targets,
/// another wind, colliders that move, come or go, frames of reference that move. All sleepers do.
///
/// Where all sleep a step changes nothing, and is left out: on the CPU, and by a device that has conditional rendering
/// (gpu/gpu.h).
///
/// A sleeper that something else would move without that is not moved: what creeps by less than `distance` in `time`
/// stays. Nothing sleeps while a collider, a pin or a frame keeps moving.
struct Sleep {
    float distance = 1e-3f;  ///< [m], 1e-9 ... 1e6
    float time = 0.5f;       ///< [s], 0 ... 1e6

    bool operator==(const Sleep&) const = default;  ///< both members
};

/// The first rule that it breaks, if any.
PLIANT_API Status validate(const Sleep& sleep);

}  // namespace pliant
