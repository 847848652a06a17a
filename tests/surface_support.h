#pragma once

// Surfaces on the GPU: recorded, and read back as a vertex shader would fetch them.

#include <fmt/format.h>

#include <cstring>

#include "gpu_support.h"
#include "pliant/gpu/context.h"
#include "pliant/gpu/gpu_surface.h"
#include "pliant/gpu/programs.h"
#include "skin_support.h"

namespace pliant::test {

class SurfaceGpu : public GpuTest {
  protected:
    static std::vector<std::uint32_t> readWords(VkBuffer buffer, std::size_t count) {
        const Buffer staging = take(createStagingBuffer(gpu_, 4 * count));
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) -> Status {
            recordBarrier(*gpu_, commands, kOurStages, kOurWrites, VK_PIPELINE_STAGE_TRANSFER_BIT,
                          VK_ACCESS_TRANSFER_READ_BIT);
            const VkBufferCopy region{0, 0, 4 * count};
            gpu_->context().vk.vkCmdCopyBuffer(commands, buffer, staging.handle, 1, &region);
            return {};
        }));
        const auto* words = static_cast<const std::uint32_t*>(staging.mapped);
        return {words, words + count};
    }

    // Three floats or four per vertex, as a vertex shader would fetch them.
    template <class T = vec3>
    static std::vector<T> read(const VertexStream& stream, std::size_t count) {
        const std::vector<std::uint32_t> words =
            readWords(stream.buffer, (stream.offset + (count - 1) * stream.stride + sizeof(T)) / 4);
        std::vector<T> items(count);
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(&items[i], &words[(stream.offset + i * stream.stride) / 4], sizeof(T));
        return items;
    }

    static void record(GpuSurface& surface, float share = 1.0f) {
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) { return surface.record(commands, share); }));
    }
    static void recordState(GpuSurface& surface) {
        take(gpu_->submitAndWait([&](VkCommandBuffer commands) { return surface.recordState(commands); }));
    }
};

inline std::vector<vec4> placesOf(const Schedule& schedule, const Snapshot& snapshot) {
    std::vector<vec4> places(snapshot.positions.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[schedule.localParticle[i]] = vec4(snapshot.positions[i], 0.0f);
    return places;
}

inline void expectSame(const std::vector<vec3>& a, const std::vector<vec3>& b, const std::string& what) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_TRUE(sameBits(a[i], b[i])) << what << ", particle " << i;
}

inline std::vector<vec3> pointsOf(const std::vector<vec4>& places) {
    return {places.begin(), places.end()};
}

// A ball and a ring that are carried, cloth and a rope beside them, dropped on a floor.
inline Scene skinnedScene() {
    Scene scene = clothScene(7);
    LatticeDescription lattice = latticeOf(sphereMesh(vec3(0.0f), 0.5f, 3), 0.17f);
    lattice.material.edge = compliant(1e-4f);
    take(addLattice(scene, lattice));
    RopeDescription rope;
    rope.count = 5;
    take(addRope(scene, rope));
    LatticeDescription ring = latticeOf(torusMesh(vec3(1.5f, 0.0f, 0.0f), 0.5f, 0.06f, 24, 12), 0.17f);
    ring.material = lattice.material;
    take(addLattice(scene, ring));
    return scene;
}

// Dropped on a floor; two particles of the ball are pulled so hard that places are lost.
inline void tumble(GpuSolver& solver, const Scene& scene, int frames) {
    StepInputs inputs;
    Collider floor;
    floor.pose.position.y = -0.6f;
    inputs.colliders.push_back(floor);
    for (int frame = 0; frame < frames; ++frame) {
        inputs.pins.clear();
        if (frame % 4 == 3) {
            const std::uint32_t first = scene.bodies[1].firstParticle;
            inputs.pins.push_back({first, PinInput::Action::Pull, vec3(9e8f, 0.0f, 0.0f), 0.0f});
        }
        take(solver.step(settings(4), inputs));
    }
}

}  // namespace pliant::test
