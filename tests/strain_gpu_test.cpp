// Woven triangles: how they give in each direction, what they keep, and the same bits on both backends.

#include <fmt/format.h>

#include <numbers>

#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/block.h"
#include "pliant/shared/strain.h"

namespace pliant::test {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr double kPi = std::numbers::pi;

struct Cloth {
    Index columns = 9, rows = 21;
    float width = 0.4f, height = 1.0f;
    float arealDensity = 1.0f;
    vec3 corner{0.0f};
    double turn = 0.0;  // of the warp against the columns
    float strainLimit = std::numeric_limits<float>::infinity();
};

// Hangs in the plane z = 0 below its corner.
Index addWoven(Scene& scene, const Cloth& cloth, const Weave& weave) {
    GridDescription grid;
    grid.corner = cloth.corner;
    grid.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    grid.width = cloth.width;
    grid.height = cloth.height;
    grid.columns = cloth.columns;
    grid.rows = cloth.rows;
    grid.fabric = Fabric{.arealDensity = cloth.arealDensity};
    const Index body = take(addGrid(scene, grid));
    const std::vector<vec2> flat = flatGrid(cloth.columns, cloth.rows, cloth.width, cloth.height, cloth.turn);
    take(weaveBody(scene, body, weave, flat, cloth.strainLimit));
    return body;
}

struct Pull {
    double along, across;  // strains in the middle
};

// A strip hangs from its first row until it is at rest. The rows in its middle bear what hangs below them.
Pull hang(const Weave& weave, double turn) {
    const Cloth strip{.columns = 5, .width = 0.2f, .turn = turn};
    Scene scene;
    addWoven(scene, strip, weave);
    take(pinPlace(scene, 0, GridPlace::FirstRow));
    scene.environment.damping = 8.0f;
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {1, true}));
    for (int frame = 0; frame < 240; ++frame)
        take(solver.step(settings(20, 12)));
    const std::vector<vec3> x = solver.snapshot().positions;
    const auto at = [&](Index row, Index column) { return dvec3(x[row * strip.columns + column]); };
    const double length = glm::length(at(14, 2) - at(10, 2)), width = glm::length(at(12, 3) - at(12, 1));
    return {length / 0.2 - 1.0, width / 0.1 - 1.0};
}

// Tension at the middle of rows 10 to 14 of 21: 0.4 m hang below [N/m].
constexpr double kTension = 0.4 * 9.81;

TEST(Strain, GivesAlongTheWarpAndNarrowsAsTheorySays) {
    const Pull pull = hang({.warp = 2e-3f, .weft = 5e-4f, .shear = 1e-3f, .contraction = 0.3f}, 0.0);
    EXPECT_NEAR(pull.along / (kTension * 2e-3), 1.0, 0.01);
    EXPECT_NEAR(pull.across / (-0.3 * kTension * 2e-3), 1.0, 0.03);
}

TEST(Strain, GivesAlongTheWeftAndNarrowsAsTheorySays) {
    const Pull pull = hang({.warp = 2e-3f, .weft = 1e-3f, .shear = 1e-3f, .contraction = 0.3f}, 0.5 * kPi);
    EXPECT_NEAR(pull.along / (kTension * 1e-3), 1.0, 0.01);
    EXPECT_NEAR(pull.across / (-0.3 * kTension * 2e-3), 1.0, 0.03);  // the compliance matrix is symmetric
}

// 1/E(45 degrees) = (S11 + S22 + 2 S12 + S66) / 4, and across it (S11 + S22 + 2 S12 - S66) / 4 (Jones 1975, eq. 2.97).
TEST(Strain, GivesOnTheBiasAsTheorySays) {
    const Weave weave{.warp = 4e-4f, .weft = 4e-4f, .shear = 4e-3f, .contraction = 0.2f};
    const Pull pull = hang(weave, 0.25 * kPi);
    const double both = 2.0 * 4e-4 * (1.0 - 0.2);
    EXPECT_NEAR(pull.along / (kTension * (both + 4e-3) / 4.0), 1.0, 0.02);
    EXPECT_NEAR(pull.across / (kTension * (both - 4e-3) / 4.0), 1.0, 0.03);
}

ElementCorners<float> triangle(std::mt19937& random, double size) {
    std::uniform_real_distribution<float> place(float(-size), float(size));
    const auto corner = [&](vec3 at) { return vec4(at + vec3(place(random), place(random), place(random)), 1.0f); };
    return {corner(vec3(0.0f)), corner(vec3(1.0f, 0.0f, 0.0f)), corner(vec3(0.0f, 1.0f, 0.0f)), vec4(0.0f)};
}

const SceneStrain kUnit{{0, 1, 2}, {vec2(0.0f), vec2(1.0f, 0.0f), vec2(0.0f, 1.0f)}, {}};

// One that does not give: its edges are those at rest again, wherever it is, and its centre of mass has not moved.
TEST(Strain, ARigidOneTakesItsShapeBack) {
    std::mt19937 random(3);
    PassConstants constants{};
    constants.inverseSquaredStep = 1e4f;
    for (int round = 0; round < 100; ++round) {
        ElementCorners<float> x = triangle(random, 0.3);
        const vec4 sum = x.a + x.b + x.c;
        for (int iteration = 0; iteration < 30; ++iteration) {
            vec4 multipliers(0.0f);
            projectStrain<float>(x, numbersOf(kUnit, {}), constants, multipliers);
        }
        const dvec3 b = dvec3(x.b) - dvec3(x.a), c = dvec3(x.c) - dvec3(x.a);
        EXPECT_NEAR(glm::length(b), 1.0, 1e-5);
        EXPECT_NEAR(glm::length(c), 1.0, 1e-5);
        EXPECT_NEAR(glm::dot(b, c), 0.0, 1e-5);
        EXPECT_LT(glm::length(dvec3(x.a + x.b + x.c - sum)), 1e-5);
    }
}

// What a step does is what the energy says: pushes are minus its gradient, by differences in double, times h^2 w.
TEST(Strain, ASoftOnePushesAlongTheGradientOfItsEnergy) {
    SceneStrain soft = kUnit;
    soft.weave = {.warp = 2.0f, .weft = 3.0f, .shear = 5.0f, .contraction = 0.4f};
    const auto energyOf = [](const std::array<dvec3, 3>& x) {
        const dvec3 u = x[1] - x[0], v = x[2] - x[0];
        const double su = glm::length(u) - 1.0, sv = glm::length(v) - 1.0, t = glm::dot(u, v);
        const double warp = 2.0, weft = 3.0, cross = -0.8, determinant = warp * weft - cross * cross;
        return 0.25 * ((weft * su * su - 2.0 * cross * su * sv + warp * sv * sv) / determinant + t * t / 5.0);
    };
    std::mt19937 random(5);
    PassConstants constants{};
    constants.inverseSquaredStep = 1e5f;  // it moves next to nothing, so that what it does is linear
    for (int round = 0; round < 50; ++round) {
        const ElementCorners<float> before = triangle(random, 0.4);
        ElementCorners<float> x = before;
        vec4 multipliers(0.0f);
        projectStrain<float>(x, numbersOf(soft, {}), constants, multipliers);
        const std::array<dvec3, 3> start{dvec3(before.a), dvec3(before.b), dvec3(before.c)};
        const std::array<dvec3, 3> end{dvec3(x.a), dvec3(x.b), dvec3(x.c)};
        for (int corner = 0; corner < 3; ++corner) {
            for (int axis = 0; axis < 3; ++axis) {
                std::array<dvec3, 3> plus = start, minus = start;
                plus[corner][axis] += 1e-5;
                minus[corner][axis] -= 1e-5;
                const double force = (energyOf(minus) - energyOf(plus)) / 2e-5;
                EXPECT_NEAR((end[corner] - start[corner])[axis] * 1e5, force, 0.02);  // of forces of about 0.3
            }
        }
    }
}

Scene freeNoise(Index size, const Weave& weave) {
    Scene scene;
    addWoven(scene, {.columns = size, .rows = size, .width = 1.0f, .height = 1.0f, .arealDensity = 0.15f}, weave);
    scene.environment.gravity = vec3(0.0f);
    scene.environment.damping = 0.0f;
    return scene;
}

double kineticEnergy(const CpuSolver& solver, const Scene& scene, const StepSettings& s) {
    const Snapshot snapshot = solver.snapshot();
    const double h = s.dt / s.substeps;
    double sum = 0.0;
    for (std::size_t i = 0; i < snapshot.positions.size(); ++i) {
        const dvec3 v = (dvec3(snapshot.positions[i]) - dvec3(snapshot.previous[i])) / h;
        sum += 0.5 * double(scene.masses[i]) * glm::dot(v, v);
    }
    return sum;
}

// Noise of a decimetre per second in a cloth that nothing acts on: rigid, soft and in between. Less of it would be
// measured beside what rounding brings.
TEST(Strain, NeverGainsEnergy) {
    const Weave weaves[] = {{},
                            {.warp = 5e-5f, .weft = 1e-4f, .shear = 2e-2f, .contraction = 0.3f},
                            {.warp = 1e-3f, .weft = 2e-3f, .shear = 1e-2f, .contraction = 0.9f}};
    for (const Weave& weave : weaves) {
        const Scene scene = freeNoise(20, weave);
        CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {1, true}));
        const StepSettings s = settings(12);
        Snapshot start = solver.snapshot();
        std::mt19937 random(1);
        std::normal_distribution<float> noise(0.0f, 0.1f * float(s.dt) / 12.0f);
        for (vec3& p : start.previous)
            p += vec3(noise(random), noise(random), noise(random));
        take(solver.restore(start));
        const double energy = kineticEnergy(solver, scene, s);
        for (int frame = 0; frame < 600; ++frame) {
            take(solver.step(s));
            ASSERT_LT(kineticEnergy(solver, scene, s), energy) << "warp " << weave.warp << ", frame " << frame;
        }
    }
}

TEST(Strain, KeepsMomentum) {
    Scene scene = freeNoise(12, {.warp = 1e-4f, .weft = 3e-4f, .shear = 1e-2f, .contraction = 0.2f});
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {1, true}));
    const StepSettings s = settings(12);
    const double h = s.dt / s.substeps;
    const auto momenta = [&] {
        const Snapshot now = solver.snapshot();
        dvec3 linear(0.0), angular(0.0);
        for (std::size_t i = 0; i < now.positions.size(); ++i) {
            const dvec3 v = (dvec3(now.positions[i]) - dvec3(now.previous[i])) / h;
            linear += double(scene.masses[i]) * v;
            angular += double(scene.masses[i]) * glm::cross(dvec3(now.positions[i]) - dvec3(0.5, -0.5, 0.0), v);
        }
        return std::pair(linear, angular);
    };
    Snapshot start = solver.snapshot();
    for (std::size_t i = 0; i < start.previous.size(); ++i) {  // turns about x at 1 rad/s
        const vec3 away = start.positions[i] - vec3(0.5f, -0.5f, 0.0f);
        start.previous[i] -= glm::cross(vec3(1.0f, 0.0f, 0.0f), away) * float(h);
    }
    take(solver.restore(start));
    const auto [linear, angular] = momenta();
    for (int frame = 0; frame < 60; ++frame)
        take(solver.step(s));
    const auto [linearAfter, angularAfter] = momenta();
    EXPECT_LT(glm::length(linearAfter - linear), 1e-3 * 0.15);                 // rounding; edges move at 0.5 m/s
    EXPECT_NEAR(glm::length(angularAfter) / glm::length(angular), 1.0, 0.02);  // what turns is damped a little
}

TEST(Strain, WovenBodiesHaveSticksAlongTheirThreadsAlone) {
    Scene scene;
    addWoven(scene, {.columns = 5, .rows = 7, .strainLimit = 0.1f}, {.warp = 1e-3f, .weft = 1e-3f, .shear = 1e-2f});
    EXPECT_EQ(scene.strains.size(), 2u * 4 * 6);
    EXPECT_EQ(scene.sticks.size(), 4u * 7 + 5 * 6);
    for (const SceneStick& stick : scene.sticks) {
        EXPECT_EQ(stick.kind, StickKind::Structural);
        EXPECT_EQ(scene.materials[stick.material].strainLimit, 0.1f);
    }
    Scene bias;
    addWoven(bias, {.columns = 9, .rows = 21, .turn = 0.25 * kPi}, {});
    EXPECT_EQ(bias.sticks.size(), 2u * 8 * 20);  // the diagonals
    double area = 0.0;
    for (const SceneStrain& strain : bias.strains) {
        const vec2 e = strain.flat[1] - strain.flat[0], f = strain.flat[2] - strain.flat[0];
        area += 0.5 * std::abs(double(e.x) * f.y - double(e.y) * f.x);
    }
    EXPECT_NEAR(area, 0.4, 1e-6);
}

TEST(Strain, ScheduleIsProved) {
    Scene scene;
    take(addBlock(scene, {.cells = {2, 2, 2}}));
    addWoven(scene, {.columns = 4, .rows = 4}, {});
    addWoven(scene, {.columns = 4, .rows = 4, .turn = 0.3}, {.warp = 1e-3f, .weft = 1e-3f});
    const SchedulePtr good = take(compile(scene));
    take(validate(*good));
    EXPECT_EQ(good->elementRows.size(), 2u);
    EXPECT_EQ(good->elementsOfThree, scene.strains.size());
    const auto fault = [&](auto&& change) {
        Schedule bad = *good;
        change(bad);
        return messageOf(validate(bad));
    };
    EXPECT_CONTAINS(fault([](Schedule& s) { s.elements[3].d = 2; }), "element 3 names a row out of range");
    EXPECT_CONTAINS(fault([](Schedule& s) { s.elementsOfThree -= 1; }), "elements of three corners are not the first");
    EXPECT_CONTAINS(fault([](Schedule& s) { s.elementPasses[0].response = kElementOfThree + 1; }), "no kind 5");
    EXPECT_CONTAINS(fault([](Schedule& s) { s.sceneElement[1] = s.sceneElement[0]; }), "element 1 is none");
    EXPECT_CONTAINS(fault([](Schedule& s) { s.sceneElement.pop_back(); }), "the map of elements has a wrong size");
}

TEST(Strain, Errors) {
    Scene good;
    addWoven(good, {.columns = 3, .rows = 3}, {});
    const auto with = [&](auto&& change) {
        Scene scene = good;
        change(scene.strains[2]);
        return messageOf(compile(scene));
    };
    EXPECT_CONTAINS(with([](SceneStrain& s) { s.particles[1] = 99; }), "strained triangle 2 names particle 99");
    EXPECT_CONTAINS(with([](SceneStrain& s) { s.particles[1] = s.particles[0]; }), "twice");
    EXPECT_CONTAINS(with([](SceneStrain& s) { s.flat[1] = s.flat[0]; }), "an area of 0 m^2 in the flat fabric");
    EXPECT_CONTAINS(with([](SceneStrain& s) {
                        s.flat = {vec2(0.0f), vec2(1.0f, 0.0f), vec2(0.5f, 1e-3f)};
                    }),
                    "a sliver");
    EXPECT_CONTAINS(with([](SceneStrain& s) { s.flat[1].x = NAN; }), "strained triangle 2 has a corner at (nan");
    EXPECT_CONTAINS(with([](SceneStrain& s) { s.weave.warp = -1.0f; }), "compliance of -1 m/N along the warp");
    EXPECT_CONTAINS(with([](SceneStrain& s) { s.weave.shear = NAN; }), "compliance of nan m/N in shear");
    EXPECT_CONTAINS(with([](SceneStrain& s) { s.weave.contraction = 2.0f; }), "contraction of 2");
    EXPECT_CONTAINS(with([](SceneStrain& s) { s.weave = {.warp = 1.0f, .weft = 0.2f, .contraction = 0.5f}; }),
                    "must be less than the weft's");

    const std::vector<vec2> flat = flatGrid(3, 3, 1.0f, 1.0f);
    const auto weave = [&](Index body, std::span<const vec2> points, float limit) {
        Scene scene = good;
        const std::string message = messageOf(weaveBody(scene, body, {}, points, limit));
        EXPECT_EQ(scene.strains.size(), good.strains.size());
        EXPECT_EQ(scene.sticks.size(), good.sticks.size());
        return message;
    };
    EXPECT_CONTAINS(weave(1, flat, 1.0f), "there is no body 1");
    Scene torn = good;
    torn.bodies[0].vertexParticles[2] = 77;
    EXPECT_CONTAINS(messageOf(weaveBody(torn, 0, {}, flat)), "particle 77");
    EXPECT_CONTAINS(weave(0, std::span(flat).first(8), 1.0f), "has 8 points in the flat fabric for 9 vertices");
    EXPECT_CONTAINS(weave(0, flat, -1.0f), "strain limit of -1");
    EXPECT_CONTAINS(weave(0, std::vector<vec2>(9), 1.0f), "face 0 of 'cloth' has an area of 0 m^2");
}

// A banner in the wind, in tiles; flags that are whole bodies; a mesh woven as it lies; jelly, whole, with a woven
// side.
Scene banners() {
    Scene scene;
    const Index jelly = take(addBlock(scene, {.centre = vec3(-3.0f, 0.0f, 0.0f), .cells = {3, 2, 2}}));
    for (const Index i : {0u, 4u, 9u}) {
        const Index first = scene.bodies[jelly].firstParticle + i;
        scene.strains.push_back({{first, first + 1, first + 2}, {vec2(0.0f), vec2(0.3f, 0.0f), vec2(0.1f, 0.3f)}, {}});
    }
    const Weave weave{.warp = 5e-5f, .weft = 2e-4f, .shear = 1e-2f, .contraction = 0.3f};
    const Index banner = addWoven(scene, {.columns = 40, .rows = 30, .strainLimit = 0.05f}, weave);
    take(pinPlace(scene, banner, GridPlace::FirstRow));
    for (int i = 0; i < 3; ++i) {
        const Index flag = addWoven(scene, {8, 6, 0.3f, 0.2f, 0.2f, vec3(2.0f, 0.3f * float(i), 0.0f), 0.4 * i}, weave);
        take(pinPlace(scene, flag, GridPlace::FirstColumn));
    }
    MeshDescription mesh = irregularMesh(12);
    mesh.structural = compliant(1e-5f);
    const Index body = take(addMesh(scene, mesh));
    std::vector<vec2> flat;
    for (const vec3 p : mesh.vertices)
        flat.emplace_back(p.x + 0.3f * p.y, p.z);  // the fin stands upright
    take(weaveBody(scene, body, {.warp = 1e-3f, .weft = 1e-3f, .shear = 1e-3f}, flat));
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(1.0f, 0.0f, 4.0f);
    return scene;
}

class StrainGpu : public GpuTest {};

TEST_F(StrainGpu, EqualsCpu) {
    Scene lost = banners();
    lost.positions[45] = vec3(9e8f, -9e8f, 9e8f);
    for (const Scene& scene : {banners(), lost}) {
        const SchedulePtr schedule = take(compile(scene, {.tiles = TileUse::Always}));
        take(validate(*schedule));
        EXPECT_LT(schedule->wholeFirstTile, schedule->tiles.size());
        for (const Method method : {Method::GaussSeidel, Method::Tiles}) {
            GpuSolver gpu = gpuSolver(schedule);
            CpuSolver plain = take(CpuSolver::create(schedule, {1, false}));
            CpuSolver wide = take(CpuSolver::create(schedule, {2, true}));
            for (int frame = 0; frame < 8; ++frame) {
                StepSettings s = settings(frame < 4 ? 6 : 2, frame < 4 ? 1 : 3);
                s.method = method;
                take(gpu.step(s));
                take(plain.step(s));
                take(wide.step(s));
                expectEqual(take(gpu.snapshot()), plain.snapshot(), fmt::format("GPU, frame {}", frame + 1));
                expectEqual(wide.snapshot(), plain.snapshot(), fmt::format("wide, frame {}", frame + 1));
                if (HasFailure()) return;
            }
        }
    }
}

}  // namespace
}  // namespace pliant::test
