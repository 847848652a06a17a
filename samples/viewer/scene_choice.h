#pragma once

#include <future>
#include <optional>

#include "pliant/schedule/step_plan.h"
#include "scenes/scenes.h"

namespace pliant::viewer {

/// Which scene, and of what: a change builds it anew.
struct SceneChoice {
    samples::SceneOptions options;
    std::string material = "stiff-cotton";  ///< of fabricPresets(), or "sticks"
    bool tethers = true;
    bool levels = true;
    CompileOptions compile;
    std::optional<Method> method;  ///< to be taken when it has been built
};

/// Another scene of the list, as it comes: what was said of the first one's size, pins, knobs, gravity and
/// meshes in its way goes; materials and air stay.
SceneChoice otherScene(SceneChoice choice, const std::string& name);

/// Errors: no such fabric.
Result<SceneChoice> otherMaterial(SceneChoice choice, const std::string& material);

/// Whether a schedule has what the method needs; and the same choice with that: tiles, whatever its size, or what
/// CompileOptions::jacobi says.
bool isBuiltFor(Method method, const Schedule& schedule);
SceneChoice builtFor(Method method, SceneChoice choice);

/// Air of the usual density, or none.
SceneChoice withAir(SceneChoice choice, bool hasAir);

/// A scene ready to run.
struct BuiltScene {
    SceneChoice choice;
    samples::SampleScene sample;
    SchedulePtr schedule;
};

/// Errors: those of makeScene() and compile().
Result<BuiltScene> build(const SceneChoice& choice);

/// Builds on a thread of its own, so that the window stays alive meanwhile. Waits for it when destroyed.
class SceneBuilder {
  public:
    /// Not while it is busy.
    void start(const SceneChoice& choice);
    bool isBusy() const { return future_.valid(); }
    /// What was started, once; none: not ready, or nothing was.
    std::optional<Result<BuiltScene>> takeIfReady();

  private:
    std::future<Result<BuiltScene>> future_;
};

}  // namespace pliant::viewer
