// Two flags, one on a quay and one on a ship that rolls, ten thousand kilometres from the world's origin: frames of
// reference.
#include <cmath>
#include <cstdio>

#include <pliant/pliant.hpp>

namespace {

using namespace pliant;

constexpr double kStep = 1.0 / 60.0;

// The quay is a frame that rests: floats know places near it exactly, wherever in the world it is.
const glm::dvec3 kQuay(1e7, 0.0, -4e6);

Status addFlag(Scene& scene, std::uint32_t frame) {
    GridDescription flag;
    flag.corner = vec3(0.0f, 2.0f, 0.0f);  // places in the frame
    flag.alongColumn = vec3(0.0f, 1.0f, 0.0f);
    flag.columns = 24;
    flag.rows = 16;
    flag.fabric = *fabricNamed("silk");
    const auto body = addGrid(scene, flag);
    if (!body) return body.error();
    scene.bodies[*body].frame = frame;
    return pinPlace(scene, *body, GridPlace::FirstColumn);
}

// Leaves the quay at 4 m/s, and rolls about its keel.
FramePose shipAt(double time) {
    return {kQuay + glm::dvec3(4.0 * time, 0.3 * std::sin(1.1 * time), 10.0),
            glm::angleAxis(0.25 * std::sin(1.5 * time), glm::dvec3(1.0, 0.0, 0.0))};
}

}  // namespace

int main() {
    Scene scene;
    scene.frames = {{"quay", {kQuay}}, {"ship", shipAt(0.0)}};
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(2.0f, 0.0f, 1.0f);  // in the world: the ship overtakes it
    if (!addFlag(scene, 0) || !addFlag(scene, 1)) return 1;
    const auto schedule = compile(scene);
    if (!schedule) return 1;
    auto solver = CpuSolver::create(*schedule);
    if (!solver) return 1;

    std::printf("   time   on the quay the flag's end is at   on the ship    [m from the pole]\n");
    for (int step = 1; step <= 240; ++step) {
        StepInputs inputs;
        inputs.frames = {{.frame = 1, .pose = shipAt(step * kStep)}};  // where it is when the step ends
        if (!solver->step({}, inputs)) return 1;
        if (step % 60 != 0) continue;
        const Snapshot state = solver->snapshot();
        const auto near = worldPositions(**schedule, state, worldView(state, kQuay));  // floats, seen from the quay
        if (!near) return 1;
        const std::size_t corner = 23, other = 24 * 16 + corner;
        const vec3 flying = (*near)[other] - (*near)[other - 23];
        std::printf("%5.1f s %32.2f %28.2f\n", step * kStep, double((*near)[corner].x), double(flying.x));
    }
}
