#include "viewer/curves.h"

#include <algorithm>

#include "pliant/state/step_report.h"

namespace pliant::viewer {
namespace {

double energyOf(const StepReport& report) {
    return report.kineticEnergy + report.potentialEnergy;
}

float sagOf(const std::vector<vec3>& rope) {
    float lowest = rope[0].y;
    for (const vec3& p : rope)
        lowest = std::min(lowest, p.y);
    return 0.5f * (rope.front().y + rope.back().y) - lowest;
}

void push(std::deque<float>& samples, double value) {
    samples.push_back(static_cast<float>(value));
    if (samples.size() > Curves::kSamples) samples.pop_front();
}

template <class T>
std::vector<T> slice(const std::vector<T>& all, std::size_t first, std::size_t count) {
    if (all.size() < first + count) return {};
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

Snapshot partOf(const Snapshot& snapshot, std::uint32_t first, std::size_t count) {
    Snapshot part = snapshot;
    part.positions = slice(snapshot.positions, first, count);
    part.previous = slice(snapshot.previous, first, count);
    part.pinned = slice(snapshot.pinned, first, count);
    return part;
}

// A rope as a scene of its own.
Curves::Part Curves::partOf(const Scene& scene, const Body& body) {
    const std::uint32_t first = body.firstParticle, count = body.particleCount;
    Part part;
    part.first = first;
    part.scene.positions = slice(scene.positions, first, count);
    part.scene.masses = slice(scene.masses, first, count);
    part.scene.pinned = slice(scene.pinned, first, count);
    part.scene.materials = scene.materials;
    part.scene.environment = scene.environment;
    const auto isIn = [&](std::uint32_t particle) { return particle >= first && particle - first < count; };
    for (SceneStick stick : scene.sticks) {
        if (!isIn(stick.a) || !isIn(stick.b)) continue;
        stick.a -= first;
        stick.b -= first;
        part.scene.sticks.push_back(stick);
    }
    return part;
}

void Curves::reset(const Scene& scene) {
    constexpr std::size_t kFew = 4;
    parts_.clear();
    curves_.clear();
    waited_ = 0.0;
    if (scene.positions.empty() || scene.positions.size() > kMostParticles) return;
    const auto isRope = [](const Body& body) { return body.isLine; };
    const bool hasFewRopes = !scene.bodies.empty() && scene.bodies.size() <= kFew &&
                             std::all_of(scene.bodies.begin(), scene.bodies.end(), isRope);
    if (hasFewRopes) {
        for (const Body& body : scene.bodies) {
            parts_.push_back(partOf(scene, body));
            curves_.push_back({body.name, {}, {}, 0.0f, true});
        }
    } else {
        parts_.push_back({scene, 0, 0.0});
        curves_.push_back({"all", {}, {}, 0.0f, false});
    }
    for (Part& part : parts_)
        part.rest = energyOf(reportOf(part.scene, {part.scene.positions, part.scene.positions}));
}

bool Curves::isDue(double elapsed) {
    waited_ += elapsed;
    if (parts_.empty() || waited_ < kEvery) return false;
    waited_ = 0.0;
    return true;
}

void Curves::add(const Snapshot& snapshot) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        const Snapshot own = viewer::partOf(snapshot, part.first, part.scene.positions.size());
        const StepReport report = reportOf(part.scene, own);
        Curve& curve = curves_[i];
        push(curve.energy, energyOf(report) - part.rest);
        push(curve.stretch, report.largestStretch);
        if (curve.isRope) curve.sag = sagOf(own.positions);
    }
}

}  // namespace pliant::viewer
