#pragma once

#include "pliant/gpu/kernels.h"

namespace pliant {

/// A buffer of a solver and what is in it at creation; no contents where the kernels write before they read.
struct BufferPlan {
    const char* name;
    std::uint64_t sizeBytes;  ///< 0: the schedule has no use for it; the smallest buffer stands in
    const void* contents = nullptr;
    bool isZero = false;           ///< all bytes of it, where there are no contents
    std::uint64_t spareBytes = 0;  ///< so many at its end are not filled with contents
};

/// All buffers of a solver of this schedule, known without a device. They point into the schedule.
std::array<BufferPlan, kBufferCount> planBuffers(const Schedule& schedule);

/// Asked before anything is allocated. Errors: a buffer above the device's limit, more bytes in all than its memory
/// holds; both numbers are named.
Status checkRoom(const DeviceInfo& device, std::span<const BufferPlan> plans);

/// Of the buffers that are as long as what forces move.
std::uint64_t velocityBytes(const Schedule& schedule);

/// Of what contacts note: 0 where the scene has none.
std::uint64_t contactNoteBytes(const Schedule& schedule);

/// Of the states of sleepers and what stands in front of them: 0 where the scene has none, and kSleepHead words then.
std::uint64_t sleepStateBytes(const Schedule& schedule);

/// Of all that a snapshot is made of, read back at once: both particle arrays, what rounding left, velocities, turns of
/// shapes, sleepers, the counter, and what contacts note.
std::uint64_t readBackBytes(const Schedule& schedule);

}  // namespace pliant
