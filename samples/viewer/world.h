#pragma once

#include "scenes/scenes.h"
#include "viewer/touch.h"

namespace pliant::viewer {

enum class Wind { OfScene, None, Own };

/// What a person adds to a scene's own inputs while it runs.
struct WorldSettings {
    Wind wind = Wind::OfScene;
    vec3 ownWind{6.0f, 0.0f, 2.0f};  ///< [m/s]
    bool hasFloor = false;
    float floorHeight = 0.0f;  ///< [m]
    bool hasBall = false;
    vec3 ballPlace{0.0f};     ///< where it is to go [m]
    float ballRadius = 0.3f;  ///< [m]
    float ballSpeed = 3.0f;   ///< [m/s], at most
};

/// Puts the inputs of steps together: the scene's, the person's, the hands'.
class World {
  public:
    /// A new scene, or the same from the start: the ball stands where it is wanted.
    void reset(const WorldSettings& settings);

    /// Of the step from `from` to `to` [s]. The ball goes to its place no faster than it may.
    StepInputs inputs(const samples::SampleScene& sample, const WorldSettings& settings, const Touch& touch,
                      double from, double to) const;
    /// That step has been taken with these settings.
    void stepTaken(const WorldSettings& settings, double dt);

    /// Time stands still: a ball that is wanted elsewhere is put there.
    void stand(const WorldSettings& settings);

  private:
    vec3 ballAfter(const WorldSettings& settings, double dt) const;
    Collider ball(const WorldSettings& settings, double dt) const;

    vec3 ball_{0.0f};
    vec3 wanted_{0.0f};  // in the last step
    bool hadBall_ = false;
};

/// A floor and a ball where they make sense for a scene: under it, and beside it.
WorldSettings settingsFor(const Scene& scene, WorldSettings settings);

/// "ball of 1.00 m", "floor at 0.00 m".
std::string describe(const Collider& collider);

}  // namespace pliant::viewer
