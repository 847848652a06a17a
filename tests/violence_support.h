#pragma once

// Scenes of every kind of constraint, and numbers for them that are allowed and that nobody can simulate.

#include <array>

#include "enclosure_support.h"
#include "parity_scenes.h"
#include "pliant/shared/verlet.h"
#include "whole_support.h"

namespace pliant::test {

inline Scene violentDiscs() {
    Scene scene = planarScene();
    take(addSoftBody(scene, disc(31, compliant(1e-3f), fixedFilling())));
    take(addSoftBody(scene, disc(40, rigid(), gasFilling(500.0f, 300.0f), vec2(3.0f, 0.0f))));
    scene.pinned[3] = 1;
    return scene;
}

inline Scene violentBallAndBlock() {
    Scene scene = ballScene(1, 0.5f, 2.0f, compliant(1e-4f), gasFilling(103000.0f, 101325.0f));
    scene.environment.airDensity = 1.2f;
    BlockDescription block;
    block.centre = vec3(2.0f, 0.0f, 0.0f);
    block.cells = {2, 3, 2};
    block.material.edge = compliant(1e-5f);
    take(addBlock(scene, block));
    scene.pinned[scene.bodies[1].firstParticle] = 1;
    return scene;
}

/// parityScenes() and those of the kinds of constraints that they have not.
inline std::vector<NamedScene> violentScenes() {
    std::vector<NamedScene> scenes = parityScenes();
    scenes.insert(scenes.end(), {{"Responses", responsesScene},
                                 {"Flags", flagsScene},
                                 {"BendsOfTwoKinds", bendsOfTwoKindsScene},
                                 {"Discs", violentDiscs},
                                 {"BallAndBlock", violentBallAndBlock}});
    return scenes;
}

/// Makes any scene violent, step by step and always in the same way, within the limits of what compile() takes.
class Violence {
  public:
    explicit Violence(std::uint32_t seed) : random_(seed) {}

    void applyTo(Scene& scene) {
        makeWorldOf(scene);
        for (float& mass : scene.masses)
            if (oneIn(4)) mass = size(1e-9, 1e9);
        for (StickMaterial& material : scene.materials) {
            material.compressionCompliance = std::min(material.compressionCompliance, kLargestCompliance);
            if (oneIn(2)) makeMaterial(material);
        }
        for (SceneStick& stick : scene.sticks) {
            if (oneIn(8)) stick.complianceFactor = size(1e-6, 1e6);
            if (oneIn(8)) stick.restLength = oneIn(4) ? 0.0f : size(1e-6, 1e9);
        }
        for (SceneBend& bend : scene.bends)
            if (oneIn(2)) makeBend(bend);
        makeBodiesOf(scene);
        if (!scene.outlines.empty() || oneIn(2)) return;  // an outline must stay counter-clockwise
        for (vec3& p : scene.positions)
            if (oneIn(32)) p = place(scene.planar, 9e8);
    }

    StepSettings settings(const Schedule& schedule) {
        StepSettings s;
        s.substeps = 1 + below(5);
        s.dt = s.substeps * double(size(1e-3, 1.0));
        s.iterations = 1 + below(2);
        s.bendPeriod = below(4);
        const std::array<Method, 4> kMethods{Method::Auto, Method::GaussSeidel, Method::Jacobi, Method::Hybrid};
        s.method = !schedule.tiles.empty() && oneIn(3) ? Method::Tiles : kMethods[below(4)];
        return s;
    }

    StepInputs inputs(const Scene& scene) {
        using Action = PinInput::Action;
        StepInputs inputs;
        for (std::uint32_t i = below(7); i < scene.positions.size(); i += 1 + below(40)) {
            const auto action = Action(below(4));
            inputs.pins.push_back({i, action, place(scene.planar, 1e9), oneIn(2) ? 0.0f : size(1e-6, 1e6)});
        }
        for (std::uint32_t count = below(3); count > 0; --count)
            inputs.colliders.push_back(collider(scene.planar));
        if (!scene.planar && oneIn(2)) inputs.wind = place(false, 1e4);
        return inputs;
    }

  private:
    // [m/N]: times the largest factor and by the shortest step it is still allowed.
    static constexpr float kLargestCompliance = 1e-1f;

    std::uint32_t below(std::uint32_t n) { return std::uint32_t(random_() % n); }
    bool oneIn(std::uint32_t n) { return below(n) == 0; }

    float size(double least, double most) {  // all orders of magnitude alike
        const double share = double(random_()) / 4294967296.0;
        return static_cast<float>(least * std::pow(most / least, share));
    }

    vec3 place(bool isPlanar, double most) {
        const auto coordinate = [&] { return (oneIn(2) ? -1.0f : 1.0f) * size(1e-3, most); };
        const float x = coordinate(), y = coordinate(), z = coordinate();
        return vec3(x, y, isPlanar ? 0.0f : z);
    }

    void makeWorldOf(Scene& scene) {
        Environment& e = scene.environment;
        e.gravity = place(scene.planar, 1e9);
        e.damping = oneIn(2) ? 0.0f : size(1e-3, 1e6);
        if (scene.planar) return;
        e.wind = place(false, 1e4);
        e.airDensity = oneIn(3) ? 0.0f : size(1e-3, 1e4);
        e.dragCoefficient = size(1e-3, 100.0);
        e.liftCoefficient = e.dragCoefficient * (oneIn(2) ? 0.0f : 0.5f);
    }

    void makeMaterial(StickMaterial& material) {
        if (material.response == Response::Hooke) {
            material.stiffness = size(1.0, 1e15);
            return;
        }
        material.compliance = size(1e-15, kLargestCompliance);
        material.compressionCompliance = oneIn(2) ? 0.0f : size(1e-15, kLargestCompliance);
        material.damping = oneIn(2) ? 0.0f : size(1e-6, 1e3);
    }

    void makeBend(SceneBend& bend) {
        const std::uint32_t corners = bend.kind == BendKind::Line ? 3 : 4, first = below(corners);
        const float more = std::ldexp(1.0f, int(below(23)));  // of two weights, whose sum stays what it was
        bend.weights[first] += more;
        bend.weights[(first + 1) % corners] -= more;
        bend.compliance = oneIn(4) ? 0.0f : size(1e-15, 1e15);
        bend.damping = oneIn(2) ? 0.0f : size(1e-6, 1e6);
        if (bend.kind == BendKind::Hinge) bend.rest = size(1e-3, 1e9);
    }

    void makeBodiesOf(Scene& scene) {
        for (SceneShape& shape : scene.shapes)
            if (oneIn(2)) shape.compliance = oneIn(3) ? 0.0f : size(1e-15, 1e15);
        for (Enclosure& e : scene.enclosures) {
            e.restMeasure = size(1e-6, 1e9);
            e.inflation = size(0.01, 100.0);
            e.compliance = oneIn(2) ? 0.0f : size(1e-15, 1e15);
            e.pressure = size(1e-3, 1e15);
            e.outside = size(1e-3, 1e15);
            e.buoyancy = oneIn(2) ? 0.0f : size(1e-3, 1e6);
        }
        for (SceneTet& tet : scene.tets) {
            if (oneIn(2)) tet.restVolume = size(1e-15, 1e15);
            if (oneIn(2)) tet.compliance = oneIn(3) ? 0.0f : size(1e-15, 1e15);
        }
        for (Outline& outline : scene.outlines) {
            if (oneIn(3)) outline.thickness = size(1e-3, 1e3);
            outline.friction = size(1e-3, 1e6);
        }
    }

    Pose pose(bool isPlanar) {
        const vec3 axis = isPlanar ? vec3(0.0f, 0.0f, 1.0f) : glm::normalize(place(false, 1.0));
        return {place(isPlanar, 1e6), glm::angleAxis(size(1e-3, 6.0), axis)};
    }

    Collider collider(bool isPlanar) {
        Collider c;
        c.shape = ColliderShape(below(5));
        c.radius = size(1e-6, 1e6);
        c.halfHeight = size(1e-6, 1e6);
        c.halfExtents = vec3(size(1e-6, 1e6), size(1e-6, 1e6), size(1e-6, 1e6));
        c.thickness = oneIn(2) ? 0.0f : size(1e-6, 1e6);
        c.staticFriction = size(1e-3, 1e6);
        c.dynamicFriction = 0.5f * c.staticFriction;
        c.pose = pose(isPlanar);
        if (oneIn(2)) c.before = pose(isPlanar);
        return c;
    }

    std::mt19937 random_;
};

/// Every particle is somewhere, was somewhere before, and has a velocity; and shapes are turned somehow.
inline void expectSound(const Snapshot& state, const std::string& where) {
    for (std::size_t i = 0; i < state.positions.size(); ++i) {
        const vec3 x = state.positions[i], p = state.previous[i];
        ASSERT_TRUE(isPlace<float>(x)) << where << ": particle " << i << " at " << x.x << " " << x.y << " " << x.z;
        ASSERT_TRUE(isPlace<float>(p)) << where << ": particle " << i << " before at " << p.x << " " << p.y << " "
                                       << p.z;
    }
    for (const vec3& v : state.velocities)
        ASSERT_TRUE(isPlace<float>(v)) << where;
    for (const vec4& q : state.shapeTurns)
        ASSERT_NEAR(glm::dot(q, q), 1.0f, 1e-3f) << where;
}

/// In turn as small bodies go by themselves, cut into tiles, and neither.
inline CompileOptions optionsFor(std::uint32_t seed) {
    constexpr CompileOptions kOptions[] = {
        kForAllMethods, {TileUse::Always, 64, 0, true}, {TileUse::Never, 512, 0, true}};
    return kOptions[seed % 3];
}

}  // namespace pliant::test
