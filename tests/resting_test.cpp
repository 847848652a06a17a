// What lies on colliders, and upon each other, comes to rest.

#include <algorithm>

#include "neighbour_support.h"
#include "pliant/scene/block.h"
#include "validation.h"

namespace pliant::test {
namespace {

constexpr double kSubstep = 1.0 / 720;  // [s]

// Sheets of a metre upon each other, each turned a little further, on a table of such a half side [m].
struct Pile {
    Scene scene;
    StepInputs inputs;
};

Pile pileOnTable(std::uint32_t sheets, std::uint32_t columns, float halfTable) {
    Pile pile;
    for (std::uint32_t i = 0; i < sheets; ++i) {
        const float turn = 0.09f * float(i), height = 0.49f + 1.5f * float(i) / float(columns);
        GridDescription grid;
        grid.columns = grid.rows = columns;
        grid.alongRow = vec3(std::cos(turn), 0.0f, std::sin(turn));
        grid.alongColumn = vec3(-std::sin(turn), 0.0f, std::cos(turn));
        grid.corner = vec3(0.0f, height, 0.0f) - 0.5f * (grid.alongRow + grid.alongColumn);
        grid.fabric = take(fabricNamed("cotton"));
        take(addContact(pile.scene, take(addGrid(pile.scene, grid)), {.friction = 0.4f}));
    }
    Collider table{.shape = ColliderShape::Box};
    table.halfExtents = vec3(halfTable, 0.225f, halfTable);
    table.pose.position = vec3(0.0f, 0.225f, 0.0f);
    pile.inputs.colliders = {table, {.shape = ColliderShape::Plane}};
    return pile;
}

CpuSolver after(const Pile& pile, int frames) {
    CpuSolver solver = take(CpuSolver::create(take(compile(pile.scene)), {2, true}));
    for (int frame = 0; frame < frames; ++frame)
        take(solver.step({}, pile.inputs));
    return solver;
}

double farthest(const Snapshot& a, const Snapshot& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.positions.size(); ++i)
        most = std::max(most, glm::distance(dvec3(a.positions[i]), dvec3(b.positions[i])));
    return most;
}

// The edges of the table hold what hangs over them: no particle goes far in a second. It was 9 to 50 mm when colliders
// held particles before others pushed these, and 0.2 m/s for ever.
TEST(Resting, ClothsOverATablesEdgeStayWhereTheyAre) {
    const Pile pile = pileOnTable(2, 16, 0.36f);
    CpuSolver solver = after(pile, 8 * 60);
    const Snapshot before = solver.snapshot();
    double fastest = 0.0;
    for (int frame = 0; frame < 60; ++frame) {
        take(solver.step({}, pile.inputs));
        const Snapshot now = solver.snapshot();
        for (std::size_t i = 0; i < now.positions.size(); ++i)
            fastest = std::max(fastest, glm::distance(dvec3(now.positions[i]), dvec3(now.previous[i])) / kSubstep);
    }
    const double way = farthest(solver.snapshot(), before);
    report("two cloths over a table's edge: the longest way of a particle in a second [m]", 0.0, way);
    report("the same: the fastest of it [m/s]", 0.0, fastest);
    EXPECT_LT(way, 2e-3);
    EXPECT_LT(fastest, 0.06);
}

// Eight sheets, and a block of water's weight upon them: what stops the lowest is known to all of them in one substep.
// When all layers were pushed at once half of the particles went 0.15 mm in each half second, and the block up to 2 mm.
TEST(Resting, APileUnderABlockComesToRest) {
    Pile pile = pileOnTable(8, 16, 2.0f);
    BlockDescription block;
    block.size = vec3(0.22f);
    block.cells = {4, 4, 4};
    block.centre = vec3(0.0f, 0.49f + 8 * 1.5f / 16 + 0.25f, 0.0f);
    block.material.edge.response = Response::Compliant;
    block.material.edge.compliance = 1e-5f;
    take(addContact(pile.scene, take(addBlock(pile.scene, block))));
    CpuSolver solver = after(pile, 12 * 60);
    const Snapshot before = solver.snapshot();
    for (int frame = 0; frame < 30; ++frame)
        take(solver.step({}, pile.inputs));
    const Snapshot now = solver.snapshot();
    std::vector<double> ways;
    for (std::size_t i = 0; i < now.positions.size(); ++i)
        ways.push_back(glm::distance(dvec3(now.positions[i]), dvec3(before.positions[i])));
    std::sort(ways.begin(), ways.end());
    report("eight cloths and a block: half of all particles' ways in half a second [m]", 0.0, ways[ways.size() / 2]);
    report("the same: the longest [m]", 0.0, ways.back());
    EXPECT_LT(ways[ways.size() / 2], 1e-5);
    EXPECT_LT(ways.back(), 1e-3);
}

// Where cloths lie flat nothing jumps up and down: a particle that is pushed towards another one in a substep meets it
// in that one, not in the next.
TEST(Resting, ClothsThatLieFlatLieStill) {
    const Pile pile = pileOnTable(3, 32, 2.0f);
    CpuSolver solver = after(pile, 5 * 60);
    StepSettings substep;
    substep.dt = kSubstep;
    substep.substeps = 1;
    std::vector<double> rises;
    Snapshot before = solver.snapshot();
    for (int k = 0; k < 60; ++k) {
        take(solver.step(substep, pile.inputs));
        const Snapshot now = solver.snapshot();
        for (std::size_t i = 2 * 32 * 32; i < now.positions.size(); ++i)  // the highest sheet
            rises.push_back(std::abs(double(now.positions[i].y) - double(before.positions[i].y)));
        before = now;
    }
    std::sort(rises.begin(), rises.end());
    const double median = rises[rises.size() / 2];
    report("three cloths upon each other: what a particle of the highest rises or falls in a substep [m]", 0.0, median);
    EXPECT_LT(median, 1e-6);
}

}  // namespace
}  // namespace pliant::test
