#include "pliant/gpu/uploads.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "pliant/fail.h"
#include "pliant/gpu/programs.h"

namespace pliant {

Status Uploads::add(const Buffer& target, const void* contents, std::uint64_t sizeBytes) {
    if (sizeBytes == 0) return {};
    Result<Buffer> staging = createStagingBuffer(gpu_, sizeBytes);
    if (!staging) return staging.error();
    std::memcpy(staging->mapped, contents, sizeBytes);
    std::memset(static_cast<char*>(staging->mapped) + sizeBytes, 0, staging->sizeBytes - sizeBytes);
    items_.push_back({std::move(*staging), target.handle});
    return {};
}

void Uploads::append(Uploads other) {
    std::erase_if(items_, [&](const Item& mine) {
        return std::any_of(other.items_.begin(), other.items_.end(),
                           [&](const Item& item) { return item.target == mine.target; });
    });
    std::move(other.items_.begin(), other.items_.end(), std::back_inserter(items_));
    recorded_ = 0;
}

// What has failed here is given up: it must not arrive later.
Status Uploads::finish() {
    if (gpu_->isBorrowed() || items_.empty()) return {};
    const Status status = gpu_->submitAndWait([&](VkCommandBuffer commands) { return record(commands); });
    items_.clear();
    recorded_ = 0;
    return status;
}

Status Uploads::check(VkCommandBuffer commands, const char* call) const {
    if (!commands) return fail("{}() was given a null command buffer", call);
    if (recorded_ == items_.size()) return {};
    return fail("{}() before recordUpload(), which follows create() and restore() on a borrowed device", call);
}

Status Uploads::record(VkCommandBuffer commands) {
    if (!commands) return fail("recordUpload() was given a null command buffer");
    if (recorded_ == items_.size()) return {};
    recordBarrier(*gpu_, commands, kOurStages, kOurWrites, VK_PIPELINE_STAGE_TRANSFER_BIT,
                  VK_ACCESS_TRANSFER_WRITE_BIT);
    for (; recorded_ < items_.size(); ++recorded_) {
        const Item& item = items_[recorded_];
        const VkBufferCopy region{0, 0, item.staging.sizeBytes};
        gpu_->context().vk.vkCmdCopyBuffer(commands, item.staging.handle, item.target, 1, &region);
    }
    recordBarrier(*gpu_, commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, kOurStages,
                  kOurReads | kOurWrites);
    return {};
}

void Uploads::release() {
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(recorded_));
    recorded_ = 0;
}

}  // namespace pliant
