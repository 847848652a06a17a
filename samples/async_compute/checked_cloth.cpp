#include "checked_cloth.h"

#include <cstring>

#include "pliant/fail.h"

namespace async_compute {
namespace {

using namespace pliant;

Result<Scene> makeScene() {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 40;
    if (const auto body = addGrid(scene, grid); !body) return body.error();
    if (Status status = pinPlace(scene, 0, GridPlace::FirstRowCorners); !status) return status.error();
    return scene;
}

vec3 vertexAt(const HostBuffer& buffer, const VertexStream& stream, std::size_t index) {
    vec3 value;
    std::memcpy(&value, static_cast<const char*>(buffer.mapped) + index * stream.stride, sizeof(value));
    return value;
}

}  // namespace

Result<std::unique_ptr<Cloth>> makeCloth(const TwoQueues& device) {
    const auto scene = makeScene();
    if (!scene) return scene.error();
    const auto schedule = compile(*scene);
    if (!schedule) return schedule.error();
    BorrowedDevice borrowed;
    borrowed.getInstanceProcAddr = vkGetInstanceProcAddr;
    borrowed.instance = device.instance;
    borrowed.physicalDevice = device.physicalDevice;
    borrowed.device = device.handle;
    borrowed.apiVersion = kApiVersion;
    borrowed.queueFamily = device.compute.family;
    const auto gpu = Gpu::borrow(borrowed);
    if (!gpu) return gpu.error();
    auto solver = GpuSolver::create(*gpu, *schedule);
    if (!solver) return solver.error();
    VertexLayout layout;
    layout.positionStride = 12;  // not the solver's own buffer: that is written by step n + 1 while frame n is drawn
    Surface surface = surfaceOf(*scene, **schedule);
    auto vertices = GpuSurface::create(*solver, surface, layout);
    if (!vertices) return vertices.error();
    auto onCpu = CpuSolver::create(*schedule);
    if (!onCpu) return onCpu.error();
    return std::unique_ptr<Cloth>(
        new Cloth{*schedule, std::move(surface), std::move(*solver), std::move(*vertices), std::move(*onCpu)});
}

Status checkNextFrame(Cloth& cloth, const HostBuffer& positions, const HostBuffer& normals) {
    if (Status status = cloth.onCpu.step(); !status) return status;
    const Snapshot state = cloth.onCpu.snapshot();
    std::vector<vec4> places;
    for (const std::uint32_t particle : cloth.schedule->sceneParticle)
        places.emplace_back(state.positions[particle], 0.0f);
    const std::vector<vec3> expected = normalsOf(cloth.surface, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool same = sameBits(vertexAt(positions, cloth.vertices.positions(), i), vec3(places[i])) &&
                          sameBits(vertexAt(normals, cloth.vertices.normals(), i), expected[i]);
        if (!same) return fail("step {}: vertex {} is not as on the CPU", state.stepCount, i);
    }
    return {};
}

}  // namespace async_compute
