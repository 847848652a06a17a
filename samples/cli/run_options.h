#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "backend.h"
#include "output_names.h"
#include "pliant/schedule/step_plan.h"
#include "scenes/session.h"

namespace pliant::cli {

/// What the commands over a scene have in common, as typed.
struct RunOptions {
    samples::SceneOptions scene;
    std::string gravity;
    std::string ground;
    std::string contact;             ///< on, off or a thickness [m]
    std::string sleep;               ///< on or off
    std::vector<std::string> knobs;  ///< NAME=VALUE
    std::string wind;
    double air = double(samples::kUsualAir);
    std::string material = "stiff-cotton";
    double compliance = 0.0;
    double stiffness = 0.0;
    std::string method = "auto";
    std::string order = "auto";
    std::string tiles = "auto";
    CompileOptions compile;
    double fps = 60.0;
    StepSettings step;
    bool plain = false;
    bool noTethers = false;
    bool noLevels = false;
    bool json = false;
    std::string play;  ///< file of keys; empty: none

    const CLI::App* command = nullptr;  ///< that they are options of
    bool isGiven(const std::string& option) const;
};

/// Adds SCENE and what describes it, in groups of their own: after a command's own options, which --help then has
/// first.
void addSceneOptions(CLI::App& command, RunOptions& options);

/// Adds what says how a frame is solved.
void addStepOptions(CLI::App& command, RunOptions& options);

/// Takes up what --set says. Errors: a text that is no NAME=NUMBER; whether the scene has such a knob is for
/// makeScene() to say.
Status setKnobs(const std::vector<std::string>& knobs, samples::SceneOptions& scene);

/// Adds --untangle, where the scene is run.
void addUntangleOption(CLI::App& command, RunOptions& options);

/// Adds --play, for games.
void addPlayOption(CLI::App& command, RunOptions& options);

/// The files that are read, which must not be written over.
std::vector<InputFile> inputsOf(const RunOptions& options);

/// A scene, ready to run.
struct Prepared {
    samples::SampleScene sample;
    SchedulePtr schedule;
    double compileMs = 0.0;
    std::vector<samples::Keys> script = {};  ///< of --play

    samples::Session session(const RunOptions& options) const {
        return samples::Session(sample, 1.0 / options.fps, script);
    }

    const Scene& scene() const { return sample.scene; }

    /// The solver begins where the scene does. Errors: those of restore().
    Status begin(Backend& backend) const;
};

/// How the scene is compiled: what --tiles, --tile-size and --method say.
CompileOptions compileOptions(const RunOptions& options);

/// Turns the texts into a scene and compiles it. Errors: those of makeScene() and compile(), a gravity that is no
/// point, a knob that is no NAME=VALUE, options that do not go together or do nothing, those of readKeys().
Result<Prepared> prepare(RunOptions& options);

/// The settings of one frame, from --fps, --substeps, --iterations and --method, or as the scene is usually run.
StepSettings frameSettings(const RunOptions& options, const samples::SampleScene& sample);

/// Prints how the scene was untangled, if it was; a warning stands out.
void printStart(const samples::SampleScene& sample);

/// The same, and what the scene has to say of itself, run so.
void printNotes(const samples::SampleScene& sample, const StepSettings& settings);

/// What is done to the scene in a frame, counted from 1; the frames of a session in order, each once.
StepInputs frameInputs(const RunOptions& options, samples::Session& session, std::uint32_t frame);

/// How many frames to run: those that were asked for, else as long as --play lasts, else `usual`.
std::uint32_t framesOf(std::optional<std::uint32_t> wanted, const Prepared& prepared, std::uint32_t usual);

}  // namespace pliant::cli
