#include "gpu/buffer.h"

#include <algorithm>
#include <optional>

namespace pliant {
namespace {

// The first type of memory among those allowed that has all the wanted properties.
std::optional<std::uint32_t> findMemoryType(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t allowed,
                                            VkMemoryPropertyFlags wanted) {
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
        const bool isAllowed = allowed & (1u << i);
        if (isAllowed && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
    }
    return std::nullopt;
}

// Takes the first of `wishes` that the device has.
Result<Buffer> createBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes, VkBufferUsageFlags usage,
                            std::initializer_list<VkMemoryPropertyFlags> wishes, std::string_view name) {
    const Gpu::Context& c = gpu->context();
    Buffer buffer;
    buffer.gpu = gpu;
    buffer.sizeBytes = std::max<VkDeviceSize>(sizeBytes, kLeastBufferBytes);

    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = buffer.sizeBytes;
    info.usage = usage;
    VkResult result = c.vk.vkCreateBuffer(c.device, &info, nullptr, &buffer.handle);
    if (result != VK_SUCCESS) return c.error(result, fmt::format("vkCreateBuffer of {} bytes", info.size), name);

    VkMemoryRequirements requirements;
    c.vk.vkGetBufferMemoryRequirements(c.device, buffer.handle, &requirements);
    std::optional<std::uint32_t> type;
    for (const VkMemoryPropertyFlags wish : wishes) {
        if (!type) type = findMemoryType(c.memory, requirements.memoryTypeBits, wish);
    }
    if (!type) return failAs(ErrorKind::Unsupported, "'{}' has no memory of the kind that {} need", c.info.name, name);

    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = requirements.size;
    allocate.memoryTypeIndex = *type;
    result = c.vk.vkAllocateMemory(c.device, &allocate, nullptr, &buffer.memory);
    if (result != VK_SUCCESS) {
        return c.error(result, fmt::format("vkAllocateMemory of {} bytes", requirements.size), name);
    }
    result = c.vk.vkBindBufferMemory(c.device, buffer.handle, buffer.memory, 0);
    if (result != VK_SUCCESS) return c.error(result, "vkBindBufferMemory", name);
    return buffer;
}

}  // namespace

Buffer::~Buffer() {
    if (!gpu) return;
    const Gpu::Context& c = gpu->context();
    if (handle) c.vk.vkDestroyBuffer(c.device, handle, nullptr);
    if (memory) c.vk.vkFreeMemory(c.device, memory, nullptr);
}

void Buffer::swap(Buffer& other) noexcept {
    std::swap(gpu, other.gpu);
    std::swap(handle, other.handle);
    std::swap(memory, other.memory);
    std::swap(sizeBytes, other.sizeBytes);
    std::swap(mapped, other.mapped);
}

Status checkSize(const DeviceInfo& device, std::uint64_t sizeBytes, std::string_view name) {
    if (sizeBytes <= device.maxStorageBufferBytes) return {};
    return failAs(ErrorKind::OutOfMemory,
                  "the {} need {} bytes, but a storage buffer of '{}' holds at most {} (maxStorageBufferRange)", name,
                  sizeBytes, device.name, device.maxStorageBufferBytes);
}

Result<Buffer> createDeviceBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes, std::string_view name) {
    if (Status status = checkSize(gpu->info(), sizeBytes, name); !status) return status.error();
    constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                                          VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                          VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    return createBuffer(gpu, sizeBytes, kUsage, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT}, name);
}

Result<Buffer> createStagingBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes) {
    constexpr VkMemoryPropertyFlags kVisible =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    constexpr VkBufferUsageFlags kUsage =
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    Result<Buffer> buffer =
        createBuffer(gpu, sizeBytes, kUsage, {kVisible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kVisible}, "staging");
    if (!buffer) return buffer;
    const Gpu::Context& c = gpu->context();
    const VkResult result = c.vk.vkMapMemory(c.device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &buffer->mapped);
    if (result != VK_SUCCESS) return c.error(result, "vkMapMemory", "staging");
    return buffer;
}

}  // namespace pliant
