#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

#include "backend.h"
#include "camera_work.h"
#include "commands.h"
#include "crossing_note.h"
#include "interrupt.h"
#include "median.h"
#include "number_from.h"
#include "picture_files.h"
#include "pliant/fail.h"
#include "pliant/say.h"
#include "pliant/state/crossings.h"
#include "progress.h"
#include "report.h"
#include "stability_warning.h"
#include "studio.h"
#include "viewer/insight.h"
#include "viewer/overlay.h"

namespace pliant::cli {
namespace {

using viewer::Image;

struct RenderOptions {
    RunOptions run;
    std::string device;
    std::optional<std::uint32_t> wantedFrames;
    std::uint32_t frames = 0;
    std::uint32_t every = 1;
    std::vector<std::string> outputs;
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
    std::string show = "fabric";
    bool wireframe = false;
    std::optional<float> yaw, pitch;  // [degrees]
    std::optional<float> distance;    // [m]
    std::string target;
    std::string camera = "fit";
    bool keepPartial = false;

    float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
};

struct Timing {
    std::vector<double> simulateMs, drawMs;
};

constexpr std::pair<std::string_view, viewer::Show> kShown[] = {
    {"fabric", viewer::Show::Fabric},     {"stretch", viewer::Show::Stretch},     {"colours", viewer::Show::Colours},
    {"contacts", viewer::Show::Contacts}, {"thickness", viewer::Show::Thickness}, {"sleep", viewer::Show::Sleep}};

viewer::Show showNamed(const std::string& name) {
    return std::find_if(std::begin(kShown), std::end(kShown), [&](const auto& shown) { return shown.first == name; })
        ->second;
}

Status applyOptions(const RenderOptions& options, viewer::View& view) {
    constexpr float kRadiansPerDegree = std::numbers::pi_v<float> / 180.0f;
    view.show = showNamed(options.show);
    view.wireframe = options.wireframe;
    if (options.yaw) view.camera.yaw = *options.yaw * kRadiansPerDegree;
    if (options.pitch) view.camera.pitch = *options.pitch * kRadiansPerDegree;
    if (options.distance) view.camera.distance = *options.distance;
    if (options.target.empty()) return {};
    const Result<vec3> target = samples::parsePoint(options.target, "--target");
    if (!target) return target.error();
    view.camera.target = *target;
    return {};
}

// What it returns, and how long it took [ms].
auto timed(std::vector<double>& times, const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    auto result = work();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    return result;
}

// As the scene looks now, with what is said of it.
Result<Image> pictureOf(Studio& studio, const std::vector<std::string>& board) {
    if (Status status = lookInto(*studio.model, studio.view); !status) return status.error();
    Result<Image> image = studio.maker->take(*studio.model, studio.view);
    if (!image) return image;
    const viewer::Paper paper = viewer::paperOf(image->width, image->height);
    paint(overlayOf(paper, studio.model->sample(), board, studio.view), *image);
    return image;
}

// A long step goes in parts, and an interrupt is heard between them.
Status takeStep(Studio& studio, const StepSettings& settings, const StepInputs& inputs) {
    const auto goOn = [&]() -> Result<VkCommandBuffer> {
        if (wasInterrupted()) return fail("interrupted within a frame");
        return studio.device->nextPart();
    };
    return studio.device->submitAndWait(
        [&](VkCommandBuffer commands) { return studio.model->recordStep(commands, settings, inputs, goOn); });
}

// How far a run has come.
struct Course {
    std::uint32_t frames = 0;  // finished
    Image picture;             // the last that was drawn
    Snapshot last;             // the state after the last frame, where its picture may be kept
};

// Steps through all frames, unless it is interrupted.
Result<Course> runFrames(const RenderOptions& options, samples::Session& session, Studio& studio, CameraWork& camera,
                         PictureFiles& files, Timing& timing) {
    const StepSettings settings = frameSettings(options.run, studio.model->sample());
    const bool mayKeepLast = options.keepPartial && files.wantsLast();
    Course course;
    Progress progress("rendering", options.frames);
    for (std::uint32_t frame = 1; frame <= options.frames && !wasInterrupted(); ++frame) {
        const StepInputs inputs = frameInputs(options.run, session, frame);
        const Status stepped = timed(timing.simulateMs, [&] { return takeStep(studio, settings, inputs); });
        if (!stepped && wasInterrupted()) return course;
        if (!stepped) return stepped.error();
        if (session.isGame() || mayKeepLast) {
            Result<Snapshot> state = studio.model->snapshot();
            if (!state) return state.error();
            session.look(*state);
            course.last = std::move(*state);
        }
        studio.view.colliders = studio.model->inWorld(inputs.colliders);
        course.frames = frame;
        progress.update(frame);

        const bool isWanted = files.wantsAll() && frame % options.every == 0;
        if (!isWanted && frame < options.frames) continue;
        if (Status status = camera.point(studio); !status) return status.error();
        Result<Image> image = timed(timing.drawMs, [&] { return pictureOf(studio, session.board()); });
        if (!image) return image.error();
        if (isWanted) {
            if (Status status = files.add(*image); !status) return status.error();
        }
        course.picture = std::move(*image);
    }
    return course;
}

// Numbered pictures are whole as they are; movies and the last picture are finished if they are wanted.
Error endInterrupted(const RenderOptions& options, const Course& course, const samples::Session& session,
                     Studio& studio, CameraWork& camera, PictureFiles& files) {
    if (options.keepPartial && course.frames > 0) {
        Result<Image> last = Image{};
        if (files.wantsLast()) {
            if (Status status = studio.model->restore(course.last); !status) return status.error();
            if (Status status = camera.point(studio); !status) return status.error();
            last = pictureOf(studio, session.board());
        }
        if (!last) return last.error();
        if (Status status = files.finish(*last); !status) return status.error();
        return interruptedAfter(course.frames, options.frames, files.account());
    }
    const Error error = interruptedAfter(course.frames, options.frames, files.numbered());
    if (options.keepPartial || !files.hasUnfinished()) return error;
    return fail("{}; --keep-partial would keep the other files of those", error.message);
}

struct Report {
    const RenderOptions& options;
    const Studio& studio;
    const Timing& timing;
    const std::vector<std::string>& account;
    const CameraWork& camera;

    const std::string& device() const { return studio.device->gpu->info().name; }
};

void printJson(const Report& r) {
    nlohmann::ordered_json empty = nlohmann::ordered_json::array();
    for (const CameraWork::Row& row : r.camera.emptyRows())
        empty.push_back({row.first, row.last});
    const nlohmann::ordered_json report = {{"scene", r.options.run.scene.scene},
                                           {"device", r.device()},
                                           {"particles", r.studio.model->schedule()->particles.size()},
                                           {"loose_vertices", looseVertexCount(r.studio.model->sample().scene)},
                                           {"frames", r.options.frames},
                                           {"pictures", r.timing.drawMs.size()},
                                           {"pictures_without_scene", empty},
                                           {"width", r.options.width},
                                           {"height", r.options.height},
                                           {"simulate_ms_per_frame", median(r.timing.simulateMs)},
                                           {"draw_ms_per_frame", median(r.timing.drawMs)},
                                           {"wrote", r.account}};
    printReport(report);
}

void printText(const Report& r) {
    fmt::print("{}: {}, {} of 1/{:g} s on {}\n", r.options.run.scene.scene,
               counted(r.studio.model->schedule()->particles.size(), "particle"), counted(r.options.frames, "frame"),
               r.options.run.fps, r.device());
    fmt::print("  simulate  {:.4g} ms per frame\n", median(r.timing.simulateMs));
    fmt::print("  draw      {:.4g} ms per picture of {} x {}\n", median(r.timing.drawMs), r.options.width,
               r.options.height);
    for (const std::string& line : r.account)
        fmt::print("  wrote     {}\n", line);
    const samples::SampleScene& sample = r.studio.model->sample();
    printNotes(sample, frameSettings(r.options.run, sample));
}

// As `simulate` does: a picture may not show it.
Status warnOfCrossings(const RenderOptions& options, Studio& studio) {
    const samples::SampleScene& sample = studio.model->sample();
    if (sample.scene.contacts.empty()) return {};
    const Result<Snapshot> last = studio.model->snapshot();
    if (!last) return last.error();
    const Result<std::vector<Crossing>> crossings = crossingsOf(sample.scene, last->positions);
    if (!crossings) return crossings.error();
    const CrossingNote note = noteOnCrossings(sample, options.run.scene.scene, crossings->size());
    if (note.isWarning && last->lost == 0) fmt::print("  WARNING   {}\n", note.text);
    return {};
}

Result<int> render(RenderOptions& options) {
    Result<PictureFiles> files = PictureFiles::plan(options.outputs, options.width, options.height);
    if (!files) return files.error();
    if (Status status = files->checkSpares(inputsOf(options.run)); !status) return status.error();
    Result<Prepared> prepared = prepare(options.run);
    if (!prepared) return prepared.error();
    options.frames = framesOf(options.wantedFrames, *prepared, 300);
    if (!files->wantsAll() && options.every != 1)
        return fail("--every has no meaning without a movie or numbered pictures");
    if (files->wantsAll() && options.every > options.frames) {
        return fail("--every {} draws none of {} frames", options.every, options.frames);
    }
    const std::string lack = viewer::lackOf(showNamed(options.show), prepared->sample);
    if (!lack.empty()) return fail("--show {}: scene '{}' {}", options.show, options.run.scene.scene, lack);
    warnIfUnstable(prepared->scene(), frameSettings(options.run, prepared->sample));
    samples::Session session = prepared->session(options.run);
    Result<Studio> studio = openStudio(options.device, options.width, options.height, *prepared);
    if (!studio) return studio.error();
    if (Status status = applyOptions(options, studio->view); !status) return status.error();
    listenForInterrupts();  // from here on there is something to tidy up
    if (Status status = files->open(options.run.fps / options.every); !status) return status.error();

    Timing timing;
    CameraWork camera(cameraMotionNamed(options.camera), *studio, options.aspect());
    const Result<Course> course = runFrames(options, session, *studio, camera, *files, timing);
    if (!course) return course.error();
    if (course->frames < options.frames) return endInterrupted(options, *course, session, *studio, camera, *files);
    if (Status status = files->finish(course->picture); !status) return status.error();
    const std::vector<std::string> account = files->account();
    const Report report{options, *studio, timing, account, camera};
    options.run.json ? printJson(report) : printText(report);
    if (const std::string complaint = camera.complaint(); !complaint.empty()) say("pliant: warning: {}\n", complaint);
    if (options.run.json) return 0;
    if (Status status = warnOfCrossings(options, *studio); !status) return status.error();
    return 0;
}

void addPictureOptions(CLI::App& command, RenderOptions& options) {
    command.add_option("--width", options.width, "Of the pictures [pixels]")
        ->check(numberFrom(1u, 1'000'000u))
        ->capture_default_str();
    command.add_option("--height", options.height, "Of the pictures [pixels]")
        ->check(numberFrom(1u, 1'000'000u))
        ->capture_default_str();
    command.add_option("--show", options.show, "fabric, stretch, colours (of the graph), contacts, thickness or sleep")
        ->check(CLI::IsMember({"fabric", "stretch", "colours", "contacts", "thickness", "sleep"}))
        ->capture_default_str();
    command.add_flag("--wireframe", options.wireframe, "Draw the edges of triangles too");
}

void addCameraOptions(CLI::App& command, RenderOptions& options) {
    const std::string group = "Camera";
    command.add_option("--yaw", options.yaw, "Of the camera around what it looks at [degrees]; 0 looks along -z")
        ->check(numberFrom(-360.0, 360.0))
        ->group(group);
    command.add_option("--pitch", options.pitch, "Of the camera above the horizon [degrees]")
        ->check(numberFrom(-88.0, 88.0))
        ->group(group);
    command.add_option("--distance", options.distance, "Of the camera from what it looks at [m]")
        ->check(numberFrom(1e-3, 1e6))
        ->group(group);
    command
        .add_option("--target", options.target,
                    "What the camera looks at [m] (default, as of the three above: the scene's)")
        ->option_text("X,Y,Z")
        ->group(group);
    command
        .add_option("--camera", options.camera,
                    "fit (goes after what leaves the picture), follow (goes with its middle) or stay")
        ->check(CLI::IsMember({"fit", "follow", "stay"}))
        ->option_text("HOW [fit]")
        ->group(group);
}

}  // namespace

void addRenderCommand(CLI::App& app, Command& chosen) {
    CLI::App* command =
        app.add_subcommand("render", "Run a scene and draw it to a picture, numbered pictures or a movie");
    auto options = std::make_shared<RenderOptions>();
    command->add_option("--frames", options->wantedFrames, "Frames to simulate (default 300, or all of --play)")
        ->check(numberFrom(1u, 10'000'000u));
    addPlayOption(*command, options->run);
    addUntangleOption(*command, options->run);
    command
        ->add_option("--every", options->every,
                     "Draw every so many frames: a movie has as many fewer pictures per second")
        ->check(numberFrom(1u, 10'000'000u))
        ->capture_default_str();
    command
        ->add_option("--out", options->outputs,
                     "x.png (last frame), folder/%04d.png (all), x.mp4 or x.gif (ffmpeg); may be repeated")
        ->required()
        ->allow_extra_args(false)
        ->option_text("FILE (needed)");
    command->add_flag("--keep-partial", options->keepPartial,
                      "When interrupted, finish movies and the last picture with the frames so far");
    addPictureOptions(*command, *options);
    addCameraOptions(*command, *options);
    addSceneOptions(*command, options->run);
    addStepOptions(*command, options->run);
    addDeviceOption(*command, options->device);
    command->callback([&chosen, options] { chosen = [options] { return render(*options); }; });
}

}  // namespace pliant::cli
