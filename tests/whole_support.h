#pragma once

// Scenes of bodies that are small enough to be solved whole, and what is done to them.

#include <algorithm>
#include <glm/gtc/quaternion.hpp>

#include "sleep_support.h"
#include "strands_support.h"

namespace pliant::test {

inline std::uint32_t addRopeOf(Scene& scene, std::uint32_t count, vec3 from, const StickMaterial& material = {}) {
    RopeDescription rope;
    rope.from = from;
    rope.to = from + vec3(0.012f * float(count), 0.1f, 0.03f);
    rope.count = count;
    rope.material = material;
    const std::uint32_t body = take(addRope(scene, rope));
    take(pinVertices(scene, body, std::vector<std::uint32_t>{0}));
    return body;
}

/// Ropes of few and many particles: small ones share a tile.
inline Scene ropesScene() {
    Scene scene;
    float z = 0.0f;
    for (const std::uint32_t count : {2u, 63u, 64u, 65u, 1u, 3u, 31u, 2u, 128u})
        addRopeOf(scene, count, vec3(0.0f, 0.0f, z += 0.05f));
    scene.environment.damping = 0.0f;  // pairs of colours are swapped
    return scene;
}

/// Memory that an invocation needs to take any whole body alone [bytes]: 44 for a row.
inline std::uint32_t ownBytesForWhole(const Schedule& schedule) {
    std::uint32_t rows = 0;
    for (std::size_t t = schedule.wholeFirstTile; t < schedule.tiles.size(); ++t)
        rows = std::max(rows, schedule.tiles[t].particleCount + schedule.tiles[t].rowCount);
    return 44 * rows;
}

/// A rope of each response, damped ones among them.
inline Scene responsesScene() {
    Scene scene;
    const StickMaterial damped{.damping = 1e-3f};
    const float soft = 0.5f;  // enough that no clusters carry tensions: it is whole
    StickMaterial dampedCompliant = compliant(soft);
    dampedCompliant.damping = 2e-3f;
    const std::vector<StickMaterial> materials{rigid(), compliant(soft), hooke(300.0f), damped, dampedCompliant};
    float z = 0.0f;
    for (const StickMaterial& material : materials) {
        addRopeOf(scene, 40, vec3(0.0f, 0.0f, z += 0.1f), material);
        addRopeOf(scene, 27, vec3(0.5f, 0.1f, z), oneSided(material));
    }
    return scene;
}

inline void addFlag(Scene& scene, vec3 corner, std::uint32_t columns = 16, std::uint32_t rows = 12) {
    GridDescription flag;
    flag.corner = corner;
    flag.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    flag.width = 0.6f;
    flag.height = 0.4f;
    flag.columns = columns;
    flag.rows = rows;
    flag.fabric = take(fabricNamed("silk"));
    flag.fabric->bendingStiffness *= 10.0f;
    const std::uint32_t body = take(addGrid(scene, flag));
    take(pinPlace(scene, body, GridPlace::FirstColumn));
}

inline void addWind(Scene& scene) {
    scene.environment.airDensity = 1.2f;
    scene.environment.damping = 0.3f;
    scene.environment.wind = vec3(5.0f, 0.3f, 1.0f);
}

/// Flags with bends, levels and tethers in the wind, and a bumpy mesh with hinges.
inline Scene flagsScene() {
    Scene scene;
    for (int i = 0; i < 5; ++i)
        addFlag(scene, vec3(0.0f, 0.0f, 0.2f * float(i)));
    addFlag(scene, vec3(0.0f, 0.0f, -0.3f), 2, 2);
    addFlag(scene, vec3(0.0f, 0.0f, -0.6f), 5, 3);
    MeshDescription mesh = irregularMesh(24);
    for (vec3& vertex : mesh.vertices)
        vertex = vertex * 0.4f + vec3(0.3f, -0.2f, 1.6f);
    mesh.fabric = take(fabricNamed("cotton"));
    const std::uint32_t body = take(addMesh(scene, mesh));
    take(pinVertices(scene, body, std::vector<std::uint32_t>{0, 3}));
    addWind(scene);
    return scene;
}

/// Small bodies before, between and behind a cloth that is none.
inline Scene smallAndLargeScene() {
    Scene scene;
    addRopeOf(scene, 30, vec3(0.0f, 0.3f, 0.0f));
    addFlag(scene, vec3(0.0f, 0.0f, 0.0f));
    addFlag(scene, vec3(0.0f, 0.0f, 0.4f), 36, 30);
    addRopeOf(scene, 65, vec3(0.2f, 0.3f, 0.5f), compliant(1e-5f));
    addFlag(scene, vec3(0.3f, 0.0f, 0.7f), 9, 9);
    addWind(scene);
    return scene;
}

/// A large cloth whose bends, of two kinds, are partly in passes with those of a small rope.
inline Scene bendsOfTwoKindsScene() {
    Scene scene;
    RopeDescription rope;
    rope.count = 40;
    rope.bendingStiffness = 1e-4f;
    take(addRope(scene, rope));
    addFlag(scene, vec3(0.0f, 0.0f, 1.0f), 36, 30);
    return scene;
}

/// Turned about an axis that is none of the world's.
inline Pose poseOf(vec3 position, float angle) {
    return {position, glm::angleAxis(angle, glm::normalize(vec3(0.3f, 1.0f, 0.2f)))};
}

/// One of each shape, small, each rougher than the one before.
inline std::vector<Collider> colliderOfEachShape() {
    std::vector<Collider> colliders;
    for (const ColliderShape shape : {ColliderShape::Plane, ColliderShape::Sphere, ColliderShape::Capsule,
                                      ColliderShape::Box, ColliderShape::Cylinder}) {
        Collider c;
        c.shape = shape;
        c.radius = 0.12f;
        c.halfHeight = 0.1f;
        c.halfExtents = vec3(0.12f, 0.1f, 0.08f);
        c.staticFriction = 0.2f * float(colliders.size());
        c.dynamicFriction = 0.15f * float(colliders.size());
        colliders.push_back(c);
    }
    return colliders;
}

/// All five shapes; they rise, go sideways and turn, or stand still.
inline std::vector<Collider> collidersIn(int frame, bool move) {
    std::vector<Collider> colliders = colliderOfEachShape();
    for (int i = 0; i < 5; ++i) {
        const auto poseAt = [&](int time) {
            const vec3 place =
                i == 0 ? vec3(0.0f, -0.45f + 0.004f * float(time), 0.0f)
                       : vec3(0.15f * float(i), -0.35f, 0.2f * float(i)) + vec3(0.01f, 0.012f, -0.008f) * float(time);
            return poseOf(place, i == 0 ? 0.0f : 0.1f * float(time * i));
        };
        colliders[i].pose = poseAt(frame + 1);
        if (move) colliders[i].before = poseAt(frame);
    }
    return colliders;
}

/// Pins at the ends of bodies and inside of them, more and fewer from frame to frame: held, moved, pulled and released.
inline std::vector<PinInput> pinsIn(int frame, const Scene& scene) {
    using Action = PinInput::Action;
    std::vector<PinInput> pins;
    for (std::uint32_t b = 0; b < scene.bodies.size(); ++b) {
        const Body& body = scene.bodies[b];
        const std::uint32_t first = body.firstParticle, last = first + body.particleCount - 1;
        const vec3 aim = scene.positions[last] + vec3(0.02f * float(frame), 0.03f, 0.01f * float(b));
        if (first == last) continue;
        if (frame == 2) pins.push_back({last, Action::Hold});
        if (frame == 4 && b % 2 == 0) pins.push_back({last, Action::Release});
        if (frame == 4 && b % 2 == 1) pins.push_back({first, Action::Release});
        if (frame >= 6 && frame < 9 && b % 3 != 0) pins.push_back({last, Action::Move, aim});
        if (frame >= 6 && b % 3 == 0) pins.push_back({(first + last) / 2, Action::Pull, aim, 1e-3f});
        if (frame == 9) pins.push_back({last, Action::Release});
    }
    return pins;
}

inline Scene moved(Scene scene, vec3 way) {
    for (vec3& position : scene.positions)
        position += way;
    return scene;
}

struct WholeCase {
    std::string name;
    Scene (*scene)();
    StepInputs (*inputs)(int frame, const Scene& scene);
};

inline void PrintTo(const WholeCase& c, std::ostream* out) {
    *out << c.name;
}

/// All in whole bodies; the plumb lines fall asleep.
inline Scene ropesThatSleepScene() {
    Scene scene = ropesScene();
    scene.sleep = Sleep{0.005f, 0.05f};
    for (int i = 0; i < 4; ++i)
        addPlumbLine(scene, vec3(20.0f + float(i), 1.0f, 0.0f));
    return scene;
}

inline std::vector<WholeCase> wholeCases() {
    const auto none = [](int, const Scene&) { return StepInputs{}; };
    const auto stillColliders = [](int, const Scene&) { return StepInputs{{}, collidersIn(3, false), {}}; };
    const auto all = [](int frame, const Scene& scene) {
        const vec3 wind(3.0f + float(frame), 0.0f, 1.0f);
        return StepInputs{pinsIn(frame, scene), collidersIn(frame, true), wind};
    };
    const auto pins = [](int frame, const Scene& scene) { return StepInputs{pinsIn(frame, scene), {}, {}}; };
    return {{"Ropes", ropesScene, none},
            {"RopesPinned", ropesScene, pins},
            {"RopesAmongColliders", ropesScene, stillColliders},
            {"RopesThatSleep", ropesThatSleepScene, none},
            {"RopesFarAway", [] { return moved(ropesScene(), vec3(3000.0f, -800.0f, 0.0f)); }, pins},
            {"TautRopes", tautRopesScene, none},
            {"TautRopesPinned", tautRopesScene, pins},
            {"Responses", responsesScene, none},
            {"ResponsesAllAtOnce", responsesScene, all},
            {"EverythingJoined", mixedScene, none},
            {"Flags", flagsScene, none},
            {"FlagsAllAtOnce", flagsScene, all},
            {"SmallAndLarge", smallAndLargeScene, none},
            {"SmallAndLargeAllAtOnce", smallAndLargeScene, all},
            {"BendsOfTwoKinds", bendsOfTwoKindsScene, none},
            {"Limited", [] { return clothScene(20, limited(5e-3f, 0.01f)); }, pins},
            {"LargestWhole", [] { return ropeScene(512); }, pins},
            {"OneTooMany", [] { return ropeScene(513); }, pins}};
}

/// Every third step is of another length, has several iterations or is run by tiles.
inline StepSettings wholeSettings(int frame, const Schedule& schedule) {
    const Method byTiles = schedule.tiles.empty() ? Method::GaussSeidel : Method::Tiles;
    StepSettings s =
        settings(frame % 4 == 1 ? 3 : 4, frame % 3 == 2 ? 3 : 1, frame % 5 == 3 ? byTiles : Method::GaussSeidel);
    s.dt = frame < 5 ? 1.0 / 60 : 1.0 / (50.0 + frame);
    s.sweeps = frame % 2 == 0 ? 0 : 3;
    s.levels = frame % 7 != 6;
    s.tethers = frame != 8;
    s.order = frame % 3 == 1 ? Order::Second : Order::First;
    return s;
}

inline std::uint32_t wholeParticles(const Schedule& schedule) {
    return static_cast<std::uint32_t>(schedule.particles.size()) - schedule.wholeFirst;
}

}  // namespace pliant::test
