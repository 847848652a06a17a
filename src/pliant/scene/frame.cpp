#include "pliant/scene/frame.h"

#include <cmath>
#include <initializer_list>
#include <span>

#include "pliant/fail.h"
#include "pliant/scene/scene.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

std::string nameOf(const Scene& scene, Index frame) {
    if (frame == 0) return "the world";
    return fmt::format("frame {} ('{}')", frame - 1, scene.frames[frame - 1].name);
}

Status validateBodies(const Scene& scene) {
    constexpr Index kNobody = ~0u;
    std::vector<Index> owner(scene.frames.empty() ? 0 : scene.positions.size(), kNobody);
    for (Index b = 0; b < scene.bodies.size(); ++b) {
        const Body& body = scene.bodies[b];
        if (body.frame != kWorld && body.frame >= scene.frames.size()) {
            return fail("body {} ('{}') is in frame {}, but the scene has {}", b, body.name, body.frame,
                        scene.frames.size());
        }
        if (body.frame != kWorld && body.integrator != Integrator::Verlet)
            return fail("body {} ('{}') is in a frame; only Verlet moves what is in one", b, body.name);
        if (owner.empty()) continue;
        for (Index i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
            if (owner[i] != kNobody && scene.bodies[owner[i]].frame != body.frame) {
                return fail("particle {} belongs to bodies {} and {}, which are in {} and {}", i, owner[i], b,
                            nameOf(scene, scene.bodies[owner[i]].frame + 1), nameOf(scene, body.frame + 1));
            }
            owner[i] = b;
        }
    }
    return {};
}

// That none of these is in another frame than the first.
class FrameCheck {
  public:
    explicit FrameCheck(const Scene& scene) : scene_(scene), frames_(framesOf(scene)) {}

    Status operator()(const char* what, std::size_t index, std::span<const Index> particles) const {
        for (const Index particle : particles) {
            if (frames_[particle] == frames_[particles[0]]) continue;
            return fail("{} {} joins particles {} and {}, which are in {} and {}", what, index, particles[0], particle,
                        nameOf(scene_, frames_[particles[0]]), nameOf(scene_, frames_[particle]));
        }
        return {};
    }

    // Vertices and skin of a body are in the body's own frame.
    Status operator()(const Body& body, std::size_t index) const {
        const auto isElsewhere = [&](Index particle) {
            return particle != kNoParticle && frames_[particle] != Index(body.frame + 1);
        };
        const auto error = [&](Index particle) {
            return fail("body {} ('{}') is in {}, but its particle {} is in {}", index, body.name,
                        nameOf(scene_, body.frame + 1), particle, nameOf(scene_, frames_[particle]));
        };
        for (const Index particle : body.vertexParticles)
            if (isElsewhere(particle)) return error(particle);
        for (const SkinPoint& point : body.skin.points) {
            for (const Index particle : point.particles)
                if (isElsewhere(particle)) return error(particle);
        }
        return {};
    }

  private:
    const Scene& scene_;
    std::vector<Index> frames_;
};

Status validateJoints(const Scene& scene) {
    const FrameCheck check(scene);
    const auto all = [&](const char* what, const auto& items, auto&& particlesOf) -> Status {
        for (std::size_t i = 0; i < items.size(); ++i)
            if (Status status = check(what, i, particlesOf(items[i])); !status) return status;
        return {};
    };
    for (const Status& status :
         {all("stick", scene.sticks, [](const SceneStick& s) { return std::span(&s.a, 2); }),
          all("bend", scene.bends, [](const SceneBend& b) { return std::span<const Index>(b.particles); }),
          all("shape", scene.shapes, [](const SceneShape& s) { return std::span<const Index>(s.particles); }),
          all("enclosure", scene.enclosures, [](const Enclosure& e) { return std::span<const Index>(e.boundary); })}) {
        if (!status) return status;
    }
    Status status;
    forEachKindOfElement(scene, [&](const auto& elements) {
        for (std::size_t i = 0; i < elements.size() && status; ++i)
            status = check(elements[i].kName, i, std::span<const Index>(elements[i].particles));
    });
    if (!status) return status;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        if (Status status = check(scene.bodies[i], i); !status) return status;
    return {};
}

}  // namespace

FrameState initialState(const Frame& frame) {
    return {normalized(frame.pose), glm::dvec3(0.0), glm::dvec3(0.0), frame.inertia};
}

Status validate(const FramePose& pose, const std::string& what) {
    const glm::dvec3& o = pose.origin;
    const auto isCoordinate = [](double x) { return std::abs(x) <= kLargestOrigin; };
    if (!isCoordinate(o.x) || !isCoordinate(o.y) || !isCoordinate(o.z)) {
        return fail("{}: the origin is ({}, {}, {}); coordinates must be finite and within {} m", what, o.x, o.y, o.z,
                    kLargestOrigin);
    }
    const glm::dquat& q = pose.rotation;
    const double size = glm::length(q);
    if (!(std::abs(size - 1.0) <= 1e-3)) {
        return fail("{}: the rotation is (w {}, x {}, y {}, z {}), of length {:.6g}; it must have length 1", what, q.w,
                    q.x, q.y, q.z, size);
    }
    return {};
}

Status validateInertia(double inertia, const std::string& what) {
    if (inertia >= 0.0 && inertia <= 1.0) return {};
    return fail("{}: the share of inertial forces is {}; it must be from 0 to 1", what, inertia);
}

Status validateFrames(const Scene& scene) {
    if (scene.frames.size() > kMostFrames)
        return fail("the scene has {} frames; at most {}", scene.frames.size(), kMostFrames);
    if (scene.planar && !scene.frames.empty())
        return fail("the scene has {} frames; a planar scene has none", scene.frames.size());
    for (Index i = 0; i < scene.frames.size(); ++i) {
        if (Status status = validate(scene.frames[i].pose, nameOf(scene, i + 1)); !status) return status;
        if (Status status = validateInertia(scene.frames[i].inertia, nameOf(scene, i + 1)); !status) return status;
    }
    if (Status status = validateBodies(scene); !status) return status;
    return scene.frames.empty() ? Status() : validateJoints(scene);
}

std::vector<Index> framesOf(const Scene& scene) {
    if (scene.frames.empty()) return {};
    std::vector<Index> frames(scene.positions.size(), 0);
    for (const Body& body : scene.bodies)
        std::fill_n(frames.begin() + body.firstParticle, body.particleCount, body.frame + 1);  // kWorld + 1 is 0
    return frames;
}

FramePose normalized(const FramePose& pose) {
    return {pose.origin, glm::normalize(pose.rotation)};
}

FramePose placedBy(const FramePose& frame, const FramePose& pose) {
    return {placedBy(frame, pose.origin), frame.rotation * pose.rotation};
}

FramePose seenFrom(const FramePose& frame, const FramePose& pose) {
    return {seenFrom(frame, pose.origin), glm::conjugate(frame.rotation) * pose.rotation};
}

glm::dvec3 placedBy(const FramePose& frame, const glm::dvec3& place) {
    return frame.origin + frame.rotation * place;
}

glm::dvec3 seenFrom(const FramePose& frame, const glm::dvec3& place) {
    return glm::conjugate(frame.rotation) * (place - frame.origin);
}

}  // namespace pliant
