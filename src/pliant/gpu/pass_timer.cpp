#include "pliant/gpu/pass_timer.h"

#include <algorithm>

#include "pliant/fail.h"

namespace pliant {
namespace {

constexpr const char* kObject = "timestamps";

}  // namespace

double StepProfile::totalMs() const {
    double sum = inputsMs;
    for (const PassTime& pass : passes)
        sum += pass.timeMs;
    return sum;
}

Status PassTimer::create(const std::shared_ptr<Gpu>& gpu, std::uint32_t mostMarks) {
    gpu_ = gpu;
    const Gpu::Context& c = gpu->context();
    if (Status status = c.checkOurs(); !status) return status;
    if (c.timestampBits == 0)
        return failAs(ErrorKind::Unsupported, "the queue of '{}' has no timestamps (timestampValidBits is 0)",
                      c.info.name);
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    queryCount_ = info.queryCount = mostMarks + 1;
    const VkResult result = c.vk.vkCreateQueryPool(c.device, &info, nullptr, &pool_);
    if (result != VK_SUCCESS) return c.error(result, "vkCreateQueryPool", kObject);
    return {};
}

PassTimer::~PassTimer() {
    if (pool_) gpu_->context().vk.vkDestroyQueryPool(gpu_->context().device, pool_, nullptr);
}

void PassTimer::begin(VkCommandBuffer commands) {
    const VolkDeviceTable& vk = gpu_->context().vk;
    vk.vkCmdResetQueryPool(commands, pool_, 0, queryCount_);
    vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_, 0);
    marks_.clear();
}

void PassTimer::mark(VkCommandBuffer commands, std::optional<PassKind> kind) {
    marks_.push_back(kind);
    gpu_->context().vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_,
                                           static_cast<std::uint32_t>(marks_.size()));
}

Status PassTimer::collect() {
    const Gpu::Context& c = gpu_->context();
    std::vector<std::uint64_t> times(marks_.size() + 1);
    const VkResult result = c.vk.vkGetQueryPoolResults(c.device, pool_, 0, static_cast<std::uint32_t>(times.size()),
                                                       times.size() * sizeof(times[0]), times.data(), sizeof(times[0]),
                                                       VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    if (result != VK_SUCCESS) return c.error(result, "vkGetQueryPoolResults", kObject);
    const std::uint64_t valid = ~std::uint64_t(0) >> (64 - c.timestampBits);
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        const std::uint64_t ticks = (times[i + 1] - times[i]) & valid;  // of a counter that may begin anew
        add(marks_[i], double(ticks) * c.limits.timestampPeriod * 1e-6);
    }
    return {};
}

void PassTimer::add(std::optional<PassKind> kind, double timeMs) {
    if (!kind) {
        profile_.inputsMs += timeMs;
        return;
    }
    const auto known = std::find_if(profile_.passes.begin(), profile_.passes.end(),
                                    [&](const PassTime& pass) { return pass.kind == *kind; });
    PassTime& pass = known != profile_.passes.end() ? *known : profile_.passes.emplace_back(PassTime{*kind});
    ++pass.dispatchCount;
    pass.timeMs += timeMs;
}

}  // namespace pliant
