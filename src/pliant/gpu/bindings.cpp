#include "pliant/gpu/bindings.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>

namespace pliant {
namespace {

// Numbers from the SPIR-V specification, 1.5.
constexpr std::size_t kHeaderWords = 5;
constexpr std::uint32_t kOpFunction = 54, kOpVariable = 59, kOpDecorate = 71;
constexpr std::uint32_t kBindingDecoration = 33;
constexpr std::uint32_t kUniformConstant = 0, kStorageBuffer = 12;  // storage classes: texels, buffers

std::optional<VkDescriptorType> typeOf(std::uint32_t storageClass) {
    if (storageClass == kStorageBuffer) return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    if (storageClass == kUniformConstant) return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    return std::nullopt;
}

struct Variable {
    KernelBinding binding;
    bool isUsed = false;
};

}  // namespace

std::vector<KernelBinding> bindingsOf(std::span<const std::uint32_t> code) {
    std::map<std::uint32_t, std::uint32_t> numbers;  // by the name of a variable, as are these
    std::map<std::uint32_t, Variable> variables;
    bool isInFunctions = false;
    for (std::size_t at = kHeaderWords; at < code.size(); at += code[at] >> 16) {
        const std::uint32_t op = code[at] & 0xffff;
        assert(code[at] >> 16 > 0 && at + (code[at] >> 16) <= code.size());
        const std::span<const std::uint32_t> words = code.subspan(at + 1, (code[at] >> 16) - 1);
        isInFunctions |= op == kOpFunction;
        if (op == kOpDecorate && words[1] == kBindingDecoration) numbers[words[0]] = words[2];
        if (op == kOpVariable && !isInFunctions && numbers.contains(words[1])) {
            if (const auto type = typeOf(words[2])) variables[words[1]] = {{numbers[words[1]], *type}};
        }
        if (!isInFunctions) continue;
        for (const std::uint32_t word : words) {  // some are numbers that only look like a name: one binding too many
            if (const auto found = variables.find(word); found != variables.end()) found->second.isUsed = true;
        }
    }
    std::vector<KernelBinding> used;
    for (const auto& [name, variable] : variables) {
        if (variable.isUsed) used.push_back(variable.binding);
    }
    std::sort(used.begin(), used.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    return used;
}

std::uint32_t countBuffers(const std::vector<KernelBinding>& bindings) {
    return static_cast<std::uint32_t>(std::count_if(bindings.begin(), bindings.end(), [](const KernelBinding& binding) {
        return binding.type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    }));
}

}  // namespace pliant
