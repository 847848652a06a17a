// Buffers with usage that an application asks for, on a device that it has created for that.

#include "surface_support.h"
#include "vulkan_spy.h"

namespace pliant::test {
namespace {

constexpr VkBufferUsageFlags kAddress = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
constexpr VkBufferUsageFlags kInput = VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR;

// The application's: the one of GpuTest once more, with the feature bufferDeviceAddress.
class UsageGpu : public GpuTest {
  protected:
    void SetUp() override {
        GpuTest::SetUp();
        VulkanSpy::reset();
        const Gpu::Context& c = gpu_->context();
        VkPhysicalDeviceBufferDeviceAddressFeatures address{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
        address.bufferDeviceAddress = VK_TRUE;
        const float priority = 1.0f;
        VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
        queue.queueFamilyIndex = *c.instance->computeFamily(c.physicalDevice);
        queue.queueCount = 1;
        queue.pQueuePriorities = &priority;
        VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &address};
        info.queueCreateInfoCount = 1;
        info.pQueueCreateInfos = &queue;
        const VkResult result = c.instance->vkCreateDevice(c.physicalDevice, &info, nullptr, &device_);
        if (result == VK_ERROR_FEATURE_NOT_PRESENT) GTEST_SKIP() << "the device has no addresses";
        ASSERT_EQ(result, VK_SUCCESS);
        c.instance->loadDeviceTable(device_, table_);
        lent_ = {VulkanSpy::getInstanceProcAddr, c.instance->handle, c.physicalDevice, device_, VK_API_VERSION_1_2,
                 queue.queueFamilyIndex};
    }
    void TearDown() override {
        if (device_) table_.vkDestroyDevice(device_, nullptr);
        GpuTest::TearDown();
    }

    GpuSolver solver() const { return take(GpuSolver::create(take(Gpu::borrow(lent_)), schedule_)); }

    VkDeviceAddress addressOf(VkBuffer buffer) const {
        const VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, buffer};
        return table_.vkGetBufferDeviceAddress(device_, &info);  // validation sees where usage or memory lack it
    }

    VkDevice device_ = VK_NULL_HANDLE;
    VolkDeviceTable table_{};
    BorrowedDevice lent_;
    Scene scene_ = clothScene(6);
    SchedulePtr schedule_ = take(compile(scene_));
    Surface surface_ = surfaceOf(scene_, *schedule_);
};

TEST_F(UsageGpu, WhatIsDrawnHasAddresses) {
    lent_.hasBufferDeviceAddress = true;
    const GpuSolver solver = this->solver();
    EXPECT_EQ(VulkanSpy::usage & (kAddress | kInput), 0u) << "nobody asked";
    VertexLayout layout{.previousStride = 12, .hasBounds = true, .hasDeviceAddresses = true};
    for (const bool isInterleaved : {false, true}) {
        layout.interleaved = isInterleaved;
        const GpuSurface surface = take(GpuSurface::create(solver, surface_, layout));
        for (const VkBuffer buffer : {surface.positions().buffer, surface.normals().buffer, surface.bounds().buffer,
                                      surface.previousPositions().buffer, surface.triangles(), surface.lines()})
            EXPECT_NE(addressOf(buffer), 0u);
        EXPECT_NE(surface.positions().buffer, solver.positions()) << "the solver's own has no address";
    }
    EXPECT_EQ(VulkanSpy::usage & (kAddress | kInput), kAddress);
}

// The driver of these tests has no acceleration structures, so it is not told.
TEST_F(UsageGpu, WhatIsDrawnMayBeTheInputOfAccelerationStructures) {
    lent_.hasBufferDeviceAddress = lent_.hasAccelerationStructures = true;
    VulkanSpy::hiddenUsage = kInput;
    const GpuSolver solver = this->solver();
    const GpuSurface surface = take(GpuSurface::create(solver, surface_, {.forAccelerationStructures = true}));
    EXPECT_EQ(VulkanSpy::usage & (kAddress | kInput), kAddress | kInput);
    EXPECT_NE(addressOf(surface.positions().buffer), 0u);
    EXPECT_NE(addressOf(surface.triangles()), 0u);
}

TEST_F(UsageGpu, IsRefusedWhereTheDeviceIsNotKnownToHaveIt) {
    const GpuSolver nothing = solver();
    EXPECT_CONTAINS(messageOf(GpuSurface::create(nothing, surface_, {.hasDeviceAddresses = true})),
                    "VertexLayout::hasDeviceAddresses needs BorrowedDevice::hasBufferDeviceAddress");
    lent_.hasAccelerationStructures = true;
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver(), surface_, {.forAccelerationStructures = true})),
                    "VertexLayout::forAccelerationStructures needs BorrowedDevice::hasBufferDeviceAddress");
    lent_ = {lent_.getInstanceProcAddr, lent_.instance,   lent_.physicalDevice, lent_.device,
             lent_.apiVersion,          lent_.queueFamily};
    lent_.hasBufferDeviceAddress = true;
    EXPECT_CONTAINS(messageOf(GpuSurface::create(solver(), surface_, {.forAccelerationStructures = true})),
                    "VertexLayout::forAccelerationStructures needs BorrowedDevice::hasAccelerationStructures");
    const GpuSolver own = gpuSolver(schedule_);
    EXPECT_CONTAINS(messageOf(GpuSurface::create(own, surface_, {.hasDeviceAddresses = true})),
                    "VertexLayout::hasDeviceAddresses is for borrowed devices");
    EXPECT_EQ(VulkanSpy::usage & (kAddress | kInput), 0u);
}

}  // namespace
}  // namespace pliant::test
