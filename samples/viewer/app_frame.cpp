#include <algorithm>
#include <chrono>
#include <cmath>

#include "viewer/app.h"
#include "viewer/game_view.h"
#include "viewer/insight.h"
#include "viewer/overlay_gui.h"

namespace pliant::viewer {
namespace {

constexpr double kWaitHidden = 0.05;  // [s], between looks at a window that shows nothing
constexpr double kRest = 0.03;        // [s], at most, while nothing goes on

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool isSame(const Collider& a, const Collider& b) {
    return a.shape == b.shape && a.pose == b.pose && a.radius == b.radius && a.halfHeight == b.halfHeight &&
           a.halfExtents == b.halfExtents;
}

bool isSame(const View& a, const View& b) {
    const bool areColliders = std::equal(a.colliders.begin(), a.colliders.end(), b.colliders.begin(), b.colliders.end(),
                                         [](const Collider& one, const Collider& other) { return isSame(one, other); });
    return a.camera == b.camera && a.show == b.show && a.wireframe == b.wireframe && a.fullStretch == b.fullStretch &&
           areColliders && a.markers == b.markers && a.hasParticles == b.hasParticles && a.insight == b.insight &&
           a.highlighted == b.highlighted;
}

}  // namespace

// Since the last frame; the first has none.
double App::measureElapsed() {
    const double time = now(), elapsed = lastTime_ > 0.0 ? time - lastTime_ : 0.0;
    lastTime_ = time;
    if (elapsed <= 0.0) return 0.0;
    constexpr double kShareOfNew = 0.1;
    const double rate = 1.0 / elapsed;
    framesPerSecond_ = framesPerSecond_ > 0.0 ? framesPerSecond_ + kShareOfNew * (rate - framesPerSecond_) : rate;
    return elapsed;
}

// Where nothing goes on there is nothing to hurry for.
void App::rest() {
    const bool isResting = !playback_.isPlaying() && detail_.isStill() && !builder_.isBusy() && options_.frames == 0;
    if (isResting) window_->wait(kRest);
}

Status App::runFrame(bool isLast) {
    rest();
    const std::vector<InputEvent> events = window_->poll();
    gui_->beginFrame();
    const Wishes wishes = drawPanel(facts(), settings_);
    drawWords();
    checkSettings();
    Status status = handle(events);
    if (status) status = fulfil(wishes);
    if (status) status = takeBuilt();
    const Result<std::optional<Frame>> frame =
        status ? screen_->begin(window_->pixels()) : Result<std::optional<Frame>>(status.error());
    if (!frame || !*frame) {
        gui_->dropFrame();
        if (!frame) return frame.error();
        window_->wait(kWaitHidden);
        lastTime_ = 0.0;  // hidden time is not simulated
        return {};
    }
    const double elapsed = measureElapsed();
    if (Status watched = watch(elapsed); !watched) return watched;
    if (Status moved = moveCamera(); !moved) return moved;
    if (Status looked = lookIntoState(); !looked) return looked;
    return drawFrame(**frame, elapsed, isLast);
}

// As of the step before this frame's: the one that is being recorded has no state yet, and is looked into in the next.
Status App::lookIntoState() {
    if (!needsState(settings_.show)) {
        lookedInto_.reset();
        return {};
    }
    const bool isOfScene = settings_.show == Show::Thickness;  // and not of its state
    const std::pair now{settings_.show, isOfScene ? 0 : playback_.steps()};
    if (lookedInto_ == now) return {};
    lookedInto_ = now;
    ++insight_;
    return lookInto(*model_, view());
}

void App::drawWords() const {
    const std::vector<std::string> board = session_ ? session_->board() : std::vector<std::string>();
    drawOverlay(overlayOf(paperOfWindow(window_->size()), model_->sample(), board, view()));
}

Status App::drawFrame(const Frame& frame, double elapsed, bool isLast) {
    timer_->collect(frame.index);
    if (timer_->lastMs(Stage::Draw) > 0.0) {
        detail_.measured(frameShares_[frame.index], timer_->lastMs(Stage::Draw));
    }
    if (Status status = fitToScreen(); !status) return status;
    const VkCommandBuffer commands = frame.commands;
    timer_->begin(commands, frame.index);
    const bool hasMoved = recordSteps(commands, elapsed);
    timer_->end(commands, frame.index, Stage::Simulate, hasMoved);
    if (hasMoved) {
        if (Status status = model_->recordVertices(commands); !status) return status;
    }
    timer_->end(commands, frame.index, Stage::Normals, hasMoved);
    const bool isKept = isLast && !options_.screenshot.empty();
    if (Status status = drawScene(frame, hasMoved, elapsed, isKept); !status) return status;
    canvas_->recordScene(commands, picture_.image, pictureExtent_);
    if (Status status = gui_->record(commands); !status) return status;
    if (isKept) {
        if (Status status = canvas_->recordReadBack(commands); !status) return status;
    }
    canvas_->recordCopy(commands, frame.target);
    if (Status status = screen_->end(frame); !status) return status;
    ++drawn_;
    isKept_ = isKept;
    return {};
}

// Anew only where something has changed, so that the panel stays quick.
Status App::drawScene(const Frame& frame, bool hasMoved, double elapsed, bool inFull) {
    View wanted = view();
    const bool hasChanged = hasMoved || pictureShare_ == 0.0 || !isSame(wanted, pictured_);
    const double chosen = detail_.shareFor(hasChanged, elapsed);
    const double share = inFull || settings_.isAlwaysFine ? 1.0 : chosen;
    const bool isDrawn = hasChanged || share != pictureShare_;
    if (share != pictureShare_) {
        if (Status status = makePicture(share); !status) return status;
    }
    wanted.dotScale = static_cast<float>(share);
    if (isDrawn) {
        const Status status = renderer_->record(frame.commands, frame.index, picture_.view, *model_, wanted);
        if (!status) return status;
        pictured_ = wanted;
    }
    frameShares_[frame.index] = share;
    timer_->end(frame.commands, frame.index, Stage::Draw, isDrawn);
    return {};
}

Status App::makePicture(double share) {
    if (Status status = screen_->wait(); !status) return status;
    const auto scaled = [&](std::uint32_t size) {
        return std::max(1u, static_cast<std::uint32_t>(std::lround(share * size)));
    };
    pictureExtent_ = {scaled(canvas_->extent.width), scaled(canvas_->extent.height)};
    ImageRequest request;
    request.format = Canvas::sceneFormat(screen_->swapchain().format.format);
    request.extent = pictureExtent_;
    request.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    Result<OwnedImage> picture = createImage(*device_, request, "picture of the scene");
    if (!picture) return picture.error();
    picture_ = std::move(*picture);
    pictureShare_ = share;
    return renderer_->resize(pictureExtent_);
}

Status App::fitToScreen() {
    if (generation_ == screen_->generation()) return {};
    const Swapchain& swapchain = screen_->swapchain();
    Result<std::unique_ptr<Canvas>> canvas = Canvas::create(*device_, swapchain.format.format, swapchain.extent);
    if (!canvas) return canvas.error();
    if (Status status = gui_->setCanvas(**canvas); !status) return status;
    canvas_ = std::move(*canvas);
    pictureShare_ = 0.0;
    generation_ = screen_->generation();
    return {};
}

// Whether a step was recorded. One that cannot be planned is told, and the settings go back to what they were.
bool App::recordSteps(VkCommandBuffer commands, double elapsed) {
    const double dt = settings_.step.dt;
    const std::uint32_t due = playback_.stepsDue(elapsed, dt);
    if (due == 0) {
        if (!playback_.isPlaying()) world_.stand(settings_.world);
        prepareInputs(0.0);
    }
    std::uint32_t taken = 0;
    for (; taken < due; ++taken) {
        const Status status = game() ? playStep() : step(commands, dt);
        if (!status) {
            message_ = status.error().message;
            playback_.pause();
            break;
        }
        touch_.stepTaken(dt, lastInputs_);
        world_.stepTaken(settings_.world, dt);
        playback_.stepTaken(dt);
    }
    playback_.frameOver(elapsed);
    return taken > 0;
}

Status App::step(VkCommandBuffer commands, double dt) {
    prepareInputs(dt);
    return model_->solver().recordStep(commands, settings_.step, lastInputs_);
}

// What is done in a step of a game depends on what the last one has led to: each is waited for.
Status App::playStep() {
    sceneInputs_ = lastInputs_ = session_->inputs(keysDown(*window_, game()->keyNames()));
    const auto record = [&](VkCommandBuffer commands) {
        return model_->solver().recordStep(commands, settings_.step, lastInputs_);
    };
    if (Status status = device_->submitAndWait(record); !status) return status;
    const Result<Snapshot> state = model_->snapshot();
    if (!state) return state.error();
    session_->look(*state);
    return {};
}

View App::view() const {
    View view;
    view.camera = camera_;
    view.show = settings_.show;
    view.wireframe = settings_.wireframe;
    view.fullStretch = settings_.fullStretch;
    view.colliders = model_->inWorld(lastInputs_.colliders);
    view.hasParticles = settings_.hasMarkers;
    if (settings_.hasMarkers && !model_->sample().showsParticles) view.markers = touch_.pinned();
    view.highlighted = touch_.held();
    view.insight = insight_;
    return view;
}

}  // namespace pliant::viewer
