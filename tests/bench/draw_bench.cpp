// Where the time of a drawn frame goes: simulate, vertices (normals, and positions where they are laid out anew), draw.
// Each is submitted and waited for on its own. And what the hand-over from solver to renderer costs: positions where
// the solver has them, against copies of 12 bytes.

#include <benchmark/benchmark.h>

#include "viewer/picture.h"

namespace pliant::viewer {
namespace {

constexpr std::uint32_t kWidth = 1280, kHeight = 720;

Device* deviceFor(benchmark::State& state) {
    static const Result<std::unique_ptr<Device>> device = Device::create({});
    if (!device) {
        state.SkipWithError(device.error().message.c_str());
        return nullptr;
    }
    state.SetLabel((*device)->properties.deviceName);
    return device->get();
}

std::unique_ptr<Model> modelFor(benchmark::State& state, Device& device) {
    samples::SceneOptions options;
    options.scene = "cloth";
    options.size = static_cast<std::uint32_t>(state.range(0));
    options.fabric = *fabricNamed("stiff-cotton");
    samples::SampleScene sample = *samples::makeScene(options);
    const Result<SchedulePtr> schedule = compile(sample.scene);
    Result<std::unique_ptr<Model>> model = Model::create(device, std::move(sample), *schedule);
    if (model) return std::move(*model);
    state.SkipWithError(model.error().message.c_str());
    return nullptr;
}

StepSettings settingsOfTheCommand() {
    StepSettings settings;
    settings.bendPeriod = 12;
    return settings;
}

// Runs `record` in a submission of its own per iteration.
template <class Record>
void submitEach(benchmark::State& state, Device& device, Record&& record) {
    for (auto _ : state) {
        const Status status = device.submitAndWait(record);
        if (!status) return state.SkipWithError(status.error().message.c_str());
    }
}

void Simulate(benchmark::State& state) {
    Device* device = deviceFor(state);
    const std::unique_ptr<Model> model = device ? modelFor(state, *device) : nullptr;
    if (!model) return;
    submitEach(state, *device,
               [&](VkCommandBuffer commands) { return model->recordStep(commands, settingsOfTheCommand(), {}); });
}

void Vertices(benchmark::State& state) {
    Device* device = deviceFor(state);
    const std::unique_ptr<Model> model = device ? modelFor(state, *device) : nullptr;
    if (!model) return;
    submitEach(state, *device, [&](VkCommandBuffer commands) { return model->recordVertices(commands); });
}

// The same, with positions copied to 12 bytes each: what the hand-over without a copy saves.
void VerticesCopied(benchmark::State& state) {
    Device* device = deviceFor(state);
    const std::unique_ptr<Model> model = device ? modelFor(state, *device) : nullptr;
    if (!model) return;
    const Surface shape = surfaceOf(model->sample().scene, *model->schedule());
    Result<GpuSurface> surface = GpuSurface::create(model->solver(), shape, {.positionStride = 12, .normalStride = 12});
    if (!surface) return state.SkipWithError(surface.error().message.c_str());
    if (!device->submitAndWait([&](VkCommandBuffer commands) { return surface->recordUpload(commands); })) return;
    submitEach(state, *device, [&](VkCommandBuffer commands) { return surface->record(commands); });
}

void Draw(benchmark::State& state) {
    Device* device = deviceFor(state);
    const std::unique_ptr<Model> model = device ? modelFor(state, *device) : nullptr;
    if (!model) return;
    const Result<std::unique_ptr<PictureMaker>> maker = PictureMaker::create(*device, kWidth, kHeight);
    if (!maker) return state.SkipWithError(maker.error().message.c_str());
    for (int frame = 0; frame < 30; ++frame) {
        const auto record = [&](VkCommandBuffer c) { return model->recordStep(c, settingsOfTheCommand(), {}); };
        if (!device->submitAndWait(record)) return state.SkipWithError("the step failed");
    }
    View view;
    view.camera = cameraFor(model->sample());
    for (auto _ : state) {
        const Result<Image> image = (*maker)->take(*model, view);
        if (!image) return state.SkipWithError(image.error().message.c_str());
        benchmark::DoNotOptimize(image->pixels.data());
    }
}

BENCHMARK(Simulate)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(Vertices)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(VerticesCopied)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(Draw)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace pliant::viewer
