#include "viewer/touch.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>

namespace pliant::viewer {
namespace {

constexpr double kSag = 0.04;      // [m]
constexpr double kGravity = 9.81;  // [m/s^2], also where a scene has none
constexpr double kMostCompliance = 1e6;

double massOfBody(const Scene& scene, std::uint32_t particle) {
    for (const Body& body : scene.bodies) {
        const bool isIn = particle >= body.firstParticle && particle - body.firstParticle < body.particleCount;
        if (!isIn) continue;
        const auto first = scene.masses.begin() + body.firstParticle;
        return std::accumulate(first, first + body.particleCount, 0.0);
    }
    return scene.masses[particle];
}

std::vector<PinInput>::iterator findPin(StepInputs& inputs, std::uint32_t particle) {
    const auto isIt = [&](const PinInput& pin) { return pin.particle == particle; };
    return std::find_if(inputs.pins.begin(), inputs.pins.end(), isIt);
}

}  // namespace

std::optional<vec3> placeInPlane(const Ray& ray, vec3 point, vec3 facing) {
    constexpr float kGrazing = 1e-3f;
    const float approach = glm::dot(ray.direction, facing);
    if (std::abs(approach) < kGrazing) return std::nullopt;
    const float along = glm::dot(point - ray.origin, facing) / approach;
    if (!(along > 0.0f)) return std::nullopt;
    return ray.origin + along * ray.direction;
}

float pullCompliance(const Scene& scene, std::uint32_t particle) {
    const double weight = massOfBody(scene, particle) * kGravity;
    return static_cast<float>(std::min(kSag / weight, kMostCompliance));
}

void Touch::reset(const std::vector<std::uint8_t>& pinned) {
    held_.reset();
    nextActions_.clear();
    pinned_ = pinned;
    listMarkers();
}

void Touch::grab(const Grip& grip, const Ray& ray, vec3 facing) {
    const vec3 grabbed = placeInPlane(ray, grip.place, facing).value_or(grip.place);
    held_ = Held{grip, facing, grabbed, grip.place, grip.place};
}

void Touch::follow(const Ray& ray) {
    if (!held_) return;
    const std::optional<vec3> place = placeInPlane(ray, held_->grabbed, held_->facing);
    if (place) held_->target = held_->grip.place + (*place - held_->grabbed);
}

void Touch::letGo() {
    held_.reset();
}

void Touch::togglePin(std::uint32_t particle) {
    pinned_[particle] = pinned_[particle] ? 0 : 1;
    // Pinned and released again before any step: it is told all the same, which does no harm.
    nextActions_[particle] = pinned_[particle] ? PinInput::Action::Hold : PinInput::Action::Release;
    if (held() == particle) letGo();
    listMarkers();
}

std::optional<std::uint32_t> Touch::held() const {
    return held_ ? std::optional(held_->grip.particle) : std::nullopt;
}

std::optional<vec3> Touch::target() const {
    return held_ ? std::optional(held_->target) : std::nullopt;
}

void Touch::addTo(StepInputs& inputs, double dt) const {
    for (const auto& [particle, action] : nextActions_) {
        const auto own = findPin(inputs, particle);
        if (own != inputs.pins.end()) inputs.pins.erase(own);
        inputs.pins.push_back({particle, action});
    }
    if (!held_ || findPin(inputs, held_->grip.particle) != inputs.pins.end()) return;
    const Grip& grip = held_->grip;
    if (grip.isPinned) {
        inputs.pins.push_back({grip.particle, PinInput::Action::Move, pinnedPlaceAfter(dt)});
    } else {
        inputs.pins.push_back({grip.particle, PinInput::Action::Pull, held_->target, grip.compliance});
    }
}

void Touch::stepTaken(double dt) {
    nextActions_.clear();
    if (!held_ || !held_->grip.isPinned) return;
    held_->told = pinnedPlaceAfter(dt);
}

vec3 Touch::pinnedPlaceAfter(double dt) const {
    const vec3 way = held_->target - held_->told;
    const float length = glm::length(way), most = kHandSpeed * static_cast<float>(dt);
    return length <= most ? held_->target : held_->told + way * (most / length);
}

void Touch::listMarkers() {
    markers_.clear();
    for (std::uint32_t i = 0; i < pinned_.size(); ++i) {
        if (pinned_[i]) markers_.push_back(i);
    }
}

}  // namespace pliant::viewer
