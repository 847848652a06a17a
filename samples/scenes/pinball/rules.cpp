// What counts, and what a game does about the state that a step has led to.

#include <algorithm>
#include <cmath>

#include "scenes/pinball/game.h"

namespace pliant::samples::pinball {
namespace {

constexpr std::uint32_t kBumperScore = 100, kSlingScore = 50, kPostScore = 25, kCurtainScore = 250;
constexpr double kTouch = 0.003;                                           // [m], how near counts
constexpr double kRestTime = 0.2;                                          // [s], before the same thing counts again
constexpr double kSwellTime = 0.04;                                        // [s]
constexpr double kKickTime = 0.034;                                        // [s]
constexpr double kBumperSpeed = 1.5, kSlingSpeed = 1.4, kPostSpeed = 0.7;  // that a ball leaves with [m/s]
constexpr double kCurtainRest = 1.5;                                       // [s]
constexpr double kGateClear = 0.165;  // [m], how far left a ball is out of the gate's way
constexpr double kQuietWay = 0.012;   // [m]
constexpr double kQuietTime = 3.0;    // [s]
constexpr std::uint32_t kMostNudges = 2;

double dot(dvec2 a, dvec2 b) {
    return a.x * b.x + a.y * b.y;
}

double lengthOf(dvec2 v) {
    return std::sqrt(dot(v, v));
}

dvec2 nearestOn(dvec2 from, dvec2 to, dvec2 p) {
    const dvec2 way = to - from;
    return from + way * std::clamp(dot(p - from, way) / dot(way, way), 0.0, 1.0);
}

}  // namespace

void Pinball::look(const Snapshot& after) {
    measure(after);
    countDown(now_.dt);
    if (now_.phase == Phase::Lane && now_.place.x < kLaneLeft - kBallRadius) now_.phase = Phase::Play;
    if (now_.phase == Phase::Play && now_.place.x < kGateClear) now_.isGateClosed = true;
    if (now_.phase == Phase::Play) {
        touchBumpers();
        touchPosts();
        touchSlings();
        touchCurtain(after);
    }
    watchForRest(now_.dt);
    judge();
}

void Pinball::measure(const Snapshot& after) {
    dvec2 sum(0.0);
    for (const std::uint32_t i : table_.ball)
        sum += dvec2(after.positions[i]);
    const dvec2 place = sum / double(table_.ball.size());
    if (now_.dt > 0.0) now_.velocity = (place - now_.place) / now_.dt;
    now_.place = place;
}

void Pinball::countDown(double dt) {
    const auto down = [dt](double& left) { left = std::max(0.0, left - dt); };
    down(now_.kick.left);
    down(now_.curtainRest);
    for (auto* timers : {&now_.bumperRest, &now_.bumperSwell})
        std::for_each(timers->begin(), timers->end(), down);
    for (auto* timers : {&now_.slingRest, &now_.slingSwell, &now_.postRest})
        std::for_each(timers->begin(), timers->end(), down);
}

// Away from the middle, no slower than that, and with what speed it has along the rim.
void Pinball::kickFrom(dvec2 outward, double speed) {
    const double before = dot(now_.velocity, outward);
    now_.kick.velocity = now_.velocity + outward * (std::max(speed, -0.6 * before) - before);
    now_.kick.left = kKickTime;
}

void Pinball::touchBumpers() {
    for (std::size_t i = 0; i < table_.bumpers.size(); ++i) {
        const dvec2 out = now_.place - table_.bumpers[i].centre;
        const double distance = lengthOf(out);
        if (now_.bumperRest[i] > 0.0 || distance > kBumperRadius + kBallRadius + kTouch) continue;
        now_.score += kBumperScore;
        ++now_.bumperHits;
        now_.bumperRest[i] = kRestTime;
        now_.bumperSwell[i] = kSwellTime;
        kickFrom(distance > 1e-6 ? out / distance : dvec2(0.0, 1.0), kBumperSpeed);
    }
}

void Pinball::touchPosts() {
    for (std::size_t i = 0; i < table_.posts.size(); ++i) {
        const dvec2 out = now_.place - table_.posts[i];
        const double distance = lengthOf(out);
        if (now_.postRest[i] > 0.0 || distance > kPostRadius + kBallRadius + kTouch) continue;
        now_.score += kPostScore;
        now_.postRest[i] = kRestTime;
        kickFrom(distance > 1e-6 ? out / distance : dvec2(0.0, 1.0), kPostSpeed);
    }
}

// On their outer side, and by a ball that comes from there.
void Pinball::touchSlings() {
    for (std::size_t i = 0; i < table_.slings.size(); ++i) {
        const Sling& sling = table_.slings[i];
        const dvec2 off = now_.place - nearestOn(sling.from, sling.to, now_.place);
        const bool isNear = lengthOf(off) < kBallRadius + 0.003 + kTouch && dot(off, sling.outward) > 0.0;
        const bool comes = dot(now_.velocity, sling.outward) < -0.1;
        if (now_.slingRest[i] > 0.0 || !isNear || !comes) continue;
        now_.score += kSlingScore;
        now_.slingRest[i] = kRestTime;
        now_.slingSwell[i] = kSwellTime;
        kickFrom(sling.outward, kSlingSpeed);
    }
}

void Pinball::touchCurtain(const Snapshot& after) {
    const auto touches = [&](std::uint32_t i) {
        return lengthOf(dvec2(after.positions[i]) - now_.place) < kBallRadius + 0.005 + kTouch;
    };
    if (!std::any_of(table_.curtain.begin(), table_.curtain.end(), touches)) return;
    if (now_.curtainRest <= 0.0) now_.score += kCurtainScore;
    now_.curtainRest = kCurtainRest;  // while it is among them, and for a while after
}

// A ball that lies still is nudged; one that stays where it is all the same is brought back to the lane.
void Pinball::watchForRest(double dt) {
    const bool isMoving = lengthOf(now_.place - now_.quietPlace) > kQuietWay;
    if (now_.phase != Phase::Play || isMoving) {
        now_.quietPlace = now_.place;
        now_.quiet = 0.0;
        now_.nudges = 0;
        return;
    }
    now_.quiet += dt;
    if (now_.quiet < kQuietTime * (now_.nudges + 1)) return;
    ++now_.nudges;
    const double aside = nextRandom() % 2 == 0 ? 0.4 : -0.4;
    now_.kick = {now_.velocity + dvec2(aside, 0.8), kKickTime};
}

void Pinball::judge() {
    const dvec2 p = now_.place;
    const bool isOnTable = std::abs(p.x) < kHalfWidth && p.y < kArchHeight + kHalfWidth;  // false of NaN
    const bool isStuck = now_.nudges > kMostNudges;
    if (isBallFree() && (!isOnTable || isStuck || (now_.phase == Phase::Lane && p.y < 0.0))) {
        ++now_.rescues;
        now_.nudges = 0;
        carryStraightHome();
        return;
    }
    if (now_.phase != Phase::Play || p.y > kDrain) return;
    now_.kick.left = 0.0;
    if (now_.ball == balls_) {
        now_.phase = Phase::Over;
    } else {
        ++now_.ball;
        carryHome();
    }
}

// A linear congruential generator (Press et al., "Numerical Recipes", 7.1); its upper bits.
std::uint32_t Pinball::nextRandom() {
    now_.random = now_.random * 1664525u + 1013904223u;
    return now_.random >> 16;
}

// A player of average skill: draws the plunger differently far, flips when the ball comes by, and drops what it has
// caught.
Keys Pinball::demonstration() const {
    Keys keys = 0;
    if (now_.phase == Phase::Lane && lengthOf(now_.place - kBallStart) < 0.12) {
        const double drawn = (kPlungerTop - now_.plungerTop) / kPlungerWay;
        const double wanted = 0.55 + 0.15 * ((now_.ball + now_.random / 65536u) % 4);
        const bool isBack = now_.plungerSpeed == 0.0;
        if (isBack && drawn < wanted) keys |= kLaunch;
    }
    if (now_.phase == Phase::Over && now_.steps % 240 == 0) keys |= kLaunch;
    if (now_.phase != Phase::Play || (now_.quiet > 0.5 && now_.steps / 20 % 2 == 0)) return keys;
    if (wantsFlipper({true}, now_.flippers[0])) keys |= kLeft;
    if (wantsFlipper({false}, now_.flippers[1])) keys |= kRight;
    return keys;
}

// The ball will be over the outer part of the flipper, and low enough to be hit, two steps from now.
bool Pinball::wantsFlipper(const Flipper& flipper, double angle) const {
    const dvec2 soon = now_.place + now_.velocity * (2.0 * now_.dt), pivot = flipper.pivot();
    const dvec2 from = now_.place - pivot, at = soon - pivot;
    const double out = flipper.isLeft ? at.x : -at.x, reach = Flipper::kLength + 0.012;
    const bool isOver = out > 0.018 && out < reach;
    const bool isNear = at.y < 0.035 && from.y > -0.05;
    const bool isUpWithBall = angle > 0.0 && from.y < 0.07 && isOver && now_.velocity.y < 0.3;
    return (isOver && isNear && now_.velocity.y < 0.4) || isUpWithBall;
}

}  // namespace pliant::samples::pinball
