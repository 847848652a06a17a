// The scenes of test_bits.py, described and stepped in C++: prints a name, the schedule's hash and the state's.

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "pliant/pliant.hpp"

namespace {

using namespace pliant;

template <class T>
T take(Result<T> result) {
    if (result) return std::move(*result);
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(1);
}

void take(const Status& status) {
    if (status) return;
    fmt::print(stderr, "{}\n", status.error().message);
    std::exit(1);
}

void print(const char* name, const Scene& scene, const StepSettings& settings, const StepInputs& inputs) {
    const SchedulePtr schedule = take(compile(scene));
    CpuSolver solver = take(CpuSolver::create(schedule));
    for (int i = 0; i < 12; ++i)
        take(solver.step(settings, inputs));
    fmt::print("{} {} {}\n", name, schedule->hash, hashOf(solver.snapshot()));
}

// Cotton on two corners, and a ball in its way.
void hangCloth() {
    Scene scene;
    GridDescription cloth;
    cloth.columns = 24;
    cloth.rows = 20;
    cloth.fabric = take(fabricNamed("cotton"));
    cloth.fabric->compressionCompliance = 0.3f;
    take(addGrid(scene, cloth));
    take(pinPlace(scene, 0, GridPlace::FirstRowCorners));
    StepInputs inputs;
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.2f;
    ball.pose.position = vec3(0.5f, -0.25f, 0.5f);
    inputs.colliders = {ball};
    print("cloth", scene, {}, inputs);
}

// A rope that is led, a mesh in the wind, jelly on the floor, a balloon.
void mixBodies() {
    Scene scene;
    RopeDescription rope;
    rope.from = vec3(0.0f, 1.0f, 0.0f);
    rope.to = vec3(1.0f, 1.0f, 0.0f);
    rope.count = 30;
    rope.bendingStiffness = 1e-3f;
    rope.axialCompliance = 1e-5f;
    take(addRope(scene, rope));
    MeshDescription mesh;
    mesh.vertices = {{2, 1, 0}, {3, 1, 0}, {3, 1, 1}, {2, 1, 1}, {2.5f, 1.25f, 0.5f}};
    mesh.faceSizes = {3, 3, 3, 3};
    mesh.faceCorners = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    mesh.fabric = take(fabricNamed("denim"));
    take(addMesh(scene, mesh));
    BlockDescription block;
    block.centre = vec3(-1.0f, 0.3f, 0.0f);
    block.size = vec3(0.5f);
    block.cells = {3, 3, 3};
    block.material.edge.response = Response::Compliant;
    block.material.edge.compliance = 1e-4f;
    block.material.edge.compressionCompliance = 1e-3f;
    take(addBlock(scene, block));
    MeshDescription balloon = sphereMesh(vec3(-3.0f, 1.0f, 0.0f), 0.3f, 2);
    balloon.name = "balloon";
    const std::uint32_t body = take(addMesh(scene, balloon));
    Enclosure gas;
    gas.filling = Filling::Gas;
    gas.pressure = 500.0f;
    gas.boundary = boundaryOf(scene.bodies[body], scene.positions);
    scene.enclosures.push_back(gas);
    scene.environment.airDensity = 1.2f;
    scene.environment.damping = 0.25f;
    StepInputs inputs;
    inputs.colliders = {Collider{}};
    inputs.wind = vec3(3.0f, 0.0f, 1.0f);
    PinInput hand;
    hand.target = vec3(0.1f, 1.1f, 0.2f);
    PinInput pull = hand;
    pull.action = PinInput::Action::Pull;
    pull.particle = 29;
    pull.compliance = 1e-2f;
    inputs.pins = {hand, pull};
    StepSettings settings;
    settings.dt = 1.0 / 50.0;
    settings.substeps = 9;
    print("bodies", scene, settings, inputs);
}

// Springs that Runge-Kutta moves.
void swing() {
    Scene scene;
    RopeDescription rope;
    rope.count = 8;
    rope.material.response = Response::Hooke;
    rope.material.stiffness = 200.0f;
    const std::uint32_t body = take(addRope(scene, rope));
    scene.bodies[body].integrator = Integrator::RungeKutta4;
    take(pinVertices(scene, body, std::vector<std::uint32_t>{0}));
    print("swing", scene, {}, {});
}

// Two sheets that fall upon each other.
void dropSheets() {
    Scene scene;
    for (int i = 0; i < 2; ++i) {
        GridDescription sheet;
        sheet.corner = vec3(0.1 * i, 0.1 + 0.1 * i, 0.0);
        sheet.columns = sheet.rows = 12;
        sheet.width = sheet.height = 0.5f;
        ContactDescription contact;
        if (i == 1) contact = {.thickness = 0.05f, .friction = 0.6f, .category = 2, .mask = 1};
        take(addContact(scene, take(addGrid(scene, sheet)), contact));
    }
    StepInputs inputs;
    inputs.colliders = {Collider{}};
    print("sheets", scene, {}, inputs);
}

// A sheet that falls on a ball, which goes up in the first step and stays there.
void dropOnMesh() {
    Scene scene;
    GridDescription sheet;
    sheet.corner = vec3(-0.3f, 0.27f, -0.3f);
    sheet.columns = sheet.rows = 16;
    sheet.width = sheet.height = 0.6f;
    take(addContact(scene, take(addGrid(scene, sheet))));
    const MeshDescription ball = sphereMesh(vec3(0.0f), 0.2f, 2);
    ObstacleDescription description;
    description.vertices = ball.vertices;
    description.faceSizes = ball.faceSizes;
    description.faceCorners = ball.faceCorners;
    description.thickness = 0.04f;
    description.friction = 0.5f;
    description.spacing = 0.03f;
    const Obstacle obstacle = take(addObstacle(scene, description));
    std::vector<vec3> vertices = ball.vertices;
    for (vec3& place : vertices)
        place.y += 0.0625f;
    StepInputs inputs;
    take(moveObstacle(scene, obstacle, vertices, inputs));
    print("obstacle", scene, {}, inputs);
}

// A rigid ball that falls into a sheet.
void catchBall() {
    Scene scene;
    GridDescription sheet;
    sheet.corner = vec3(-0.3f, 0.0f, -0.3f);
    sheet.columns = sheet.rows = 16;
    sheet.width = sheet.height = 0.6f;
    take(addGrid(scene, sheet));
    take(pinPlace(scene, 0, GridPlace::FourCorners));
    take(addContact(scene, 0));
    const MeshDescription ball = sphereMesh(vec3(0.0f), 0.125f, 2);
    RigidBodyDescription rigid;
    rigid.vertices = ball.vertices;
    rigid.faceSizes = ball.faceSizes;
    rigid.faceCorners = ball.faceCorners;
    rigid.pose = {vec3(0.0f, 0.1875f, 0.0f), glm::quat(0.0f, 1.0f, 0.0f, 0.0f)};
    rigid.density = 300.0f;
    rigid.spacing = 0.05f;
    rigid.friction = 0.5f;
    take(addRigidBody(scene, rigid));
    StepSettings settings;
    settings.order = Order::Second;
    print("rigid", scene, settings, {});
}

}  // namespace

int main() {
    hangCloth();
    mixBodies();
    swing();
    dropSheets();
    dropOnMesh();
    catchBall();
}
