#include "pliant/gpu/buffer.h"

#include <algorithm>
#include <optional>

#include "pliant/fail.h"

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

Result<Buffer> createHandle(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes, VkBufferUsageFlags usage,
                            std::string_view name) {
    const Gpu::Context& c = gpu->context();
    Buffer buffer;
    buffer.gpu = gpu;
    buffer.sizeBytes = std::max<VkDeviceSize>(sizeBytes, kLeastBufferBytes);
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = buffer.sizeBytes;
    info.usage = usage;
    const VkResult result = c.vk.vkCreateBuffer(c.device, &info, nullptr, &buffer.handle);
    if (result != VK_SUCCESS) return c.error(result, fmt::format("vkCreateBuffer of {} bytes", info.size), name);
    return buffer;
}

VkMemoryRequirements requirementsOf(const Buffer& buffer) {
    const Gpu::Context& c = buffer.gpu->context();
    VkMemoryRequirements requirements;
    c.vk.vkGetBufferMemoryRequirements(c.device, buffer.handle, &requirements);
    return requirements;
}

// In memory of the first of `wishes` that the device has.
Result<std::shared_ptr<DeviceMemory>> allocate(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes,
                                               std::uint32_t allowedTypes,
                                               std::initializer_list<VkMemoryPropertyFlags> wishes,
                                               std::string_view name, VkMemoryAllocateFlags flags = 0) {
    const Gpu::Context& c = gpu->context();
    std::optional<std::uint32_t> type;
    for (const VkMemoryPropertyFlags wish : wishes) {
        if (!type) type = findMemoryType(c.memory, allowedTypes, wish);
    }
    if (!type) return failAs(ErrorKind::Unsupported, "'{}' has no memory of the kind that {} need", c.info.name, name);
    const VkMemoryAllocateFlagsInfo flagged{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, nullptr, flags, 0};
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    if (flags != 0) info.pNext = &flagged;
    info.allocationSize = sizeBytes;
    info.memoryTypeIndex = *type;
    auto memory = std::make_shared<DeviceMemory>(gpu);
    const VkResult result = c.vk.vkAllocateMemory(c.device, &info, nullptr, &memory->handle);
    if (result != VK_SUCCESS) return c.error(result, fmt::format("vkAllocateMemory of {} bytes", sizeBytes), name);
    return memory;
}

Status bindTo(Buffer& buffer, const std::shared_ptr<DeviceMemory>& memory, VkDeviceSize offset, std::string_view name) {
    const Gpu::Context& c = buffer.gpu->context();
    buffer.memory = memory;
    const VkResult result = c.vk.vkBindBufferMemory(c.device, buffer.handle, memory->handle, offset);
    return result == VK_SUCCESS ? Status() : c.error(result, "vkBindBufferMemory", name);
}

VkDeviceSize roundedUp(VkDeviceSize offset, VkDeviceSize alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

DeviceMemory::~DeviceMemory() {
    const Gpu::Context& c = gpu->context();
    if (handle) c.vk.vkFreeMemory(c.device, handle, nullptr);
}

Buffer::~Buffer() {
    if (!gpu) return;
    const Gpu::Context& c = gpu->context();
    if (handle) c.vk.vkDestroyBuffer(c.device, handle, nullptr);
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

void BufferGroup::add(Buffer& target, VkDeviceSize sizeBytes, std::string_view name, VkBufferUsageFlags also) {
    wishes_.push_back({&target, sizeBytes, std::string(name), also});
}

Status BufferGroup::create(const std::shared_ptr<Gpu>& gpu) {
    constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                                          VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                          VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                          VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;
    for (const Wish& wish : wishes_) {
        if (Status status = checkSize(gpu->info(), wish.sizeBytes, wish.name); !status) return status;
    }
    const VkDeviceSize most = gpu->context().maxAllocationBytes;
    std::size_t first = 0;
    VkDeviceSize end = 0;
    std::uint32_t allowedTypes = ~0u;
    for (std::size_t i = 0; i < wishes_.size(); ++i) {
        Wish& wish = wishes_[i];
        Result<Buffer> made = createHandle(gpu, wish.sizeBytes, kUsage | wish.also, wish.name);
        if (!made) return made.error();
        wish.made = std::move(*made);
        const VkMemoryRequirements needs = requirementsOf(wish.made);
        wish.offset = roundedUp(end, needs.alignment);
        if (wish.offset + needs.size > most && i > first) {
            const std::span group(wishes_.data() + first, i - first);
            if (Status status = createGroup(gpu, group, end, allowedTypes); !status) return status;
            first = i;
            wish.offset = 0;
            allowedTypes = ~0u;
        }
        end = wish.offset + needs.size;
        allowedTypes &= needs.memoryTypeBits;
    }
    if (first < wishes_.size()) {
        const std::span group(wishes_.data() + first, wishes_.size() - first);
        if (Status status = createGroup(gpu, group, end, allowedTypes); !status) return status;
    }
    for (Wish& wish : wishes_)
        *wish.target = std::move(wish.made);
    wishes_.clear();
    return {};
}

// The name of the largest stands for all.
Status BufferGroup::createGroup(const std::shared_ptr<Gpu>& gpu, std::span<Wish> group, VkDeviceSize sizeBytes,
                                std::uint32_t allowedTypes) {
    const auto isSmaller = [](const Wish& a, const Wish& b) { return a.sizeBytes < b.sizeBytes; };
    const std::string& name = std::max_element(group.begin(), group.end(), isSmaller)->name;
    const bool hasAddresses = std::any_of(group.begin(), group.end(), [](const Wish& wish) {
        return wish.also & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    });
    const Result<std::shared_ptr<DeviceMemory>> memory =
        allocate(gpu, sizeBytes, allowedTypes, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT}, name,
                 hasAddresses ? VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT : 0);
    if (!memory) return memory.error();
    for (Wish& wish : group) {
        if (Status status = bindTo(wish.made, *memory, wish.offset, wish.name); !status) return status;
    }
    return {};
}

Result<Buffer> createDeviceBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes, std::string_view name) {
    Buffer buffer;
    BufferGroup one;
    one.add(buffer, sizeBytes, name);
    if (Status status = one.create(gpu); !status) return status.error();
    return buffer;
}

Result<Buffer> createStagingBuffer(const std::shared_ptr<Gpu>& gpu, VkDeviceSize sizeBytes) {
    constexpr VkMemoryPropertyFlags kVisible =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    constexpr VkBufferUsageFlags kUsage =
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    Result<Buffer> buffer = createHandle(gpu, sizeBytes, kUsage, "staging");
    if (!buffer) return buffer;
    const VkMemoryRequirements needs = requirementsOf(*buffer);
    const Result<std::shared_ptr<DeviceMemory>> memory = allocate(
        gpu, needs.size, needs.memoryTypeBits, {kVisible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kVisible}, "staging");
    if (!memory) return memory.error();
    if (Status status = bindTo(*buffer, *memory, 0, "staging"); !status) return status.error();
    const Gpu::Context& c = gpu->context();
    const VkResult result = c.vk.vkMapMemory(c.device, (*memory)->handle, 0, VK_WHOLE_SIZE, 0, &buffer->mapped);
    if (result != VK_SUCCESS) return c.error(result, "vkMapMemory", "staging");
    return buffer;
}

}  // namespace pliant
