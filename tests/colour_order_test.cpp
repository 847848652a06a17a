// The order in which colours run: by direction, so that it feeds no energy to what nothing acts on.

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <map>
#include <set>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/schedule/colouring.h"
#include "pliant/state/step_report.h"
#include "support.h"

namespace pliant::test {
namespace {

using glm::dvec3;

// Of the sticks of the scene, in its order.
std::vector<std::uint32_t> coloursOf(const Schedule& schedule) {
    std::vector<std::uint32_t> colours(schedule.sceneStick.size());
    for (const Pass& pass : schedule.gaussSeidel) {
        for (std::uint32_t i = pass.first; i < pass.first + pass.count; ++i)
            colours[schedule.sceneStick[i]] = pass.colour;
    }
    return colours;
}

Scene flatScene(const Fabric& fabric, std::uint32_t size) {
    Scene scene;
    GridDescription cloth;
    cloth.columns = cloth.rows = size;
    cloth.width = cloth.height = 2.0f;
    cloth.fabric = fabric;
    take(addGrid(scene, cloth));
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    return scene;
}

TEST(ColourOrder, EveryColourOfAGridHasOneDirectionAndEveryPairTheSame) {
    for (const std::uint32_t size : {5u, 16u, 33u, 64u}) {
        const Scene scene = flatScene(take(fabricNamed("cotton")), size);
        const SchedulePtr schedule = take(compile(scene, {.tiles = TileUse::Never, .wholeParticles = 0}));
        EXPECT_EQ(schedule->colourCount, 8u);
        std::map<std::uint32_t, std::set<std::uint32_t>> directions;  // of each pair: index steps between particles
        const std::vector<std::uint32_t> colours = coloursOf(*schedule);
        for (std::size_t i = 0; i < scene.sticks.size(); ++i)
            directions[colours[i] / 2].insert(scene.sticks[i].b - scene.sticks[i].a);
        for (const auto& [pair, steps] : directions)
            EXPECT_EQ(steps.size(), 1u) << "size " << size << ", pair " << pair;
    }
}

// How many sticks of a mesh go straight on, at both ends, in the other colour of their pair.
double straightShare(const Scene& scene) {
    const SchedulePtr schedule = take(compile(scene, {.tiles = TileUse::Never, .wholeParticles = 0}));
    const std::vector<std::uint32_t> colours = coloursOf(*schedule);
    std::vector<std::vector<std::uint32_t>> sticksAt(scene.positions.size());
    for (std::uint32_t i = 0; i < scene.sticks.size(); ++i) {
        sticksAt[scene.sticks[i].a].push_back(i);
        sticksAt[scene.sticks[i].b].push_back(i);
    }
    std::size_t straight = 0, all = 0;
    for (std::uint32_t i = 0; i < scene.sticks.size(); ++i) {
        for (const std::uint32_t end : {scene.sticks[i].a, scene.sticks[i].b}) {
            const auto awayFrom = [&](std::uint32_t stick) {
                const SceneStick& s = scene.sticks[stick];
                return glm::normalize(scene.positions[s.a == end ? s.b : s.a] - scene.positions[end]);
            };
            for (const std::uint32_t other : sticksAt[end]) {
                if (glm::dot(awayFrom(i), awayFrom(other)) > -0.9f) continue;
                ++all;
                if (colours[other] == (colours[i] ^ 1)) ++straight;
            }
        }
    }
    return double(straight) / double(all);
}

// A flat sheet of equilateral triangles, 10 cm long.
Scene triangleScene(const Fabric& fabric, std::uint32_t size) {
    MeshDescription mesh;
    for (std::uint32_t row = 0; row < size; ++row) {
        for (std::uint32_t column = 0; column < size; ++column)
            mesh.vertices.push_back(vec3(0.1f * (float(column) + 0.5f * float(row % 2)), 0.0f, 0.0866f * float(row)));
    }
    for (std::uint32_t row = 0; row + 1 < size; ++row) {
        for (std::uint32_t column = 0; column + 1 < size; ++column) {
            const std::uint32_t a = row * size + column, b = a + 1, c = a + size, d = c + 1;
            const bool isOdd = row % 2 == 1;
            for (const std::uint32_t corner : {a, isOdd ? d : b, c, isOdd ? a : b, isOdd ? b : d, isOdd ? d : c})
                mesh.faceCorners.push_back(corner);
            mesh.faceSizes.insert(mesh.faceSizes.end(), 2, 3);
        }
    }
    mesh.fabric = fabric;
    Scene scene;
    take(addMesh(scene, mesh));
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    return scene;
}

TEST(ColourOrder, LinesThroughAMeshAlternate) {
    EXPECT_GT(straightShare(triangleScene(take(fabricNamed("cotton")), 30)), 0.99);
}

double momentum(const Scene& scene, const Snapshot& s) {  // about the vertical axis through (1, 0, 1)
    double sum = 0.0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const dvec3 v = (dvec3(s.positions[i]) - dvec3(s.previous[i])) / s.previousSubstep;
        sum += double(scene.masses[i]) * glm::cross(dvec3(s.positions[i]) - dvec3(1.0, 0.0, 1.0), v).y;
    }
    return sum;
}

// Starts it with velocities of the caller's.
template <class VelocityOf>
Snapshot started(const Schedule& schedule, double substep, VelocityOf&& velocityOf) {
    Snapshot state = initialSnapshot(schedule);
    state.previousSubstep = substep;
    for (std::size_t i = 0; i < state.positions.size(); ++i)
        state.previous[i] = state.positions[i] - velocityOf(state.positions[i]) * static_cast<float>(substep);
    return state;
}

// The greatest kinetic energy, by that at the start, of a scene whose particles start at about `speed` each in a
// direction of its own.
double greatestOfNoise(const Scene& scene, std::uint32_t substeps, float speed, const CompileOptions& options) {
    const SchedulePtr schedule = take(compile(scene, options));
    CpuSolver solver = take(CpuSolver::create(schedule));
    StepSettings settings;
    settings.substeps = substeps;
    std::mt19937 random(7);
    std::normal_distribution<float> normal(0.0f, speed);
    take(solver.restore(started(*schedule, settings.dt / substeps,
                                [&](vec3) { return vec3(normal(random), normal(random), normal(random)); })));
    const double start = reportOf(scene, solver.snapshot()).kineticEnergy;
    double greatest = 0.0;
    for (int frame = 0; frame < 600; ++frame) {
        take(solver.step(settings));
        if (frame % 20 == 19) greatest = std::max(greatest, reportOf(scene, solver.snapshot()).kineticEnergy);
    }
    return greatest / start;
}

// Two pairs that are always alike: three million times its energy where nothing gives way when pressed. What does give
// way holds little back, and keeps what rounding adds: some cm/s in ten seconds of short substeps, see
// docs/LIMITS.md. What starts faster than that tells the one from the other.
TEST(ColourOrder, RigidTrianglesThatNothingDampsGainNoEnergy) {
    Fabric fabric = take(fabricNamed("stiff-cotton"));
    for (const std::uint32_t substeps : {12u, 24u, 48u})
        EXPECT_LT(greatestOfNoise(triangleScene(fabric, 16), substeps, 0.1f, {}), 1.05) << substeps;
    EXPECT_LT(greatestOfNoise(triangleScene(fabric, 16), 12, 0.01f, {}), 1.05);
    EXPECT_LT(greatestOfNoise(triangleScene(fabric, 16), 24, 0.01f, {}), 2.6) << "rounding adds so much, and no more";
    fabric.compressionCompliance = 0.0f;
    EXPECT_LT(greatestOfNoise(triangleScene(fabric, 16), 24, 0.01f, {}), 1.05);
}

TEST(ColourOrder, PairsAreSwappedWhereNothingElseHelpsAndNothingRests) {
    const auto swaps = [](const Scene& scene, const StepInputs& inputs) {
        const SchedulePtr schedule = take(compile(scene));
        const StepPlan plan = take(planStep(*schedule, {}, inputs, initialProgress(*schedule)));
        std::string turns;
        replay(
            *schedule, plan, [](std::uint32_t) {},
            [&](const Pass& pass, const PassConstants& constants) {
                if (pass.kind == PassKind::Integrate) turns += (constants.flags & kPairsSwapped) != 0 ? '1' : '0';
            });
        return turns;
    };
    const std::string always = "000000000000";
    const Scene rigid = flatScene(take(fabricNamed("stiff-cotton")), 5);
    EXPECT_EQ(swaps(rigid, {}), "001100110011");
    EXPECT_EQ(swaps(flatScene(take(fabricNamed("cotton")), 5), {}), always);
    Scene damped = rigid;
    damped.environment.damping = 0.5f;
    EXPECT_EQ(swaps(damped, {}), always);
    StepInputs touching;
    touching.colliders.resize(1);
    EXPECT_EQ(swaps(rigid, touching), always);
}

class FreeFabric : public testing::TestWithParam<const char*> {};

// First-fit colours in one order: 2e4 and more for all but stiff-cotton at 64.
TEST_P(FreeFabric, NeverGainsEnergy) {
    const Fabric fabric = take(fabricNamed(GetParam()));
    EXPECT_LT(greatestOfNoise(flatScene(fabric, 32), 48, 0.1f, {}), 1.05) << "48 substeps";
    for (const auto& [size, substeps] : {std::pair{16u, 12u}, {32u, 12u}, {32u, 24u}, {64u, 12u}}) {
        const Scene scene = flatScene(fabric, size);
        const std::string where = fmt::format("{}, {} substeps", size, substeps);
        EXPECT_LT(greatestOfNoise(scene, substeps, 0.01f, {}), 1.05) << where;
        if (size < 64) continue;
        EXPECT_LT(greatestOfNoise(scene, substeps, 0.01f, {.tiles = TileUse::Always}), 1.05) << where << ", tiles";
    }
}

TEST_P(FreeFabric, GoesOnSpinning) {
    const Scene scene = flatScene(take(fabricNamed(GetParam())), 48);
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    const auto turning = [](vec3 place) { return 2.0f * vec3(place.z - 1.0f, 0.0f, 1.0f - place.x); };
    take(solver.restore(started(*schedule, kDefaultSubstep, turning)));
    const double start = momentum(scene, solver.snapshot());
    for (int frame = 0; frame < 900; ++frame)
        take(solver.step({}));
    EXPECT_GT(momentum(scene, solver.snapshot()) / start, 0.9) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Presets, FreeFabric,
                         testing::Values("cotton", "silk", "denim", "leather", "rubber", "stiff-cotton"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::erase(name, '-');
                             return name;
                         });

}  // namespace
}  // namespace pliant::test
