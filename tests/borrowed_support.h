#pragma once

#include "gpu_support.h"
#include "pliant/gpu/context.h"
#include "vulkan_spy.h"

namespace pliant::test {

/// The device of GpuTest plays the application.
class Borrowed : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        VulkanSpy::reset();
    }

    static BorrowedDevice lent() {
        const Gpu::Context& c = gpu_->context();
        return {VulkanSpy::getInstanceProcAddr,
                c.instance->handle,
                c.physicalDevice,
                c.device,
                VK_API_VERSION_1_2,
                *c.instance->computeFamily(c.physicalDevice)};
    }

    static std::shared_ptr<Gpu> borrowed() { return take(Gpu::borrow(lent())); }

    /// As the application would: records, submits, waits.
    template <class Record>
    static void submit(Record&& record) {
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            record(commands);
            return {};
        }));
    }

    /// As if the application had changed its mind.
    template <class Record>
    static void throwAway(Record&& record) {
        const Status status = gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            record(commands);
            return Error{"thrown away"};
        });
        EXPECT_FALSE(status);
    }

    static void upload(GpuSolver& solver) {
        submit([&](VkCommandBuffer commands) { take(solver.recordUpload(commands)); });
        solver.releaseUpload();
    }

    static Snapshot snapshotOf(GpuSolver& solver) {
        submit([&](VkCommandBuffer commands) { take(solver.recordSnapshot(commands)); });
        return take(solver.recordedSnapshot());
    }
};

}  // namespace pliant::test
