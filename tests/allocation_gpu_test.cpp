// A step on the GPU calls the allocator no more once there has been one like it, but for what the driver does.

#include "allocation_support.h"
#include "gpu_support.h"

namespace pliant::test {
namespace {

// Stands between Pliant and the functions of a device that a step calls: what happens within them is the driver's, and
// the validation layer's.
struct DriverCalls {
    static PFN_vkVoidFunction VKAPI_PTR getInstanceProcAddr(VkInstance instance, const char* name) {
        static const PFN_vkGetInstanceProcAddr loader = pliantOpenVulkanLoader();
        const PFN_vkVoidFunction real = loader(instance, name);
        if (std::string_view(name) != "vkGetDeviceProcAddr") return real;
        getDeviceProcAddrReal = reinterpret_cast<PFN_vkGetDeviceProcAddr>(real);
        return reinterpret_cast<PFN_vkVoidFunction>(getDeviceProcAddr);
    }

  private:
    inline static PFN_vkGetDeviceProcAddr getDeviceProcAddrReal;

#define PLIANT_OF_A_STEP(X)    \
    X(vkCmdBindPipeline)       \
    X(vkCmdBindDescriptorSets) \
    X(vkCmdPushConstants)      \
    X(vkCmdDispatch)           \
    X(vkCmdDispatchIndirect)   \
    X(vkCmdPipelineBarrier)    \
    X(vkCmdUpdateBuffer)       \
    X(vkCmdCopyBuffer)         \
    X(vkResetCommandPool)      \
    X(vkBeginCommandBuffer)    \
    X(vkEndCommandBuffer)      \
    X(vkQueueSubmit)           \
    X(vkWaitForFences)         \
    X(vkResetFences)
#define PLIANT_REAL_OF(name) inline static PFN_##name name##Real;
    PLIANT_OF_A_STEP(PLIANT_REAL_OF)
#undef PLIANT_REAL_OF

    // A function of the same signature that calls the real one.
    template <auto* real, class Function>
    struct Bracketed;
    template <auto* real, class R, class... Args>
    struct Bracketed<real, R(VKAPI_PTR*)(Args...)> {
        static R VKAPI_PTR call(Args... args) {
            struct Outside {
                Outside() { ++AllocatorCalls::outside; }
                ~Outside() { --AllocatorCalls::outside; }
            } outside;
            return (*real)(args...);
        }
    };

    static PFN_vkVoidFunction VKAPI_PTR getDeviceProcAddr(VkDevice device, const char* name) {
        const PFN_vkVoidFunction real = getDeviceProcAddrReal(device, name);
#define PLIANT_BRACKET(function)                                                                        \
    if (real && std::string_view(name) == #function) {                                                  \
        function##Real = reinterpret_cast<PFN_##function>(real);                                        \
        return reinterpret_cast<PFN_vkVoidFunction>(&Bracketed<&function##Real, PFN_##function>::call); \
    }
        PLIANT_OF_A_STEP(PLIANT_BRACKET)
#undef PLIANT_BRACKET
#undef PLIANT_OF_A_STEP
        return real;
    }
};

class StepOnGpu : public GpuTest, public testing::WithParamInterface<AllocationCase> {
  protected:
    // One for all of them: the same device as gpu_, seen through DriverCalls.
    static void SetUpTestSuite() {
        GpuTest::SetUpTestSuite();
        seen_ = gpuLike(gpu_->traits(), DriverCalls::getInstanceProcAddr);
    }
    static void TearDownTestSuite() {
        seen_.reset();
        GpuTest::TearDownTestSuite();
    }

    inline static std::shared_ptr<Gpu> seen_;
};

constexpr int kKinds = 12;  // of steps, at most: bends, swapped pairs and tethers take turns by the substep

TEST_P(StepOnGpu, AllocatesNothing) {
    const AllocationCase& c = GetParam();
    const SchedulePtr schedule = take(compile(c.scene, c.options));
    GpuSolver solver = take(GpuSolver::create(seen_, schedule));
    expectNoAllocations(c, kKinds, [&](const StepInputs& inputs) { return solver.step(c.settings, inputs); });
}

// As on a borrowed device: recorded anew each time.
TEST_P(StepOnGpu, RecordedAllocatesNothing) {
    const AllocationCase& c = GetParam();
    const SchedulePtr schedule = take(compile(c.scene, c.options));
    GpuSolver solver = take(GpuSolver::create(seen_, schedule, {.wholeBodies = false}));
    expectNoAllocations(c, 2, [&](const StepInputs& inputs) -> Status {
        const Result<VkCommandBuffer> commands = seen_->begin();
        if (!commands) return commands.error();
        if (Status status = solver.recordStep(*commands, c.settings, inputs); !status) return status;
        return seen_->submitAndWait();
    });
}

INSTANTIATE_TEST_SUITE_P(Scenes, StepOnGpu, testing::ValuesIn(allocationCases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace pliant::test
