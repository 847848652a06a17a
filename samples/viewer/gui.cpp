#include "viewer/gui.h"

// After volk.h, which wants Vulkan without prototypes.
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_vulkan.h>

#include "pliant/fail.h"
#include "viewer/gui_style.h"

namespace pliant::viewer {
namespace {

constexpr const char* kObject = "the panel";

VkResult firstFailure = VK_SUCCESS;  // ImGui's backend tells its failures to a plain function

void noteFailure(VkResult result) {
    if (result < 0 && firstFailure == VK_SUCCESS) firstFailure = result;
}

// ImGui's backend asks for its functions by name.
PFN_vkVoidFunction loadFor(const char* name, void* device) {
    const Device& loaded = *static_cast<const Device*>(device);
    return loaded.getInstanceProcAddr(loaded.instance, name);
}

Status failureOf(const Device& device) {
    const VkResult result = std::exchange(firstFailure, VK_SUCCESS);
    if (result != VK_SUCCESS) return device.error(result, "a Vulkan call", kObject);
    return {};
}

}  // namespace

Result<std::unique_ptr<Gui>> Gui::create(Device& device, Window& window, VkFormat format) {
    std::unique_ptr<Gui> made(new Gui(device));
    if (Status status = made->createPass(format); !status) return status.error();
    if (Status status = made->createDescriptors(); !status) return status.error();
    if (Status status = made->start(window); !status) return status.error();
    if (Status status = made->loadFonts(window.scale()); !status) return status.error();
    return made;
}

// Onto what has been drawn, and ready for the copy.
Status Gui::createPass(VkFormat format) {
    VkAttachmentDescription picture{};
    picture.format = format;
    picture.samples = VK_SAMPLE_COUNT_1_BIT;
    picture.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    picture.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    picture.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    picture.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    picture.initialLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    picture.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    constexpr VkAccessFlags kColour = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    constexpr VkPipelineStageFlags kDrawing = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    const VkSubpassDependency dependencies[2] = {
        {VK_SUBPASS_EXTERNAL, 0, kDrawing, kDrawing, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, kColour, 0},
        {0, VK_SUBPASS_EXTERNAL, kDrawing, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
         VK_ACCESS_TRANSFER_READ_BIT, 0}};
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = 1;
    info.pAttachments = &picture;
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = 2;
    info.pDependencies = dependencies;
    const VkResult result = device_.vk.vkCreateRenderPass(device_.device, &info, nullptr, &pass_);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateRenderPass", kObject);
    return {};
}

Status Gui::createDescriptors() {
    const VkDescriptorPoolSize font{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1};
    VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    info.maxSets = 1;
    info.poolSizeCount = 1;
    info.pPoolSizes = &font;
    const VkResult result = device_.vk.vkCreateDescriptorPool(device_.device, &info, nullptr, &descriptors_);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateDescriptorPool", kObject);
    return {};
}

Status Gui::start(Window& window) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // nothing is left behind in the folder where the viewer was started
    hasWindow_ = ImGui_ImplGlfw_InitForVulkan(window.handle(), true);
    if (!ImGui_ImplVulkan_LoadFunctions(loadFor, &device_))
        return fail("Vulkan lacks a function that {} needs", kObject);
    ImGui_ImplVulkan_InitInfo info{};
    info.Instance = device_.instance;
    info.PhysicalDevice = device_.physicalDevice;
    info.Device = device_.device;
    info.QueueFamily = device_.queueFamily;
    info.Queue = device_.queue;
    info.DescriptorPool = descriptors_;
    info.MinImageCount = info.ImageCount = Renderer::kFramesInFlight;
    info.MSAASamples = VK_SAMPLE_COUNT_1_BIT;
    info.CheckVkResultFn = noteFailure;
    hasDevice_ = ImGui_ImplVulkan_Init(&info, pass_);
    return failureOf(device_);
}

Status Gui::loadFonts(float scale) {
    applyStyle(scale);
    const Status status = device_.submitAndWait([&](VkCommandBuffer commands) -> Status {
        ImGui_ImplVulkan_CreateFontsTexture(commands);
        return failureOf(device_);
    });
    ImGui_ImplVulkan_DestroyFontUploadObjects();
    return status;
}

Status Gui::setCanvas(const Canvas& canvas) {
    if (framebuffer_) device_.vk.vkDestroyFramebuffer(device_.device, framebuffer_, nullptr);
    framebuffer_ = VK_NULL_HANDLE;
    extent_ = canvas.extent;
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    info.renderPass = pass_;
    info.attachmentCount = 1;
    info.pAttachments = &canvas.panelView();
    info.width = extent_.width;
    info.height = extent_.height;
    info.layers = 1;
    const VkResult result = device_.vk.vkCreateFramebuffer(device_.device, &info, nullptr, &framebuffer_);
    if (result != VK_SUCCESS) return device_.error(result, "vkCreateFramebuffer", kObject);
    return {};
}

void Gui::beginFrame() {
    ImGui_ImplVulkan_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

Status Gui::record(VkCommandBuffer commands) {
    ImGui::Render();
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = pass_;
    begin.framebuffer = framebuffer_;
    begin.renderArea.extent = extent_;
    device_.vk.vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    ImGui_ImplVulkan_RenderDrawData(ImGui::GetDrawData(), commands);
    device_.vk.vkCmdEndRenderPass(commands);
    return failureOf(device_);
}

void Gui::dropFrame() {
    ImGui::EndFrame();
}

bool Gui::wantsMouse() const {
    return ImGui::GetIO().WantCaptureMouse;
}

bool Gui::wantsKeys() const {
    return ImGui::GetIO().WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

Gui::~Gui() {
    if (hasDevice_) ImGui_ImplVulkan_Shutdown();
    if (hasWindow_) ImGui_ImplGlfw_Shutdown();
    if (ImGui::GetCurrentContext()) ImGui::DestroyContext();
    if (framebuffer_) device_.vk.vkDestroyFramebuffer(device_.device, framebuffer_, nullptr);
    if (descriptors_) device_.vk.vkDestroyDescriptorPool(device_.device, descriptors_, nullptr);
    if (pass_) device_.vk.vkDestroyRenderPass(device_.device, pass_, nullptr);
}

}  // namespace pliant::viewer
