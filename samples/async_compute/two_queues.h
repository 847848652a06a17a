#pragma once

#include <volk.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace async_compute {

inline constexpr std::uint32_t kApiVersion = VK_API_VERSION_1_2;

/// Says which call has failed, and ends the program.
void check(VkResult result, const char* call);

struct Queue {
    VkQueue handle = VK_NULL_HANDLE;
    std::uint32_t family = 0;
};

/// A value of a timeline semaphore.
struct Moment {
    VkSemaphore semaphore = VK_NULL_HANDLE;
    std::uint64_t value = 0;
};

struct HostBuffer {
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    const void* mapped = nullptr;
    VkDeviceSize sizeBytes = 0;
};

/// A device with one queue that draws and another that computes, of a family without graphics if there is one. Where
/// the device has a single queue, or `useOne` says so, both are the same. Everything made here is destroyed with it.
class TwoQueues {
  public:
    /// With `messages` the validation layer is on, with synchronization validation, and counts its messages there.
    TwoQueues(bool useOne, std::atomic<int>* messages);
    ~TwoQueues();
    TwoQueues(const TwoQueues&) = delete;

    bool areTwo() const { return graphics.handle != compute.handle; }
    bool areOfTwoFamilies() const { return graphics.family != compute.family; }

    VkCommandBuffer makeCommands(const Queue& queue);
    VkSemaphore makeTimeline();
    HostBuffer makeHostBuffer(VkDeviceSize sizeBytes);

    static void begin(VkCommandBuffer commands);
    /// From the buffer's beginning, as much as `to` holds.
    static void recordCopy(VkCommandBuffer commands, VkBuffer from, const HostBuffer& to);
    /// Ends the commands and submits them: the stages `waiting` begin after `wait`, `done` comes when all is done.
    /// Moments without a semaphore are left out.
    static void submit(const Queue& queue, VkCommandBuffer commands, const Moment& wait, VkPipelineStageFlags waiting,
                       const Moment& done);
    void waitFor(const Moment& moment) const;

    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice handle = VK_NULL_HANDLE;
    Queue graphics, compute;

  private:
    void makeInstance(std::atomic<int>* messages);
    bool findFamilies(VkPhysicalDevice candidate, bool useOne);
    void makeDevice(bool useOne);

    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    std::uint32_t computeIndex_ = 0;  // of the queue in its family
    std::vector<VkCommandPool> pools_;
    std::vector<VkSemaphore> semaphores_;
    std::vector<HostBuffer> buffers_;
};

}  // namespace async_compute
