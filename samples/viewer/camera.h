#pragma once

#include <cmath>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "scenes/scenes.h"

namespace pliant::viewer {

using glm::mat4;
using glm::vec2;
using glm::vec3;

/// A box along the axes [m].
struct Bounds {
    vec3 low{INFINITY};
    vec3 high{-INFINITY};

    void add(vec3 p);
    bool isEmpty() const { return !(low.x <= high.x); }
};

/// Of particles, and of the colliders but planes.
Bounds boundsOf(const std::vector<vec3>& positions, const std::vector<Collider>& colliders);

/// A picture whose left part is covered [pixels, or any other unit].
struct Beside {
    vec2 size{1.0f};
    float covered = 0.0f;
};

/// Looks at `target` from `distance` away. y is up; right-handed; depth 0 ... 1 and y down in clip space, as Vulkan
/// has it. A flat one looks along -z without perspective and sees `distance` from bottom to top.
struct Camera {
    vec3 target{0.0f};         ///< [m]
    float distance = 4.0f;     ///< [m]
    float yaw = 0.5f;          ///< [rad] around y; 0 looks along -z
    float pitch = 0.35f;       ///< [rad] above the horizon, within +-1.55
    float fieldOfView = 0.7f;  ///< [rad], vertical
    bool isFlat = false;

    bool operator==(const Camera&) const = default;

    vec3 eye() const;
    mat4 view() const;
    mat4 projection(float aspect) const;           ///< near and far planes follow the distance
    float metresPerPixel(float viewHeight) const;  ///< at the target

    void orbit(vec2 pixels);                  ///< by the mouse's way; a flat one stays in front
    void pan(vec2 pixels, float viewHeight);  ///< the target follows the mouse
    void zoom(float steps);                   ///< positive: nearer

    /// All of the bounds in view, from the same side. Where they are empty: as it is.
    void frame(const Bounds& bounds);
    /// What is as high as the picture, and `aspect` times as wide, shall be seen whole beside what is covered.
    void leaveAside(const Beside& beside, float aspect = 1.0f);
};

/// From the eye through a pixel, or straight ahead from beside the eye of a flat camera; `direction` has length 1.
struct Ray {
    vec3 origin{0.0f};
    vec3 direction{0.0f};
};
Ray rayThrough(const Camera& camera, vec2 pixel, vec2 size);

/// Where a place is seen in a picture of that size [pixels]; none behind the eye.
std::optional<vec2> pixelOf(const Camera& camera, vec3 place, vec2 size);

/// Where the scene says it is best looked at from, or so that all of it and its colliders are seen.
Camera cameraFor(const samples::SampleScene& sample);

}  // namespace pliant::viewer
