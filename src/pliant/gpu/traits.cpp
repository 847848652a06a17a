#include "pliant/gpu/traits.h"

#include <algorithm>
#include <bit>

#include "pliant/gpu/gpu.h"
#include "pliant/gpu/programs.h"

namespace pliant {

// Measured with lavapipe, by the processor's time. On a cloth of 256 x 256, workgroups of 256 take 5 per cent less than
// 64 and half of what 8 take; a dispatch costs some 20 us, and one workgroup keeps one processor of two busy. Mesa's
// llvmpipe ends loops, quietly, after 65,535 rounds; that a loop is left counts as once more. On two cores that others
// use too, 30 to 90 million sticks are solved per second; there are slower ones.
//
// Measured on an H200 with NVIDIA's driver 580: sticks by 32, a subgroup, take 0.84 of what they take by 64 and more,
// but particles 1.4; a frame with chains by 512 takes 0.94 to 0.99 of one with chains by 1024, or by 256. Frames with
// contact took 0.89 to 0.94 with four invocations for a particle of what they took with one, and as much with eight;
// with sixteen more. Now that workgroups look for neighbours together they take 0.54 to 0.73 of that. Kernels with
// 15,360 bytes for each invocation are made; with 16,000 the driver fails, with VK_ERROR_UNKNOWN.
GpuTraits traitsOf(const DeviceInfo& device) {
    GpuTraits traits;
    if (device.type != "CPU") {
        traits.stickWorkgroup = std::clamp(std::bit_ceil(device.subgroupSize), 32u, kCommonWorkgroup);
        return traits;
    }
    traits.isCpu = true;
    traits.passWorkgroup = traits.stickWorkgroup = 256;
    traits.chainWorkgroup = 8;
    traits.contactLanes = 1;
    traits.chainedItems = 2048;
    traits.mostLoops = 65'000;
    traits.ownBytes = ~0u;
    traits.sticksPerSecond = 2e7;
    return traits;
}

}  // namespace pliant
