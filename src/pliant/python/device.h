#pragma once

#include "pliant/python/records.h"
#include "pliant/python/turn.h"

namespace pliant::python {

/// A Gpu, which is for one thread at a time, and whose turn it is.
struct Device {
    std::shared_ptr<Gpu> gpu;
    Turn turn{};

    ~Device() {
        turn.takeAnyhow([this] { gpu.reset(); });
    }
};

template <>
inline constexpr bool kIsBound<Device> = true;

}  // namespace pliant::python
