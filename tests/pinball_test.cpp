// The game of pinball: its rules, that it is the same each time, and that the ball stays on the table.

#include <fstream>

#include "command.h"
#include "pinball_support.h"

namespace pliant::test {
namespace {

using namespace samples::pinball;

CpuSolver solverFor(const Machine& machine, int threads = 1) {
    return take(CpuSolver::create(machine.schedule, {threads, true}));
}

// Plays on its own for a while; what is checked after every step.
template <class Check>
Snapshot play(const Machine& machine, samples::Session& session, CpuSolver& solver, int steps, Check check) {
    Snapshot state;
    for (int step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
        state = playStep(machine, session, solver);
        check(state);
    }
    return state;
}

// The rules alone: states are made up, with the ball wherever a test wants it.
class Rules : public testing::Test {
  protected:
    Rules() : state_(initialSnapshot(*machine_.schedule)) {}
    Pinball& game() { return machine_.game(); }

    void ballAt(dvec2 place, Keys keys = 0) {
        last_ = game().inputs(step_ / 60.0, (step_ + 1) / 60.0, keys);
        ++step_;
        const dvec2 off = place - kBallStart;
        for (std::uint32_t i = 0; i < kBallPoints; ++i) {
            const vec3 start = machine_.sample.scene.positions[i];
            state_.positions[i] = start + vec3(static_cast<float>(off.x), static_cast<float>(off.y), 0.0f);
        }
        game().look(state_);
    }
    void stay(dvec2 place, int steps) {
        for (int i = 0; i < steps; ++i)
            ballAt(place);
    }
    // Carried home, stopped, let go.
    void untilBack() {
        for (int i = 0; i < 300 && !game().isReady(); ++i)
            ballAt(kBallStart);
        EXPECT_TRUE(game().isReady());
    }
    bool pulls() const {
        return std::any_of(last_.pins.begin(), last_.pins.end(), [](const PinInput& pin) {
            return pin.particle == 0 && pin.action == PinInput::Action::Pull;
        });
    }

    static constexpr dvec2 kNowhere{kMiddle, 0.45};  // in the field, near nothing
    Machine machine_ = pinballMachine();
    Snapshot state_;
    StepInputs last_;
    int step_ = 0;
};

TEST_F(Rules, ABumperCountsOncePerHitAndKicks) {
    ballAt(kNowhere);
    EXPECT_EQ(game().score(), 0u);
    const dvec2 touching(kMiddle - 0.085, 0.63 - kBumperRadius - kBallRadius);
    ballAt(touching);
    EXPECT_EQ(game().score(), 100u);
    ballAt(touching);
    EXPECT_TRUE(pulls());
    EXPECT_EQ(game().score(), 100u);
    stay(kNowhere, 30);
    EXPECT_FALSE(pulls());
    ballAt(touching);
    EXPECT_EQ(game().score(), 200u);
}

TEST_F(Rules, WhatIsMissedByAHairDoesNotCount) {
    ballAt(kNowhere);
    ballAt({kMiddle - 0.085, 0.63 - kBumperRadius - kBallRadius - 0.01});
    EXPECT_EQ(game().score(), 0u);
}

TEST_F(Rules, ALostBallIsFollowedByTheNext) {
    ballAt(kNowhere);
    ballAt({kMiddle, 0.02});
    EXPECT_EQ(game().ball(), 2u);
    untilBack();
    EXPECT_EQ(game().ball(), 2u);
    EXPECT_FALSE(game().isOver());
}

TEST_F(Rules, AfterThreeBallsItIsOverAndTheLaunchKeyStartsAnother) {
    for (const std::uint32_t ball : {1u, 2u, 3u}) {
        EXPECT_EQ(game().ball(), ball);
        ballAt(kNowhere);
        ballAt({kMiddle + 0.085, 0.63 - kBumperRadius - kBallRadius});
        stay(kNowhere, 30);
        ballAt({kMiddle, 0.02});
        if (ball < 3) untilBack();
    }
    EXPECT_TRUE(game().isOver());
    EXPECT_EQ(game().board(), (std::vector<std::string>{"score 300", "game over", "launch for another"}));
    stay({kMiddle, 0.02}, 10);
    EXPECT_TRUE(game().isOver());
    ballAt({kMiddle, 0.02}, kLaunch);
    EXPECT_FALSE(game().isOver());
    untilBack();
    EXPECT_EQ(game().board(), (std::vector<std::string>{"score 0", "ball 1 of 3"}));
}

TEST_F(Rules, ABallThatLiesStillIsNudgedAndThenBroughtBack) {
    bool wasNudged = false;
    for (int i = 0; i < 60 * 60 && game().rescues() == 0; ++i) {
        ballAt(kNowhere);
        wasNudged |= pulls();
        if (i < 180) {
            EXPECT_FALSE(wasNudged) << i;
        }
    }
    EXPECT_TRUE(wasNudged);
    EXPECT_EQ(game().rescues(), 1u);
    EXPECT_EQ(game().ball(), 1u) << "it is not lost";
    untilBack();
}

TEST_F(Rules, ABallThatHasLeftTheTableIsBroughtBack) {
    ballAt(kNowhere);
    ballAt({0.4, 0.5});
    EXPECT_EQ(game().rescues(), 1u);
    untilBack();
    EXPECT_EQ(game().ball(), 1u);
}

TEST_F(Rules, FlippersTurnWhileTheirKeysAreDown) {
    const auto flipper = [&](std::size_t fromLast) {
        return last_.colliders.at(last_.colliders.size() - fromLast).pose;
    };
    ballAt(kBallStart);
    const Pose left = flipper(3), right = flipper(2);
    for (int i = 0; i < 10; ++i)
        ballAt(kBallStart, kLeft);
    EXPECT_GT(flipper(3).position.y, left.position.y + 0.03f);
    EXPECT_EQ(flipper(2), right);
    for (int i = 0; i < 20; ++i)
        ballAt(kBallStart, kRight);
    EXPECT_EQ(flipper(3), left);
    EXPECT_GT(flipper(2).position.y, right.position.y + 0.03f);
}

TEST_F(Rules, NoStepOfAFlipperLeavesAGap) {
    Pose last = Flipper{true}.collider(Flipper::kDown, Flipper::kDown).pose;
    for (int i = 0; i < 40; ++i) {
        ballAt(kBallStart, i % 8 < 4 ? kLeft : 0);
        const Collider flipper = last_.colliders.at(last_.colliders.size() - 3);
        EXPECT_EQ(flipper.before.value_or(flipper.pose), last) << i;
        last = flipper.pose;
    }
}

TEST(Pinball, ARecordedGameIsTheSameWithAnyNumberOfThreads) {
    const Machine machine = pinballMachine();
    for (const int threads : {1, 3}) {
        CpuSolver solver = solverFor(machine, threads);
        EXPECT_EQ(playGolden(machine, solver), kGoldenGame) << threads;
        EXPECT_EQ(machine.game().score(), kGoldenScore);
    }
}

TEST(Pinball, RestartedItIsTheSameGame) {
    const Machine machine = pinballMachine();
    samples::Session first = machine.session();
    CpuSolver solver = solverFor(machine);
    const auto nothing = [](const Snapshot&) {};
    const Snapshot end = play(machine, first, solver, 600, nothing);
    const std::uint32_t score = machine.game().score();
    EXPECT_GT(score, 0u);

    samples::Session again = machine.session(first.pressed());
    EXPECT_EQ(machine.game().score(), 0u);
    take(solver.restore(initialSnapshot(*machine.schedule)));
    EXPECT_EQ(hashOf(play(machine, again, solver, 600, nothing)), hashOf(end));
    EXPECT_EQ(machine.game().score(), score);
}

// Two minutes of play: the ball neither leaves the table nor gets stuck, and keeps its shape.
TEST(Pinball, TheBallStaysOnTheTable) {
    const Machine machine = pinballMachine();
    samples::Session session = machine.session();
    CpuSolver solver = solverFor(machine);
    bool wasLost = false;
    const Snapshot end = play(machine, session, solver, 2 * 60 * 60, [&](const Snapshot& state) {
        const dvec2 middle = machine.game().ballPlace();
        ASSERT_LT(std::abs(middle.x), kHalfWidth);
        ASSERT_LT(middle.y, kArchHeight + kHalfWidth);
        for (std::uint32_t i = 0; i < kBallPoints; ++i)
            ASSERT_LT(glm::distance(dvec2(state.positions[i]), middle), 2.5 * kBallRadius);
        wasLost |= machine.game().ball() > 1;
    });
    EXPECT_EQ(end.lost, 0u);
    EXPECT_TRUE(wasLost);
    EXPECT_EQ(machine.game().rescues(), 0u);
    EXPECT_GT(machine.game().bumperHits(), 20u);
}

// Thrown in all directions, much faster than it ever is in play.
TEST(Pinball, NothingIsTunnelledThrough) {
    const Machine machine = pinballMachine();
    for (int direction = 0; direction < 24; ++direction) {
        SCOPED_TRACE(direction);
        const double angle = 0.2618 * direction;
        const vec3 way(static_cast<float>(8.0 * std::cos(angle) / 720.0),
                       static_cast<float>(8.0 * std::sin(angle) / 720.0), 0.0f);
        Snapshot state = initialSnapshot(*machine.schedule);
        for (std::uint32_t i = 0; i < kBallPoints; ++i) {
            state.positions[i] += vec3(static_cast<float>(kMiddle - kBallStart.x), 0.35f, 0.0f);
            state.previous[i] = state.positions[i] - way;
        }
        CpuSolver solver = solverFor(machine);
        take(solver.restore(state));
        StepInputs inputs = machine.game().still();
        inputs.colliders.push_back(gate());
        for (int step = 0; step < 30; ++step)
            take(solver.step(machine.settings, inputs));
        for (std::uint32_t i = 0; i < kBallPoints; ++i) {
            const dvec2 p(solver.snapshot().positions[i]);
            EXPECT_LT(std::abs(p.x - kMiddle), kLaneLeft - kMiddle);
            EXPECT_LT(p.y < kArchHeight ? 0.0 : glm::distance(p, dvec2(0.0, kArchHeight)), kHalfWidth);
        }
    }
}

TEST(Recording, KeysAreReadAsTheyWereWritten) {
    const Machine machine = pinballMachine();
    const tests::TempFolder folder;
    const std::vector<Keys> keys{0, 0, 4, 4, 4, 0, 1, 3, 3, 2, 0};
    take(samples::writeKeys(folder / "game.json", machine.options, machine.sample, machine.settings, keys));
    EXPECT_EQ(take(samples::readKeys(folder / "game.json", machine.options, machine.sample, machine.settings)), keys);
    EXPECT_EQ(folder.names(), std::set<std::string>{"game.json"});
}

TEST(Recording, IsOfOneWayToRunTheScene) {
    const Machine machine = pinballMachine();
    const tests::TempFolder folder;
    const std::string file = folder / "game.json";
    take(samples::writeKeys(file, machine.options, machine.sample, machine.settings, {0, 1}));
    StepSettings others = machine.settings;
    others.substeps = 20;
    const std::string message = messageOf(samples::readKeys(file, machine.options, machine.sample, others));
    EXPECT_CONTAINS(message, file);
    EXPECT_CONTAINS(message, "recorded with substeps 12, and this is 20");
    samples::SceneOptions options = machine.options;
    options.knobs["balls"] = 5;
    EXPECT_CONTAINS(messageOf(samples::readKeys(file, options, machine.sample, machine.settings)),
                    "recorded with balls 3, and this is 5");
    options.scene = "cloth";
    const samples::SampleScene cloth = take(samples::makeScene({.scene = "cloth", .size = 4}));
    EXPECT_CONTAINS(messageOf(samples::readKeys(file, options, cloth, machine.settings)), "'cloth' is no game");
}

// The second row of a string's points stays to the left of the first, whoever hits it.
TEST(Pinball, NoStringIsEverTurnedInsideOut) {
    const Machine machine = pinballMachine();
    CpuSolver solver = take(CpuSolver::create(take(compile(machine.sample.scene))));
    samples::Session session = machine.session(goldenKeys(machine));
    for (int step = 0; step < 1200; ++step) {
        const Snapshot state = playStep(machine, session, solver);
        if (step % 60 != 59) continue;
        for (const Body& body : machine.sample.scene.bodies) {
            if (body.name != "sling") continue;
            const std::uint32_t count = body.particleCount / 2, first = body.firstParticle;
            for (std::uint32_t i = 0; i + 1 < count; ++i) {
                const vec3 a = state.positions[first + i], b = state.positions[first + i + 1];
                const vec3 across = state.positions[first + 2 * count - 1 - i] - a, along = b - a;
                EXPECT_GT(along.x * across.y - along.y * across.x, 0.0f) << "link " << i << " at step " << step;
            }
        }
    }
}

TEST(Recording, BadFilesAreToldWithThePlace) {
    const Machine machine = pinballMachine();
    const tests::TempFolder folder;
    const std::string file = folder / "game.json";
    take(samples::writeKeys(file, machine.options, machine.sample, machine.settings, {0, 1}));
    std::ifstream written(file);
    const std::string good((std::istreambuf_iterator<char>(written)), {});
    const auto with = [&](const std::string& part, const std::string& other) {
        std::string text = good;
        return text.replace(text.find(part), part.size(), other);
    };
    const struct {
        std::string text, says;
    } kBad[] = {{"", "empty"},
                {good.substr(0, 40), "no JSON at byte 41"},
                {"[]", "'format' is missing"},
                {with("pliant game 1", "pliant game 2"), "'format' is 'pliant game 2', and must be 'pliant game 1'"},
                {with("\"pinball\"", "\"rope\""), "'scene' is 'rope', and must be 'pinball'"},
                {with("\"pinball\"", "7"), "'scene' is no text"},
                {with("\"settings\"", "\"sittings\""), "'settings' is missing"},
                {with("\"fps\"", "\"f\""), "settings['fps'] is missing"},
                {with("\"settings\":{", "\"settings\":{\"x\":\"1\","), "settings['x'] is unknown"},
                {with("\"keys\"", "\"kees\""), "'keys' is missing"},
                {with("[1],[1,\"left\"]", ""), "'keys' is empty"},
                {with("[1]", "7"), "keys[0] is no list that begins with a number of steps"},
                {with("[1]", "[0]"), "keys[0] is of 0 steps"},
                {with("[1]", "[10000001]"), "keys[0] is of 10000001 steps"},
                {with("\"left\"", "\"jump\""), "keys[1]: there is no key 'jump'; keys: left, right, launch"},
                {with("\"left\"", "3"), "keys[1]: there is no key '3'"}};
    for (const auto& [text, says] : kBad) {
        std::ofstream(file) << text;
        const std::string message =
            messageOf(samples::readKeys(file, machine.options, machine.sample, machine.settings));
        EXPECT_TRUE(message.starts_with(file + ": ")) << message;
        EXPECT_CONTAINS(message, says);
    }
    EXPECT_CONTAINS(messageOf(samples::readKeys("none.json", machine.options, machine.sample, machine.settings)),
                    "none.json: the file cannot be read");
}

}  // namespace
}  // namespace pliant::test
