#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "scenes/scenes.h"
#include "viewer/camera.h"

namespace pliant::viewer {

/// Where the ray meets the plane through `point` that faces `facing`; none where it runs along it or away from it.
std::optional<vec3> placeInPlane(const Ray& ray, vec3 point, vec3 facing);

/// How far the hand's spring gives per force [m/N], so that cloth of any weight feels alike: what hangs on the hand
/// with the whole weight of its body hangs `sag` [m] below it.
float pullCompliance(const Scene& scene, std::uint32_t particle, double sag = 0.04);

/// A place on the way to another, no more than so far along [m].
vec3 onTheWay(vec3 from, vec3 to, float most);

/// What a person has taken hold of.
struct Grip {
    std::uint32_t particle = 0;  ///< of the scene
    vec3 place{0.0f};            ///< where it is [m]
    bool isPinned = false;
    float compliance = 0.0f;  ///< [m/N]
};

/// What hands do to the particles of a scene: one is held and drawn about, others are pinned and released.
class Touch {
  public:
    /// A new scene, or the same from the start; hands are so fast [m/s].
    void reset(const std::vector<std::uint8_t>& pinned, float speed = kHandSpeed);

    /// From now on this particle, while it is pinned, goes where lead() says, at the speed of a hand, and before the
    /// first time where the scene's own inputs move it.
    void setFollower(std::uint32_t particle, vec3 place);
    void lead(const Ray& ray, vec3 facing);

    /// From now on the particle follows the cursor in the plane through it that faces the camera: a free one by a soft
    /// spring, a pinned one as it is told, though no faster than hands are.
    void grab(const Grip& grip, const Ray& ray, vec3 facing);
    void follow(const Ray& ray);
    void letGo();

    /// Pins or releases a particle, with the next step. One that is released stays free whatever the scene's own inputs
    /// say. `place`: where it is, for a follower.
    void togglePin(std::uint32_t particle, std::optional<vec3> place = {});
    bool isPinned(std::uint32_t particle) const { return pinned_[particle] != 0; }

    std::optional<std::uint32_t> held() const;
    std::optional<vec3> target() const;  ///< where the hand is [m]

    /// Adds to the next step's inputs what hands do in its `dt` seconds. Where the scene itself moves a particle, the
    /// hand that holds it gives way.
    void addTo(StepInputs& inputs, double dt) const;
    /// That step has been taken, with these inputs.
    void stepTaken(double dt, const StepInputs& inputs = {});

    /// To be marked; of the scene, ascending.
    const std::vector<std::uint32_t>& pinned() const { return markers_; }

    static constexpr float kHandSpeed = 6.0f;  ///< [m/s]

  private:
    vec3 pinnedPlaceAfter(double dt) const;
    void releaseFreed(StepInputs& inputs) const;
    void moveFollower(StepInputs& inputs, double dt) const;
    void listMarkers();

    struct Held {
        Grip grip;
        vec3 facing{0.0f};
        vec3 grabbed{0.0f};  // where the cursor met the plane
        vec3 target{0.0f};
        vec3 told{0.0f};  // a pinned one: where it has been moved to so far
    };
    struct Follower {
        std::uint32_t particle = 0;
        vec3 place{0.0f};  // where it has been moved to so far
        std::optional<vec3> target;
    };
    std::optional<Held> held_;
    std::optional<Follower> follower_;
    float speed_ = kHandSpeed;
    std::vector<std::uint8_t> pinned_;                       // as it will be after the next step
    std::map<std::uint32_t, PinInput::Action> nextActions_;  // Hold, Release
    std::set<std::uint32_t> freed_;                          // by hand
    std::vector<std::uint32_t> markers_;
};

}  // namespace pliant::viewer
