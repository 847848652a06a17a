// An application with a volk of its own, linked with Pliant by link-time optimization: there must be two volks, and
// neither may see the other's functions. Exit status 0: all is well.

#include <volk.h>

#include <cstdio>

#include "pliant/gpu/gpu.h"

namespace {

int fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    return 1;
}

}  // namespace

int main() {
    if (volkInitialize() != VK_SUCCESS) return fail("no Vulkan loader");
    const VkApplicationInfo application{
        VK_STRUCTURE_TYPE_APPLICATION_INFO, nullptr, nullptr, 0, nullptr, 0, VK_API_VERSION_1_2};
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    VkInstance instance = VK_NULL_HANDLE;
    if (vkCreateInstance(&info, nullptr, &instance) != VK_SUCCESS) return fail("no instance");
    volkLoadInstance(instance);

    const auto listed = pliant::listDevices();
    if (!listed) return fail(listed.error().message.c_str());
    if (volkGetLoadedInstance() != instance) return fail("Pliant has loaded an instance into the application's volk");
    std::uint32_t count = 0;
    if (vkEnumeratePhysicalDevices(instance, &count, nullptr) != VK_SUCCESS) return fail("no devices");
    if (count != listed->size()) return fail("Pliant sees other devices than the application");
    vkDestroyInstance(instance, nullptr);
    return 0;
}
