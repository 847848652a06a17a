#pragma once

#include "scenes/scenes.h"

namespace pliant::samples {

/// Writes the keys of every step, and what else the game depends on: length and way of the steps, gravity, damping and
/// knobs. Written beside its place and renamed. Errors: a scene that is no game, those of OutputFile.
Status writeKeys(const std::string& path, const SceneOptions& options, const SampleScene& sample,
                 const StepSettings& settings, const std::vector<Keys>& keys);

/// The keys of such a file, for the same scene run in the same way. Errors: a scene that is no game; and, with the file
/// and the place in it: no such file, no JSON, what is missing or of the wrong kind, another scene, other settings, a
/// key that the game does not have, more than kMostRecordedSteps.
Result<std::vector<Keys>> readKeys(const std::string& path, const SceneOptions& options, const SampleScene& sample,
                                   const StepSettings& settings);

inline constexpr std::size_t kMostRecordedSteps = 10'000'000;

/// A scene that is run step by step: its own inputs, or those of a game that sees every state and is given keys.
class Session {
  public:
    /// Steps of a game are `dt` [s] long. `script`: keys of the first of them.
    explicit Session(const SampleScene& sample, double dt, std::vector<Keys> script = {});

    bool isGame() const { return game_ != nullptr; }
    /// Lines to be shown; none where there is no game.
    std::vector<std::string> board() const;
    /// Back to the first step, with the same script.
    void restart();

    /// Of the next step of a game. `own`: the keys that are down where the script has ended.
    StepInputs inputs(Keys own);
    /// Of the step between two times [s], in order and each once. Nobody is at the keys of a game: after the script
    /// none is pressed, and where there is none the game demonstrates itself.
    StepInputs inputs(double from, double to);
    /// What the step has led to: after every step of a game.
    void look(const Snapshot& after);

    /// The keys of every step since the first.
    const std::vector<Keys>& pressed() const { return pressed_; }

  private:
    std::function<StepInputs(double, double)> sceneInputs_;
    std::shared_ptr<Game> game_;
    double dt_;
    std::vector<Keys> script_;
    std::vector<Keys> pressed_;
};

}  // namespace pliant::samples
