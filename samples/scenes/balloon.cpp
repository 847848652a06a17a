#include <algorithm>
#include <glm/geometric.hpp>
#include <limits>

#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"
#include "pliant/scene/solids.h"
#include "scenes/gust.h"

namespace pliant::samples {
namespace {

constexpr float kAtmosphere = 101325.0f;  // [N/m^2]
constexpr float kKnotMass = 0.0004f;      // at the end of the string, and as much at the nozzle [kg]
constexpr double kPoisson = 1.0 / 3.0;    // of the skin's edges, see MeshDescription::fabric

// Rubber, as thin as that of balloons.
Fabric skinOf(double membraneStiffness, float arealDensity) {
    Fabric skin;
    skin.arealDensity = arealDensity;
    skin.stretchCompliance = static_cast<float>(1.0 / membraneStiffness);
    skin.shearCompliance = skin.stretchCompliance;
    skin.bendingStiffness = 1e-5f;
    skin.damping = 0.002f;
    skin.strainLimit = std::numeric_limits<float>::infinity();
    return skin;
}

// A ball with a skin that is stretched so that it bears `pressure` [N/m^2]: tension = pressure radius / 2.
Result<std::uint32_t> addBall(Scene& scene, const MeshDescription& mesh, float radius, double membraneStiffness,
                              double pressure) {
    const std::size_t firstStick = scene.sticks.size();
    const Result<std::uint32_t> body = addMesh(scene, mesh);
    if (!body) return body;
    const double strain = 0.5 * pressure * double(radius) * (1.0 - kPoisson) / membraneStiffness;
    for (std::size_t i = firstStick; i < scene.sticks.size(); ++i)
        scene.sticks[i].restLength = static_cast<float>(double(scene.sticks[i].restLength) / (1.0 + strain));
    return body;
}

std::uint32_t lowestParticle(const Scene& scene, const Body& body) {
    const auto isLower = [&](std::uint32_t a, std::uint32_t b) { return scene.positions[a].y < scene.positions[b].y; };
    return *std::min_element(body.vertexParticles.begin(), body.vertexParticles.end(), isLower);
}

// From the floor to a knot just below the nozzle, with some slack. What ended in the skin would start going through it.
Status addString(Scene& scene, vec3 foot, std::uint32_t nozzle) {
    RopeDescription string;
    string.name = "string";
    string.from = foot;
    string.to = scene.positions[nozzle] - vec3(0.0f, 0.003f, 0.0f);
    string.count = 24;
    string.length = 1.12f * glm::distance(string.from, string.to);
    string.linearDensity = 0.001f;
    const Result<std::uint32_t> body = addRope(scene, string);
    if (!body) return body.error();
    if (Status status = pinVertices(scene, *body, std::vector<std::uint32_t>{0}); !status) return status;
    const std::uint32_t end = scene.bodies[*body].vertexParticles.back();
    for (const std::uint32_t particle : {end, nozzle})
        scene.masses[particle] = kKnotMass;
    return addStick(scene, end, nozzle);
}

// Filled with gas that is lighter than the air around it, on a string.
Status addBalloon(Scene& scene, vec3 centre, float radius, float foot, double pressure, float airDensity) {
    constexpr double kStiffness = 300.0;  // [N/m]
    MeshDescription mesh = sphereMesh(centre, radius, 3);
    mesh.name = "balloon";
    mesh.fabric = skinOf(kStiffness, 0.06f);
    const Result<std::uint32_t> body = addBall(scene, mesh, radius, kStiffness, pressure);
    if (!body) return body.error();
    Enclosure gas;
    gas.boundary = boundaryOf(scene.bodies[*body], scene.positions);
    gas.filling = Filling::Gas;
    gas.pressure = kAtmosphere + static_cast<float>(pressure);
    gas.outside = kAtmosphere;
    gas.buoyancy = airDensity;
    scene.enclosures.push_back(std::move(gas));
    const std::uint32_t nozzle = lowestParticle(scene, scene.bodies[*body]);
    return addString(scene, vec3(centre.x, foot, centre.z), nozzle);
}

// Filled with water, whose mass its skin carries.
Status addWaterBalloon(Scene& scene, vec3 centre, float radius) {
    constexpr double kStiffness = 1500.0, kPressure = 1500.0;  // [N/m], [N/m^2]
    MeshDescription mesh = sphereMesh(centre, radius, 4);
    mesh.name = "water balloon";
    mesh.fabric = skinOf(kStiffness, 1000.0f * radius / 3.0f);
    mesh.fabric->damping = 0.004f;
    const Result<std::uint32_t> body = addBall(scene, mesh, radius, kStiffness, kPressure);
    if (!body) return body.error();
    Enclosure water;
    water.boundary = boundaryOf(scene.bodies[*body], scene.positions);
    scene.enclosures.push_back(std::move(water));
    return {};
}

}  // namespace

std::vector<Knob> balloonKnobs() {
    return {{"pressure", "of the gas above that around it [N/m^2]", 400, 0, 20000},
            {"height", "from which the water balloon falls [m]", 0.8, 0, 20}};
}

// Three balloons of gas on strings, in a light wind, and one of water that falls among them.
Result<SampleScene> makeBalloon(const SceneOptions& options) {
    const float floor = options.ground.value_or(0.0f);
    const float air = options.airDensity.value_or(kUsualAir);
    const double pressure = knobOf(options, "pressure");
    Scene scene;
    scene.environment = environmentOf(options, options.environment.gravity);
    const struct {
        vec3 centre;
        float radius;
    } balloons[] = {{{-0.62f, 1.45f, -0.1f}, 0.27f}, {{0.1f, 1.75f, -0.35f}, 0.3f}, {{0.75f, 1.35f, 0.05f}, 0.24f}};
    for (const auto& [centre, radius] : balloons) {
        const vec3 at = centre + vec3(0.0f, floor, 0.0f);
        if (Status status = addBalloon(scene, at, radius, floor, pressure, air); !status) return status.error();
    }
    constexpr float kRadius = 0.16f;
    const auto height = static_cast<float>(knobOf(options, "height"));
    const vec3 fallsFrom(0.05f, floor + kRadius + height, 0.35f);
    if (Status status = addWaterBalloon(scene, fallsFrom, kRadius); !status) return status.error();

    SceneOptions onFloor = options;
    onFloor.ground = floor;
    SampleScene sample = withGusts(std::move(scene), onFloor, vec3(0.5f, 0.0f, 0.1f));
    sample.outlook = Outlook{vec3(0.05f, floor + 1.0f, 0.0f), 4.1f, 0.2f, 0.12f, floor};
    return sample;
}

}  // namespace pliant::samples
