#include "pliant/gpu/programs.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "pliant/shared/bindings.h"

namespace pliant {
namespace {

// A buffer that kernels read as texels, too.
struct Texels {
    std::uint32_t number;
    std::uint32_t buffer;
    VkFormat format;
};
constexpr Texels kTexels[] = {{kParticleTexels, kParticles, VK_FORMAT_R32G32B32A32_UINT},
                              {kPreviousTexels, kPrevious, VK_FORMAT_R32G32B32A32_UINT},
                              {kCarryTexels, kCarry, VK_FORMAT_R32G32B32A32_UINT},
                              {kTileStickTexels, kTileSticks, VK_FORMAT_R32G32_UINT},
                              {kTriangleTexels, kTriangles, VK_FORMAT_R32G32B32A32_UINT}};

}  // namespace

void Programs::create(const std::shared_ptr<Gpu>& gpu, std::vector<VkBuffer> buffers, std::uint32_t constantBytes,
                      const char* name) {
    gpu_ = gpu;
    buffers_ = std::move(buffers);
    name_ = name;
    constantBytes_ = constantBytes;
}

Programs::~Programs() {
    if (!gpu_) return;
    const Gpu::Context& c = gpu_->context();
    for (const auto& [number, view] : views_)
        c.vk.vkDestroyBufferView(c.device, view, nullptr);
    for (const VkDescriptorPool pool : pools_)
        c.vk.vkDestroyDescriptorPool(c.device, pool, nullptr);
}

Result<Program> Programs::add(std::span<const std::uint32_t> code, std::uint32_t variant, std::uint32_t itemsInGroup,
                              std::uint32_t sharedCount, std::uint32_t lanes) {
    Pipelines& pipelines = *gpu_->context().pipelines;
    const Result<VkPipeline> pipeline =
        pipelines.find({code, constantBytes_, variant, itemsInGroup * lanes, sharedCount, lanes}, name_);
    if (!pipeline) return pipeline.error();
    const Result<const KernelLayout*> layout = pipelines.layoutOf(code, constantBytes_, name_);
    if (!layout) return layout.error();
    auto made = sets_.find(*layout);
    if (made == sets_.end()) {
        const Result<VkDescriptorSet> set = createSet(**layout);
        if (!set) return set.error();
        made = sets_.emplace(*layout, *set).first;
    }
    return Program{*pipeline, (*layout)->pipeline, made->second, itemsInGroup};
}

Result<VkDescriptorSet> Programs::createSet(const KernelLayout& layout) {
    const Gpu::Context& c = gpu_->context();
    const auto all = static_cast<std::uint32_t>(layout.bindings.size());
    const std::uint32_t buffers = countBuffers(layout.bindings);
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffers},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, all - buffers}};
    VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    info.maxSets = 1;
    info.poolSizeCount = all > buffers ? 2 : 1;
    info.pPoolSizes = sizes;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    VkResult result = c.vk.vkCreateDescriptorPool(c.device, &info, nullptr, &pool);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateDescriptorPool", name_);
    pools_.push_back(pool);

    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = pool;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &layout.set;
    VkDescriptorSet set = VK_NULL_HANDLE;
    result = c.vk.vkAllocateDescriptorSets(c.device, &allocate, &set);
    if (result != VK_SUCCESS) return c.error(result, "vkAllocateDescriptorSets", name_);
    if (Status status = writeSet(set, layout); !status) return status.error();
    return set;
}

Status Programs::writeSet(VkDescriptorSet set, const KernelLayout& layout) {
    const Gpu::Context& c = gpu_->context();
    for (const KernelBinding& binding : layout.bindings) {
        VkDescriptorBufferInfo buffer{VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
        VkBufferView view = VK_NULL_HANDLE;
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = set;
        write.dstBinding = binding.number;
        write.descriptorCount = 1;
        write.descriptorType = binding.type;
        if (binding.type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) {
            buffer.buffer = buffers_[binding.number];
            if (const auto part = parts_.find(binding.number); part != parts_.end()) buffer = part->second;
            write.pBufferInfo = &buffer;
        } else {
            const Result<VkBufferView> made = viewOf(binding.number);
            if (!made) return made.error();
            view = *made;
            write.pTexelBufferView = &view;
        }
        c.vk.vkUpdateDescriptorSets(c.device, 1, &write, 0, nullptr);
    }
    return {};
}

Result<VkBufferView> Programs::viewOf(std::uint32_t number) {
    if (const auto found = views_.find(number); found != views_.end()) return found->second;
    const Gpu::Context& c = gpu_->context();
    const Texels& texels =
        *std::find_if(std::begin(kTexels), std::end(kTexels), [&](const Texels& t) { return t.number == number; });
    assert(&texels != std::end(kTexels));
    VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    info.buffer = buffers_[texels.buffer];
    info.format = texels.format;
    info.range = VK_WHOLE_SIZE;
    VkBufferView view = VK_NULL_HANDLE;
    const VkResult result = c.vk.vkCreateBufferView(c.device, &info, nullptr, &view);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateBufferView", name_);
    views_.emplace(number, view);
    return view;
}

void Programs::dispatch(VkCommandBuffer commands, const Program& program, std::uint32_t count,
                        const void* constants) const {
    dispatchGroups(commands, program, (count - 1) / program.itemsInGroup + 1, constants);
}

void Programs::dispatchGroups(VkCommandBuffer commands, const Program& program, std::uint32_t groups,
                              const void* constants) const {
    const Gpu::Context& c = gpu_->context();
    // One row of groups where they fit, else several; kernels number their items across rows.
    const std::uint32_t columns = std::min(groups, c.limits.maxComputeWorkGroupCount[0]);
    const std::uint32_t rows = (groups - 1) / columns + 1;
    prepare(commands, program, constants);
    c.vk.vkCmdDispatch(commands, columns, rows, 1);
}

void Programs::dispatchIndirect(VkCommandBuffer commands, const Program& program, VkBuffer groups, VkDeviceSize offset,
                                const void* constants) const {
    prepare(commands, program, constants);
    gpu_->context().vk.vkCmdDispatchIndirect(commands, groups, offset);
}

void Programs::prepare(VkCommandBuffer commands, const Program& program, const void* constants) const {
    const Gpu::Context& c = gpu_->context();
    assert(program.pipeline);
    c.vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program.pipeline);
    c.vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program.layout, 0, 1, &program.set, 0,
                                 nullptr);
    c.vk.vkCmdPushConstants(commands, program.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, constantBytes_, constants);
}

void recordBarrier(const Gpu& gpu, VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                   VkPipelineStageFlags to, VkAccessFlags used) {
    const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, written, used};
    gpu.context().vk.vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

}  // namespace pliant
