// Tetrahedra: gradients and pushes, what they keep, and blocks of them.

#include "enclosure_support.h"
#include "pliant/shared/tet.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

double volumeOf(const std::array<dvec3, 4>& x) {
    return glm::dot(x[1] - x[0], glm::cross(x[2] - x[0], x[3] - x[0])) / 6.0;
}

double volumeOf(const SceneTet& tet, const std::vector<vec3>& positions) {
    const auto x = [&](int i) { return dvec3(positions[tet.particles[i]]); };
    return volumeOf({x(0), x(1), x(2), x(3)});
}

TEST(Tets, GradientsAgainstDifferences) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> place(-1.0f, 1.0f);
    for (int round = 0; round < 50; ++round) {
        std::array<vec3, 4> x;
        std::array<dvec3, 4> exact;
        for (int i = 0; i < 4; ++i) {
            x[i] = vec3(place(random), place(random), place(random));
            exact[i] = x[i];
        }
        constexpr float kRest = 0.3f;
        const TetGradients<float> g = tetGradients<float>(x[0], x[1], x[2], x[3], 1.0f / (6.0f * kRest));
        EXPECT_NEAR(double(tetVolume<float>(x[0], x[1], g.b)), volumeOf(exact) / double(kRest), 4e-6);
        const vec3 gradients[] = {g.a, g.b, g.c, g.d};
        for (int i = 0; i < 4; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                std::array<dvec3, 4> plus = exact, minus = exact;
                plus[i][axis] += 0.5;  // it is linear in each place
                minus[i][axis] -= 0.5;
                EXPECT_NEAR(double(gradients[i][axis]), (volumeOf(plus) - volumeOf(minus)) / double(kRest), 5e-6);
            }
        }
    }
}

// Three corners are pinned, the fourth hangs below them: the pressure of the change of volume bears its weight.
Scene hangingTet(float compliance) {
    Scene scene;
    scene.environment.damping = 5.0f;
    addParticle(scene, vec3(0.0f, -1.0f, 0.0f), 2.0f);
    for (const vec3 p : {vec3(1.0f, 0.0f, -1.0f), vec3(-1.0f, 0.0f, -1.0f), vec3(0.0f, 0.0f, 1.0f)}) {
        scene.pinned[addParticle(scene, p, 1.0f)] = 1;
    }
    scene.tets.push_back({{0, 1, 2, 3}, 0.0f, compliance});
    const double volume = volumeOf(scene.tets[0], scene.positions);
    if (volume < 0.0) std::swap(scene.tets[0].particles[1], scene.tets[0].particles[2]);
    scene.tets[0].restVolume = static_cast<float>(std::abs(volume));
    return scene;
}

TEST(Tets, ACompliantOneGivesAsTheorySays) {
    constexpr double kCompliance = 1e-3;
    const Scene scene = hangingTet(float(kCompliance));
    const SchedulePtr schedule = take(compile(scene));
    for (const StepSettings& s : {settings(4), settings(8), settings(6, 3)}) {
        CpuSolver solver = take(CpuSolver::create(schedule));
        for (int frame = 0; frame < 300; ++frame)
            take(solver.step(s));
        // area / 3 times pressure = m g, pressure = (V - V0) / compliance, V = area depth / 3; area 2 m^2
        const double pressure = 2.0 * 9.81 * 3.0 / 2.0;
        const double depth = 1.0 + pressure * kCompliance * 3.0 / 2.0;
        EXPECT_NEAR(double(-solver.snapshot().positions[0].y), depth, 1e-4);  // of 0.044 m
    }
}

// Free corners without weight come back from any shape, also from inside out, without leaving the spot.
TEST(Tets, AnInvertedOneRecovers) {
    std::mt19937 random(13);
    std::uniform_real_distribution<float> place(-1.0f, 1.0f);
    for (int round = 0; round < 100; ++round) {
        Scene scene;
        scene.environment.gravity = vec3(0.0f);
        scene.environment.damping = 20.0f;
        for (int i = 0; i < 4; ++i)
            addParticle(scene, vec3(place(random), place(random), place(random)), 1.0f);
        scene.tets.push_back({{0, 1, 2, 3}, 0.2f, 0.0f});
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 60; ++frame)
            take(solver.step(settings(4)));
        const Snapshot now = solver.snapshot();
        EXPECT_NEAR(volumeOf(scene.tets[0], now.positions), 0.2, 1e-4) << round;
        for (const vec3& p : now.positions)
            EXPECT_LT(glm::length(dvec3(p)), 40.0) << round;  // slivers have a long way to go
    }
}

// Flat, drawn out to a line, or all in one point: no step leads to infinity.
TEST(Tets, DegenerateOnesStaySane) {
    for (const vec3 scale : {vec3(1.0f, 0.0f, 1.0f), vec3(1.0f, 0.0f, 0.0f), vec3(0.0f), vec3(1e-4f), vec3(1e-7f)}) {
        Scene scene;
        scene.environment.gravity = vec3(0.0f);
        scene.environment.damping = 20.0f;
        for (const vec3 p : {vec3(0.0f), vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)})
            addParticle(scene, p * scale, 1.0f);
        scene.tets.push_back({{0, 1, 2, 3}, 1.0f / 6.0f, 0.0f});
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 60; ++frame)
            take(solver.step(settings(4)));
        for (const vec3& p : solver.snapshot().positions)
            EXPECT_LT(glm::length(dvec3(p)), 20.0) << scale.x << " " << scale.y;
        EXPECT_EQ(solver.snapshot().lost, 0u);
    }
}

BlockDescription softBlock(std::array<Index, 3> cells, vec3 size) {
    BlockDescription block;
    block.cells = cells;
    block.size = size;
    block.material.edge = compliant(1e-4f);  // 10 kPa
    return block;
}

TEST(Tets, ABlockHasItsVolumeAndMass) {
    Scene scene;
    BlockDescription block = softBlock({5, 4, 3}, vec3(1.0f, 2.0f, 0.75f));
    block.centre = vec3(3.0f, -1.0f, 2.0f);
    take(addBlock(scene, block));
    double volume = 0.0, mass = 0.0;
    for (const SceneTet& tet : scene.tets) {
        volume += volumeOf(tet, scene.positions);
        EXPECT_NEAR(double(tet.restVolume), volumeOf(tet, scene.positions), 1e-8);
    }
    for (const float m : scene.masses)
        mass += double(m);
    EXPECT_NEAR(volume, 1.5, 1e-6);
    EXPECT_NEAR(mass, 1500.0, 1e-3);
    EXPECT_EQ(scene.tets.size(), 5u * 60u);
    EXPECT_EQ(scene.positions.size(), 6u * 5u * 4u);
    // Its faces are a closed surface around that volume.
    Enclosure surface;
    surface.boundary = boundaryOf(scene.bodies[0], scene.positions);
    take(validate(surface, 0, scene));
    EXPECT_NEAR(measureOf(surface, scene.positions, false), 1.5, 1e-6);
    EXPECT_EQ(surface.boundary.size() / 3, 2u * 2u * (5 * 4 + 4 * 3 + 3 * 5));
    EXPECT_EQ(scene.bodies[0].vertexParticles.size(), 6u * 5u * 4u - 4u * 3u * 2u);
}

// A block on a floor under its own weight and a plate keeps its volume and that of every tetrahedron.
TEST(Tets, VolumeIsKeptUnderLoad) {
    Scene scene;
    BlockDescription block = softBlock({6, 6, 6}, vec3(1.0f));
    block.centre.y = 0.52f;
    block.material.edge = compliant(5e-5f);
    take(addBlock(scene, block));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    for (int frame = 0; frame < 90; ++frame) {
        const auto bottom = [](int f) { return std::max(1.1f - 0.01f * float(f), 0.8f); };
        take(solver.step(settings(12), floorAndPlate(bottom(frame), bottom(frame + 1))));
    }
    const Snapshot now = solver.snapshot();
    double sum = 0.0, worst = 0.0;
    for (const SceneTet& tet : scene.tets) {
        const double volume = volumeOf(tet, now.positions);
        sum += volume;
        worst = std::max(worst, std::abs(volume / double(tet.restVolume) - 1.0));
    }
    EXPECT_NEAR(sum, 1.0, 0.01);
    EXPECT_LT(worst, 0.2);
    float wide = 0.0f;
    for (const vec3& p : now.positions)
        wide = std::max(wide, std::abs(p.x));
    EXPECT_GT(wide, 0.54f);  // a fifth less high, it is wider
}

// A bar hangs by one end: its centre comes down by rho g L^2 / (3 E). Sticks alone, of which the material says E; a
// third of them runs along the axes, where they are 1.2 times as stiff: C11 = 4/3 E, C12 = 1/3 E.
TEST(Tets, StiffnessDoesNotDependOnTheCells) {
    const auto stretchOf = [](Index across) {
        Scene scene;
        BlockDescription bar = softBlock({across, 4 * across, across}, vec3(0.5f, 2.0f, 0.5f));
        bar.material.edge = compliant(2e-6f);
        take(addBlock(scene, bar));
        scene.tets.clear();
        double length = 0.0, mass = 0.0;
        for (std::size_t i = 0; i < scene.positions.size(); ++i) {
            if (scene.positions[i].y > 0.999f) scene.pinned[i] = 1;
            const double weight = double(scene.masses[i]) * double(scene.positions[i].y);
            length += weight;
            mass += double(scene.masses[i]);
        }
        scene.environment.damping = 10.0f;
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 60; ++frame)
            take(solver.step(settings(40)));
        double now = 0.0;
        const Snapshot end = solver.snapshot();
        for (std::size_t i = 0; i < end.positions.size(); ++i)
            now += double(scene.masses[i]) * double(end.positions[i].y);
        return (length - now) / mass;
    };
    const double coarse = stretchOf(2), fine = stretchOf(4);
    const double expected = 1000.0 * 9.81 * 4.0 / (3.0 * 1.2 * 5e5);
    EXPECT_NEAR(fine / coarse, 1.0, 0.01);
    EXPECT_NEAR(fine, expected, 0.03 * expected);
}

// Pushes add up to nothing and exert no torque: what a deformed tetrahedron at rest gains in one substep.
TEST(Tets, PushesHaveNoSumAndNoTorque) {
    Scene scene = hangingTet(1e-6f);
    scene.environment.gravity = vec3(0.0f);
    scene.pinned.assign(4, 0);
    scene.tets[0].restVolume *= 1.3f;
    CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
    take(solver.step(settings(1)));
    const Snapshot now = solver.snapshot();
    double moved = 0.0;
    for (std::size_t i = 0; i < now.positions.size(); ++i)
        moved += double(scene.masses[i]) * glm::length(dvec3(now.positions[i]) - dvec3(now.previous[i]));
    const Momentum gained = momentumOf(scene, now);
    EXPECT_GT(moved, 0.1);
    EXPECT_LT(glm::length(gained.linear), 2e-6 * moved);
    EXPECT_LT(glm::length(gained.angular), 2e-6 * moved);
}

// A corner that is lost is back where it was in the next substep; the others have not moved meanwhile.
TEST(Tets, ALostCornerMovesNoOther) {
    for (const float size : {1e-2f, 1.0f, 1e4f}) {
        Scene scene;
        scene.environment.gravity = vec3(0.0f);
        for (const vec3 p : {vec3(0.0f), vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)})
            addParticle(scene, p * size, 1.0f);
        scene.tets.push_back({{0, 1, 2, 3}, size * size * size / 6.0f, 0.0f});
        const SchedulePtr schedule = take(compile(scene));
        CpuSolver solver = take(CpuSolver::create(schedule));
        Snapshot start = initialSnapshot(*schedule);
        start.previousSubstep = 1e-3;
        start.previous[3] = vec3(-1.1e9f, -1e8f, 3e8f);
        take(solver.restore(start));
        StepSettings s = settings(1);
        s.dt = 2e-3;
        take(solver.step(s));
        EXPECT_EQ(solver.snapshot().lost, 1u);
        EXPECT_EQ(solver.snapshot().positions, scene.positions) << size;
    }
}

// Far from the origin places are coarse, and a body is at rest where they are.
TEST(Tets, AtRestFarFromTheOrigin) {
    for (const float distance : {100.0f, 1e4f}) {
        Scene scene;
        scene.environment.gravity = vec3(0.0f);
        BlockDescription block = softBlock({7, 6, 5}, vec3(1.0f));
        block.centre = distance * vec3(1.0f, 0.3f, -0.7f);
        take(addBlock(scene, block));
        CpuSolver solver = take(CpuSolver::create(take(compile(scene))));
        for (int frame = 0; frame < 10; ++frame)
            take(solver.step(settings(12)));
        EXPECT_EQ(solver.snapshot().positions, scene.positions) << distance;
    }
}

TEST(Tets, ScheduleIsProved) {
    Scene scene;
    take(addBlock(scene, softBlock({3, 2, 2}, vec3(1.0f))));
    const SchedulePtr good = take(compile(scene));
    take(validate(*good));
    EXPECT_CONTAINS(describe(*good), "SolveElements");
    Schedule bad = *good;
    bad.elements[1].a = bad.elements[0].a;
    EXPECT_CONTAINS(messageOf(validate(bad)), "met twice");
    bad = *good;
    bad.elements[3].d = 9999;
    EXPECT_CONTAINS(messageOf(validate(bad)), "element 3 names a particle out of range");
    bad = *good;
    bad.elementPasses.pop_back();
    EXPECT_CONTAINS(messageOf(validate(bad)), "elements passes cover");
}

TEST(Tets, Errors) {
    Scene good;
    take(addBlock(good, softBlock({1, 1, 1}, vec3(1.0f))));
    const auto with = [&](auto&& change) {
        Scene scene = good;
        change(scene.tets[2]);
        return messageOf(compile(scene));
    };
    EXPECT_CONTAINS(with([](SceneTet& t) { t.particles[3] = 8; }),
                    "tetrahedron 2 names particle 8, but the scene has 8");
    EXPECT_CONTAINS(with([](SceneTet& t) { t.particles[3] = t.particles[1]; }), "twice");
    EXPECT_CONTAINS(with([](SceneTet& t) { t.restVolume = 0.0f; }), "tetrahedron 2 has a rest volume of 0 m^3");
    EXPECT_CONTAINS(with([](SceneTet& t) { t.compliance = -1.0f; }), "tetrahedron 2 has a compliance of -1");
    Scene none;
    const TetMesh mesh{{dvec3(0.0), dvec3(1, 0, 0), dvec3(0, 1, 0), dvec3(0, 0, 1)}, {{0, 1, 2, 4}}};
    EXPECT_CONTAINS(messageOf(addTetMesh(none, mesh, {}, "cut")),
                    "body 'cut': tetrahedron 0 names point 4, but there are 4 (0 to 3)");
    EXPECT_TRUE(none.positions.empty());
    Scene scene;
    const auto block = [&](auto&& change) {
        BlockDescription b = softBlock({2, 2, 2}, vec3(1.0f));
        change(b);
        return messageOf(addBlock(scene, b));
    };
    EXPECT_CONTAINS(block([](BlockDescription& b) { b.cells[1] = 0; }), "2 x 0 x 2 cells");
    EXPECT_CONTAINS(block([](BlockDescription& b) { b.cells = {1000, 1000, 1000}; }), "at most");
    EXPECT_CONTAINS(block([](BlockDescription& b) { b.size.z = -1.0f; }), "all must be positive");
    EXPECT_CONTAINS(block([](BlockDescription& b) { b.centre.x = NAN; }), "must be finite");
    EXPECT_CONTAINS(block([](BlockDescription& b) { b.material.density = 0.0f; }), "density of 0");
    EXPECT_CONTAINS(block([](BlockDescription& b) { b.material.density = 1e-9f; }), "particle 0 would weigh");
    EXPECT_CONTAINS(block([](BlockDescription& b) { b.material.bulkCompliance = NAN; }), "bulk compliance of nan");
    EXPECT_TRUE(scene.positions.empty() && scene.tets.empty() && scene.bodies.empty());
}

}  // namespace
}  // namespace pliant::test
