#include "pliant/gpu/step_recordings.h"

#include <algorithm>
#include <cstring>

#include "pliant/gpu/step_recorder.h"

namespace pliant {
namespace {

template <class T>
void append(StepScript& script, const T& item) {
    static_assert(sizeof(T) % sizeof(std::uint32_t) == 0 && std::is_trivially_copyable_v<T>);
    const std::size_t at = script.size();
    script.resize(at + sizeof(T) / sizeof(std::uint32_t));
    std::memcpy(script.data() + at, &item, sizeof(T));
}

constexpr const char* kObject = "recorded steps";

}  // namespace

bool writeScript(const Schedule& schedule, const StepPlan& plan, std::uint32_t pinRoom, const Kernels& kernels,
                 StepScript& script) {
    constexpr std::uint64_t kMost = StepRecorder::kMostDispatches;
    if (std::uint64_t(plan.substeps) * plan.iterations > kMost) return false;
    script.assign({pinRoom, plan.inputsMove ? plan.substeps : 0u});
    const Pass* before = nullptr;
    std::uint64_t dispatches = 0;
    const auto run = [&](Pass pass, PassConstants constants, bool isNext) {
        const std::uint32_t atOnce = kernels.itemsAtOnce({&pass, &pass, 1, constants});
        dispatches += pass.kind == PassKind::MovePins ? 1 : (constants.count - 1) / atOnce + 1;
        if (dispatches > kMost) return;
        if (pass.kind == PassKind::MovePins) {
            pass = {.kind = pass.kind, .count = pinRoom};
            constants.count = pinRoom;
        }
        append(script, pass);
        append(script, constants);
        append(script, std::uint32_t(isNext));
    };
    replay(
        schedule, plan, [](std::uint32_t) {},
        [&](const Pass& pass, const PassConstants& constants) {
            run(pass, constants, before && &pass == before + 1);
            before = &pass;
        });
    return dispatches <= kMost;
}

Status StepRecordings::create(const std::shared_ptr<Gpu>& gpu) {
    gpu_ = gpu;
    const Gpu::Context& c = gpu->context();
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool.queueFamilyIndex = c.queueFamily;
    VkResult result = c.vk.vkCreateCommandPool(c.device, &pool, nullptr, &pool_);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateCommandPool", kObject);
    std::array<VkCommandBuffer, kMostRecordings> commands;
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = pool_;
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = kMostRecordings;
    result = c.vk.vkAllocateCommandBuffers(c.device, &allocate, commands.data());
    if (result != VK_SUCCESS) return c.error(result, "vkAllocateCommandBuffers", kObject);
    for (std::size_t i = 0; i < kMostRecordings; ++i)
        recordings_[i].commands = commands[i];
    return {};
}

StepRecordings::~StepRecordings() {
    if (pool_) gpu_->context().vk.vkDestroyCommandPool(gpu_->context().device, pool_, nullptr);
}

Status StepRecordings::begin(Recording& recording) {
    recording.script.clear();
    const Gpu::Context& c = gpu_->context();
    const VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0, nullptr};
    const VkResult result = c.vk.vkBeginCommandBuffer(recording.commands, &info);  // forgets what was recorded before
    if (result != VK_SUCCESS) return c.error(result, "vkBeginCommandBuffer", kObject);
    return {};
}

VkCommandBuffer StepRecordings::find(const StepScript& script) {
    const auto kept = std::find_if(recordings_.begin(), recordings_.end(),
                                   [&](const Recording& recording) { return recording.script == script; });
    if (kept == recordings_.end()) return VK_NULL_HANDLE;
    kept->lastUse = ++useCount_;
    return kept->commands;
}

Result<VkCommandBuffer> StepRecordings::add(const StepScript& script,
                                            const std::function<Status(VkCommandBuffer)>& record) {
    Recording& recording =
        *std::min_element(recordings_.begin(), recordings_.end(),
                          [](const Recording& a, const Recording& b) { return a.lastUse < b.lastUse; });
    recording.lastUse = ++useCount_;
    if (Status status = begin(recording); !status) return status.error();
    if (Status status = record(recording.commands); !status) return status.error();
    const Gpu::Context& c = gpu_->context();
    const VkResult result = c.vk.vkEndCommandBuffer(recording.commands);
    if (result != VK_SUCCESS) return c.error(result, "vkEndCommandBuffer", kObject);
    recording.script = script;
    return recording.commands;
}

}  // namespace pliant
