#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "backend.h"
#include "commands.h"
#include "crossing_note.h"
#include "interrupt.h"
#include "median.h"
#include "number_from.h"
#include "output_names.h"
#include "pliant/fail.h"
#include "pliant/io/frame_writer.h"
#include "pliant/io/pc2.h"
#include "pliant/state/crossings.h"
#include "pliant/state/stretch.h"
#include "pliant/surface/world.h"
#include "progress.h"
#include "report.h"
#include "report_file.h"
#include "run_options.h"
#include "stability_warning.h"

namespace pliant::cli {
namespace {

struct SimulateOptions {
    RunOptions run;
    BackendOptions backend;
    std::optional<std::uint32_t> wantedFrames;
    std::uint32_t frames = 0;
    std::vector<std::string> outputs;
    std::string report;
    bool keepPartial = false;

    std::vector<std::string> files() const {
        std::vector<std::string> all = outputs;
        if (!report.empty()) all.push_back(report);
        return all;
    }
    // The state after the last frame that is finished must be known at any time.
    bool mayKeepLast() const { return keepPartial && !outputs.empty(); }
};

std::string lowerCaseExtension(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

// The files that were asked for, opened before the work begins, so that a bad path is told at once.
class Outputs {
  public:
    Status open(const std::vector<std::string>& paths, const samples::SampleScene& sample, std::size_t frames) {
        if (Status status = checkGivenOnce(paths); !status) return status;
        if (paths.empty()) return {};
        scene_ = samples::sceneOfFiles(sample);
        std::size_t vertices = 0;
        for (const Body& body : scene_.bodies)
            vertices += shownVertexCount(body);
        for (const std::string& path : paths) {
            const std::string extension = lowerCaseExtension(path);
            if (extension == ".pc2") {
                Result<Pc2Writer> writer = Pc2Writer::create(path, vertices, frames + 1);
                if (!writer) return writer.error();
                motions_.push_back(std::move(*writer));
                continue;
            }
            if (extension != ".obj" && extension != ".ply") {
                return fail("--out '{}': the name must end in .obj, .ply or .pc2", path);
            }
            Result<OutputFile> file = OutputFile::create(path);
            if (!file) return file.error();
            pictures_.push_back({extension == ".obj" ? writeObj : writePly, std::move(*file)});
        }
        return {};
    }

    Status openReport(const std::string& path) {
        if (path.empty()) return {};
        Result<ReportFile> report = ReportFile::create(path);
        if (!report) return report.error();
        report_ = std::move(*report);
        return {};
    }

    bool needsEveryFrame() const { return !motions_.empty() || report_; }

    Status addReport(std::uint32_t frame, double time, const Scene& scene, const Snapshot& state,
                     const StepInputs& inputs) {
        if (!report_) return {};
        const auto crossings = crossingsOf(scene, state.positions);
        if (!crossings) return crossings.error();
        report_->add(frame, time, reportOf(scene, state, inputs.colliders), crossings->size());
        return {};
    }

    Status addFrame(const std::vector<vec3>& positions) {
        if (motions_.empty()) return {};
        const std::vector<vec3> vertices = userVertices(scene_, positions);
        for (Pc2Writer& motion : motions_) {
            if (Status status = motion.addSample(vertices); !status) return status;
        }
        return {};
    }

    // Writes the last frame. No file is put in its place before all of them are safe on the disk.
    Status finish(const std::vector<vec3>& positions) {
        for (auto& [write, file] : pictures_) {
            if (Status status = write(file, scene_, positions); !status) return status;
            if (Status status = file.close(); !status) return status;
        }
        for (Pc2Writer& motion : motions_) {
            if (Status status = motion.close(); !status) return status;
        }
        for (auto& [write, file] : pictures_) {
            if (Status status = file.finish(); !status) return status;
        }
        for (Pc2Writer& motion : motions_) {
            if (Status status = motion.finish(); !status) return status;
        }
        if (report_) return report_->finish();
        return {};
    }

  private:
    struct Picture {
        Status (*write)(OutputFile&, const Scene&, const std::vector<vec3>&);
        OutputFile file;
    };
    Scene scene_;  // that they show
    std::vector<Picture> pictures_;
    std::vector<Pc2Writer> motions_;
    std::optional<ReportFile> report_;
};

// What the report says, gathered frame by frame.
struct Measurement {
    std::vector<double> frameMs;  // of frames that begin with nothing asleep
    double meanSum = 0.0, pressedSum = 0.0;
    std::size_t measuredFrames = 0;
    Stretch stretch;  // mean of the means, largest of the others

    void add(const Stretch& frame) {
        meanSum += frame.mean;
        pressedSum += frame.pressed;
        ++measuredFrames;
        stretch.mean = meanSum / double(measuredFrames);
        stretch.pressed = pressedSum / double(measuredFrames);
        // Written so that a NaN, once there, stays.
        if (!(frame.p99 <= stretch.p99)) stretch.p99 = frame.p99;
        if (!(frame.max <= stretch.max)) stretch.max = frame.max;
    }
};

// Of what moves, and of what is held; not of obstacles.
double lowestPoint(const Scene& scene, const std::vector<vec3>& positions) {
    const std::vector<bool> isObstacle = obstacleParticles(scene);
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (isObstacle[i]) continue;
        if (std::isnan(positions[i].y)) return positions[i].y;
        lowest = std::min<double>(lowest, positions[i].y);
    }
    return lowest;
}

// How far a run has come.
struct Course {
    Snapshot last;  // the state after the last of all frames, or of those that are finished where that may be kept
    std::uint32_t frames = 0;  // finished
    StepReport report;         // after the last one
};

// Steps through all frames, unless it is interrupted.
Result<Course> runFrames(const SimulateOptions& options, const Prepared& prepared, samples::Session& session,
                         Backend& backend, Outputs& outputs, Measurement& measurement) {
    const samples::SampleScene& sample = prepared.sample;
    const Schedule& schedule = *prepared.schedule;
    constexpr std::uint32_t kMeasuredFrames = 60;
    const Scene& scene = sample.scene;
    const StepSettings settings = frameSettings(options.run, sample);
    listenForInterrupts();
    Result<Snapshot> state = backend.snapshot();
    if (!state) return state.error();
    if (Status status = outputs.addFrame(worldPositions(schedule, *state)); !status) return status.error();
    const StepInputs atStart = sample.inputs(0.0, 1.0 / options.run.fps);
    if (Status status = outputs.addReport(0, 0.0, scene, *state, atStart); !status) return status.error();
    Progress progress("simulating", options.frames);
    StepReport report;
    const bool maySleep = schedule.sleeperCount > 0;
    for (std::uint32_t frame = 1; frame <= options.frames; ++frame) {
        if (wasInterrupted()) return Course{std::move(*state), frame - 1};
        const StepInputs inputs = frameInputs(options.run, session, frame);
        const auto start = std::chrono::steady_clock::now();
        const Status stepped = backend.step(settings, inputs);
        if (!stepped && wasInterrupted()) return Course{std::move(*state), frame - 1};
        if (!stepped) return stepped.error();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        if (countAsleep(*state) == 0) measurement.frameMs.push_back(took.count());
        progress.update(frame);

        const bool isMeasured = frame + kMeasuredFrames > options.frames;
        const bool isNeeded = maySleep || outputs.needsEveryFrame() || session.isGame() || options.mayKeepLast();
        if (!isMeasured && !isNeeded) continue;
        state = backend.snapshot();
        if (!state) return state.error();
        session.look(*state);
        if (outputs.needsEveryFrame()) {
            const std::vector<vec3> places = worldPositions(schedule, *state);
            if (Status status = outputs.addFrame(places); !status) return status.error();
        }
        const double time = frame / options.run.fps;
        if (Status status = outputs.addReport(frame, time, scene, *state, inputs); !status) return status.error();
        if (isMeasured) measurement.add(measureStretch(scene, state->positions));
        if (frame == options.frames) report = reportOf(scene, *state, inputs.colliders);
    }
    return Course{std::move(*state), options.frames, report};
}

// The files of the frames that are finished, if they are wanted.
Error endInterrupted(const SimulateOptions& options, const Prepared& prepared, const Course& course, Outputs& outputs) {
    if (options.keepPartial && course.frames > 0) {
        const std::vector<vec3> places = worldPositions(*prepared.schedule, course.last);
        if (Status status = outputs.finish(places); !status) return status.error();
        return interruptedAfter(course.frames, options.frames, options.files());
    }
    const Error error = interruptedAfter(course.frames, options.frames, {});
    if (options.keepPartial || options.files().empty()) return error;
    return fail("{}; --keep-partial would keep the files of those", error.message);
}

struct Report {
    const SimulateOptions& options;
    const samples::SampleScene& sample;
    const Scene& scene;
    const StepSettings settings;
    const Method method;
    const Backend& backend;
    const Measurement& measurement;
    const Snapshot& last;
    const std::vector<vec3>& places;  // of its particles in the world
    const StepReport& atEnd;
    const std::size_t crossings;  // edges that go through faces there
    const std::vector<std::string> board;

    double medianMs() const { return median(measurement.frameMs); }
    double solvesPerSecond() const {
        const double solves = double(scene.sticks.size()) * substeps() * settings.iterations;
        return solves / (1e-3 * medianMs());
    }
    std::string timedFrames() const {
        const std::size_t timed = measurement.frameMs.size();
        return timed == options.frames ? "" : fmt::format(" ({} frames in which nothing sleeps)", timed);
    }
    std::uint32_t substeps() const { return substepsOf(settings); }
    std::uint64_t lost() const { return last.lost; }
    std::string hash() const { return fmt::format("{:016x}", hashOf(last)); }
};

void printJson(const Report& r) {
    nlohmann::ordered_json report = {
        {"scene", r.options.run.scene.scene},
        {"backend", r.options.backend.backend},
        {"device", r.backend.device()},
        {"threads", r.backend.isGpu() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(r.backend.threads())},
        {"particles", r.scene.positions.size()},
        {"obstacle_particles", countObstacleParticles(r.scene)},
        {"loose_vertices", looseVertexCount(r.scene)},
        {"sticks", r.scene.sticks.size()},
        {"frames", r.options.frames},
        {"substeps", r.substeps()},
        {"iterations", r.settings.iterations},
        {"method", nameOf(r.method)},
        {"ms_per_frame", r.medianMs()},
        {"frames_timed", r.measurement.frameMs.size()},
        {"stick_solves_per_second", r.solvesPerSecond()},
        {"stretch_mean", r.measurement.stretch.mean},
        {"stretch_p99", r.measurement.stretch.p99},
        {"stretch_max", r.measurement.stretch.max},
        {"pressed_mean", r.measurement.stretch.pressed},
        {"lowest", lowestPoint(r.scene, r.places)},
        {"lost", r.lost()},
        {"crowded", r.last.crowded},
        {"penetrations", r.atEnd.penetrations},
        {"deepest", r.atEnd.deepest},
        {"crossings", r.crossings},
        {"sleepers", r.last.sleep.sleepers.size()},
        {"asleep", countAsleep(r.last)},
        {"hash", r.hash()}};
    if (!r.board.empty()) report["board"] = r.board;
    if (r.sample.start) {
        const Untangled& u = r.sample.start->untangled;
        report["untangled"] = {
            {"before", u.before}, {"after", u.after}, {"rounds", u.rounds}, {"farthest", u.farthest}};
    }
    printReport(report);
}

void printCrossings(const Report& r) {
    if (r.lost() > 0) return;  // what is lost goes through anything
    const CrossingNote note = noteOnCrossings(r.sample, r.options.run.scene.scene, r.crossings);
    if (!note.text.empty()) fmt::print("  {} {}\n", note.isWarning ? "WARNING      " : "hint         ", note.text);
}

void printWarnings(const Report& r) {
    if (r.lost() > 0) {
        fmt::print("  WARNING       {} a particle would have been nowhere, and was kept where it last was\n",
                   counted(r.lost(), "time"));
    }
    if (r.last.crowded > 0) {
        fmt::print("  WARNING       {} a particle had no room for all its neighbours, and stayed where it was\n",
                   counted(r.last.crowded, "time"));
    }
    if (r.atEnd.penetrations > 0) {
        fmt::print("  WARNING       {} {} inside a collider, up to {:.3g} m deep\n",
                   counted(r.atEnd.penetrations, "particle"), r.atEnd.penetrations == 1 ? "ends" : "end",
                   r.atEnd.deepest);
    }
    printCrossings(r);
}

void printText(const Report& r) {
    const RunOptions& run = r.options.run;
    const Stretch& stretch = r.measurement.stretch;
    const std::string threads = r.backend.isGpu() ? "" : ", " + counted(r.backend.threads(), "thread");
    const std::size_t obstacles = countObstacleParticles(r.scene);
    fmt::print("{}: {}, {}{}\n", run.scene.scene, counted(r.scene.positions.size() - obstacles, "particle"),
               counted(r.scene.sticks.size(), "stick"),
               obstacles == 0 ? "" : ", and " + counted(obstacles, "particle") + " of obstacles");
    fmt::print("  solved on     {}{}, {}, {} x {}, {} of 1/{:g} s\n", r.backend.device(), threads, nameOf(r.method),
               counted(r.substeps(), "substep"), counted(r.settings.iterations, "iteration"),
               counted(r.options.frames, "frame"), run.fps);
    fmt::print("  speed         {:.4g} ms per frame, {:.4g} million stick solves per second{}\n", r.medianMs(),
               1e-6 * r.solvesPerSecond(), r.timedFrames());
    fmt::print(
        "  stretch       mean {:.3g} %, 99 of 100 below {:.3g} %, largest {:.3g} %; pressed {:.3g} % (structural "
        "sticks, last {})\n",
        100 * stretch.mean, 100 * stretch.p99, 100 * stretch.max, 100 * stretch.pressed,
        counted(r.measurement.measuredFrames, "frame"));
    fmt::print("  lowest point  {:.4f} {}\n", lowestPoint(r.scene, r.places), r.sample.isInPixels ? "px" : "m");
    if (!r.last.sleep.sleepers.empty())
        fmt::print("  at rest       {} of {} {}\n", countAsleep(r.last), r.last.sleep.sleepers.size(),
                   r.scene.contacts.empty() ? "bodies" : "groups of bodies that may touch");
    fmt::print("  hash          {}\n", r.hash());
    if (!r.board.empty()) fmt::print("  game          {}\n", fmt::join(r.board, ", "));
    printNotes(r.sample, r.settings);
    if (stretch.p99 > 0.1 && r.lost() == 0) {
        const bool isPlain = run.plain || run.noTethers || run.noLevels;
        fmt::print("  hint          {}more --substeps stretch less\n", isPlain ? "tethers, levels and " : "");
    }
    for (const std::string& path : r.options.files())
        fmt::print("  wrote         {}\n", path);
    printWarnings(r);
}

Result<int> simulate(SimulateOptions& options) {
    if (options.keepPartial && options.files().empty())
        return fail("--keep-partial has no meaning without --out or --report");
    for (const std::string& path : options.files()) {
        const char* option = path == options.report ? "--report" : "--out";
        if (Status status = checkSpares(inputsOf(options.run), option, path); !status) return status.error();
    }
    const Result<Prepared> prepared = prepare(options.run);
    if (!prepared) return prepared.error();
    options.frames = framesOf(options.wantedFrames, *prepared, 300);
    const Scene& scene = prepared->scene();
    warnIfUnstable(prepared->scene(), frameSettings(options.run, prepared->sample));
    Outputs outputs;
    if (Status status = outputs.open(options.outputs, prepared->sample, options.frames); !status) return status.error();
    if (Status status = outputs.openReport(options.report); !status) return status.error();
    Result<Backend> backend = Backend::create(options.backend, prepared->schedule);
    if (!backend) return backend.error();
    if (Status status = prepared->begin(*backend); !status) return status.error();

    Measurement measurement;
    samples::Session session = prepared->session(options.run);
    const Result<Course> course = runFrames(options, *prepared, session, *backend, outputs, measurement);
    if (!course) return course.error();
    if (course->frames < options.frames) return endInterrupted(options, *prepared, *course, outputs);
    const Snapshot& last = course->last;
    const std::vector<vec3> places = worldPositions(*prepared->schedule, last);
    if (Status status = outputs.finish(places); !status) return status.error();
    const Result<std::vector<Crossing>> crossings = crossingsOf(scene, last.positions);
    if (!crossings) return crossings.error();
    const StepSettings settings = frameSettings(options.run, prepared->sample);
    const Report report{options,           prepared->sample, scene, settings, methodOf(*prepared->schedule, settings),
                        *backend,          measurement,      last,  places,   course->report,
                        crossings->size(), session.board()};
    options.run.json ? printJson(report) : printText(report);
    return 0;
}

}  // namespace

void addSimulateCommand(CLI::App& app, Command& chosen) {
    CLI::App* command = app.add_subcommand("simulate", "Run a scene, report its speed and stretch, write it to files");
    auto options = std::make_shared<SimulateOptions>();
    command->add_option("--frames", options->wantedFrames, "Frames to simulate (default 300, or all of --play)")
        ->check(numberFrom(1u, 10'000'000u));
    addPlayOption(*command, options->run);
    addUntangleOption(*command, options->run);
    command
        ->add_option("--out", options->outputs,
                     "File to write, may be repeated: .obj or .ply for the last frame, .pc2 for the whole motion")
        ->allow_extra_args(false)
        ->option_text("FILE");
    command
        ->add_option("--report", options->report,
                     "File to write (.csv): per frame stretch, energies, penetrations, edges that go through faces")
        ->option_text("FILE");
    command->add_flag("--keep-partial", options->keepPartial,
                      "When interrupted, keep the files of the frames that are finished");
    addSceneOptions(*command, options->run);
    addStepOptions(*command, options->run);
    addBackendOption(*command, options->backend);
    addDeviceOptions(*command, options->backend);
    command->callback([&chosen, options] { chosen = [options] { return simulate(*options); }; });
}

}  // namespace pliant::cli
