// Energy of scenes of every kind that nothing acts on but gravity: undamped, whatever they are made of, they never have
// more of it than at the start.

#include <glm/geometric.hpp>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "pliant/state/step_report.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dvec3;

class Chance {
  public:
    explicit Chance(std::uint32_t seed) : random_(seed) {}

    std::uint32_t upTo(std::uint32_t most) { return static_cast<std::uint32_t>(random_() % (most + 1)); }
    double between(double low, double high) { return low + (high - low) * double(random_()) / 4294967295.0; }
    double decade(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
    vec3 direction() { return vec3(float(between(-1, 1)), float(between(-1, 1)), float(between(-1, 1))); }

  private:
    std::mt19937 random_;
};

Fabric anyFabric(Chance& chance) {
    const std::span<const FabricPreset> presets = fabricPresets();
    return presets[chance.upTo(std::uint32_t(presets.size()) - 1)].fabric;
}

Scene anyRope(Chance& chance) {
    Scene scene;
    RopeDescription rope;
    rope.count = 2 + chance.upTo(150);
    if (chance.upTo(1) == 0) rope.material = compliant(float(chance.decade(1e-6, 1e-2)));
    if (chance.upTo(1) == 0) rope.bendingStiffness = float(chance.decade(1e-5, 1e-1));
    take(addRope(scene, rope));
    return scene;
}

Scene anyCloth(Chance& chance) {
    Scene scene;
    GridDescription cloth;
    cloth.columns = 3 + chance.upTo(30);
    cloth.rows = 3 + chance.upTo(30);
    cloth.fabric = anyFabric(chance);
    take(addGrid(scene, cloth));
    return scene;
}

Scene anyMesh(Chance& chance) {
    Scene scene;
    MeshDescription mesh = irregularMesh(6 + chance.upTo(60));
    mesh.fabric = anyFabric(chance);
    take(addMesh(scene, mesh));
    return scene;
}

Scene anyBlock(Chance& chance) {
    Scene scene;
    BlockDescription block;
    block.cells = {1 + chance.upTo(5), 1 + chance.upTo(5), 1 + chance.upTo(5)};
    const double stiffness = chance.decade(1e3, 1e6);
    block.material.edge = compliant(float(1.0 / stiffness));
    block.material.bulkCompliance = float(0.1 / stiffness);
    take(addBlock(scene, block));
    return scene;
}

// Of motion and of height [J]. What sticks have stored is not counted: of stiff ones a sweep leaves far more violation
// than their force would. So it can be less than all there is, and never more.
double energyOf(const Scene& scene, const Snapshot& state) {
    double energy = reportOf(scene, state).kineticEnergy;
    for (std::size_t i = 0; i < state.positions.size(); ++i)
        energy -= double(scene.masses[i]) * glm::dot(dvec3(scene.environment.gravity), dvec3(state.positions[i]));
    return energy;
}

// Every substep each of about 16 constraints moves a particle by a float's last bit too much or too little: its
// velocity goes for a random walk of steps of 2^-24 m / h.
double heatOfRounding(double mass, const StepSettings& settings) {
    const double step = 0x1p-24 * settings.substeps / settings.dt;
    return 0.5 * mass * 16.0 * step * step * settings.substeps * 600.0;
}

struct Kind {
    const char* name;
    Scene (*make)(Chance&);
};

class EnergyOfAny : public testing::TestWithParam<Kind> {};

// Free ones fly without weight; pinned ones hang, from a start at rest lengths that is thrown about.
TEST_P(EnergyOfAny, NeverGrows) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        Chance chance(seed);
        Scene scene = GetParam().make(chance);
        const bool hangs = seed % 2 == 1;
        scene.environment.damping = 0.0f;
        scene.environment.gravity = hangs ? vec3(0.0f, -9.81f, 0.0f) : vec3(0.0f);
        if (hangs) take(pinVertices(scene, 0, std::vector<std::uint32_t>{0}));
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule));
        StepSettings settings;
        settings.substeps = 12u << chance.upTo(2);
        Snapshot state = initialSnapshot(*schedule);
        state.previousSubstep = settings.dt / settings.substeps;
        const double speed = chance.decade(0.01, 1.0);
        for (std::size_t i = 0; i < state.positions.size(); ++i) {
            if (scene.pinned[i]) continue;
            state.previous[i] = state.positions[i] - chance.direction() * float(speed * state.previousSubstep);
        }
        take(solver.restore(state));
        double mass = 0.0;
        for (const float m : scene.masses)
            mass += double(m);
        const double start = energyOf(scene, solver.snapshot());
        const double kinetic = reportOf(scene, solver.snapshot()).kineticEnergy;
        const double rounding = 0.01 * kinetic + (hangs ? 1e-4 * mass * 9.81 : 0.0) + heatOfRounding(mass, settings);
        for (int frame = 1; frame <= 600; ++frame) {
            take(solver.step(settings));
            if (frame % 10 != 0) continue;
            ASSERT_LT(energyOf(scene, solver.snapshot()), start + rounding)
                << "seed " << seed << ", frame " << frame << ", " << settings.substeps << " substeps, kinetic "
                << kinetic;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EnergyOfAny,
                         testing::Values(Kind{"Rope", anyRope}, Kind{"Cloth", anyCloth}, Kind{"Mesh", anyMesh},
                                         Kind{"Block", anyBlock}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace pliant::test
