#include "pliant/scene/sleep.h"

#include "pliant/fail.h"

namespace pliant {

Status validate(const Sleep& sleep) {
    if (!(sleep.distance >= 1e-9f && sleep.distance <= 1e6f))
        return fail("the distance within which bodies fall asleep is {} m; it must be from 1e-9 to 1e6",
                    sleep.distance);
    if (!(sleep.time >= 0.0f && sleep.time <= 1e6f))
        return fail("the time after which bodies fall asleep is {} s; it must be from 0 to 1e6", sleep.time);
    return {};
}

}  // namespace pliant
