#include <cstdlib>

#include "backend.h"
#include "camera_work.h"
#include "commands.h"
#include "interrupt.h"
#include "number_from.h"
#include "pliant/fail.h"
#include "pliant/io/output_file.h"
#include "run_options.h"
#include "stability_warning.h"
#include "viewer/app.h"

namespace pliant::cli {
namespace {

struct ViewOptions {
    RunOptions run;
    viewer::AppOptions app;
    std::string camera = "stay";
};

// What the panel starts from, and what it builds anew when something is changed.
viewer::SceneChoice choiceOf(const RunOptions& run) {
    viewer::SceneChoice choice;
    choice.options = run.scene;
    choice.material = run.scene.fabric ? run.material : "sticks";
    choice.tethers = !run.noTethers && !run.plain;
    choice.levels = !run.noLevels && !run.plain;
    choice.compile = compileOptions(run);
    return choice;
}

// A file that cannot be written is told before the work begins.
Status checkRecord(const std::string& path, const Prepared& prepared, const RunOptions& run) {
    if (path.empty()) return {};
    if (!prepared.sample.game) return fail("--record: the scene '{}' is no game", run.scene.scene);
    const Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    return {};
}

Status checkScreenshot(const std::string& path) {
    if (path.empty()) return {};
    if (!path.ends_with(".png")) return fail("--screenshot '{}': the name must end in .png", path);
    const Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    return {};
}

bool isValidated() {
    const char* wanted = std::getenv("PLIANT_VALIDATION");
    return wanted && std::string_view(wanted) == "1";
}

Result<int> view(ViewOptions& options) {
    if (Status status = checkScreenshot(options.app.screenshot); !status) return status.error();
    listenForInterrupts();
    Result<std::unique_ptr<viewer::Display>> display = viewer::Display::open();
    if (!display) return display.error();
    Result<Prepared> prepared = prepare(options.run);
    if (!prepared) return prepared.error();
    const std::vector<InputFile> inputs = inputsOf(options.run);
    if (Status status = checkSpares(inputs, "--record", options.app.record); !status) return status.error();
    if (Status status = checkSpares(inputs, "--screenshot", options.app.screenshot); !status) return status.error();
    warnIfUnstable(prepared->scene(), frameSettings(options.run, prepared->sample));
    viewer::AppOptions& app = options.app;
    if (Status status = checkRecord(app.record, *prepared, options.run); !status) return status.error();
    app.script = prepared->script;
    app.validation = isValidated();
    app.wasInterrupted = wasInterrupted;
    app.hasOwnBendPeriod = options.run.step.bendPeriod > 0;
    app.hasOwnSubsteps = options.run.isGiven("--substeps");
    app.hasOwnIterations = options.run.isGiven("--iterations");
    app.settings.camera = cameraMotionNamed(options.camera);
    app.settings.step = frameSettings(options.run, prepared->sample);
    printStart(prepared->sample);
    viewer::BuiltScene scene{choiceOf(options.run), std::move(prepared->sample), prepared->schedule};
    Result<std::unique_ptr<viewer::App>> made = viewer::App::create(app, std::move(scene));
    if (!made) return made.error();
    if (Status status = (*made)->run(); !status) return status.error();
    if (wasInterrupted()) return interruptedStatus();
    return (*made)->validationMessages() > 0 ? 1 : 0;
}

}  // namespace

void addViewCommand(CLI::App& app, Command& chosen) {
    CLI::App* command = app.add_subcommand("view", "Open a window: see a scene move, and pull on it");
    auto options = std::make_shared<ViewOptions>();
    viewer::AppOptions& window = options->app;
    command->add_option("--width", window.width, "Of the window [pixels]")
        ->check(numberFrom(64, 16384))
        ->capture_default_str();
    command->add_option("--height", window.height, "Of the window [pixels]")
        ->check(numberFrom(64, 16384))
        ->capture_default_str();
    addPlayOption(*command, options->run);
    addUntangleOption(*command, options->run);
    command->add_option("--record", window.record, "Of a game: file to write its keys to when the window is closed")
        ->option_text("FILE");
    command
        ->add_option("--camera", options->camera,
                     "stay, follow (goes with the middle of the scene) or fit (keeps all of it in view)")
        ->check(CLI::IsMember({"stay", "follow", "fit"}))
        ->option_text("HOW [stay]");
    command->add_flag("--paused", window.isPaused, "Do not play at first");
    command->add_option("--frames", window.frames, "Close by itself after so many drawn frames")
        ->check(numberFrom(1u, 10'000'000u));
    command->add_option("--screenshot", window.screenshot, "File to write the window's last frame to (.png)")
        ->option_text("FILE");
    addSceneOptions(*command, options->run);
    command->remove_option(command->get_option("--json"));
    addStepOptions(*command, options->run);
    addDeviceOption(*command, window.device);
    command->callback([&chosen, options] { chosen = [options] { return view(*options); }; });
}

}  // namespace pliant::cli
