#include "viewer/touch.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>

namespace pliant::viewer {
namespace {

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

float pullCompliance(const Scene& scene, std::uint32_t particle, double sag) {
    const double gravity = std::max<double>(kGravity, glm::length(scene.environment.gravity));
    return static_cast<float>(std::min(sag / (massOfBody(scene, particle) * gravity), kMostCompliance));
}

vec3 onTheWay(vec3 from, vec3 to, float most) {
    const float length = glm::distance(from, to);
    return length <= most ? to : from + (to - from) * (most / length);
}

void Touch::reset(const std::vector<std::uint8_t>& pinned, float speed) {
    held_.reset();
    follower_.reset();
    nextActions_.clear();
    freed_.clear();
    speed_ = speed;
    pinned_ = pinned;
    listMarkers();
}

void Touch::setFollower(std::uint32_t particle, vec3 place) {
    follower_ = Follower{particle, place, {}};
}

void Touch::lead(const Ray& ray, vec3 facing) {
    if (!follower_) return;
    if (const std::optional<vec3> place = placeInPlane(ray, follower_->place, facing)) follower_->target = place;
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

void Touch::togglePin(std::uint32_t particle, std::optional<vec3> place) {
    pinned_[particle] = pinned_[particle] ? 0 : 1;
    if (pinned_[particle]) freed_.erase(particle);
    else freed_.insert(particle);
    if (follower_ && follower_->particle == particle && place) follower_->place = *place;
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

// What a person has released the scene does not hold.
void Touch::releaseFreed(StepInputs& inputs) const {
    std::erase_if(inputs.pins, [&](const PinInput& pin) {
        return pin.action != PinInput::Action::Pull && freed_.contains(pin.particle);
    });
}

void Touch::moveFollower(StepInputs& inputs, double dt) const {
    if (!follower_ || !pinned_[follower_->particle]) return;
    auto pin = findPin(inputs, follower_->particle);
    const bool isLed = pin != inputs.pins.end() && pin->action == PinInput::Action::Move;
    if (!follower_->target && !isLed) return;
    const vec3 target = follower_->target.value_or(isLed ? pin->target : vec3(0.0f));
    const vec3 place = onTheWay(follower_->place, target, speed_ * static_cast<float>(dt));
    if (pin != inputs.pins.end()) inputs.pins.erase(pin);
    inputs.pins.push_back({follower_->particle, PinInput::Action::Move, place});
}

void Touch::addTo(StepInputs& inputs, double dt) const {
    releaseFreed(inputs);
    moveFollower(inputs, dt);
    for (const auto& [particle, action] : nextActions_) {
        const auto own = findPin(inputs, particle);
        if (own != inputs.pins.end()) inputs.pins.erase(own);
        inputs.pins.push_back({particle, action});
    }
    if (!held_ || findPin(inputs, held_->grip.particle) != inputs.pins.end()) return;
    const Grip& grip = held_->grip;
    if (grip.isPinned) {
        inputs.pins.push_back({grip.particle, PinInput::Action::Move, pinnedPlaceAfter(dt), 0.0f, kWorld});
    } else {
        inputs.pins.push_back({grip.particle, PinInput::Action::Pull, held_->target, grip.compliance, kWorld});
    }
}

void Touch::stepTaken(double dt, const StepInputs& inputs) {
    nextActions_.clear();
    for (const PinInput& pin : inputs.pins) {
        const bool isFollower = follower_ && pin.particle == follower_->particle;
        if (isFollower && pin.action == PinInput::Action::Move) follower_->place = pin.target;
    }
    if (!held_ || !held_->grip.isPinned) return;
    held_->told = pinnedPlaceAfter(dt);
}

vec3 Touch::pinnedPlaceAfter(double dt) const {
    return onTheWay(held_->told, held_->target, speed_ * static_cast<float>(dt));
}

void Touch::listMarkers() {
    markers_.clear();
    for (std::uint32_t i = 0; i < pinned_.size(); ++i) {
        if (pinned_[i]) markers_.push_back(i);
    }
}

}  // namespace pliant::viewer
