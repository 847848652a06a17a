#include "viewer/app.h"

#include <utility>

#include "pliant/fail.h"
#include "pliant/say.h"

namespace pliant::viewer {
namespace {

std::vector<std::uint8_t> pinnedOf(const Scene& scene) {
    std::vector<std::uint8_t> pinned = scene.pinned;
    pinned.resize(scene.positions.size(), 0);
    return pinned;
}

// More dots than that hide what they mark.
constexpr std::size_t kManyMarkers = 500;

bool isSame(const StepSettings& a, const StepSettings& b) {
    return a.dt == b.dt && a.substeps == b.substeps && a.iterations == b.iterations && a.bendPeriod == b.bendPeriod &&
           a.method == b.method && a.relaxation == b.relaxation;
}

}  // namespace

App::App(const AppOptions& options)
    : options_(options),
      settings_(options.settings),
      goodStep_(options.settings.step),
      playback_(!options.isPaused),
      pointer_(camera_, touch_, [this](vec2 at) { return pickAt(at); }) {}

// A scene that is still being built is waited for: nobody is to look at a dead window meanwhile.
App::~App() {
    if (window_) window_->hide();
    if (screen_) (void)screen_->wait();  // before what it draws goes
}

Result<std::unique_ptr<App>> App::create(const AppOptions& options, BuiltScene scene) {
    std::unique_ptr<App> app(new App(options));
    Result<std::unique_ptr<Window>> window = Window::create("Pliant", options.width, options.height);
    if (!window) return window.error();
    app->window_ = std::move(*window);
    if (Status status = app->createDevice(); !status) return status.error();
    if (Status status = app->createScreen(); !status) return status.error();
    if (Status status = app->showScene(std::move(scene)); !status) return status.error();
    app->measurePanel();
    return app;
}

// ImGui shows no window before it has seen once how large it is.
void App::measurePanel() {
    gui_->beginFrame();
    Settings untouched = settings_;
    (void)drawPanel(facts(), untouched);
    gui_->dropFrame();
}

Status App::createDevice() {
    DeviceOptions options;
    options.device = options_.device;
    options.validation = options_.validation;
    options.onValidationMessage = [this](std::string_view text) {
        ++validationMessages_;
        say("validation: {}\n", text);
    };
    options.window = window_->needs();
    Result<std::unique_ptr<Device>> device = Device::create(options);
    if (!device) return device.error();
    device_ = std::move(*device);
    deviceName_ = device_->properties.deviceName;
    const bool isSoftware = device_->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (isSoftware) detail_ = Detail::startingCoarse();
    return {};
}

Status App::createScreen() {
    Result<std::unique_ptr<Screen>> screen = Screen::create(*device_, window_->pixels());
    if (!screen) return screen.error();
    screen_ = std::move(*screen);
    const VkFormat format = screen_->swapchain().format.format;
    Result<std::unique_ptr<Renderer>> renderer =
        Renderer::create(*device_, Canvas::sceneFormat(format), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    if (!renderer) return renderer.error();
    renderer_ = std::move(*renderer);
    Result<std::unique_ptr<GpuTimer>> timer = GpuTimer::create(*device_);
    if (!timer) return timer.error();
    timer_ = std::move(*timer);
    Result<std::unique_ptr<Gui>> gui = Gui::create(*device_, *window_, Canvas::panelFormat(format));
    if (!gui) return gui.error();
    gui_ = std::move(*gui);
    return {};
}

// The scene that runs goes on if the new one cannot be shown.
Status App::showScene(BuiltScene scene) {
    if (Status status = screen_->wait(); !status) return status;
    Result<std::unique_ptr<Model>> model = Model::create(*device_, std::move(scene.sample), scene.schedule);
    if (!model) return model.error();
    const bool isOther = !model_ || choice_.options.scene != scene.choice.options.scene;
    const std::optional<samples::UsualRun> before = model_ ? std::optional(model_->sample().usual) : std::nullopt;
    model_ = std::move(*model);
    choice_ = std::move(scene.choice);
    if (before) runAsUsual(*before);
    settings_.knobs = knobsOf(choice_.options, model_->sample().scene);
    surface_ = surfaceOf(model_->sample().scene, *model_->schedule());
    if (isOther) {
        settings_.world = settingsFor(model_->sample().scene, WorldSettings{});
        lookAtScene();
    }
    timer_->forget();
    beginTouch();
    if (isOther) settings_.hasMarkers = touch_.pinned().size() <= kManyMarkers;
    world_.reset(settings_.world);
    if (session_) options_.script.clear();
    startSession();
    playback_.reset();
    pictureShare_ = 0.0;
    lookedInto_.reset();
    middle_.reset();
    prepareInputs(0.0);
    return {};
}

Status App::takeBuilt() {
    std::optional<Result<BuiltScene>> built = builder_.takeIfReady();
    if (!built) return {};
    if (!*built) {
        message_ = built->error().message;
        return {};
    }
    const bool isOtherMaterial = (*built)->choice.material != choice_.material;
    const std::optional<Method> method = std::exchange((*built)->choice.method, std::nullopt);
    const Status status = showScene(std::move(**built));
    message_ = status ? "" : status.error().message;
    if (status && isOtherMaterial && !options_.hasOwnBendPeriod) {
        settings_.step.bendPeriod = goodStep_.bendPeriod = samples::usualBendPeriod(choice_.material);
    }
    if (status && method) settings_.step.method = goodStep_.method = *method;
    return {};
}

Status App::reset() {
    if (Status status = screen_->wait(); !status) return status;
    if (Status status = model_->restore(samples::startOf(model_->sample(), *model_->schedule())); !status)
        return status;
    beginTouch();
    world_.reset(settings_.world);
    startSession();
    playback_.reset();
    pictureShare_ = 0.0;
    lookedInto_.reset();
    prepareInputs(0.0);
    return {};
}

// Hands are as fast as the scene is large.
void App::beginTouch() {
    constexpr float kPicturesPerSecond = 3.0f;
    const samples::SampleScene& sample = model_->sample();
    const bool isFlat = sample.outlook && sample.outlook->isFlat;
    touch_.reset(pinnedOf(sample.scene), isFlat ? kPicturesPerSecond * sample.outlook->distance : Touch::kHandSpeed);
    if (sample.follower) touch_.setFollower(*sample.follower, sample.scene.positions[*sample.follower]);
    locks_ = locksOf(sample.scene);
    curves_.reset(sample.scene);
}

Status App::toggleLock(Locks::End end) {
    if (locks_.isEmpty()) return {};
    const Result<Snapshot> snapshot = model_->snapshot();
    if (!snapshot) return snapshot.error();
    locks_.toggle(touch_, end, snapshot->positions);
    return {};
}

// Reads the particles back, now and then, where somebody looks at the curves.
Status App::watch(double elapsed) {
    if (!settings_.hasCurves || !playback_.isPlaying() || !curves_.isDue(elapsed)) return {};
    const Result<Snapshot> snapshot = model_->snapshot();
    if (!snapshot) return snapshot.error();
    curves_.add(*snapshot);
    return {};
}

void App::startSession() {
    session_.emplace(model_->sample(), settings_.step.dt, options_.script);
    sessionStep_ = settings_.step;
}

// Of the step that comes next; one of no length: as things stand. Nobody's hand is in a game.
void App::prepareInputs(double dt) {
    const double from = playback_.time(), to = from + dt;
    if (game()) {
        if (playback_.steps() == 0) sceneInputs_ = lastInputs_ = model_->sample().inputs(from, to);
        return;
    }
    sceneInputs_ = model_->sample().inputs(from, to);
    lastInputs_ = world_.inputs(model_->sample(), settings_.world, touch_, from, to);
}

Beside App::besidePanel() const {
    return {window_->size(), settings_.hasPanel ? panelWidth() : 0.0f};
}

void App::lookAtScene() {
    constexpr float kRoomToLead = 1.35f;  // what follows the cursor goes where that is
    const samples::SampleScene& sample = model_->sample();
    camera_ = cameraFor(sample);
    if (sample.follower) camera_.distance *= kRoomToLead;
    const float aspect = sample.outlook.value_or(samples::Outlook{}).aspect;
    if (settings_.hasPanel) camera_.leaveAside(besidePanel(), aspect);
}

// What a person has set by hand stays where the scenes agree.
void App::runAsUsual(const samples::UsualRun& before) {
    const samples::UsualRun& now = model_->sample().usual;
    if (now.substeps != before.substeps && !options_.hasOwnSubsteps) settings_.step.substeps = now.substeps.value_or(0);
    if (now.iterations != before.iterations && !options_.hasOwnIterations) settings_.step.iterations = now.iterations;
}

// From where it is looked at, as it is now.
Status App::frameScene() {
    const Result<std::vector<vec3>> places = model_->places();
    if (!places) return places.error();
    camera_.frame(boundsOf(*places, model_->inWorld(lastInputs_.colliders)));
    camera_.leaveAside(besidePanel());
    return {};
}

// With the scene, where that is wanted: the particles are read back for it.
Status App::moveCamera() {
    if (settings_.camera == CameraMotion::Stay) middle_.reset();
    if (settings_.camera == CameraMotion::Stay || !playback_.isPlaying()) return {};
    const Result<std::vector<vec3>> places = model_->places();
    if (!places) return places.error();
    const Whereabouts now = whereaboutsOf(*places);
    if (settings_.camera == CameraMotion::Fit) {
        camera_.frame(now.bounds);
        camera_.leaveAside(besidePanel());
    } else if (middle_) {
        camera_.target += now.middle - *middle_;
    }
    middle_ = now.middle;
    return {};
}

Status App::fulfil(const Wishes& wishes) {
    if (wishes.toggle) playback_.toggle();
    if (wishes.step) playback_.stepOnce();
    if (wishes.build && !builder_.isBusy()) {
        message_.clear();
        builder_.start(*wishes.build);
    }
    if (wishes.lock) {
        if (Status status = toggleLock(*wishes.lock); !status) return status;
    }
    const bool isOtherGame = game() && !isSame(settings_.step, sessionStep_);  // of other steps
    if (wishes.reset || isOtherGame) return reset();
    if (wishes.frame) return frameScene();
    return {};
}

// A setting that cannot be is told, and taken back.
void App::checkSettings() {
    if (isSame(settings_.step, goodStep_)) return;
    const Schedule& schedule = *model_->schedule();
    const Result<StepPlan> plan = planStep(schedule, settings_.step, {}, initialProgress(schedule));
    message_ = plan ? "" : plan.error().message;
    if (plan) goodStep_ = settings_.step;
    else settings_.step = goodStep_;
}

PanelFacts App::facts() const {
    const Environment& environment = model_->sample().scene.environment;
    PanelFacts facts{choice_,     model_->sample(), *model_->schedule(), sceneInputs_.colliders, {}, playback_, *timer_,
                     deviceName_, message_};
    if (environment.airDensity > 0.0f) facts.wind = lastInputs_.wind.value_or(environment.wind);
    facts.framesPerSecond = framesPerSecond_;
    facts.detail = pictureShare_;
    facts.hasTriangles = !surface_.triangles.empty();
    facts.isBuilding = builder_.isBusy();
    facts.locks = &locks_;
    facts.touch = &touch_;
    facts.curves = &curves_;
    return facts;
}

Status App::run() {
    while (true) {
        const bool isAsked = window_->shouldClose() || options_.wasInterrupted();
        const bool isLast = isAsked || (options_.frames > 0 && drawn_ + 1 >= options_.frames);
        const std::uint32_t before = drawn_;
        if (Status status = runFrame(isLast); !status) return status;
        if (isAsked || (isLast && drawn_ > before)) break;
    }
    if (Status status = screen_->wait(); !status) return status;
    if (!options_.record.empty()) {
        const Status status =
            samples::writeKeys(options_.record, choice_.options, model_->sample(), sessionStep_, session_->pressed());
        if (!status) return status;
    }
    if (options_.screenshot.empty()) return {};
    if (!isKept_) return fail("--screenshot {}: the window showed nothing when it was closed", options_.screenshot);
    return writePng(options_.screenshot, canvas_->readBack());
}

}  // namespace pliant::viewer
