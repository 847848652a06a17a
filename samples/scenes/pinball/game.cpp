#include "scenes/pinball/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::samples::pinball {
namespace {

constexpr double kFlipUp = 24.0, kFlipDown = 12.0;   // [rad/s]
constexpr double kDrawSpeed = 0.08;                  // of the plunger [m/s]
constexpr double kLeastPush = 0.6, kMostPush = 2.4;  // its speed when it is let go, by how far it was drawn [m/s]
constexpr double kCarrySpeed = 1.2;                  // [m/s]
constexpr double kUnder = -0.06;                     // height of the way back to the lane [m]
constexpr float kSwellCompliance = 0.02f;            // of what draws bumpers and strings outwards [m/N]

vec3 inPlane(dvec2 p) {
    return {static_cast<float>(p.x), static_cast<float>(p.y), 0.0f};
}

double lengthOf(dvec2 v) {
    return std::sqrt(v.x * v.x + v.y * v.y);
}

std::string grouped(std::uint32_t number) {
    if (number < 1000) return fmt::format("{}", number);
    return fmt::format("{},{:03}", grouped(number / 1000), number % 1000);
}

}  // namespace

Pinball::Pinball(Table table, std::uint32_t balls) : table_(std::move(table)), balls_(balls) {}

const std::vector<std::string>& Pinball::keyNames() const {
    static const std::vector<std::string> names{"left", "right", "launch"};
    return names;
}

void Pinball::restart() {
    now_ = State{};
}

// Another game after the last ball: the generator and the clock go on.
void Pinball::newGame() {
    now_.ball = 1;
    now_.score = 0;
    carryHome();
}

StepInputs Pinball::still() const {
    StepInputs inputs;
    inputs.colliders = table_.walls;
    for (const bool isLeft : {true, false})
        inputs.colliders.push_back(Flipper{isLeft}.collider(Flipper::kDown, Flipper::kDown));
    inputs.colliders.push_back(plunger(kPlungerTop, kPlungerTop));
    return inputs;
}

StepInputs Pinball::inputs(double from, double to, Keys keys) {
    const double dt = to - from;
    StepInputs inputs;
    inputs.colliders = table_.walls;
    if (now_.phase == Phase::Over && isNew(keys, kLaunch)) newGame();
    moveFlippers(dt, keys, inputs);
    movePlunger(dt, keys, inputs);
    if (now_.isGateClosed) inputs.colliders.push_back(gate());
    swell(inputs);
    if (isBallFree()) kickBall(dt, inputs);
    else placeBall(dt, inputs);
    now_.before = keys;
    now_.dt = dt;
    ++now_.steps;
    return inputs;
}

void Pinball::moveFlippers(double dt, Keys keys, StepInputs& inputs) {
    for (const bool isLeft : {true, false}) {
        double& angle = now_.flippers[isLeft ? 0 : 1];
        const double before = angle;
        const bool isUp = (keys & (isLeft ? kLeft : kRight)) != 0 && now_.phase != Phase::Over;
        angle = isUp ? std::min(angle + kFlipUp * dt, Flipper::kUp) : std::max(angle - kFlipDown * dt, Flipper::kDown);
        inputs.colliders.push_back(Flipper{isLeft}.collider(before, angle));
    }
}

// Drawn down while the key is held; let go, it comes up the faster the further it was drawn.
void Pinball::movePlunger(double dt, Keys keys, StepInputs& inputs) {
    double& top = now_.plungerTop;
    const double before = top;
    const bool isDrawn = (keys & kLaunch) != 0 && now_.phase == Phase::Lane;
    if (isDrawn) {
        now_.plungerSpeed = 0.0;
        top = std::max(top - kDrawSpeed * dt, kPlungerTop - kPlungerWay);
    } else if (top < kPlungerTop) {
        const double drawn = (kPlungerTop - top) / kPlungerWay;
        if (now_.plungerSpeed == 0.0) now_.plungerSpeed = kLeastPush + (kMostPush - kLeastPush) * drawn;
        top = std::min(top + now_.plungerSpeed * dt, kPlungerTop);
    } else {
        now_.plungerSpeed = 0.0;
    }
    inputs.colliders.push_back(plunger(before, top));
}

// Bumpers and strings that were hit are drawn outwards, and push whatever touches them.
void Pinball::swell(StepInputs& inputs) const {
    const auto pull = [&](std::uint32_t particle, dvec2 target) {
        inputs.pins.push_back({particle, PinInput::Action::Pull, inPlane(target), kSwellCompliance});
    };
    for (std::size_t i = 0; i < table_.bumpers.size(); ++i) {
        if (now_.bumperSwell[i] <= 0.0) continue;
        const Bumper& bumper = table_.bumpers[i];
        for (const std::uint32_t particle : bumper.ring) {
            const dvec2 out = dvec2(table_.scene.positions[particle]) - bumper.centre;
            pull(particle, bumper.centre + out * 1.5);
        }
    }
    for (std::size_t i = 0; i < table_.slings.size(); ++i) {
        if (now_.slingSwell[i] <= 0.0) continue;
        const Sling& sling = table_.slings[i];
        for (const std::uint32_t particle : sling.middle)
            pull(particle, dvec2(table_.scene.positions[particle]) + sling.outward * 0.03);
    }
}

// A spring at every particle, to a point so far ahead that its force is as good as constant.
void Pinball::kickBall(double dt, StepInputs& inputs) const {
    if (now_.kick.left <= 0.0) return;
    const dvec2 change = now_.kick.velocity - now_.velocity;
    const double size = lengthOf(change);
    if (!(size > 0.01)) return;
    constexpr double kFar = 1.0;  // [m]
    const double acceleration = size / std::max(now_.kick.left, dt);
    const double mass = double(table_.scene.masses[table_.ball[0]]);
    const auto compliance = static_cast<float>(kFar / (mass * acceleration));
    for (std::size_t i = 0; i < table_.ball.size(); ++i) {
        const dvec2 target = now_.place + table_.ballShape[i] + change * (kFar / size);
        inputs.pins.push_back({table_.ball[i], PinInput::Action::Pull, inPlane(target), compliance});
    }
}

// Under the table to the lane, and up through the plunger: what is pinned touches no collider.
void Pinball::carryHome() {
    now_.phase = Phase::Carry;
    now_.isGateClosed = false;
    now_.way = {now_.place, {now_.place.x, kUnder}, {kBallStart.x, kUnder}, kBallStart};
}

void Pinball::carryStraightHome() {
    now_.phase = Phase::Carry;
    now_.isGateClosed = false;
    now_.way = {kBallStart};
}

// The first point of the way is where the ball is to be at the end of the step.
void Pinball::advanceAlongWay(double dt) {
    double left = kCarrySpeed * dt;
    while (now_.way.size() > 1) {
        const dvec2 part = now_.way[1] - now_.way[0];
        const double length = lengthOf(part);
        if (left < length) {
            now_.way[0] += part * (left / length);
            return;
        }
        left -= length;
        now_.way.erase(now_.way.begin());
    }
}

// Carried, stopped, let go: one step each for the last two. A ball that has moved keeps its speed when it is let go.
void Pinball::placeBall(double dt, StepInputs& inputs) {
    PinInput::Action action = PinInput::Action::Hold;
    dvec2 place = now_.place;
    if (now_.phase == Phase::Carry) {
        advanceAlongWay(dt);
        action = PinInput::Action::Move;
        place = now_.way[0];
        if (now_.way.size() == 1) now_.phase = Phase::Stop;
    } else if (now_.phase == Phase::Stop) {
        now_.phase = Phase::LetGo;
    } else if (now_.phase == Phase::LetGo) {
        action = PinInput::Action::Release;
        now_.phase = Phase::Lane;
    }
    for (std::size_t i = 0; i < table_.ball.size(); ++i)
        inputs.pins.push_back({table_.ball[i], action, inPlane(place + table_.ballShape[i])});
}

std::vector<std::string> Pinball::board() const {
    std::vector<std::string> lines{fmt::format("score {}", grouped(now_.score))};
    if (now_.phase == Phase::Over) lines.insert(lines.end(), {"game over", "launch for another"});
    else lines.push_back(fmt::format("ball {} of {}", now_.ball, balls_));
    return lines;
}

}  // namespace pliant::samples::pinball
