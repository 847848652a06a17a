#include "pliant/state/step_report.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pliant/scene/forces.h"
#include "pliant/state/stretch.h"

namespace pliant {
namespace {

using glm::dvec3;

// Where the frames are now, first the world; and which of them a particle is in.
struct FramesNow {
    std::vector<FramePose> poses{FramePose{}};
    std::vector<std::uint32_t> frameOf;

    FramesNow(const Scene& scene, const Snapshot& snapshot) : frameOf(framesOf(scene)) {
        for (std::size_t i = 0; i < scene.frames.size(); ++i)
            poses.push_back(snapshot.frames.empty() ? normalized(scene.frames[i].pose) : snapshot.frames[i].pose);
    }

    std::uint32_t of(std::size_t particle) const { return frameOf.empty() ? 0 : frameOf[particle]; }
};

bool isPinned(const Scene& scene, const Snapshot& snapshot, std::size_t particle) {
    return (snapshot.pinned.empty() ? scene.pinned[particle] : snapshot.pinned[particle]) != 0;
}

// Energy and greatest speed of what is free.
void addMotion(const Scene& scene, const Snapshot& s, StepReport& report) {
    const std::vector<Integrator> integrators = s.velocities.empty() ? std::vector<Integrator>() : integratorsOf(scene);
    const auto velocityOf = [&](std::size_t i) {
        const bool isForced = !integrators.empty() && integrators[i] != Integrator::Verlet;
        if (isForced) return dvec3(s.velocities[i]);
        if (s.previousSubstep == 0.0) return dvec3(0.0);
        const dvec3 carried = s.carry.empty() ? dvec3(0.0) : dvec3(vec3(s.carry[i]));
        return (dvec3(s.positions[i]) - dvec3(s.previous[i]) + carried) / s.previousSubstep;
    };
    double fastest = 0.0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        if (isPinned(scene, s, i)) continue;
        const dvec3 velocity = velocityOf(i);
        const double squared = glm::dot(velocity, velocity);
        report.kineticEnergy += 0.5 * scene.masses[i] * squared;
        fastest = std::max(fastest, squared);
    }
    report.fastest = std::sqrt(fastest);
}

// Of what is free: obstacles may weigh anything.
double gravityEnergyOf(const Scene& scene, const Snapshot& s, const FramesNow& frames) {
    double energy = 0.0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        if (isPinned(scene, s, i)) continue;
        const dvec3 upright = frames.poses[frames.of(i)].rotation * dvec3(s.positions[i]);
        energy -= scene.masses[i] * glm::dot(dvec3(scene.environment.gravity), upright);
    }
    return energy;
}

// 0 for one that is rigid, whose stiffness is infinite and whose violation is an error.
double stiffnessOf(const StickMaterial& material, float complianceFactor, bool isPressed) {
    if (material.response == Response::Hooke) return double(material.stiffness) / complianceFactor;
    double compliance = material.response == Response::Compliant ? double(material.compliance) : 0.0;
    if (isPressed) compliance += double(material.compressionCompliance);
    return compliance > 0.0 ? 1.0 / (compliance * complianceFactor) : 0.0;
}

double stickEnergyOf(const Scene& scene, const std::vector<vec3>& positions) {
    double energy = 0.0;
    for (const SceneStick& stick : scene.sticks) {
        const StickMaterial& material = scene.materials[stick.material];
        const double violation =
            glm::length(dvec3(positions[stick.a]) - dvec3(positions[stick.b])) - double(stick.restLength);
        if (material.oneSided && violation < 0.0) continue;
        energy += 0.5 * stiffnessOf(material, stick.complianceFactor, violation < 0.0) * violation * violation;
    }
    return energy;
}

// As in src/pliant/shared/bend.h: the sum of the unit normals of the hinge's two triangles, made a unit.
dvec3 hingeNormal(const dvec3 (&x)[4]) {
    const dvec3 edge = x[1] - x[0];
    const dvec3 sum = glm::normalize(glm::cross(edge, x[2] - x[0])) + glm::normalize(glm::cross(x[3] - x[0], edge));
    const double size = glm::length(sum);
    return size > 1e-3 ? sum / size : dvec3(0.0);
}

double bendEnergyOf(const Scene& scene, const std::vector<vec3>& positions) {
    double energy = 0.0;
    for (const SceneBend& bend : scene.bends) {
        if (bend.compliance == 0.0f) continue;
        dvec3 x[4], v(0.0);
        for (std::size_t i = 0; i < 4; ++i) {
            x[i] = dvec3(positions[bend.particles[i]]);
            v += x[i] * double(bend.weights[i]);
        }
        const bool isHinge = bend.kind == BendKind::Hinge;
        const double along = isHinge ? glm::dot(v, hingeNormal(x)) - bend.rest : glm::length(v);
        energy += 0.5 * along * along / bend.compliance;
    }
    return energy;
}

// [m]; negative inside. The place is one in `frame`, an index of poses.
double distanceTo(const Collider& collider, const FramesNow& frames, std::uint32_t frame, const dvec3& place) {
    const std::uint32_t other = collider.frame + 1;  // kWorld + 1 is 0
    if (other == frame || other >= frames.poses.size()) return signedDistance(collider, place);
    return signedDistance(collider, placedBy(seenFrom(frames.poses[other], frames.poses[frame]), place));
}

void addPenetrations(const Scene& scene, const Snapshot& s, const FramesNow& frames,
                     std::span<const Collider> colliders, StepReport& report) {
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        if (isPinned(scene, s, i)) continue;
        const dvec3 x(s.positions[i]);
        double depth = 0.0;
        for (const Collider& collider : colliders)
            depth = std::max(depth, -distanceTo(collider, frames, frames.of(i), x));
        if (depth <= 1e-6 * (1.0 + glm::length(x))) continue;
        ++report.penetrations;
        report.deepest = std::max(report.deepest, depth);
    }
}

}  // namespace

StepReport reportOf(const Scene& scene, const Snapshot& snapshot, std::span<const Collider> colliders) {
    StepReport report;
    if (snapshot.positions.size() != scene.positions.size() || snapshot.previous.size() != scene.positions.size()) {
        constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
        report.largestStretch = report.kineticEnergy = report.fastest = report.potentialEnergy = kNan;
        return report;
    }
    const FramesNow frames(scene, snapshot);
    report.largestStretch = measureStretch(scene, snapshot.positions).max;
    addMotion(scene, snapshot, report);
    report.potentialEnergy = gravityEnergyOf(scene, snapshot, frames) + stickEnergyOf(scene, snapshot.positions) +
                             bendEnergyOf(scene, snapshot.positions);
    report.lost = snapshot.lost;
    report.crowded = snapshot.crowded;
    report.sleepers = snapshot.sleep.sleepers.size();
    report.asleep = countAsleep(snapshot);
    addPenetrations(scene, snapshot, frames, colliders, report);
    return report;
}

}  // namespace pliant
