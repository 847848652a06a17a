#include "pliant/gpu/vertex_streams.h"

#include "pliant/fail.h"

namespace pliant {
namespace {

constexpr const char* kNames[] = {"positions", "normals", "previous positions", "tangents"};

// By attribute.
std::array<std::uint32_t, kAttributeCount> stridesOf(const VertexLayout& layout) {
    return {layout.positionStride, layout.normalStride, layout.previousStride, layout.tangentStride};
}

Status checkStride(std::uint32_t stride, std::uint32_t smallest, const char* name) {
    constexpr std::uint32_t kLargest = 1024;
    if (stride >= smallest && stride <= kLargest && stride % 4 == 0) return {};
    return fail("{} is {} bytes; it must be a multiple of 4 from {} to {}", name, stride, smallest, kLargest);
}

// Of what may be left out.
Status checkIfAny(std::uint32_t stride, std::uint32_t smallest, const char* name) {
    return stride == 0 ? Status() : checkStride(stride, smallest, name);
}

}  // namespace

Status check(const VertexLayout& layout) {
    if (Status s = checkStride(layout.positionStride, 12, "positionStride"); !s) return s;
    if (Status s = checkStride(layout.normalStride, 12, "normalStride"); !s) return s;
    if (Status s = checkIfAny(layout.previousStride, 12, "previousStride"); !s) return s;
    return checkIfAny(layout.tangentStride, 16, "tangentStride");
}

void VertexStreams::plan(const VertexLayout& layout, std::uint32_t count, bool copiesPositions, BufferGroup& group) {
    const std::array strides = stridesOf(layout);
    std::uint32_t all = 0;
    for (std::size_t i = 0; i < kAttributeCount; ++i) {
        isWritten_[i] = strides[i] != 0 && (Attribute(i) != Attribute::Position || copiesPositions);
        if (!isWritten_[i]) continue;
        streams_[i] = {VK_NULL_HANDLE, layout.interleaved ? all : 0, strides[i]};
        all += strides[i];
        if (!layout.interleaved) group.add(separate_[i], std::uint64_t(count) * strides[i], kNames[i]);
    }
    if (!layout.interleaved) return;
    for (std::size_t i = 0; i < kAttributeCount; ++i) {
        if (isWritten_[i]) streams_[i].stride = all;
    }
    group.add(interleaved_, std::uint64_t(count) * all, "vertices");
}

void VertexStreams::finish(VkBuffer places) {
    for (std::size_t i = 0; i < kAttributeCount; ++i) {
        if (isWritten_[i]) streams_[i].buffer = interleaved_.handle ? interleaved_.handle : separate_[i].handle;
    }
    VertexStream& positions = streams_[std::size_t(Attribute::Position)];
    if (!positions.buffer) positions = {places, 0, sizeof(vec4)};
}

AttributePlace VertexStreams::placeOf(Attribute attribute) const {
    if (!isWritten_[std::size_t(attribute)]) return {};
    const VertexStream& stream = of(attribute);
    return {static_cast<std::uint32_t>(stream.offset / 4), stream.stride / 4};
}

VkBuffer VertexStreams::boundTo(Attribute attribute) const {
    return of(isWritten_[std::size_t(attribute)] ? attribute : Attribute::Normal).buffer;
}

}  // namespace pliant
