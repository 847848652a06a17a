#include "pliant/gpu/vertex_streams.h"

#include "pliant/fail.h"

namespace pliant {
namespace {

// An attribute as the caller wants it.
struct Wish {
    const char* name;
    const char* field;  // of VertexLayout, without Stride or Target
    std::uint32_t sizeBytes;
    std::uint32_t stride;
    VertexTarget target;

    // Behind the last of so many vertices, from the start of the buffer [bytes].
    std::uint64_t endOf(std::uint32_t count) const {
        return target.offset + std::uint64_t(count - 1) * stride + sizeBytes;
    }
};

// By attribute.
std::array<Wish, kAttributeCount> wishesOf(const VertexLayout& layout) {
    return {{{"positions", "position", 12, layout.positionStride, layout.positionTarget},
             {"normals", "normal", 12, layout.normalStride, layout.normalTarget},
             {"previous positions", "previous", 12, layout.previousStride, layout.previousTarget},
             {"tangents", "tangent", 16, layout.tangentStride, layout.tangentTarget}}};
}

Status checkStride(const Wish& wish) {
    constexpr std::uint32_t kLargest = 1024;
    if (wish.stride >= wish.sizeBytes && wish.stride <= kLargest && wish.stride % 4 == 0) return {};
    return fail("{}Stride is {} bytes; it must be a multiple of 4 from {} to {}", wish.field, wish.stride,
                wish.sizeBytes, kLargest);
}

VkDeviceSize roundedDown(VkDeviceSize offset, VkDeviceSize alignment) {
    return offset / alignment * alignment;
}

Status checkTarget(const Wish& wish, std::uint32_t count, const DeviceInfo& device, VkDeviceSize alignment) {
    const VertexTarget& target = wish.target;
    if (wish.stride == 0) return fail("{}Target has a buffer, but {}Stride is 0", wish.field, wish.field);
    if (target.offset % 4 != 0)
        return fail("{}Target::offset is {}; it must be a multiple of 4", wish.field, target.offset);
    // Not by endOf(), which is any number where the offset is.
    const std::uint64_t needed = std::uint64_t(count - 1) * wish.stride + wish.sizeBytes;
    if (target.offset > target.sizeBytes || needed > target.sizeBytes - target.offset) {
        return fail("{}Target has {} bytes from offset {} on, but {} vertices need {}", wish.field,
                    target.sizeBytes - std::min(target.offset, target.sizeBytes), target.offset, count, needed);
    }
    return checkSize(device, wish.endOf(count) - roundedDown(target.offset, alignment), wish.name);
}

// Whether some vertex has a byte of the one where another has one of the other. In the same steps through a buffer they
// may lie between each other.
bool overlap(const Wish& a, const Wish& b, std::uint32_t count) {
    if (!a.target.buffer || a.target.buffer != b.target.buffer) return false;
    if (a.endOf(count) <= b.target.offset || b.endOf(count) <= a.target.offset) return false;
    if (a.stride != b.stride) return true;
    const std::uint64_t fromA = (b.target.offset % a.stride + a.stride - a.target.offset % a.stride) % a.stride;
    return fromA < a.sizeBytes || a.stride - fromA < b.sizeBytes;
}

// A device cannot be asked what it was created with.
Status checkUsage(const VertexLayout& layout, const Gpu::Context& context) {
    const auto refuse = [&](const char* wish, const char* feature) {
        if (context.isBorrowed)
            return fail("VertexLayout::{} needs BorrowedDevice::{}: '{}' may not have been created with it", wish,
                        feature, context.info.name);
        return fail("VertexLayout::{} is for borrowed devices; one of Pliant's own is created without", wish);
    };
    if (layout.forAccelerationStructures && !context.hasAccelerationStructures)
        return refuse("forAccelerationStructures", "hasAccelerationStructures");
    if (usageOf(layout) == 0 || context.hasBufferDeviceAddress) return {};
    return refuse(layout.forAccelerationStructures ? "forAccelerationStructures" : "hasDeviceAddresses",
                  "hasBufferDeviceAddress");
}

}  // namespace

VkBufferUsageFlags usageOf(const VertexLayout& layout) {
    constexpr VkBufferUsageFlags kInput = VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR;
    if (layout.forAccelerationStructures) return kInput | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    return layout.hasDeviceAddresses ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0;
}

Status check(const VertexLayout& layout, std::uint32_t count, const Gpu::Context& context) {
    if (Status status = checkUsage(layout, context); !status) return status;
    const VkDeviceSize alignment = context.limits.minStorageBufferOffsetAlignment;
    const std::array wishes = wishesOf(layout);
    for (std::size_t i = 0; i < kAttributeCount; ++i) {
        const Wish& wish = wishes[i];
        const bool isOptional = Attribute(i) == Attribute::Previous || Attribute(i) == Attribute::Tangent;
        if (wish.stride != 0 || !isOptional) {
            if (Status status = checkStride(wish); !status) return status;
        }
        if (!wish.target.buffer) continue;
        if (layout.interleaved)
            return fail("{}Target has a buffer, but `interleaved` is for one of the surface's own", wish.field);
        if (Status status = checkTarget(wish, count, context.info, alignment); !status) return status;
        for (std::size_t other = 0; other < i; ++other) {
            if (overlap(wishes[other], wish, count))
                return fail("{} and {} overlap in their buffer", wishes[other].name, wish.name);
        }
    }
    return {};
}

void VertexStreams::plan(const VertexLayout& layout, std::uint32_t count, bool copiesPositions, VkDeviceSize alignment,
                         BufferGroup& group) {
    const std::array wishes = wishesOf(layout);
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < kAttributeCount; ++i) {
        const Wish& wish = wishes[i];
        if (wish.stride == 0 || (Attribute(i) == Attribute::Position && !copiesPositions)) continue;
        parts_[i].range = VK_WHOLE_SIZE;
        streams_[i] = {wish.target.buffer, layout.interleaved ? all : wish.target.offset, wish.stride};
        all += wish.stride;
        if (wish.target.buffer) {
            parts_[i].offset = roundedDown(wish.target.offset, alignment);
            parts_[i].range = wish.endOf(count) - parts_[i].offset;
        } else if (!layout.interleaved) {
            group.add(separate_[i], std::uint64_t(count) * wish.stride, wish.name, usageOf(layout));
        }
    }
    if (!layout.interleaved) return;
    for (std::size_t i = 0; i < kAttributeCount; ++i) {
        if (isWritten(i)) streams_[i].stride = all;
    }
    group.add(interleaved_, std::uint64_t(count) * all, "vertices", usageOf(layout));
}

void VertexStreams::finish(VkBuffer places) {
    for (std::size_t i = 0; i < kAttributeCount; ++i) {
        if (!isWritten(i) || streams_[i].buffer) continue;
        streams_[i].buffer = interleaved_.handle ? interleaved_.handle : separate_[i].handle;
    }
    VertexStream& positions = streams_[std::size_t(Attribute::Position)];
    if (!positions.buffer) positions = {places, 0, sizeof(vec4)};
}

AttributePlace VertexStreams::placeOf(Attribute attribute) const {
    const std::size_t i = std::size_t(attribute);
    if (!isWritten(i)) return {};
    return {static_cast<std::uint32_t>((streams_[i].offset - parts_[i].offset) / 4), streams_[i].stride / 4};
}

VkDescriptorBufferInfo VertexStreams::boundTo(Attribute attribute) const {
    const std::size_t i = std::size_t(isWritten(std::size_t(attribute)) ? attribute : Attribute::Normal);
    return {streams_[i].buffer, parts_[i].offset, parts_[i].range};
}

}  // namespace pliant
