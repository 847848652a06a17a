#include "pliant/gpu/gpu_obstacle.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/gpu/kernel_code.h"
#include "pliant/gpu/programs.h"
#include "pliant/gpu/uploads.h"
#include "pliant/shared/bindings.h"
#include "pliant/shared/obstacle.h"
#include "pliant/shared/pass_layout.h"

namespace pliant {
namespace {

Status checkScene(const Scene& scene, const Schedule& schedule, const Obstacle& obstacle) {
    if (scene.positions.size() != schedule.particles.size()) {
        return fail("the scene has {} particles, but the solver has {}: it was made for another",
                    scene.positions.size(), schedule.particles.size());
    }
    return validate(obstacle, scene);
}

}  // namespace

struct GpuObstacle::State {
    explicit State(const GpuSolver& solver) : gpu(solver.gpu()), uploads(gpu), solved(solver.positions()) {}

    std::shared_ptr<Gpu> gpu;
    Uploads uploads;
    VkBuffer solved;                       // the positions of the solver that it is for
    std::string name;                      // of the body
    std::vector<std::uint32_t> particles;  // of the schedule, ascending
    VertexSource source;
    std::uint64_t vertexCount = 0;
    std::uint64_t bound = 0;  // where what kernels see of the buffer begins [bytes]
    Buffer points, pins;      // per particle
    Programs placing, moving;
    Program place, move;

    std::uint32_t count() const { return static_cast<std::uint32_t>(particles.size()); }
    Status checkSource() const;
    Status checkRoom(std::uint64_t offset) const;
    Status createBuffers(const Schedule& schedule, const Body& body, const Obstacle& obstacle);
    Status createPrograms(std::vector<VkBuffer> solvers);
};

Status GpuObstacle::State::checkSource() const {
    constexpr std::uint32_t kLeast = 12, kLargest = 1024;
    if (!source.buffer) return fail("the source of obstacle '{}' has no buffer", name);
    if (source.stride < kLeast || source.stride > kLargest || source.stride % 4 != 0) {
        return fail("the source of obstacle '{}' has a stride of {} bytes; it must be a multiple of 4 from {} to {}",
                    name, source.stride, kLeast, kLargest);
    }
    if (source.offset % 4 != 0) {
        return fail("the source of obstacle '{}' has an offset of {} bytes; it must be a multiple of 4", name,
                    source.offset);
    }
    return checkRoom(0);
}

// For the vertices from `offset` on, seen from the source's own.
Status GpuObstacle::State::checkRoom(std::uint64_t offset) const {
    const std::uint64_t needed = (vertexCount - 1) * source.stride + sizeof(vec3);
    const std::uint64_t there = source.sizeBytes - std::min(source.offset, source.sizeBytes);
    if (offset <= there && needed <= there - offset) return {};
    return fail("{} vertices of obstacle '{}' need {} bytes; the buffer has {} from there on", vertexCount, name,
                needed, there - std::min(offset, there));
}

Status GpuObstacle::State::createBuffers(const Schedule& schedule, const Body& body, const Obstacle& obstacle) {
    std::vector<CarriedVertex> carried;
    std::vector<PinRecord> records;
    for (std::size_t i = 0; i < obstacle.points.size(); ++i) {
        const auto& [v, weights] = obstacle.points[i];
        carried.push_back({v[0], v[1], v[2], v[0], weights[1], weights[2], 0.0f, 0.0f});
        const std::uint32_t particle = schedule.localParticle[body.firstParticle + i];
        records.push_back({vec3(0.0f), 0.0f, particle, kPinHold, 0.0f, 0});
        particles.push_back(particle);
    }
    std::sort(particles.begin(), particles.end());
    BufferGroup group;
    group.add(points, carried.size() * sizeof(CarriedVertex), "points of an obstacle");
    group.add(pins, records.size() * sizeof(PinRecord), "pins of an obstacle");
    if (Status status = group.create(gpu); !status) return status;
    const Status added = uploads.add(points, carried.data(), carried.size() * sizeof(CarriedVertex));
    if (!added) return added;
    if (Status s = uploads.add(pins, records.data(), records.size() * sizeof(PinRecord)); !s) return s;
    return uploads.finish();
}

// The solver's own kernel moves the particles, with other pins than its own.
Status GpuObstacle::State::createPrograms(std::vector<VkBuffer> solvers) {
    constexpr const char* kName = "an obstacle's kernels";
    const VkDeviceSize alignment = gpu->context().limits.minStorageBufferOffsetAlignment;
    bound = source.offset / alignment * alignment;
    const std::uint64_t seen = source.sizeBytes - bound;
    if (Status status = checkSize(gpu->info(), seen, "vertices of obstacle '" + name + "'"); !status) return status;
    placing.create(gpu, {source.buffer, points.handle, pins.handle, solvers[kCounters]}, sizeof(ObstacleConstants),
                   kName);
    placing.bindPart(0, {source.buffer, bound, seen});
    const Result<Program> madePlace = placing.add(placeObstacleCode());
    if (!madePlace) return madePlace.error();
    place = *madePlace;
    solvers[kPins] = pins.handle;
    moving.create(gpu, std::move(solvers), sizeof(PassConstants), kName);
    const Result<Program> madeMove = moving.add(kernelCode(PassKind::MovePins, KernelForm::Single));
    if (!madeMove) return madeMove.error();
    move = *madeMove;
    return {};
}

Result<GpuObstacle> GpuObstacle::create(const GpuSolver& solver, const Scene& scene, const Obstacle& obstacle,
                                        const VertexSource& source) {
    const Schedule& schedule = *solver.schedule();
    if (Status status = checkScene(scene, schedule, obstacle); !status) return status.error();
    const Body& body = scene.bodies[obstacle.body];
    auto state = std::make_unique<State>(solver);
    state->name = body.name;
    state->source = source;
    state->vertexCount = body.vertexParticles.size();
    if (Status status = state->checkSource(); !status) return status.error();
    if (Status status = state->createBuffers(schedule, body, obstacle); !status) return status.error();
    if (Status status = state->createPrograms(solver.bufferHandles()); !status) return status.error();
    return GpuObstacle(std::move(state));
}

Status GpuObstacle::recordUpload(VkCommandBuffer commands) {
    return state_->uploads.record(commands);
}

void GpuObstacle::releaseUpload() {
    state_->uploads.release();
}

Status GpuObstacle::checkUpload(VkCommandBuffer commands) const {
    return state_->uploads.check(commands, "recordStep");
}

Status GpuObstacle::check(std::uint64_t offset, VkBuffer positions, const Progress& progress) const {
    if (state_->solved != positions) return fail("obstacle '{}' was made for another solver", state_->name);
    if (offset % 4 != 0)
        return fail("obstacle '{}' has an offset of {} bytes; it must be a multiple of 4", state_->name, offset);
    if (Status status = state_->checkRoom(offset); !status) return status;
    const auto isHeld = [&](std::uint32_t particle) { return progress.pinned[particle] != 0; };
    if (std::all_of(state_->particles.begin(), state_->particles.end(), isHeld)) return {};
    return fail("obstacle '{}' has a particle that was released; a pin holds it again", state_->name);
}

Status GpuObstacle::plan(const StepInputs& inputs, VkBuffer positions, const Progress& progress, StepPlan& plan) {
    for (std::size_t i = 0; i < inputs.obstacles.size(); ++i) {
        const ObstacleInput& input = inputs.obstacles[i];
        if (!input.obstacle) return fail("obstacle {} of the step is null", i);
        const Status status = input.obstacle->check(input.offset, positions, progress);
        if (!status) return fail("obstacle {} of the step: {}", i, status.error().message);
        const State& own = *input.obstacle->state_;
        for (std::size_t other = 0; other < i; ++other) {
            if (inputs.obstacles[other].obstacle->state_->particles == own.particles)
                return fail("obstacles {} and {} of the step are both '{}'", other, i, own.name);
        }
        const bool hasPin = std::any_of(plan.pins.begin(), plan.pins.end(), [&](const PinRecord& pin) {
            return std::binary_search(own.particles.begin(), own.particles.end(), pin.particle);
        });
        if (hasPin) return fail("obstacle {} of the step, '{}', has a pin in the same step", i, own.name);
        plan.moveObstacles.push_back({.kind = PassKind::MovePins, .count = own.count()});
    }
    plan.obstacles = inputs.obstacles;
    return {};
}

void GpuObstacle::recordPlaces(VkCommandBuffer commands, std::uint64_t offset) const {
    const State& s = *state_;
    const ObstacleConstants constants{static_cast<std::uint32_t>((s.source.offset + offset - s.bound) / sizeof(float)),
                                      s.source.stride / static_cast<std::uint32_t>(sizeof(float)), s.count(),
                                      kLargestCoordinate};
    s.placing.dispatch(commands, s.place, s.count(), &constants);
}

void GpuObstacle::recordMove(VkCommandBuffer commands, const PassConstants& constants) const {
    state_->moving.dispatch(commands, state_->move, state_->count(), &constants);
}

GpuObstacle::GpuObstacle(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuObstacle::GpuObstacle(GpuObstacle&&) noexcept = default;
GpuObstacle& GpuObstacle::operator=(GpuObstacle&&) noexcept = default;
GpuObstacle::~GpuObstacle() = default;

}  // namespace pliant
