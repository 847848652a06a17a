#include "viewer/renderer.h"

#include "pliant/fail.h"
#include "pliant/gpu/programs.h"
#include "pliant/gpu/uploads.h"
#include "viewer/draws.h"
#include "viewer/insight.h"
#include "viewer/solids.h"

namespace pliant::viewer {
namespace {

constexpr std::size_t kMostOrnaments = 256;
constexpr std::size_t kMostSolids = kMostColliders + kMostOrnaments + 1;  // and a ground where no collider is one
constexpr std::size_t kLargestUpdate = 65536;                             // bytes that vkCmdUpdateBuffer takes at once

// Whether the format's images turn linear colours into sRGB by themselves.
bool encodesItself(VkFormat format) {
    return format == VK_FORMAT_R8G8B8A8_SRGB || format == VK_FORMAT_B8G8R8A8_SRGB ||
           format == VK_FORMAT_A8B8G8R8_SRGB_PACK32;
}

}  // namespace

struct Renderer::State {
    State(Device& usedDevice, VkFormat colourFormat, VkImageLayout finalLayout)
        : device(usedDevice), targets(usedDevice, colourFormat, finalLayout) {}

    Device& device;
    Targets targets;
    Bindings bindings;
    Pipelines pipelines;
    Buffer frame, bounds, solids, solidMesh;

    Status createBuffers();
    Status uploadMesh(const std::vector<SolidVertex>& mesh);
    void update(VkCommandBuffer commands, const Buffer& buffer, const void* data, std::size_t sizeBytes) const;
    void writeBindings(std::uint32_t frameIndex, const Model& model, Show show) const;
    void recordInputs(VkCommandBuffer commands, const Model& model, const View& view, const ShownSolids& shown) const;
    std::vector<std::uint32_t> dotsOf(const Model& model, const View& view) const;
    Status check(const Model& model, const View& view) const;
};

Status Renderer::State::createBuffers() {
    const std::vector<SolidVertex> mesh = solidVertices();
    const struct {
        Buffer& buffer;
        std::uint64_t sizeBytes;
        const char* name;
    } wanted[] = {{frame, sizeof(FrameData), "view"},
                  {bounds, sizeof(BoundsData), "bounds of the scene"},
                  {solids, kMostSolids * sizeof(Solid), "colliders"},
                  {solidMesh, mesh.size() * sizeof(SolidVertex), "shapes of colliders"}};
    for (const auto& one : wanted) {
        Result<Buffer> made = createDeviceBuffer(device.gpu, one.sizeBytes, one.name);
        if (!made) return made.error();
        one.buffer = std::move(*made);
    }
    return uploadMesh(mesh);
}

Status Renderer::State::uploadMesh(const std::vector<SolidVertex>& mesh) {
    Uploads uploads(device.gpu);
    if (Status status = uploads.add(solidMesh, mesh.data(), mesh.size() * sizeof(SolidVertex)); !status) return status;
    return device.submitAndWait([&](VkCommandBuffer commands) -> Status {
        if (Status status = uploads.record(commands); !status) return status;
        recordBarrier(*device.gpu, commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT);
        return {};
    });
}

void Renderer::State::update(VkCommandBuffer commands, const Buffer& buffer, const void* data,
                             std::size_t sizeBytes) const {
    for (std::size_t done = 0; done < sizeBytes; done += kLargestUpdate) {
        const std::size_t piece = std::min(kLargestUpdate, sizeBytes - done);
        device.vk.vkCmdUpdateBuffer(commands, buffer.handle, done, piece, static_cast<const char*>(data) + done);
    }
}

void Renderer::State::writeBindings(std::uint32_t frameIndex, const Model& model, Show show) const {
    const Model::Buffers& m = model.buffers();
    Bindings::Buffers buffers{};
    buffers[kBindFrame] = frame.handle;
    buffers[kBindBounds] = bounds.handle;
    buffers[kBindPositions] = model.surface().positions().buffer;
    buffers[kBindPlaces] = m.places.handle;
    buffers[kBindStyles] = m.styles.handle;
    buffers[kBindSegments] = m.segments.handle;
    buffers[kBindValues] = show == Show::Heat || needsState(show) ? m.heat.handle : m.strains.handle;
    buffers[kBindStrainFirst] = m.strainFirst.handle;
    buffers[kBindStrainEntries] = m.strainEntries.handle;
    buffers[kBindSolids] = solids.handle;
    buffers[kBindDots] = m.dots.handle;
    buffers[kBindCreases] = m.creases.handle;
    buffers[kBindCarried] = m.carried.handle;
    bindings.write(device, frameIndex, buffers, {targets.shadowView(0), targets.shadowView(1)});
}

std::vector<std::uint32_t> Renderer::State::dotsOf(const Model& model, const View& view) const {
    std::vector<std::uint32_t> dots = view.markers;
    if (view.highlighted) dots.push_back(*view.highlighted);
    for (std::uint32_t& particle : dots)
        particle = model.schedule()->localParticle[particle];
    return dots;
}

Status Renderer::State::check(const Model& model, const View& view) const {
    const std::uint32_t particles = model.buffers().particleCount;
    if (view.colliders.size() > kMostColliders) {
        return fail("there are {} colliders to be drawn; at most {} can be", view.colliders.size(), kMostColliders);
    }
    const std::vector<samples::Ornament>& ornaments = model.sample().ornaments;
    if (ornaments.size() > kMostOrnaments) {
        return fail("there are {} ornaments to be drawn; at most {} can be", ornaments.size(), kMostOrnaments);
    }
    for (const samples::Ornament& ornament : ornaments) {
        if (ornament.particle >= particles)
            return fail("an ornament is to be drawn at particle {}: there are {}", ornament.particle, particles);
    }
    if (view.markers.size() > particles) {
        return fail("there are {} markers, but only {} particles", view.markers.size(), particles);
    }
    for (const std::uint32_t marked : view.markers)
        if (marked >= particles) return fail("marker {} is no particle: there are {}", marked, particles);
    if (view.highlighted.value_or(0) >= particles && view.highlighted) {
        return fail("highlighted {} is no particle: there are {}", *view.highlighted, particles);
    }
    return {};
}

// What the host knows goes in by the command buffer, between the reads of the picture before and those of this one.
void Renderer::State::recordInputs(VkCommandBuffer commands, const Model& model, const View& view,
                                   const ShownSolids& shown) const {
    const FrameData data = frameDataOf(view, model, targets.extent(), !encodesItself(targets.colourFormat()));
    const BoundsData limits = boundsOf(view, data);
    const std::vector<std::uint32_t> dots = dotsOf(model, view);
    constexpr VkPipelineStageFlags kShaders = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT |
                                              VK_PIPELINE_STAGE_VERTEX_SHADER_BIT |
                                              VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
    recordBarrier(*device.gpu, commands, kShaders | kTransfer,
                  VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT);
    update(commands, frame, &data, sizeof(data));
    update(commands, bounds, limits.data(), sizeof(limits));
    update(commands, solids, shown.solids.data(), shown.solids.size() * sizeof(Solid));
    update(commands, model.buffers().dots, dots.data(), dots.size() * sizeof(std::uint32_t));
    recordBarrier(*device.gpu, commands, kTransfer | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                  VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT,
                  kShaders | VK_PIPELINE_STAGE_VERTEX_INPUT_BIT,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT |
                      VK_ACCESS_INDEX_READ_BIT);
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(Device& device, VkFormat colourFormat, VkImageLayout finalLayout) {
    auto state = std::make_unique<State>(device, colourFormat, finalLayout);
    if (Status status = state->targets.create(); !status) return status.error();
    if (Status status = state->bindings.create(device, kFramesInFlight); !status) return status.error();
    const Status made = state->pipelines.create(device, state->bindings.layout(), state->targets.picturePass(),
                                                state->targets.shadowPass());
    if (!made) return made.error();
    if (Status status = state->createBuffers(); !status) return status.error();
    return std::unique_ptr<Renderer>(new Renderer(std::move(state)));
}

Status Renderer::resize(VkExtent2D extent) {
    return state_->targets.resize(extent);
}

Status Renderer::record(VkCommandBuffer commands, std::uint32_t frame, VkImageView target, const Model& model,
                        const View& view) {
    State& s = *state_;
    if (Status status = s.check(model, view); !status) return status;
    const Result<VkFramebuffer> framebuffer = s.targets.framebufferFor(target);
    if (!framebuffer) return framebuffer.error();
    const ShownSolids shown = solidsOf(view, model);
    s.writeBindings(frame, model, view.show);
    s.recordInputs(commands, model, view, shown);

    const Drawing drawing{s.device,
                          commands,
                          s.pipelines,
                          s.targets,
                          s.bindings.layout(),
                          s.bindings.set(frame),
                          s.solidMesh.handle,
                          model,
                          view,
                          shown,
                          static_cast<std::uint32_t>(view.markers.size())};
    recordMeasuring(drawing);
    recordBarrier(*s.device.gpu, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                  VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                  VK_ACCESS_SHADER_READ_BIT);
    if (!view.camera.isFlat) recordShadows(drawing);

    const VkClearValue clears[2] = {{.color = {{0.0f, 0.0f, 0.0f, 1.0f}}}, {.depthStencil = {1.0f, 0}}};
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = s.targets.picturePass();
    begin.framebuffer = *framebuffer;
    begin.renderArea.extent = s.targets.extent();
    begin.clearValueCount = 2;
    begin.pClearValues = clears;
    s.device.vk.vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    view.camera.isFlat ? recordFlatPicture(drawing) : recordPicture(drawing);
    s.device.vk.vkCmdEndRenderPass(commands);

    // The next step must not overtake what still reads this one.
    recordBarrier(*s.device.gpu, commands, VK_PIPELINE_STAGE_VERTEX_INPUT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, 0,
                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, 0);
    return {};
}

}  // namespace pliant::viewer
