#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pliant/elements/strain.h"
#include "pliant/elements/tet.h"
#include "pliant/export.h"
#include "pliant/result.h"
#include "pliant/scene/bending.h"
#include "pliant/scene/contact.h"
#include "pliant/scene/enclosure.h"
#include "pliant/scene/frame.h"
#include "pliant/scene/outline.h"
#include "pliant/scene/shape.h"
#include "pliant/scene/skin.h"
#include "pliant/scene/sleep.h"

namespace pliant {

using glm::vec3;

/// What a stick does when its length is not its rest length.
enum class Response : std::uint8_t {
    Rigid,      ///< Full projection (PBD). Stiffness grows with iterations and substeps.
    Compliant,  ///< XPBD: stretches by compliance [m/N] times its force, whatever the step or the iterations.
    Hooke,      ///< Spring force, stiffness [N/m], explicit: unstable where stiffness h^2 / mass is large.
};

/// The response of a stick with its numbers.
struct StickMaterial {
    Response response = Response::Rigid;  ///< whether compliance, stiffness or neither counts
    float compliance = 0.0f;              ///< [m/N], of a compliant stick: 0 or 1e-15 ... 1e15. Ignored by the others.
    float stiffness = 0.0f;               ///< [N/m], of a Hooke stick: 0 or 1e-15 ... 1e15. Ignored by the others.
    bool oneSided = false;                ///< Pulls when stretched and does nothing when slack: a string, not a rod.
    float damping = 0.0f;  ///< [s], 0 ... 1e3: damping force along it = this time times the change of its elastic
                           ///< force. A Hooke stick has none, unless it is a force: see scene/forces.h.
    /// [m/N], 0 or 1e-15 ... 1e15, added to the compliance of a rigid or compliant stick while it is pressed; 0: it
    /// resists as it resists stretch. A rigid stick takes it for the masses of its ends as if none was pinned, within
    /// 3 % of the push in substeps of 1/720 s, and gives way less in several iterations. Sheets of sticks that do not
    /// give way lock where they should crumple. Ignored by Hooke and one-sided sticks.
    float compressionCompliance = 0.0f;
    /// Share of its length that the stick can stretch, 0 ... 10. A compliant one that would get longer is held at that
    /// length, as if rigid, as far as one sweep carries; of the others only tethers and coarse links know it. Tethers
    /// and links begin to hold where the weight of the body stretches it to, see stretchUnderOwnWeight(), or at the
    /// limit if that is less; along a rigid stick at the limit. Without one: 0 for a rigid stick; the others stretch as
    /// far as they will, and no tether or link runs along them.
    std::optional<float> strainLimit;

    bool operator==(const StickMaterial&) const = default;  ///< all members
};

/// Why a stick is there. Only structural ones count where stretch is reported.
enum class StickKind : std::uint8_t {
    Structural,  ///< along edges: what stretch is measured on
    Shear,       ///< along diagonals of faces: against skewing
    Bend,        ///< between particles two apart: against folding
};

/// A distance constraint, between two particles of the scene. Both ends may be pinned, the rest length may be zero,
/// and two sticks may join the same particles; a stick may not join a particle to itself.
struct SceneStick {
    std::uint32_t a = 0;                     ///< index of a particle
    std::uint32_t b = 0;                     ///< index of another particle
    float restLength = 0.0f;                 ///< [m], 0 ... 1e9
    std::uint32_t material = 0;              ///< index into Scene::materials
    StickKind kind = StickKind::Structural;  ///< why it is there
    float complianceFactor = 1.0f;  ///< the material's compliances times this are the stick's, and its stiffness is
                                    ///< divided by it: the shape of the piece of cloth that the stick stands for;
                                    ///< 1e-6 ... 1e6
};

/// How the particles of a body are moved by forces from one substep to the next. What constraints, pins, contacts and
/// colliders do to them comes after it, whatever it is.
enum class Integrator : std::uint8_t {
    Verlet,             ///< gravity and the last displacement; Hooke sticks are solved among the constraints, which
                        ///< takes their force at the place that the particle is about to reach, and damps
    ExplicitEuler,      ///< x += h v, v += h a: gains energy
    SemiImplicitEuler,  ///< v += h a, x += h v: what most games use
    VelocityVerlet,     ///< half of h a, x += h v, the other half with the new a: of second order, keeps energy
    RungeKutta4,        ///< the classical one of fourth order
    BackwardEuler,      ///< implicit, solved by conjugate gradients: stable and damped. On the CPU alone
};

/// How many there are.
inline constexpr std::uint32_t kIntegratorCount = std::uint32_t(Integrator::BackwardEuler) + 1;

/// In Body::vertexParticles: no particle moves the vertex, since no face uses it.
inline constexpr std::uint32_t kNoParticle = ~0u;

/// A range of the scene that was added in one go, with what is needed to write it to a file in the user's own terms:
/// vertices are numbered as the user numbered them, and several may share a particle (welding).
struct Body {
    std::string name;                            ///< for files and errors
    std::uint32_t firstParticle = 0;             ///< index in the scene; the others follow it
    std::uint32_t particleCount = 0;             ///< may be less than it has vertices, by welding
    std::vector<std::uint32_t> vertexParticles;  ///< per vertex of the user: index of its particle in the scene
    std::vector<std::uint32_t> faceSizes;        ///< per face: its number of corners, at least 3
    std::vector<std::uint32_t> faceCorners;      ///< all corners, face after face: indices of the user's vertices
    bool isLine = false;                         ///< a rope: its vertices are joined one after another
    std::uint32_t columns =
        0;  ///< of a grid, else 0; particle (column, row) is row * columns + column, and so is the vertex
    std::uint32_t rows = 0;  ///< of a grid, else 0
    /// Other than Verlet: Hooke sticks between its particles are forces, see scene/forces.h.
    Integrator integrator = Integrator::Verlet;
    /// Where the vertices lie that have kNoParticle, in their order [m]: in the world, whatever the frame.
    std::vector<vec3> looseVertices;
    /// Of an obstacle: triangles of particles that follow its faces, and that contacts look at in place of these. One
    /// whose last two corners are the same is an edge.
    std::vector<std::array<std::uint32_t, 3>> touchFaces;
    /// A mesh that the body carries. Where it has vertices, these and its faces are drawn and written, and the body's
    /// own, above, are what air and the rest of the physics know.
    Skin skin;
    /// Index of the frame of reference that its particles are in: their positions are places in it. See scene/frame.h.
    std::uint32_t frame = kWorld;
};

/// What acts on all particles and triangles alike.
struct Environment {
    vec3 gravity{0.0f, -9.81f, 0.0f};  ///< [m/s^2]
    float damping = 0.5f;              ///< share of the velocity lost per second, as a rate [1/s], >= 0; in a frame
                                       ///< of reference, of the velocity in it

    // Air acts on the triangles of bodies, by their velocity relative to it: see src/pliant/shared/air.h.
    float airDensity = 0.0f;       ///< [kg/m^3], 0 ... 1e4; 0: a vacuum (and no cost), 1.2 at sea level
    vec3 wind{0.0f};               ///< velocity of the air [m/s]; StepInputs can change it from step to step
    float dragCoefficient = 1.2f;  ///< of a plate across the stream, 0 ... 100
    float liftCoefficient = 0.6f;  ///< 0 ... dragCoefficient
};

/// What the user describes: particles, the sticks between them, and the world around. SI units, y is up.
/// Plain data: fill it by hand, or with addRope(), addGrid(), addMesh(), addParticle(), addStick() and the pins of
/// scene/pins.h. compile() checks all of it.
struct Scene {
    std::vector<vec3> positions;       ///< [m], finite, within 1e9 of the origin
    std::vector<float> masses;         ///< [kg], per particle, 1e-9 ... 1e9
    std::vector<std::uint8_t> pinned;  ///< per particle: 1 = held where it is (inverse mass 0)
    std::vector<SceneStick> sticks;    ///< in any order; it does not change the result's meaning, but its bits
    std::vector<StickMaterial> materials{StickMaterial{}};  ///< what SceneStick::material points into
    std::vector<SceneBend> bends;                           ///< see scene/bending.h
    std::vector<SceneShape> shapes;                         ///< see scene/shape.h
    std::vector<Enclosure> enclosures;                      ///< see scene/enclosure.h
    std::vector<SceneTet> tets;                             ///< see elements/tet.h
    std::vector<SceneStrain> strains;                       ///< see elements/strain.h
    std::vector<Outline> outlines;                          ///< of a planar scene: see scene/outline.h
    std::vector<Contact> contacts;                          ///< see scene/contact.h
    std::vector<Body> bodies;                               ///< ranges that share no particle; particles may be in none
    std::vector<Frame> frames;  ///< what Body::frame points into; particles of no body are in the world
    Environment environment;    ///< gravity, damping, air

    /// Everything lies and stays in the plane z = 0: positions, gravity, colliders (upright, seen as their cut through
    /// the plane; boxes count as deep), targets of pins. No air, no hinges, no elements.
    bool planar = false;

    // What keeps large bodies from stretching. Both run along structural and shear sticks that do not give, or give up
    // to a strain limit, and bound distances only from above: from the length on that the body's own weight stretches
    // them to.
    bool tethers = true;       ///< every particle is held within reach of its nearest pins (at most four, well spread)
    float tetherSlack = 0.0f;  ///< tethers are longer than the way along the surface by this share of it, 0 ... 10
    bool levels = true;        ///< clusters carry stretch, and moments of bends, across the whole body in every substep

    std::optional<Sleep> sleep;  ///< when what hardly moves is put to rest; none: never
};

/// Where a scene keeps its elements, a vector for each kind.
inline constexpr std::tuple kKindsOfElements{&Scene::tets, &Scene::strains};

/// Calls visit(elements) for each kind of element of the scene, which may be const or not.
template <class SceneOrConst, class Visit>
void forEachKindOfElement(SceneOrConst&& scene, Visit&& visit) {
    std::apply([&](auto... elements) { (visit(scene.*elements), ...); }, kKindsOfElements);
}

/// Adds a free particle at rest and returns its index. It belongs to no body.
PLIANT_API std::uint32_t addParticle(Scene& scene, vec3 position, float mass);

/// Adds a stick whose rest length is the present distance of its ends.
/// Errors: an index out of range, both ends the same particle, no such material.
PLIANT_API Status addStick(Scene& scene, std::uint32_t a, std::uint32_t b, std::uint32_t material = 0,
                           StickKind kind = StickKind::Structural);

/// Index of the material in the scene, added if it is new.
PLIANT_API std::uint32_t addMaterial(Scene& scene, const StickMaterial& material);

/// The first rule that the scene breaks, if any, with the index of what breaks it.
PLIANT_API Status validate(const Scene& scene);

/// The first rule that the body breaks, if any, with its index and that of the vertex, face or corner.
PLIANT_API Status validate(const Body& body, std::size_t index, const Scene& scene);

/// Errors: not finite, or faster than 1e4 m/s.
PLIANT_API Status validateWind(vec3 wind);

/// What a scene may hold. They keep every intermediate result of the solvers within the range of normal floats.
inline constexpr float kLargestCoordinate = 1e9f;         ///< [m], and of rest lengths
inline constexpr float kSmallestMass = 1e-9f;             ///< [kg]
inline constexpr float kLargestMass = 1e9f;               ///< [kg]
inline constexpr std::size_t kLargestCount = 0x7fffffff;  ///< of particles, and of sticks

/// Whether all coordinates are finite and within kLargestCoordinate.
PLIANT_API bool isPoint(vec3 p);

/// Distance between two points [m], computed in double and rounded once.
PLIANT_API float distanceBetween(vec3 a, vec3 b);

}  // namespace pliant
