// Enclosures and tetrahedra on the GPU against the CPU, to the bit.

#include <fmt/format.h>

#include "enclosure_support.h"
#include "gpu_support.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/rigid_body.h"
#include "pliant/scene/solids.h"

namespace pliant::test {
namespace {

// Discs of all fillings that fall, one of them crushed flat.
Scene discs() {
    Scene scene = planarScene();
    take(addSoftBody(scene, disc(31, compliant(1e-3f), fixedFilling())));
    take(addSoftBody(scene, disc(64, compliant(1e-4f), fixedFilling(1e-4f, 1.5f), vec2(3.0f, 0.0f))));
    take(addSoftBody(scene, disc(97, rigid(), gasFilling(500.0f, 300.0f), vec2(6.0f, 0.0f))));
    SoftBodyDescription crushed = disc(20, compliant(1e-3f), gasFilling(1e5f, 1e5f), vec2(9.0f, 1.0f));
    take(addSoftBody(scene, crushed));
    for (std::uint32_t i = 0; i < 20; ++i)
        scene.positions[scene.positions.size() - 1 - i].y *= -1e-3f;
    scene.enclosures.back().restMeasure = 3.0f;
    scene.enclosures[0].buoyancy = 0.1f;
    return scene;
}

// A ball of water and a block of jelly, part of it turned inside out.
Scene ballAndBlock() {
    Scene scene = ballScene(2, 0.5f, 2.0f, compliant(1e-4f), fixedFilling());
    scene.enclosures[0].buoyancy = 3.0f;
    BlockDescription block;
    block.centre = vec3(2.0f, 0.0f, 0.0f);
    block.cells = {4, 5, 3};
    block.material.edge = compliant(1e-5f);
    block.material.bulkCompliance = 1e-6f;
    take(addBlock(scene, block));
    for (std::uint32_t i = 0; i < 12; ++i)
        scene.positions[scene.bodies[1].firstParticle + 7 * i].y += 0.7f;
    scene.pinned[scene.bodies[1].firstParticle] = 1;
    return scene;
}

Scene latticeAndGas() {
    Scene scene = ballScene(3, 0.3f, 0.1f, compliant(1e-3f), gasFilling(103000.0f, 101325.0f));
    LatticeDescription lattice;
    const MeshDescription torus = torusMesh(vec3(2.0f, 0.0f, 0.0f), 0.7f, 0.3f, 24, 12);
    lattice.vertices = torus.vertices;
    lattice.faceSizes = torus.faceSizes;
    lattice.faceCorners = torus.faceCorners;
    lattice.material.edge = compliant(1e-5f);
    take(addLattice(scene, lattice));
    return scene;
}

// A box and a ball that fall into a cloth, and on a floor.
Scene rigidBodies() {
    Scene scene;
    GridDescription grid;
    grid.columns = grid.rows = 16;
    grid.corner = vec3(-0.5f, 0.0f, -0.5f);
    grid.fabric = take(fabricNamed("cotton"));
    take(addContact(scene, take(addGrid(scene, grid))));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    for (int i = 0; i < 3; ++i) {
        const MeshDescription mesh = i == 1 ? sphereMesh(vec3(0.0f), 0.12f, 2) : boxMesh(vec3(0.0f), vec3(0.2f));
        RigidBodyDescription rigid;
        rigid.vertices = mesh.vertices;
        rigid.faceSizes = mesh.faceSizes;
        rigid.faceCorners = mesh.faceCorners;
        rigid.spacing = 0.06f;
        rigid.pose.position = vec3(0.6f * float(i), i == 2 ? -1.1f : 0.2f, 0.05f);
        rigid.pose.rotation = glm::normalize(glm::quat(1.0f, 0.3f, 0.2f * float(i), 0.1f));
        take(addRigidBody(scene, rigid));
    }
    return scene;
}

// They go through each other, and need not be solved pass by pass.
Scene rigidBodiesAlone() {
    Scene scene = rigidBodies();
    scene.contacts.clear();
    return scene;
}

struct Case {
    const char* name;
    Scene (*scene)();
    std::uint32_t substeps, iterations;
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.name;
}

class ParityOfBodies : public GpuTest, public testing::WithParamInterface<Case> {};

TEST_P(ParityOfBodies, GpuEqualsCpuAlsoFromSnapshots) {
    const SchedulePtr schedule = take(compile(GetParam().scene()));
    take(validate(*schedule));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver reference = take(CpuSolver::create(schedule, {1, false}));
    CpuSolver threaded = take(CpuSolver::create(schedule, {2, true}));
    StepInputs inputs;
    inputs.colliders.emplace_back();
    inputs.colliders[0].pose.position.y = -1.2f;
    for (int frame = 0; frame < 12; ++frame) {
        StepSettings s = settings(GetParam().substeps, GetParam().iterations);
        s.dt = frame < 6 ? 1.0 / 60 : 1.0 / (40.0 + 5.0 * frame);
        s.order = frame % 4 >= 2 ? Order::First : Order::Second;
        take(gpu.step(s, inputs));
        take(reference.step(s, inputs));
        take(threaded.step(s, inputs));
        const Snapshot expected = reference.snapshot();
        expectEqual(take(gpu.snapshot()), expected, fmt::format("GPU, frame {}", frame + 1));
        expectEqual(threaded.snapshot(), expected, fmt::format("threads, frame {}", frame + 1));
        if (HasFailure()) return;
        EXPECT_EQ(expected.lost, 0u);
        if (frame != 5) continue;
        const Snapshot fromGpu = take(gpu.snapshot());
        take(gpu.restore(threaded.snapshot()));
        take(threaded.restore(fromGpu));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, ParityOfBodies,
    testing::Values(Case{"Discs", discs, 8, 1}, Case{"DiscsIterated", discs, 3, 4},
                    Case{"BallAndBlock", ballAndBlock, 8, 1}, Case{"BallAndBlockIterated", ballAndBlock, 2, 3},
                    Case{"RigidBodies", rigidBodies, 8, 1}, Case{"RigidBodiesIterated", rigidBodies, 4, 3},
                    Case{"RigidBodiesAlone", rigidBodiesAlone, 8, 1}, Case{"LatticeAndGas", latticeAndGas, 4, 1}),
    [](const auto& info) { return std::string(info.param.name); });

// Particles that are lost, and particles so far away that every square overflows, leave the others alone on both.
class LostBodies : public GpuTest {};

TEST_F(LostBodies, StayApart) {
    Scene scene = ballAndBlock();
    scene.masses[3] = 1e-9f;
    scene.positions[5] = vec3(9e8f, -9e8f, 9e8f);
    scene.positions[scene.bodies[1].firstParticle + 30] = vec3(-9e8f, 9e8f, 0.0f);
    const SchedulePtr schedule = take(compile(scene));
    GpuSolver gpu = gpuSolver(schedule);
    CpuSolver cpu = take(CpuSolver::create(schedule));
    for (int frame = 0; frame < 5; ++frame) {
        take(gpu.step(settings(2)));
        take(cpu.step(settings(2)));
        expectEqual(take(gpu.snapshot()), cpu.snapshot(), fmt::format("frame {}", frame + 1));
    }
    for (const vec3& p : cpu.snapshot().positions)
        EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
}

}  // namespace
}  // namespace pliant::test
