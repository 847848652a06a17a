// Vulkan devices, and what is recorded on a borrowed one.

#include <algorithm>
#include <cstring>

#include "pliant/c/structs.h"
#include "pliant/fail.h"

namespace {

using namespace pliant;
using namespace pliant::c;

template <std::size_t kSize>
void put(const std::string& text, char (&to)[kSize]) {
    const std::size_t length = std::min(text.size(), kSize - 1);
    std::memcpy(to, text.data(), length);
    to[length] = '\0';
}

PliantDeviceInfo write(const DeviceInfo& info) {
    PliantDeviceInfo to{};
    to.structSize = sizeof(to);
    to.index = info.index;
    put(info.name, to.name);
    put(info.driver, to.driver);
    put(info.type, to.type);
    put(info.api, to.api);
    to.isUsable = info.usable;
    to.hasSameBits = info.sameBits;
    to.memoryBytes = info.memoryBytes;
    return to;
}

Status checkBorrowed(const PliantSolver* solver) {
    if (Status status = hold({{"solver", solver}}); !status) return status;
    if (!solver->gpu) return fail("the solver is on the CPU; this is for one on a borrowed device");
    if (!solver->gpu->gpu()->isBorrowed())
        return fail("the solver is on a device of Pliant's own; this is for one on a borrowed device");
    return {};
}

// A call that records for a solver, or what keeps it from that.
template <class Record>
PliantResult record(const char* call, const PliantSolver* solver, Record&& record) {
    return guarded(call, [&]() -> Status {
        if (Status status = checkBorrowed(solver); !status) return status;
        return record(*solver->gpu);
    });
}

}  // namespace

PliantResult pliantListDevices(PliantDeviceInfo* devices, size_t structSize, uint32_t capacity, uint32_t* count) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"count", count}}); !status) return status;
        if (capacity > 0) {
            if (Status s = checkTarget("DeviceInfo", devices, structSize, sizeof(PliantDeviceInfo)); !s) return s;
        }
        const auto listed = listDevices();
        if (!listed) return listed.error();
        const std::size_t given = std::min<std::size_t>(capacity, listed->size());
        for (std::size_t i = 0; i < given; ++i)
            devices[i] = write((*listed)[i]);
        *count = static_cast<std::uint32_t>(listed->size());
        return {};
    });
}

PliantResult pliantCreateGpu(const PliantGpuOptions* options, PliantGpu** gpu) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"gpu", gpu}}); !status) return status;
        GpuOptions wanted;
        if (Status status = read(options, wanted); !status) return status;
        auto made = Gpu::create(wanted);
        if (!made) return made.error();
        *gpu = alive(new PliantGpu{std::move(*made)});
        return {};
    });
}

PliantResult pliantBorrowGpu(const PliantBorrowedDevice* device, PliantGpu** gpu) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"device", device}, {"gpu", gpu}}); !status) return status;
        BorrowedDevice borrowed;
        if (Status status = read(device, borrowed); !status) return status;
        auto made = Gpu::borrow(borrowed);
        if (!made) return made.error();
        *gpu = alive(new PliantGpu{std::move(*made)});
        return {};
    });
}

void pliantDestroyGpu(PliantGpu* gpu) {
    destroy(__func__, gpu);
}

PliantResult pliantGetDeviceInfo(const PliantGpu* gpu, PliantDeviceInfo* info, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"gpu", gpu}}); !status) return status;
        return give(write(gpu->gpu->info()), "DeviceInfo", info, structSize);
    });
}

PliantResult pliantRecordUpload(PliantSolver* solver, VkCommandBuffer commands) {
    return record(__func__, solver, [&](GpuSolver& on) { return on.recordUpload(commands); });
}

PliantResult pliantReleaseUpload(PliantSolver* solver) {
    return record(__func__, solver, [&](GpuSolver& on) -> Status {
        on.releaseUpload();
        return {};
    });
}

PliantResult pliantRecordStep(PliantSolver* solver, VkCommandBuffer commands, const PliantStepSettings* settings,
                              const PliantStepInputs* inputs) {
    return record(__func__, solver, [&](GpuSolver& on) -> Status {
        StepSettings wanted;
        if (Status status = read(settings, wanted); !status) return status;
        if (Status status = read(inputs, solver->inputs); !status) return status;
        return on.recordStep(commands, wanted, solver->inputs);
    });
}

PliantResult pliantGetPositionBuffer(const PliantSolver* solver, PliantVertexStream* positions) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"solver", solver}, {"positions", positions}}); !status) return status;
        if (!solver->gpu) return fail("the solver is on the CPU, where no buffer of Vulkan's is");
        *positions = {solver->gpu->positions(), 0, sizeof(vec4)};
        return {};
    });
}

PliantResult pliantRecordSnapshot(PliantSolver* solver, VkCommandBuffer commands) {
    return record(__func__, solver, [&](GpuSolver& on) { return on.recordSnapshot(commands); });
}

PliantResult pliantTakeRecordedSnapshot(const PliantSolver* solver, PliantSnapshot** snapshot) {
    return record(__func__, solver, [&](GpuSolver& on) -> Status {
        if (Status status = hold({{"snapshot", snapshot}}); !status) return status;
        auto state = on.recordedSnapshot();
        if (!state) return state.error();
        *snapshot = alive(new PliantSnapshot{std::move(*state)});
        return {};
    });
}
