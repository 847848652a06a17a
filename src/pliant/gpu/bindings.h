#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pliant/gpu/volk_private.h"

namespace pliant {

/// A buffer that a kernel uses, and as what.
struct KernelBinding {
    std::uint32_t number = 0;
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;  ///< or uniform texels

    bool operator==(const KernelBinding&) const = default;
};

/// Read off its SPIR-V: of the buffers that it declares those that its functions name, ascending.
std::vector<KernelBinding> bindingsOf(std::span<const std::uint32_t> code);

/// How many of them are storage buffers.
std::uint32_t countBuffers(const std::vector<KernelBinding>& bindings);

}  // namespace pliant
