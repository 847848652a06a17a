// Obstacles whose vertices are in a buffer of the application's, which never come to the host.

#include <fmt/format.h>

#include "borrowed_support.h"
#include "frames_support.h"
#include "neighbour_support.h"
#include "pliant/gpu/buffer.h"
#include "pliant/gpu/gpu_obstacle.h"
#include "pliant/scene/solids.h"

namespace pliant::test {
namespace {

constexpr std::uint32_t kStride = 20;       // a position, and eight bytes of somebody else's
constexpr std::uint64_t kPosesAt = 8;       // in the buffer
constexpr std::uint64_t kPoseBytes = 4000;  // of which there are two, in turns

ObstacleDescription obstacleAt(const std::vector<vec3>& vertices, const MeshDescription& mesh) {
    ObstacleDescription description;
    description.vertices = vertices;
    description.faceSizes = mesh.faceSizes;
    description.faceCorners = mesh.faceCorners;
    description.friction = 0.8f;
    return description;
}

// A sheet that falls onto a ball.
struct Figure {
    Scene scene;
    MeshDescription ball = sphereMesh(vec3(0.0f, 0.3f, 0.0f), 0.15f, 2);
    Obstacle obstacle;

    Figure() {
        addSheet(scene, 16, 0.6f, vec3(0.0f, 0.47f, 0.0f));
        obstacle = take(addObstacle(scene, obstacleAt(ball.vertices, ball)));
    }

    // It goes up and aside, and changes its shape. Some numbers are denormal, and some are -0.
    std::vector<vec3> verticesAt(int frame) const {
        std::vector<vec3> vertices = ball.vertices;
        for (vec3& v : vertices) {
            v += vec3(0.011f, 0.013f, 0.3f * v.x * v.y) * static_cast<float>(frame);
            if (std::abs(v.z) < 0.02f) v.z = frame % 2 == 0 ? -0.0f : 3e-39f;
        }
        return vertices;
    }
};

class ObstacleOnDevice : public Borrowed {
  protected:
    // What "skins" the figure: a copy in the same commands, and no barrier behind it.
    static void write(VkCommandBuffer commands, const Buffer& buffer, const std::vector<vec3>& vertices,
                      std::uint64_t at) {
        std::vector<std::byte> bytes(vertices.size() * kStride, std::byte(0xff));  // what is between is no number
        for (std::size_t v = 0; v < vertices.size(); ++v)
            std::memcpy(bytes.data() + v * kStride, &vertices[v], sizeof(vec3));
        gpu_->context().vk.vkCmdUpdateBuffer(commands, buffer.handle, at, bytes.size(), bytes.data());
    }

    static Buffer bufferFor(const Figure& figure) {
        EXPECT_LE(figure.ball.vertices.size() * kStride, kPoseBytes);
        return take(createDeviceBuffer(gpu_, kPosesAt + 2 * kPoseBytes, "vertices of a figure"));
    }

    static VertexSource sourceOf(const Buffer& buffer) { return {buffer.handle, kPosesAt, buffer.sizeBytes, kStride}; }
};

TEST_F(ObstacleOnDevice, GetsTheBitsThatTheHostGivesItInAFrame) {
    Figure figure;
    figure.scene = inFrame(figure.scene, ship(0.0));
    const SchedulePtr schedule = take(compile(figure.scene));
    GpuSolver solver = gpuSolver(schedule);
    const Buffer buffer = bufferFor(figure);
    const GpuObstacle onDevice = take(GpuObstacle::create(solver, figure.scene, figure.obstacle, sourceOf(buffer)));
    CpuSolver reference = take(CpuSolver::create(schedule));
    for (int frame = 1; frame <= 9; ++frame) {
        const std::vector<vec3> vertices = figure.verticesAt(frame);
        submit([&](VkCommandBuffer commands) { write(commands, buffer, vertices, kPosesAt); });
        StepInputs byHost;
        byHost.frames = {{.frame = 0, .pose = ship(frame / 60.0)}};
        StepInputs byDevice = byHost;
        take(moveObstacle(figure.scene, figure.obstacle, vertices, byHost));
        byDevice.obstacles = {{&onDevice}};
        take(solver.step({}, byDevice));
        take(reference.step({}, byHost));
        expectEqual(take(solver.snapshot()), reference.snapshot(), fmt::format("frame {}", frame));
    }
    CpuSolver untouched = take(CpuSolver::create(schedule));
    for (int frame = 1; frame <= 9; ++frame)
        take(untouched.step({}, {.frames = {{.frame = 0, .pose = ship(frame / 60.0)}}}));
    EXPECT_GT(reference.snapshot().positions[8 * 16 + 8].y, untouched.snapshot().positions[8 * 16 + 8].y + 0.01f)
        << "it has pushed the sheet";
}

TEST_F(ObstacleOnDevice, GetsTheBitsThatTheHostGivesIt) {
    const Figure figure;
    const SchedulePtr schedule = take(compile(figure.scene));
    GpuSolver solver = take(GpuSolver::create(borrowed(), schedule));
    const Buffer buffer = bufferFor(figure);
    GpuObstacle onDevice = take(GpuObstacle::create(solver, figure.scene, figure.obstacle, sourceOf(buffer)));
    upload(solver);
    submit([&](VkCommandBuffer commands) { take(onDevice.recordUpload(commands)); });
    onDevice.releaseUpload();
    CpuSolver reference = take(CpuSolver::create(schedule));
    for (int frame = 1; frame <= 12; ++frame) {
        const std::vector<vec3> vertices = figure.verticesAt(frame);
        StepInputs byHost = onFloor(), byDevice = onFloor();
        if (frame % 4 != 0) {  // else it rests
            take(moveObstacle(figure.scene, figure.obstacle, vertices, byHost));
            byDevice.obstacles = {{&onDevice, frame % 2 == 0 ? kPoseBytes : 0}};
        }
        submit([&](VkCommandBuffer commands) {
            write(commands, buffer, vertices, kPosesAt + (frame % 2 == 0 ? kPoseBytes : 0));
            take(solver.recordStep(commands, {}, byDevice));
        });
        take(reference.step({}, byHost));
        expectEqual(snapshotOf(solver), reference.snapshot(), fmt::format("frame {}", frame));
    }
    EXPECT_GT(reference.snapshot().positions[8 * 16 + 8].y, 0.55f) << "it has taken the sheet along";
}

// Also on a device of Pliant's own, where steps are submitted and waited for, and commands of others kept. Two of them.
TEST_F(ObstacleOnDevice, MovesInStepsThatAreWaitedFor) {
    Figure figure;
    const Obstacle second = take(addObstacle(figure.scene, obstacleAt(figure.verticesAt(-20), figure.ball)));
    const SchedulePtr schedule = take(compile(figure.scene));
    GpuSolver solver = gpuSolver(schedule);
    const Buffer buffer = bufferFor(figure);
    const GpuObstacle onDevice = take(GpuObstacle::create(solver, figure.scene, figure.obstacle, sourceOf(buffer)));
    const GpuObstacle other = take(GpuObstacle::create(solver, figure.scene, second, sourceOf(buffer)));
    CpuSolver reference = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 6; ++frame) {
        const std::uint64_t at = frame % 2 == 0 ? kPoseBytes : 0, otherAt = kPoseBytes - at;
        const std::vector<vec3> vertices = figure.verticesAt(frame), others = figure.verticesAt(frame - 20);
        submit([&](VkCommandBuffer commands) {
            write(commands, buffer, vertices, kPosesAt + at);
            write(commands, buffer, others, kPosesAt + otherAt);
        });
        StepInputs byHost, byDevice;
        if (frame > 0 && frame < 5) {
            take(moveObstacle(figure.scene, figure.obstacle, vertices, byHost));
            take(moveObstacle(figure.scene, second, others, byHost));
            byDevice.obstacles = {{&onDevice, at}, {&other, otherAt}};
        }
        take(solver.step({}, byDevice));
        take(reference.step({}, byHost));
        expectEqual(take(solver.snapshot()), reference.snapshot(), fmt::format("frame {}", frame));
    }
}

// The lines that docs/RENDERER.md shows.
TEST_F(ObstacleOnDevice, IsUsedAsTheGuideHasIt) {
    const Figure figureInScene;
    const Scene& scene = figureInScene.scene;
    const Obstacle& obstacle = figureInScene.obstacle;
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver made = take(GpuSolver::create(borrowed(), schedule));
    GpuSolver* const solver = &made;
    const std::vector<vec3> vertices = figureInScene.verticesAt(2);
    const std::uint64_t skinnedBytes = vertices.size() * 32;
    const Buffer buffer = take(createDeviceBuffer(gpu_, skinnedBytes, "vertices of a figure"));
    const VkBuffer skinned = buffer.handle;
    const StepSettings settings;
    StepInputs inputs;
    constexpr VkPipelineStageFlags COMPUTE_SHADER = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    const auto barrier = [&](VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                             VkPipelineStageFlags to, VkAccessFlags used) {
        const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, written, used};
        gpu_->context().vk.vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
    };
    std::optional<GpuObstacle> kept;  // until the commands have been executed
    const auto record = [&](VkCommandBuffer commands) -> Status {
        take(solver->recordUpload(commands));
        for (std::size_t v = 0; v < vertices.size(); ++v)
            gpu_->context().vk.vkCmdUpdateBuffer(commands, skinned, 32 * v, sizeof(vec3), &vertices[v]);
#include "docs/obstacle_on_device.inc"
        kept.emplace(std::move(*figure));
        return {};
    };
    take(gpu_->submitAndWait(record));
    CpuSolver reference = take(CpuSolver::create(schedule));
    StepInputs byHost;
    take(moveObstacle(scene, obstacle, vertices, byHost));
    take(reference.step(settings, byHost));
    expectEqual(snapshotOf(made), reference.snapshot(), "after the step");
}

TEST_F(ObstacleOnDevice, StaysWhereItsVerticesAreNowhere) {
    const Figure figure;
    GpuSolver solver = gpuSolver(take(compile(figure.scene)));
    const Buffer buffer = bufferFor(figure);
    const GpuObstacle onDevice = take(GpuObstacle::create(solver, figure.scene, figure.obstacle, sourceOf(buffer)));
    const std::uint32_t first = figure.scene.bodies[figure.obstacle.body].firstParticle;
    std::vector<vec3> vertices = figure.verticesAt(1);
    vertices[3].y = std::nanf("");
    vertices[9].x = INFINITY;
    vertices[20].z = -2e9f;
    const auto isNowhere = [](std::uint32_t v) { return v == 3 || v == 9 || v == 20; };
    submit([&](VkCommandBuffer commands) { write(commands, buffer, vertices, kPosesAt); });
    take(solver.step({}, {.obstacles = {{&onDevice}}}));
    const Snapshot end = take(solver.snapshot());
    std::size_t stayed = 0;
    for (std::size_t i = 0; i < figure.obstacle.points.size(); ++i) {
        const auto& corners = figure.obstacle.points[i].vertices;
        const bool stays = std::any_of(corners.begin(), corners.end(), isNowhere);
        ASSERT_EQ(end.positions[first + i] == figure.scene.positions[first + i], stays) << i;
        stayed += stays ? 1 : 0;
    }
    EXPECT_GT(stayed, 3u);
    EXPECT_EQ(end.lost, stayed);
}

TEST_F(ObstacleOnDevice, WakesWhatSleeps) {
    Figure figure;
    figure.scene.sleep = Sleep{1e5f, 0.02f};  // at once
    const SchedulePtr schedule = take(compile(figure.scene));
    GpuSolver solver = gpuSolver(schedule);
    const Buffer buffer = bufferFor(figure);
    const GpuObstacle onDevice = take(GpuObstacle::create(solver, figure.scene, figure.obstacle, sourceOf(buffer)));
    for (int frame = 0; frame < 6; ++frame)
        take(solver.step());
    const Snapshot asleep = take(solver.snapshot());
    take(solver.step());
    ASSERT_EQ(take(solver.snapshot()).positions, asleep.positions) << "it sleeps";
    for (int frame = 0; frame < 5; ++frame) {
        submit([&](VkCommandBuffer commands) { write(commands, buffer, figure.ball.vertices, kPosesAt); });
        const Snapshot before = take(solver.snapshot());
        take(solver.step({}, {.obstacles = {{&onDevice}}}));
        EXPECT_NE(take(solver.snapshot()).positions, before.positions) << frame;
    }
}

TEST_F(ObstacleOnDevice, RefusesWhatItCannotRead) {
    const Figure figure;
    const SchedulePtr schedule = take(compile(figure.scene));
    const GpuSolver solver = gpuSolver(schedule);
    const Buffer buffer = bufferFor(figure);
    const auto errorOf = [&](auto&& change) {
        Scene scene = figure.scene;
        Obstacle obstacle = figure.obstacle;
        VertexSource source = sourceOf(buffer);
        change(scene, obstacle, source);
        return messageOf(GpuObstacle::create(solver, scene, obstacle, source));
    };
    const std::size_t needed = (figure.ball.vertices.size() - 1) * kStride + 12;
    EXPECT_CONTAINS(errorOf([](Scene&, Obstacle& o, VertexSource&) { o.body = 7; }), "there is no body 7");
    EXPECT_CONTAINS(errorOf([](Scene&, Obstacle& o, VertexSource&) { o.body = 0; }), "is not this obstacle");
    EXPECT_CONTAINS(errorOf([](Scene& s, Obstacle&, VertexSource&) { addParticle(s, vec3(0.0f), 1.0f); }),
                    "made for another");
    EXPECT_CONTAINS(errorOf([](Scene&, Obstacle&, VertexSource& s) { s.buffer = nullptr; }), "has no buffer");
    for (const std::uint32_t stride : {0u, 8u, 14u, 1028u}) {
        EXPECT_CONTAINS(errorOf([&](Scene&, Obstacle&, VertexSource& s) { s.stride = stride; }),
                        fmt::format("stride of {} bytes; it must be a multiple of 4 from 12 to 1024", stride));
    }
    EXPECT_CONTAINS(errorOf([](Scene&, Obstacle&, VertexSource& s) { s.offset = 6; }), "offset of 6 bytes");
    EXPECT_CONTAINS(errorOf([&](Scene&, Obstacle&, VertexSource& s) { s.sizeBytes = kPosesAt + needed - 1; }),
                    fmt::format("need {} bytes; the buffer has {} from there on", needed, needed - 1));
    EXPECT_CONTAINS(errorOf([](Scene&, Obstacle&, VertexSource& s) { s.offset = ~std::uint64_t(3); }), "has 0 from");
}

TEST_F(ObstacleOnDevice, StepsNameWhatTheyCannotMove) {
    const Figure figure;
    const SchedulePtr schedule = take(compile(figure.scene));
    GpuSolver solver = gpuSolver(schedule);
    const Buffer buffer = bufferFor(figure);
    const GpuObstacle onDevice = take(GpuObstacle::create(solver, figure.scene, figure.obstacle, sourceOf(buffer)));
    const std::uint32_t first = figure.scene.bodies[figure.obstacle.body].firstParticle;
    const auto errorOf = [&](const StepInputs& inputs) { return messageOf(solver.step({}, inputs)); };
    EXPECT_CONTAINS(errorOf({.obstacles = {{}}}), "obstacle 0 of the step is null");
    EXPECT_CONTAINS(errorOf({.obstacles = {{&onDevice, 2}}}),
                    "obstacle 0 of the step: obstacle 'obstacle' has an offset of 2");
    EXPECT_CONTAINS(errorOf({.obstacles = {{&onDevice, 2 * kPoseBytes}}}), "the buffer has 0 from there on");
    EXPECT_CONTAINS(errorOf({.obstacles = {{&onDevice}, {&onDevice}}}), "obstacles 0 and 1 of the step are both");
    EXPECT_CONTAINS(errorOf({.pins = {{first + 3, PinInput::Action::Hold}}, .obstacles = {{&onDevice}}}),
                    "has a pin in the same step");
    GpuSolver other = gpuSolver(schedule);
    EXPECT_CONTAINS(messageOf(other.step({}, {.obstacles = {{&onDevice}}})), "made for another solver");
    CpuSolver cpu = take(CpuSolver::create(schedule));
    EXPECT_CONTAINS(messageOf(cpu.step({}, {.obstacles = {{&onDevice}}})), "in a buffer on a device");
    expectEqual(take(solver.snapshot()), cpu.snapshot(), "after errors");
    take(solver.step({}, {.pins = {{first + 3, PinInput::Action::Release}}}));
    EXPECT_CONTAINS(errorOf({.obstacles = {{&onDevice}}}), "that was released");
}

TEST_F(ObstacleOnDevice, IsNotRecordedBeforeItsUpload) {
    const Figure figure;
    GpuSolver solver = take(GpuSolver::create(borrowed(), take(compile(figure.scene))));
    const Buffer buffer = bufferFor(figure);
    const GpuObstacle onDevice = take(GpuObstacle::create(solver, figure.scene, figure.obstacle, sourceOf(buffer)));
    submit([&](VkCommandBuffer commands) {
        take(solver.recordUpload(commands));
        EXPECT_CONTAINS(messageOf(solver.recordStep(commands, {}, {.obstacles = {{&onDevice}}})), "recordUpload()");
        take(solver.recordStep(commands));
    });
}

}  // namespace
}  // namespace pliant::test
