#include "viewer/model.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/gpu/uploads.h"
#include "viewer/model_buffers.h"

namespace pliant::viewer {

struct Model::State {
    State(Device& usedDevice, samples::SampleScene shownSample, SchedulePtr shownSchedule)
        : device(usedDevice), sample(std::move(shownSample)), schedule(std::move(shownSchedule)), uploads(device.gpu) {}

    Device& device;
    samples::SampleScene sample;
    SchedulePtr schedule;
    std::optional<GpuSolver> solver;
    std::optional<GpuSurface> surface;
    std::vector<CarriedVertex> carried;
    Buffers buffers;
    Uploads uploads;

    Status createSolver(const Surface& drawn);
    Status createTables(const ModelTables& tables);
    Status createSticks();
    Status createShown(const ModelTables& tables);
    Status uploadAll();
    Status recordVertices(VkCommandBuffer commands);
    template <class T>
    Status createFilled(Buffer& buffer, const std::vector<T>& items, std::string_view name);
    Status createEmpty(Buffer& buffer, std::uint64_t sizeBytes, std::string_view name);
};

Status Model::State::createEmpty(Buffer& buffer, std::uint64_t sizeBytes, std::string_view name) {
    Result<Buffer> made = createDeviceBuffer(device.gpu, sizeBytes, name);
    if (!made) return made.error();
    buffer = std::move(*made);
    return {};
}

template <class T>
Status Model::State::createFilled(Buffer& buffer, const std::vector<T>& items, std::string_view name) {
    if (Status status = createEmpty(buffer, items.size() * sizeof(T), name); !status) return status;
    return uploads.add(buffer, items.data(), items.size() * sizeof(T));
}

Status Model::State::createSolver(const Surface& drawn) {
    Result<GpuSolver> made = GpuSolver::create(device.gpu, schedule);
    if (!made) return made.error();
    solver.emplace(std::move(*made));
    Result<GpuSurface> madeSurface = GpuSurface::create(*solver, drawn, {.inWorld = true});
    if (!madeSurface) return madeSurface.error();
    surface.emplace(std::move(*madeSurface));
    return sample.start ? solver->restore(samples::startOf(sample, *schedule)) : Status();
}

Status Model::State::createTables(const ModelTables& tables) {
    Buffers& b = buffers;
    b.segmentCount = static_cast<std::uint32_t>(tables.segments.size());
    b.outlineCount = static_cast<std::uint32_t>(tables.outlines.size());
    b.endCount = static_cast<std::uint32_t>(tables.ropeEnds.size());
    b.edgeIndices = static_cast<std::uint32_t>(tables.edges.size());
    b.size = tables.size;
    b.ground = tables.ground;
    if (Status s = createFilled(b.places, tables.places, "places on bodies"); !s) return s;
    if (Status s = createFilled(b.styles, tables.styles, "looks of bodies"); !s) return s;
    std::vector<glm::uvec4> segments = tables.segments;
    segments.insert(segments.end(), tables.outlines.begin(), tables.outlines.end());
    if (Status s = createFilled(b.segments, segments, "segments of ropes and outlines"); !s) return s;
    if (Status s = createFilled(b.strainFirst, tables.strainFirst, "row starts of strains"); !s) return s;
    if (Status s = createFilled(b.strainEntries, tables.strainEntries, "sticks of strains"); !s) return s;
    b.smoothIndices = static_cast<std::uint32_t>(tables.creases.smooth.size());
    b.creaseCorners = tables.creases.cornerCount;
    if (Status s = createFilled(b.smooth, tables.creases.smooth, "triangles without creases"); !s) return s;
    if (Status s = createFilled(b.creases, tables.creases.table, "creases"); !s) return s;
    return createFilled(b.edges, tables.edges, "edges of triangles");
}

Status Model::State::createSticks() {
    std::vector<std::uint32_t> ends;
    ends.reserve(2 * schedule->sticks.size());
    for (const Stick& stick : schedule->sticks)
        ends.insert(ends.end(), {stick.a, stick.b});
    return createFilled(buffers.sticks, ends, "ends of sticks");
}

Status Model::State::createShown(const ModelTables& tables) {
    const std::size_t particles = schedule->particles.size();
    Buffers& b = buffers;
    b.particleCount = static_cast<std::uint32_t>(particles);
    b.vertexCount = surface->vertexCount();
    if (Status s = createFilled(b.carried, carried, "carried vertices"); !s) return s;
    b.dotCapacity = b.particleCount + 1;  // every particle marked, and one of them highlighted
    std::vector<std::uint32_t> dots(b.dotCapacity, 0);
    dots.insert(dots.end(), tables.ropeEnds.begin(), tables.ropeEnds.end());
    for (std::uint32_t i = 0; sample.showsParticles && i < b.particleCount; ++i)
        dots.push_back(i);
    if (Status s = createFilled(b.dots, dots, "dots"); !s) return s;
    if (Status s = createEmpty(b.needles, 2 * particles * sizeof(vec4), "needles"); !s) return s;
    if (Status s = createFilled(b.strains, std::vector<float>(b.vertexCount, 0.0f), "strains"); !s) return s;
    return createFilled(b.heat, std::vector<float>(b.vertexCount, 0.0f), "heat");
}

Status Model::State::recordVertices(VkCommandBuffer commands) {
    return surface->record(commands, 1.0f, worldView(solver->frames()));
}

Status Model::State::uploadAll() {
    const Status done = device.submitAndWait([&](VkCommandBuffer commands) -> Status {
        if (Status status = solver->recordUpload(commands); !status) return status;
        if (Status status = surface->recordUpload(commands); !status) return status;
        if (Status status = uploads.record(commands); !status) return status;
        return recordVertices(commands);
    });
    if (!done) return done;
    solver->releaseUpload();
    surface->releaseUpload();
    uploads.release();
    return {};
}

namespace {

// Every vertex is drawn by its number.
Status checkNumbers(const Device& device, const Surface& surface) {
    const std::uint64_t most = std::uint64_t(device.properties.limits.maxDrawIndexedIndexValue) + 1;
    const std::size_t vertices = surface.rowFirst.size() - 1;
    if (vertices <= most) return {};
    return fail("the scene has {} vertices, but '{}' draws at most {}", vertices, device.properties.deviceName, most);
}

// Of a vertex that four particles carry.
float heatOf(const CarriedVertex& v, const std::vector<float>& heat) {
    const float first = 1.0f - v.x - v.y - v.z;
    return std::clamp(first * heat[v.a] + v.x * heat[v.b] + v.y * heat[v.c] + v.z * heat[v.d], 0.0f, 1.0f);
}

}  // namespace

Model::Model() = default;
Model::~Model() = default;

Result<std::unique_ptr<Model>> Model::create(Device& device, samples::SampleScene sample, SchedulePtr schedule) {
    const Surface drawn = surfaceOf(sample.scene, *schedule);
    if (Status status = checkNumbers(device, drawn); !status) return status.error();
    std::unique_ptr<Model> model(new Model);
    model->state_ = std::make_unique<State>(device, std::move(sample), std::move(schedule));
    State& s = *model->state_;
    s.carried = drawn.carried;
    if (Status status = s.createSolver(drawn); !status) return status.error();
    const ModelTables tables = tablesOf(s.sample, *s.schedule, drawn);
    if (Status status = s.createTables(tables); !status) return status.error();
    if (Status status = s.createSticks(); !status) return status.error();
    if (Status status = s.createShown(tables); !status) return status.error();
    if (Status status = s.uploadAll(); !status) return status.error();
    return model;
}

Status Model::recordStep(VkCommandBuffer commands, const StepSettings& settings, const StepInputs& inputs,
                         const std::function<Result<VkCommandBuffer>()>& nextPart) {
    const auto goOn = [&]() -> Result<VkCommandBuffer> {
        Result<VkCommandBuffer> next = nextPart();
        if (next) commands = *next;
        return next;
    };
    std::function<Result<VkCommandBuffer>()> parts;
    if (nextPart) parts = goOn;
    if (Status status = state_->solver->recordStep(commands, settings, inputs, parts); !status) return status;
    return recordVertices(commands);
}

Status Model::recordVertices(VkCommandBuffer commands) {
    return state_->recordVertices(commands);
}

Result<Snapshot> Model::snapshot() {
    const auto record = [&](VkCommandBuffer commands) { return state_->solver->recordSnapshot(commands); };
    const Status done = state_->device.submitAndWait(record);
    if (!done) return done.error();
    return state_->solver->recordedSnapshot();
}

Result<std::vector<vec3>> Model::places() {
    const Result<Snapshot> now = snapshot();
    if (!now) return now.error();
    return worldPositions(*state_->schedule, *now);
}

std::vector<Collider> Model::inWorld(const std::vector<Collider>& colliders) const {
    const WorldView view = worldView(state_->solver->frames());
    std::vector<Collider> seen;
    for (const Collider& collider : colliders)
        seen.push_back(worldCollider(collider, view));
    return seen;
}

Status Model::restore(const Snapshot& snapshot) {
    if (Status status = state_->solver->restore(snapshot); !status) return status;
    return state_->uploadAll();
}

Status Model::setHeat(const std::vector<float>& heat) {
    State& s = *state_;
    const std::vector<std::uint32_t>& locals = s.schedule->localParticle;
    if (heat.size() != locals.size()) {
        return fail("there are {} numbers to be shown, but {} particles", heat.size(), locals.size());
    }
    std::vector<float> sorted(heat.size());
    for (std::size_t i = 0; i < heat.size(); ++i)
        sorted[locals[i]] = heat[i];
    for (const CarriedVertex& v : s.carried)
        sorted.push_back(heatOf(v, sorted));
    if (Status status = s.uploads.add(s.buffers.heat, sorted.data(), sorted.size() * sizeof(float)); !status)
        return status;
    return s.uploadAll();
}

Status Model::setNeedles(const std::vector<vec4>& ends) {
    State& s = *state_;
    const std::size_t room = 2 * s.schedule->particles.size();
    if (ends.size() > room) return fail("there are {} ends of needles, and room for {}", ends.size(), room);
    s.buffers.needleEnds = static_cast<std::uint32_t>(ends.size());
    if (Status status = s.uploads.add(s.buffers.needles, ends.data(), ends.size() * sizeof(vec4)); !status)
        return status;
    return s.uploadAll();
}

const samples::SampleScene& Model::sample() const {
    return state_->sample;
}
const SchedulePtr& Model::schedule() const {
    return state_->schedule;
}
GpuSolver& Model::solver() {
    return *state_->solver;
}
const GpuSurface& Model::surface() const {
    return *state_->surface;
}
const Model::Buffers& Model::buffers() const {
    return state_->buffers;
}

}  // namespace pliant::viewer
