// Structs of frames, steps, their inputs, and devices.

#include <algorithm>
#include <limits>

#include "pliant/c/structs.h"
#include "pliant/fail.h"

namespace pliant::c {
namespace {

// Reads each into one of theirs; an error names which.
template <class Ours, class Theirs>
Status readAll(const char* name, const Ours* from, std::uint32_t count, std::vector<Theirs>& to) {
    const auto items = arrayOf(name, from, count);
    if (!items) return items.error();
    to.assign(count, Theirs());
    for (std::size_t i = 0; i < count; ++i) {
        if (Status status = read(from + i, to[i]); !status) return fail("{} {}: {}", name, i, status.error().message);
    }
    return {};
}

PliantVertexTarget write(const VertexTarget& t) {
    return {t.buffer, t.offset, t.sizeBytes};
}

// What they name is held until the call is over.
Status readObstacles(const PliantObstacleInput* from, std::uint32_t count, std::vector<ObstacleInput>& to) {
    const auto items = arrayOf("obstacle", from, count);
    if (!items) return items.error();
    if (count > kMostObstaclesOfACall)
        return fail("a step has {} obstacles; it takes {} at most", count, kMostObstaclesOfACall);
    to.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const PliantGpuObstacle* obstacle = from[i].obstacle;
        if (Status s = hold({{"it", obstacle}}); !s) return fail("obstacle {}: {}", i, s.error().message);
        if (obstacle->solver.expired()) return fail("obstacle {}: its solver has been destroyed", i);
        to.push_back({&obstacle->obstacle, from[i].offset});
    }
    return {};
}

VertexTarget read(const PliantVertexTarget& t) {
    return {t.buffer, t.offset, t.sizeBytes};
}

}  // namespace

PliantCollider write(const Collider& c) {
    PliantCollider to{};
    to.shape = static_cast<std::uint32_t>(c.shape);
    to.halfExtents = {c.halfExtents.x, c.halfExtents.y, c.halfExtents.z};
    to.radius = c.radius;
    to.halfHeight = c.halfHeight;
    to.pose = write(c.pose);
    to.isMoving = c.before.has_value();
    to.before = write(c.before.value_or(c.pose));
    to.staticFriction = c.staticFriction;
    to.dynamicFriction = c.dynamicFriction;
    to.thickness = c.thickness;
    to.frame = c.frame;
    return to;
}

Status read(const PliantCollider* from, Collider& to) {
    if (Status status = check(from, "Collider"); !status || !from) return status;
    if (Status s = readEnum("PliantCollider::shape", from->shape, ColliderShape::Cylinder, to.shape); !s) return s;
    to.halfExtents = read(from->halfExtents);
    to.radius = from->radius;
    to.halfHeight = from->halfHeight;
    to.pose = read(from->pose);
    if (from->isMoving != 0) to.before = read(from->before);
    to.staticFriction = from->staticFriction;
    to.dynamicFriction = from->dynamicFriction;
    to.thickness = from->thickness;
    to.frame = from->frame;
    return {};
}

Status readColliders(const PliantCollider* from, std::uint32_t count, std::vector<Collider>& to) {
    return readAll("collider", from, count, to);
}

PliantPin write(const PinInput& p) {
    const auto action = static_cast<std::uint32_t>(p.action);
    return {0, p.particle, action, write(p.target), p.compliance, p.frame.value_or(PLIANT_OWN_FRAME)};
}

Status read(const PliantPin* from, PinInput& to) {
    if (Status status = check(from, "Pin"); !status || !from) return status;
    if (Status s = readEnum("PliantPin::action", from->action, PinInput::Action::Pull, to.action); !s) return s;
    to.particle = from->particle;
    to.target = read(from->target);
    to.compliance = from->compliance;
    if (from->frame != PLIANT_OWN_FRAME) to.frame = from->frame;
    return {};
}

PliantFrame write(const Frame& f) {
    return {0, nullptr, write(f.pose), f.inertia};
}

Status read(const PliantFrame* from, Frame& to) {
    if (Status status = check(from, "Frame"); !status || !from) return status;
    if (from->name) to.name = from->name;
    to.pose = read(from->pose);
    to.inertia = from->inertia;
    return {};
}

PliantFrameInput write(const FrameInput& f) {
    return {0, f.frame, static_cast<std::uint32_t>(f.action), write(f.pose), f.inertia.value_or(-1.0)};
}

Status read(const PliantFrameInput* from, FrameInput& to) {
    if (Status status = check(from, "FrameInput"); !status || !from) return status;
    if (Status s = readEnum("PliantFrameInput::action", from->action, FrameInput::Action::Jump, to.action); !s)
        return s;
    to.frame = from->frame;
    to.pose = read(from->pose);
    if (!(from->inertia < 0.0)) to.inertia = from->inertia;  // no number is for validation to refuse
    return {};
}

PliantCompileOptions write(const CompileOptions& o) {
    return {0, static_cast<std::uint32_t>(o.tiles), o.tileParticles, o.wholeParticles, o.jacobi};
}

Status read(const PliantCompileOptions* from, CompileOptions& to) {
    if (Status status = check(from, "CompileOptions"); !status || !from) return status;
    if (Status s = readEnum("PliantCompileOptions::tiles", from->tiles, TileUse::Never, to.tiles); !s) return s;
    to.tileParticles = from->tileParticles;
    to.wholeParticles = from->wholeParticles;
    to.jacobi = from->jacobi != 0;
    return {};
}

PliantStepSettings write(const StepSettings& s) {
    PliantStepSettings to{};
    to.substeps = s.substeps;
    to.dt = s.dt;
    to.iterations = s.iterations;
    to.bendPeriod = s.bendPeriod;
    to.method = static_cast<std::uint32_t>(s.method);
    to.sweeps = s.sweeps;
    to.relaxation = s.relaxation;
    to.tethers = s.tethers;
    to.hasLevels = s.levels;
    to.order = static_cast<std::uint32_t>(s.order);
    return to;
}

Status read(const PliantStepSettings* from, StepSettings& to) {
    if (Status status = check(from, "StepSettings"); !status || !from) return status;
    if (Status s = readEnum("PliantStepSettings::method", from->method, Method::Hybrid, to.method); !s) return s;
    if (Status s = readEnum("PliantStepSettings::order", from->order, Order::Second, to.order); !s) return s;
    to.dt = from->dt;
    to.substeps = from->substeps;
    to.iterations = from->iterations;
    to.bendPeriod = from->bendPeriod;
    to.sweeps = from->sweeps;
    to.relaxation = from->relaxation;
    to.tethers = from->tethers != 0;
    to.levels = from->hasLevels != 0;
    return {};
}

PliantStepInputs write(const StepInputs&) {
    return {};
}

Status read(const PliantStepInputs* from, StepInputs& to) {
    to.wind.reset();
    if (!from) {
        to.pins.clear();
        to.colliders.clear();
        to.frames.clear();
        to.obstacles.clear();
        return {};
    }
    if (Status status = check(from, "StepInputs"); !status) return status;
    if (Status status = readAll("pin", from->pins, from->pinCount, to.pins); !status) return status;
    if (Status status = readColliders(from->colliders, from->colliderCount, to.colliders); !status) return status;
    if (from->wind) to.wind = read(*from->wind);
    if (Status status = readObstacles(from->obstacles, from->obstacleCount, to.obstacles); !status) return status;
    return readAll("frame", from->frames, from->frameCount, to.frames);
}

PliantCpuOptions write(const CpuOptions& o) {
    return {0, static_cast<std::uint32_t>(o.threads), o.wide, o.byTile};
}

Status read(const PliantCpuOptions* from, CpuOptions& to) {
    if (Status status = check(from, "CpuOptions"); !status || !from) return status;
    constexpr std::uint32_t kMost = std::numeric_limits<int>::max();  // which is too many, as all above it
    to.threads = static_cast<int>(std::min(from->threads, kMost));
    to.wide = from->isWide != 0;
    to.byTile = from->byTile != 0;
    return {};
}

PliantGpuOptions write(const GpuOptions& o) {
    PliantGpuOptions to{};
    to.validation = o.validation;
    return to;
}

Status read(const PliantGpuOptions* from, GpuOptions& to) {
    if (Status status = check(from, "GpuOptions"); !status || !from) return status;
    to.validation = from->validation != 0;
    if (from->device) to.device = from->device;
    if (from->onMessage) {
        to.onValidationMessage = [tell = from->onMessage, user = from->user](std::string_view message) {
            tell(std::string(message).c_str(), user);
        };
    }
    if (!from->pipelineFolder) return {};
    to.pipelineCache = std::filesystem::path(from->pipelineFolder);
    if (to.pipelineCache->empty()) to.pipelineCache.reset();
    return {};
}

PliantBorrowedDevice write(const BorrowedDevice&) {
    return {};
}

Status read(const PliantBorrowedDevice* from, BorrowedDevice& to) {
    if (Status status = check(from, "BorrowedDevice"); !status || !from) return status;
    to = {from->getInstanceProcAddr,
          from->instance,
          from->physicalDevice,
          from->device,
          from->apiVersion,
          from->queueFamily,
          from->pipelineCache,
          from->hasBufferDeviceAddress != 0,
          from->hasAccelerationStructures != 0,
          from->hasConditionalRendering != 0};
    return {};
}

PliantGpuSolverOptions write(const GpuSolverOptions& o) {
    return {0, o.workgroupSize, o.wholeBodies};
}

Status read(const PliantGpuSolverOptions* from, GpuSolverOptions& to) {
    if (Status status = check(from, "GpuSolverOptions"); !status || !from) return status;
    to.workgroupSize = from->workgroupSize;
    to.wholeBodies = from->wholeBodies != 0;
    return {};
}

PliantRenderMesh write(const RenderMesh&) {
    return {};
}

Status read(const PliantRenderMesh* from, RenderMesh& to) {
    if (Status status = check(from, "RenderMesh"); !status || !from) return status;
    const auto vertices = arrayOf("PliantRenderMesh::surfaceVertices", from->surfaceVertices, from->vertexCount);
    if (!vertices) return vertices.error();
    const auto triangles = arrayOf("PliantRenderMesh::triangles", from->triangles, from->triangleIndices);
    if (!triangles) return triangles.error();
    const auto lines = arrayOf("PliantRenderMesh::lines", from->lines, from->lineIndices);
    if (!lines) return lines.error();
    to.surfaceVertices.assign(vertices->begin(), vertices->end());
    to.triangles.assign(triangles->begin(), triangles->end());
    to.lines.assign(lines->begin(), lines->end());
    to.textureCoordinates.clear();
    for (std::size_t i = 0; from->textureCoordinates && i < from->vertexCount; ++i)
        to.textureCoordinates.emplace_back(from->textureCoordinates[2 * i], from->textureCoordinates[2 * i + 1]);
    return {};
}

PliantVertexLayout write(const VertexLayout& l) {
    return {0,
            l.positionStride,
            l.normalStride,
            l.interleaved,
            l.interpolated,
            l.inWorld,
            l.previousStride,
            l.tangentStride,
            l.hasBounds,
            l.hasDeviceAddresses,
            l.forAccelerationStructures,
            write(l.positionTarget),
            write(l.normalTarget),
            write(l.previousTarget),
            write(l.tangentTarget),
            nullptr};
}

Status read(const PliantVertexLayout* from, VertexLayout& to) {
    if (Status status = check(from, "VertexLayout"); !status || !from) return status;
    to = {from->positionStride,
          from->normalStride,
          from->isInterleaved != 0,
          from->isInterpolated != 0,
          from->inWorld != 0,
          from->previousStride,
          from->tangentStride,
          from->hasBounds != 0,
          from->hasDeviceAddresses != 0,
          from->forAccelerationStructures != 0,
          read(from->positionTarget),
          read(from->normalTarget),
          read(from->previousTarget),
          read(from->tangentTarget)};
    return {};
}

PliantVertexSource write(const VertexSource& s) {
    return {0, s.stride, s.buffer, s.offset, s.sizeBytes};
}

Status read(const PliantVertexSource* from, VertexSource& to) {
    if (Status status = check(from, "VertexSource"); !status || !from) return status;
    to = {from->buffer, from->offset, from->sizeBytes, from->stride};
    return {};
}

}  // namespace pliant::c
