#pragma once

#include "pliant/surface/surface.h"
#include "viewer/camera.h"

namespace pliant::viewer {

/// What the camera does while the scene moves.
enum class CameraMotion {
    Stay,    ///< stands where it is
    Follow,  ///< goes with the middle of the scene
    Fit,     ///< stands where it is as long as the scene is in view, then goes after it, and back until all of it is
};

/// Where the particles are. A few that are far away from all others are gone, and do not count.
struct Whereabouts {
    vec3 middle{0.0f};  ///< their mean
    Bounds bounds;
    std::vector<vec3> outermost;  ///< along each of 26 directions one that is
};
Whereabouts whereaboutsOf(const std::vector<vec3>& positions);

/// A camera that moves with a scene, from where it looks at it at the start. It depends on the state that is drawn
/// alone, and smoothly: a picture is the same by itself and in a movie.
class MovingCamera {
  public:
    /// `aspect`: width of the pictures in heights. What `start` does not see of the scene, nobody has to see later.
    MovingCamera(CameraMotion motion, const Camera& start, float aspect, const std::vector<vec3>& positions);

    Camera at(const std::vector<vec3>& positions) const;

  private:
    // How far something reaches from the middle of the picture, in halves of it.
    struct Reach {
        float left, right, down, up;
    };
    Reach reachOf(const Camera& camera, const Whereabouts& where) const;
    float excess(const Camera& camera, const Whereabouts& where, float room) const;
    Camera turnedTo(const Whereabouts& now, float share) const;
    float shareToTurn(const Whereabouts& now) const;
    Camera fitted(const Whereabouts& now) const;

    CameraMotion motion_;
    Camera start_;
    float aspect_;
    Whereabouts began_;
    Reach reach_{};  // at the start
};

/// Whether anything is in the picture of what moves, or of colliders of finite size. `places` in the order of the
/// surface.
bool isAnythingSeen(const Camera& camera, float aspect, const Surface& surface, const std::vector<vec3>& places,
                    const std::vector<Collider>& colliders);

}  // namespace pliant::viewer
