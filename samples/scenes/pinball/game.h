#pragma once

#include "scenes/pinball/table.h"
#include "scenes/scenes.h"

namespace pliant::samples::pinball {

/// The rules: what the flippers and the plunger do, what counts, when a ball is lost. It looks at positions and keys
/// alone, in double, by operations that are the same on every machine.
class Pinball : public Game {
  public:
    Pinball(Table table, std::uint32_t balls);

    const std::vector<std::string>& keyNames() const override;
    void restart() override;
    StepInputs inputs(double from, double to, Keys keys) override;
    void look(const Snapshot& after) override;
    Keys demonstration() const override;
    std::vector<std::string> board() const override;

    /// As the table stands before the first step.
    StepInputs still() const;

    std::uint32_t score() const { return now_.score; }
    std::uint32_t ball() const { return now_.ball; }  ///< counted from 1
    bool isOver() const { return now_.phase == Phase::Over; }
    bool isReady() const { return now_.phase == Phase::Lane; }  ///< the ball is in the lane, and free
    dvec2 ballPlace() const { return now_.place; }
    std::uint32_t rescues() const { return now_.rescues; }  ///< of balls that were stuck or had left the table
    std::uint32_t bumperHits() const { return now_.bumperHits; }

  private:
    enum class Phase {
        Lane,   // the ball lies on the plunger, or has not left the lane yet
        Play,   // it is in the field
        Carry,  // it is brought back to the lane
        Stop,   // and stopped there,
        LetGo,  // and let go
        Over,   // no ball is left
    };

    // For a short while something is drawn somewhere by springs.
    struct Kick {
        dvec2 velocity{0.0};  // that the ball shall have [m/s]
        double left = 0.0;    // [s]
    };

    // Everything that the game remembers from step to step.
    struct State {
        Phase phase = Phase::Lane;
        std::uint32_t ball = 1;
        std::uint32_t score = 0;
        std::array<double, 2> flippers{Flipper::kDown, Flipper::kDown};  // [rad]
        double plungerTop = kPlungerTop;
        double plungerSpeed = 0.0;  // upwards [m/s]
        dvec2 place = kBallStart, velocity{0.0};
        bool isGateClosed = false;
        Kick kick;
        std::array<double, 3> bumperRest{}, bumperSwell{};  // [s] until it counts again, until it is small again
        std::array<double, 2> slingRest{}, slingSwell{}, postRest{};
        double curtainRest = 0.0;
        std::vector<dvec2> way;  // that the ball is carried, its first point being where it is
        dvec2 quietPlace = kBallStart;
        double quiet = 0.0;        // [s] that the ball has been near there
        std::uint32_t nudges = 0;  // since it last moved
        std::uint32_t rescues = 0;
        std::uint32_t bumperHits = 0;
        std::uint32_t random = 1;
        std::uint64_t steps = 0;
        Keys before = 0;  // keys of the last step
        double dt = 0.0;  // length of the last step [s]
    };

    bool isBallFree() const { return now_.phase == Phase::Lane || now_.phase == Phase::Play; }
    bool isNew(Keys keys, Keys key) const { return (keys & ~now_.before & key) != 0; }
    void moveFlippers(double dt, Keys keys, StepInputs& inputs);
    void movePlunger(double dt, Keys keys, StepInputs& inputs);
    void swell(StepInputs& inputs) const;
    void kickBall(double dt, StepInputs& inputs) const;
    void placeBall(double dt, StepInputs& inputs);
    void advanceAlongWay(double dt);
    void carryHome();
    void carryStraightHome();
    void newGame();

    void measure(const Snapshot& after);
    void countDown(double dt);
    void kickFrom(dvec2 outward, double speed);
    void touchBumpers();
    void touchPosts();
    void touchSlings();
    void touchCurtain(const Snapshot& after);
    void watchForRest(double dt);
    void judge();
    bool wantsFlipper(const Flipper& flipper, double angle) const;
    std::uint32_t nextRandom();

    Table table_;
    std::uint32_t balls_;
    State now_;
};

inline constexpr Keys kLeft = 1, kRight = 2, kLaunch = 4;

}  // namespace pliant::samples::pinball
