#pragma once

#include <map>
#include <optional>
#include <vector>

#include "scenes/scenes.h"
#include "viewer/camera.h"

namespace pliant::viewer {

/// Where the ray meets the plane through `point` that faces `facing`; none where it runs along it or away from it.
std::optional<vec3> placeInPlane(const Ray& ray, vec3 point, vec3 facing);

/// How far the hand's spring gives per force [m/N], so that cloth of any weight feels alike: what hangs on the hand
/// with the whole weight of its body hangs a few centimetres below it.
float pullCompliance(const Scene& scene, std::uint32_t particle);

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
    /// A new scene, or the same from the start.
    void reset(const std::vector<std::uint8_t>& pinned);

    /// From now on the particle follows the cursor in the plane through it that faces the camera: a free one by a soft
    /// spring, a pinned one as it is told, though no faster than kHandSpeed.
    void grab(const Grip& grip, const Ray& ray, vec3 facing);
    void follow(const Ray& ray);
    void letGo();

    /// Pins or releases a particle, with the next step.
    void togglePin(std::uint32_t particle);
    bool isPinned(std::uint32_t particle) const { return pinned_[particle] != 0; }

    std::optional<std::uint32_t> held() const;
    std::optional<vec3> target() const;  ///< where the hand is [m]

    /// Adds to the next step's inputs what hands do in its `dt` seconds. Where the scene itself moves a particle, the
    /// hand that holds it gives way.
    void addTo(StepInputs& inputs, double dt) const;
    /// That step has been taken.
    void stepTaken(double dt);

    /// To be marked; of the scene, ascending.
    const std::vector<std::uint32_t>& pinned() const { return markers_; }

    static constexpr float kHandSpeed = 6.0f;  ///< [m/s]

  private:
    vec3 pinnedPlaceAfter(double dt) const;
    void listMarkers();

    struct Held {
        Grip grip;
        vec3 facing{0.0f};
        vec3 grabbed{0.0f};  // where the cursor met the plane
        vec3 target{0.0f};
        vec3 told{0.0f};  // a pinned one: where it has been moved to so far
    };
    std::optional<Held> held_;
    std::vector<std::uint8_t> pinned_;                       // as it will be after the next step
    std::map<std::uint32_t, PinInput::Action> nextActions_;  // Hold, Release
    std::vector<std::uint32_t> markers_;
};

}  // namespace pliant::viewer
