#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pliant/export.h"
#include "pliant/glm_layout.h"
#include "pliant/result.h"

namespace pliant {

struct Scene;

/// Where a frame of reference is in the world: place in the world = origin + rotation * place in the frame. In double:
/// the world may be of any size, as long as what is in one frame is near its origin.
struct FramePose {
    glm::dvec3 origin{0.0};                     ///< [m], finite, within kLargestOrigin of the world's
    glm::dquat rotation{1.0, glm::dvec3(0.0)};  ///< of length 1 (within 1e-3); glm::dquat(w, x, y, z)

    bool operator==(const FramePose&) const = default;  ///< all seven numbers
};

/// An origin and axes of their own for bodies that go along with something: a character, a ship, a lift. The positions
/// of their particles are places in the frame, at rest and while the scene runs; StepInputs::frames moves it.
struct Frame {
    std::string name;  ///< for errors; may be empty
    FramePose pose;    ///< at the start
    /// Share of the inertial forces that its bodies feel, 0 ... 1. 1: all, they move as they would in the world. 0:
    /// none, as if the frame stood still; gravity points down in the world whatever the share.
    double inertia = 1.0;
};

/// In the place of a frame's index: the world itself.
inline constexpr std::uint32_t kWorld = ~0u;

/// Frames of reference that a scene may have.
inline constexpr std::size_t kMostFrames = 64;
inline constexpr double kLargestOrigin = 1e12;  ///< [m]

/// A frame after a step, and how it went there: what the next step has to know.
struct FrameState {
    FramePose pose;          ///< where it is
    glm::dvec3 moved{0.0};   ///< way of its origin in the last substep, in the world [m]
    glm::dvec3 turned{0.0};  ///< its turn in the last substep: axis, in its own coordinates, times the angle [rad]
    double inertia = 1.0;    ///< as its last input had it: Frame::inertia

    bool operator==(const FrameState&) const = default;  ///< all members
};

/// At its start: at rest.
PLIANT_API FrameState initialState(const Frame& frame);

/// The first rule that the pose breaks, if any; `what` is named in front of it.
PLIANT_API Status validate(const FramePose& pose, const std::string& what);

/// Errors: not from 0 to 1. `what` is named in front of it.
PLIANT_API Status validateInertia(double inertia, const std::string& what);

/// The frames of the scene, and that no stick, bend, tetrahedron, shape, enclosure, face or skin joins particles of
/// different ones. What is in a frame is in space, and moved by Verlet.
PLIANT_API Status validateFrames(const Scene& scene);

/// Per particle of the scene 0 in the world, else 1 + the index of its frame. Empty if the scene has no frames.
PLIANT_API std::vector<std::uint32_t> framesOf(const Scene& scene);

/// The same with the rotation made a unit exactly.
PLIANT_API FramePose normalized(const FramePose& pose);

/// A pose given in `frame`, in the coordinates that `frame` is given in.
PLIANT_API FramePose placedBy(const FramePose& frame, const FramePose& pose);
/// The inverse of placedBy(): a pose beside `frame`, seen from it.
PLIANT_API FramePose seenFrom(const FramePose& frame, const FramePose& pose);

/// A point given in `frame`, in the coordinates that `frame` is given in [m].
PLIANT_API glm::dvec3 placedBy(const FramePose& frame, const glm::dvec3& place);
/// The same of a point [m].
PLIANT_API glm::dvec3 seenFrom(const FramePose& frame, const glm::dvec3& place);

}  // namespace pliant
