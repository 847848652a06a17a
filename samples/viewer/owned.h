#pragma once

#include <utility>

#include "viewer/device.h"

namespace pliant::viewer {

/// A Vulkan object of the device, destroyed with its owner. The device must outlive it.
template <class Handle>
class Owned {
  public:
    using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

    Owned() = default;
    Owned(VkDevice device, Handle handle, Destroy destroy) : device_(device), handle_(handle), destroy_(destroy) {}
    Owned(Owned&& other) noexcept { swap(other); }
    Owned& operator=(Owned&& other) noexcept {
        Owned(std::move(other)).swap(*this);
        return *this;
    }
    ~Owned() {
        if (handle_) destroy_(device_, handle_, nullptr);
    }

    operator Handle() const { return handle_; }
    const Handle& get() const { return handle_; }

  private:
    void swap(Owned& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(handle_, other.handle_);
        std::swap(destroy_, other.destroy_);
    }

    VkDevice device_ = VK_NULL_HANDLE;
    Handle handle_ = VK_NULL_HANDLE;
    Destroy destroy_ = nullptr;
};

}  // namespace pliant::viewer
