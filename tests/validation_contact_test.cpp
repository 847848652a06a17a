// Contact and air against closed forms and formulas written out here in double. See PHYSICS.md.

#include <fmt/format.h>

#include <glm/gtc/quaternion.hpp>

#include "validation.h"

namespace pliant::test {
namespace {

// ---- A block on a slope

constexpr double kThickness = 0.005;

// Through the origin, falling off towards +x.
Collider slope(double angle, double staticFriction, double dynamicFriction) {
    Collider plane;
    plane.shape = ColliderShape::Plane;
    plane.pose.rotation = glm::angleAxis(-float(angle), vec3(0.0f, 0.0f, 1.0f));
    plane.staticFriction = float(staticFriction);
    plane.dynamicFriction = float(dynamicFriction);
    plane.thickness = float(kThickness);
    return plane;
}

dvec3 downhill(double angle) {
    return {std::cos(angle), -std::sin(angle), 0.0};
}

// A rigid net of 3 x 3 particles that lies on the slope, its middle at the origin.
Scene block(double angle) {
    const dvec3 along = downhill(angle), normal(std::sin(angle), std::cos(angle), 0.0);
    GridDescription net;
    net.corner = vec3(normal * kThickness - 0.05 * along - dvec3(0.0, 0.0, 0.05));
    net.alongRow = vec3(along);
    net.width = net.height = 0.1f;
    net.columns = net.rows = 3;
    Scene scene;
    take(addGrid(scene, net));
    scene.environment = roundEnvironment(0.0f);
    return scene;
}

// How far each block has slid after `seconds`, started at `speed`.
double slideOf(double angle, double staticFriction, double dynamicFriction, double speed, double seconds) {
    const Scene scene = block(angle);
    const StepSettings s = stepsOf(powerOfTwo(-6), 16);
    const StepInputs inputs{.pins = {}, .colliders = {slope(angle, staticFriction, dynamicFriction)}, .wind = {}};
    CpuSolver solver = solverFor(scene);
    Snapshot start = solver.snapshot();
    start.previousSubstep = s.dt / 16;
    for (vec3& p : start.previous)
        p -= vec3(downhill(angle) * speed * start.previousSubstep);
    take(solver.restore(start));
    run(solver, s, seconds, inputs);
    const std::vector<vec3> p = solver.snapshot().positions;
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
        sum += glm::dot(dvec3(p[i]) - dvec3(scene.positions[i]), downhill(angle)) / double(p.size());
    return sum;
}

TEST(Slope, BlockStaysWhereStaticFrictionIsAboveTheTangent) {
    for (const double degrees : {10.0, 30.0, 50.0}) {
        const double angle = degrees * kPi / 180.0, tangent = std::tan(angle);
        const double above = slideOf(angle, 1.05 * tangent, 0.5 * tangent, 0.0, 1.0);
        const double below = slideOf(angle, 0.95 * tangent, 0.5 * tangent, 0.0, 1.0);
        report(fmt::format("slope of {} degrees, friction 1.05 tan: slid", degrees), 0.0, above);
        report(fmt::format("slope of {} degrees, friction 0.95 tan: slid", degrees), 0.0, below);
        EXPECT_LT(std::abs(above), 1e-4) << degrees;
        EXPECT_GT(below, 0.1) << degrees;
    }
}

// a = g (sin - mu cos), from rest: a t (t + h) / 2 after t, in substeps of h.
TEST(Slope, BlockSlidesWithGravityLessFriction) {
    for (const double degrees : {20.0, 45.0}) {
        for (const double share : {0.0, 0.5, 0.8}) {
            const double angle = degrees * kPi / 180.0, friction = share * std::tan(angle);
            const double expected =
                kRoundGravity * (std::sin(angle) - friction * std::cos(angle)) * (1.0 + powerOfTwo(-10)) / 2.0;
            const double slid = slideOf(angle, friction, friction, 0.0, 1.0);
            report(fmt::format("slope of {} degrees, friction {:.3f}: slid", degrees, friction), expected, slid);
            EXPECT_NEAR(slid, expected, 0.01 * expected) << degrees << ", " << friction;
        }
    }
}

TEST(Slope, BlockOnTheLevelStopsAfterItsBrakingDistance) {
    for (const double friction : {0.2, 0.5}) {
        for (const double speed : {1.0, 2.0}) {
            const double expected = speed * speed / (2.0 * friction * kRoundGravity);
            const double slid = slideOf(0.0, friction, friction, speed, 2.0);
            report(fmt::format("braking from {} m/s, friction {}", speed, friction), expected, slid);
            EXPECT_NEAR(slid, expected, 0.02 * expected) << friction << ", " << speed;
        }
    }
}

// ---- Nothing gets inside

struct Fall {
    const char* name;
    Collider collider;
};

std::vector<Fall> colliders() {
    Collider sphere;
    sphere.shape = ColliderShape::Sphere;
    Collider box;
    box.shape = ColliderShape::Box;
    box.halfExtents = vec3(0.4f, 0.3f, 0.35f);
    box.pose.rotation = glm::normalize(glm::quat(0.9f, 0.3f, 0.1f, 0.2f));
    Collider capsule;
    capsule.shape = ColliderShape::Capsule;
    capsule.radius = 0.3f;
    capsule.pose.rotation = glm::angleAxis(1.3f, vec3(0.0f, 0.0f, 1.0f));
    Collider cylinder = capsule;
    cylinder.shape = ColliderShape::Cylinder;
    Collider plate = box;
    plate.halfExtents = vec3(1.0f, 0.001f, 1.0f);
    plate.pose.rotation = glm::angleAxis(0.2f, vec3(0.0f, 0.0f, 1.0f));
    return {{"sphere", sphere}, {"box", box}, {"capsule", capsule}, {"cylinder", cylinder}, {"plate of 2 mm", plate}};
}

// Lets everything start downwards at that speed [m/s].
void throwDown(CpuSolver& solver, const StepSettings& s, double speed) {
    Snapshot start = solver.snapshot();
    start.previousSubstep = s.dt / substepsOf(s);
    for (vec3& p : start.previous)
        p.y += float(speed * start.previousSubstep);
    take(solver.restore(start));
}

// A cloth falls from 1 m above at that speed: the least distance from the body that a particle had after any step.
double closestOf(const Collider& collider, double speed) {
    GridDescription net;
    net.corner = vec3(-0.6f, 1.0f, -0.6f);
    net.width = net.height = 1.2f;
    net.columns = net.rows = 25;
    Scene scene;
    take(addGrid(scene, net));
    CpuSolver solver = solverFor(scene);
    const StepSettings s = stepsOf(1.0 / 60);
    throwDown(solver, s, speed);
    const StepInputs inputs{.pins = {}, .colliders = {collider}, .wind = {}};
    double closest = 1.0;
    for (int step = 0; step < 45; ++step) {
        take(solver.step(s, inputs));
        for (const vec3& p : solver.snapshot().positions)
            closest = std::min(closest, signedDistance(collider, dvec3(p)));
    }
    return closest;
}

TEST(Contact, NoParticleOfAClothIsEverInside) {
    for (const Fall& fall : colliders()) {
        for (const double speed : {0.0, 50.0, 200.0}) {
            const double closest = closestOf(fall.collider, speed);
            report(fmt::format("cloth at {} m/s on a {}: closest", speed, fall.name), kThickness, closest);
            EXPECT_GE(closest, kThickness - 1e-5) << fall.name << " at " << speed << " m/s";
        }
    }
}

// Particles on their own, a millimetre or so apart, straight down: none may get to the other side.
TEST(Contact, NoParticleCrossesAPlateOfTwoMillimetres) {
    const Collider plate = colliders().back().collider;
    for (const double speed : {50.0, 200.0}) {
        Scene scene;
        for (int i = 0; i < 1000; ++i)
            addParticle(scene, vec3(-0.5f + 0.001f * float(i), 1.0f + 0.003f * float(i), 0.1f), 1.0f);
        CpuSolver solver = solverFor(scene);
        const StepSettings s = stepsOf(1.0 / 60);
        throwDown(solver, s, speed);
        const StepInputs inputs{.pins = {}, .colliders = {plate}, .wind = {}};
        const dvec3 up(glm::dvec3(plate.pose.rotation * vec3(0.0f, 1.0f, 0.0f)));
        double lowest = 1.0;
        for (int step = 0; step < 10; ++step) {
            take(solver.step(s, inputs));
            for (const vec3& p : solver.snapshot().positions)
                lowest = std::min(lowest, glm::dot(dvec3(p), up));
        }
        report(fmt::format("particles at {} m/s on a plate of 2 mm: lowest", speed), 0.001 + kThickness, lowest);
        EXPECT_GE(lowest, 0.001 + kThickness - 1e-5) << speed;
    }
}

// ---- Air

constexpr double kAirDensity = 1.2;

// A sheet of 4 x 4 particles whose rows are along x and columns along `alongColumn`.
Scene sheetInAir(double arealDensity, const dvec3& alongColumn) {
    GridDescription sheet;
    sheet.columns = sheet.rows = 4;
    sheet.alongColumn = vec3(alongColumn);
    sheet.arealDensity = float(arealDensity);
    Scene scene;
    take(addGrid(scene, sheet));
    scene.environment = roundEnvironment(0.0f);
    scene.environment.airDensity = float(kAirDensity);
    return scene;
}

dvec3 meanVelocity(const Scene& scene, const Snapshot& s) {
    dvec3 momentum(0.0);
    double mass = 0.0;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        momentum += double(scene.masses[i]) * (dvec3(s.positions[i]) - dvec3(s.previous[i])) / s.previousSubstep;
        mass += double(scene.masses[i]);
    }
    return momentum / mass;
}

// sqrt(2 sigma g / (rho Cd)), falling flat.
TEST(Air, HorizontalSheetFallsAtItsTerminalVelocity) {
    for (const double density : {0.05, 0.15, 0.6}) {
        const Scene scene = sheetInAir(density, {0.0, 0.0, 1.0});
        const double expected =
            std::sqrt(2.0 * density * kRoundGravity / (kAirDensity * double(scene.environment.dragCoefficient)));
        CpuSolver solver = solverFor(scene);
        run(solver, stepsOf(powerOfTwo(-6), 8), 2.5);
        const double speed = -meanVelocity(scene, solver.snapshot()).y;
        report(fmt::format("terminal velocity of {} kg/m^2", density), expected, speed);
        EXPECT_NEAR(speed, expected, 0.01 * expected) << density;
    }
}

// Force per area of an inclined plate (the model of src/pliant/shared/air.h, after Wejchert and Haumann 1991) with unit
// normal n that moves at u against the air: -rho / 2 (u . n) ((Cd - Cl) u + Cl |u| n), n on the side of u.
dvec3 airForce(const Environment& environment, dvec3 n, const dvec3& u) {
    if (glm::dot(u, n) < 0.0) n = -n;
    const double drag = environment.dragCoefficient, lift = environment.liftCoefficient;
    return -0.5 * environment.airDensity * glm::dot(u, n) * ((drag - lift) * u + lift * glm::length(u) * n);
}

// One substep, so short that the force does not change in it. A falling sheet whose right edge is lower glides to the
// right.
TEST(Air, SlantingSheetIsLiftedAsAnInclinedPlate) {
    for (const double degrees : {10.0, 30.0, 60.0, 80.0}) {
        const double angle = degrees * kPi / 180.0, density = 2.0, h = powerOfTwo(-10);
        GridDescription sheet;
        sheet.columns = sheet.rows = 4;
        sheet.alongRow = vec3(float(std::cos(angle)), -float(std::sin(angle)), 0.0f);
        sheet.arealDensity = float(density);
        Scene scene;
        take(addGrid(scene, sheet));
        scene.environment = {.gravity = vec3(0.0f), .damping = 0.0f, .airDensity = float(kAirDensity)};
        scene.environment.wind = vec3(0.5f, 0.0f, 1.0f);
        const dvec3 velocity(0.0, -4.0, 0.0), normal(std::sin(angle), std::cos(angle), 0.0);
        CpuSolver solver = solverFor(scene);
        Snapshot start = solver.snapshot();
        start.previousSubstep = h;
        for (vec3& p : start.previous)
            p -= vec3(velocity * h);
        take(solver.restore(start));
        const dvec3 before = meanVelocity(scene, solver.snapshot());
        take(solver.step(stepsOf(h, 1)));
        const dvec3 change = (meanVelocity(scene, solver.snapshot()) - before) / h;
        const dvec3 expected = airForce(scene.environment, normal, velocity - dvec3(scene.environment.wind)) / density;
        report(fmt::format("sheet at {} degrees: acceleration sideways", degrees), expected.x, change.x);
        report(fmt::format("sheet at {} degrees: acceleration upwards", degrees), expected.y, change.y);
        EXPECT_LT(glm::length(change - expected), 0.02 * glm::length(expected)) << degrees;
        EXPECT_GT(change.x, 0.0) << degrees;
    }
}

// As many triangles, each corner with a third of its triangles' mass.
MeshDescription triangles(std::uint32_t size) {
    MeshDescription mesh;
    for (std::uint32_t i = 0; i < size * size; ++i)
        mesh.vertices.push_back(vec3(float(i % size), 0.0f, float(i / size)) / float(size - 1));
    for (std::uint32_t i = 0; i + size < size * size; ++i) {
        if (i % size == size - 1) continue;
        mesh.faceSizes.insert(mesh.faceSizes.end(), {3, 3});
        mesh.faceCorners.insert(mesh.faceCorners.end(), {i, i + size, i + 1, i + 1, i + size, i + size + 1});
    }
    return mesh;
}

// A sheet a fifth as heavy as tissue paper, across a storm. A substep takes it to 97 m/s.
TEST(Air, WindCarriesALightSheetAtItsOwnSpeedAndNeverFaster) {
    MeshDescription sheet = triangles(4);
    sheet.arealDensity = 0.002f;
    Scene scene;
    take(addMesh(scene, sheet));
    scene.environment = {.gravity = vec3(0.0f), .damping = 0.0f, .airDensity = float(kAirDensity)};
    scene.environment.wind = vec3(0.0f, 100.0f, 0.0f);
    CpuSolver solver = solverFor(scene);
    double fastest = 0.0;
    for (int step = 0; step < 1024; ++step) {
        take(solver.step(stepsOf(powerOfTwo(-10), 1)));
        const Snapshot s = solver.snapshot();
        for (std::size_t i = 0; i < s.positions.size(); ++i)
            fastest = std::max(fastest, glm::length(dvec3(s.positions[i]) - dvec3(s.previous[i])) / s.previousSubstep);
    }
    const double speed = meanVelocity(scene, solver.snapshot()).y;
    report("light sheet in a wind of 100 m/s", 100.0, speed);
    report("its fastest particle in any substep", 100.0, fastest);
    EXPECT_GT(speed, 99.5);
    EXPECT_LT(fastest, 100.0 + 0.008);  // a float's step at 100 m, in a substep
}

}  // namespace
}  // namespace pliant::test
