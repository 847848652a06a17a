#include "cloth.h"

#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>

#include <pliant/pliant.hpp>

namespace your_renderer {
namespace {

constexpr std::uint32_t kSize = 64;     // particles along a side
constexpr double kStep = 1.0 / 60.0;    // [s], whatever the rate of frames
constexpr double kLongestFrame = 0.05;  // [s]: a slow machine shows slow motion and does not fall ever further behind

// 1 m x 1 m, hanging by its upper corners.
pliant::Result<pliant::Scene> makeScene() {
    pliant::GridDescription grid;
    grid.corner = {-0.5f, 1.5f, 0.0f};
    grid.alongColumn = {0.0f, -1.0f, 0.0f};
    grid.columns = grid.rows = kSize;
    grid.fabric = *pliant::fabricNamed("cotton");
    pliant::Scene scene;
    scene.environment.airDensity = 1.2f;
    if (const auto body = pliant::addGrid(scene, grid); !body) return body.error();
    if (auto status = pliant::pinPlace(scene, 0, pliant::GridPlace::FirstRowCorners); !status) return status.error();
    return scene;
}

pliant::StepInputs inputsAt(double time) {
    pliant::StepInputs inputs;
    inputs.wind = pliant::vec3(0.8 * std::sin(1.9 * time), 0.0, 1.4 + 1.2 * std::sin(2.7 * time));
    return inputs;
}

void barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written, VkPipelineStageFlags to,
             VkAccessFlags read) {
    VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    memory.srcAccessMask = written;
    memory.dstAccessMask = read;
    vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

}  // namespace

pliant::Result<std::unique_ptr<Cloth>> Cloth::create(const Device& device, bool interpolate) {
    // Pliant 1 of 5: it works on the application's own device.
    pliant::BorrowedDevice borrowed;
    borrowed.getInstanceProcAddr = vkGetInstanceProcAddr;
    borrowed.instance = device.instance;
    borrowed.physicalDevice = device.physicalDevice;
    borrowed.device = device.handle;
    borrowed.apiVersion = kApiVersion;
    borrowed.queueFamily = device.queueFamily;
    const auto gpu = pliant::Gpu::borrow(borrowed);
    if (!gpu) return gpu.error();

    // Pliant 2 of 5: a scene, compiled; its solver; and what is drawn of it. As long as nothing is interpolated the
    // positions are the solver's own buffer.
    const auto scene = makeScene();
    if (!scene) return scene.error();
    const auto schedule = pliant::compile(*scene);
    if (!schedule) return schedule.error();
    auto solver = pliant::GpuSolver::create(*gpu, *schedule);
    if (!solver) return solver.error();
    pliant::VertexLayout layout;
    layout.interpolated = interpolate;
    auto surface = pliant::GpuSurface::create(*solver, pliant::surfaceOf(*scene, **schedule), layout);
    if (!surface) return surface.error();
    return std::unique_ptr<Cloth>(new Cloth(device, std::move(*solver), std::move(*surface)));
}

Cloth::Cloth(const Device& device, pliant::GpuSolver solver, pliant::GpuSurface surface)
    : device_(device), solver_(std::move(solver)), surface_(std::move(surface)) {
    makeTexturePlaces();
}

// Nothing of it may be in flight. What Pliant has made is destroyed with solver_ and surface_, before the device.
Cloth::~Cloth() {
    device_.destroy(texturePlaces_);
}

// Pliant sorts particles by their place, and the application's own data of each must follow.
void Cloth::makeTexturePlaces() {
    const std::vector<std::uint32_t>& sceneParticle = solver_.schedule()->sceneParticle;
    texturePlaces_ =
        device_.makeHostBuffer(sceneParticle.size() * sizeof(glm::vec2), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    auto* places = static_cast<glm::vec2*>(texturePlaces_.mapped);
    for (const std::uint32_t particle : sceneParticle)
        *places++ = glm::vec2(particle % kSize, particle / kSize) / float(kSize - 1);
}

// Pliant 3 of 5: what the solver and the surface start with is copied once. Pliant itself sees it from then on;
// indices, and positions that no step has moved yet, have to be shown to the vertex input.
pliant::Status Cloth::recordUpload(VkCommandBuffer commands) {
    if (auto status = solver_.recordUpload(commands); !status) return status;
    if (auto status = surface_.recordUpload(commands); !status) return status;
    if (auto status = surface_.recordState(commands); !status) return status;  // for interpolation, else nothing
    barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_VERTEX_INPUT_BIT,
            VK_ACCESS_INDEX_READ_BIT | VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT);
    return {};
}

void Cloth::releaseUpload() {
    solver_.releaseUpload();
    surface_.releaseUpload();
}

// Pliant 4 of 5: steps of a fixed length, as many as the time wants; then normals. The first barrier keeps them from
// overwriting what the frame before still reads, in flight or not; the second shows the result to this frame.
pliant::Status Cloth::recordMotion(VkCommandBuffer commands, double seconds) {
    constexpr VkPipelineStageFlags kPliant = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    barrier(commands, VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, 0, kPliant, 0);
    pliant::StepSettings settings;
    settings.dt = kStep;
    unsimulated_ += std::min(seconds, kLongestFrame);
    for (; unsimulated_ >= kStep; unsimulated_ -= kStep) {
        if (auto status = solver_.recordStep(commands, settings, inputsAt(time_)); !status) return status;
        if (auto status = surface_.recordState(commands); !status) return status;
        time_ += kStep;
    }
    if (auto status = surface_.record(commands, float(unsimulated_ / kStep)); !status) return status;
    barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
            VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT);
    return {};
}

// Pliant 5 of 5: vertices and indices are drawn from where Pliant has written them.
std::array<VkVertexInputBindingDescription, 3> Cloth::bindings() const {
    return {{{0, surface_.positions().stride, VK_VERTEX_INPUT_RATE_VERTEX},
             {1, surface_.normals().stride, VK_VERTEX_INPUT_RATE_VERTEX},
             {2, sizeof(glm::vec2), VK_VERTEX_INPUT_RATE_VERTEX}}};
}

std::array<VkVertexInputAttributeDescription, 3> Cloth::attributes() const {
    return {{{0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0},
             {1, 1, VK_FORMAT_R32G32B32_SFLOAT, 0},
             {2, 2, VK_FORMAT_R32G32_SFLOAT, 0}}};
}

void Cloth::recordDraw(VkCommandBuffer commands) const {
    const pliant::VertexStream positions = surface_.positions(), normals = surface_.normals();
    const std::array<VkBuffer, 3> buffers = {positions.buffer, normals.buffer, texturePlaces_.handle};
    const std::array<VkDeviceSize, 3> offsets = {positions.offset, normals.offset, 0};
    vkCmdBindVertexBuffers(commands, 0, std::uint32_t(buffers.size()), buffers.data(), offsets.data());
    vkCmdBindIndexBuffer(commands, surface_.triangles(), 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(commands, surface_.triangleIndices(), 1, 0, 0, 0);
}

}  // namespace your_renderer
