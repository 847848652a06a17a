#pragma once

// The game of pinball, as tests play it.

#include "pliant/cpu/cpu_solver.h"
#include "scenes/pinball/game.h"
#include "scenes/session.h"
#include "support.h"

namespace pliant::test {

using samples::Keys;
using samples::pinball::Pinball;

struct Machine {
    samples::SceneOptions options;
    samples::SampleScene sample;
    SchedulePtr schedule;
    StepSettings settings;

    Pinball& game() const { return dynamic_cast<Pinball&>(*sample.game); }
    samples::Session session(std::vector<Keys> script = {}) const {
        return samples::Session(sample, settings.dt, std::move(script));
    }
};

inline Machine pinballMachine() {
    Machine machine;
    machine.options.scene = "pinball";
    machine.sample = take(samples::makeScene(machine.options));
    machine.schedule = take(compile(machine.sample.scene));
    return machine;
}

/// Another step of the session, and the state after it. Without a script the game plays by itself.
template <class Solver>
Snapshot playStep(const Machine& machine, samples::Session& session, Solver& solver) {
    take(solver.step(machine.settings, session.inputs(0.0, machine.settings.dt)));
    Result<Snapshot> state = solver.snapshot();
    session.look(*state);
    return take(std::move(state));
}

/// The game that tests/data/pinball.json holds, and how it ends.
inline constexpr std::uint32_t kGoldenScore = 575;
inline constexpr std::uint64_t kGoldenGame = 0x96566fef8324d4b6;

inline std::vector<Keys> goldenKeys(const Machine& machine) {
    return take(samples::readKeys(PLIANT_TEST_DATA "/pinball.json", machine.options, machine.sample, machine.settings));
}

/// Plays them all and returns the hash of the last state.
template <class Solver>
std::uint64_t playGolden(const Machine& machine, Solver& solver) {
    const std::vector<Keys> keys = goldenKeys(machine);
    samples::Session session = machine.session(keys);
    Snapshot state;
    for (std::size_t i = 0; i < keys.size(); ++i)
        state = playStep(machine, session, solver);
    return hashOf(state);
}

}  // namespace pliant::test
