#pragma once

/// @file
/// The structs and numbers of pliant/pliant.h that say what is in a scene, in C99. What has a structSize as its first
/// member may grow in later versions: fill it with its pliantDefault...() and change what is to be different. What has
/// none stays as it is. SI units, y is up; lengths, indices and flags are of fixed width, so that other languages can
/// lay them out; a flag is 0 for no and anything else for yes. A pointer may be null where its comment says what that
/// means.

#include <stddef.h>
#include <stdint.h>

/// What a call says. All but PLIANT_OK have changed nothing, unless the call's comment says so; pliantErrorMessage()
/// has the sentence.
typedef enum PliantResult {
    PLIANT_OK = 0,             ///< it did what it says
    PLIANT_BAD_INPUT = 1,      ///< a value, an index, a null pointer or the order of calls breaks a rule
    PLIANT_OUT_OF_MEMORY = 2,  ///< what is wanted does not fit, on the host or on the device: less may
    PLIANT_DEVICE_LOST = 3,    ///< the Vulkan device is gone, and all that was on it has to be made anew
    PLIANT_UNSUPPORTED = 4,    ///< this machine, its driver or device cannot do it
    PLIANT_FILE = 5,           ///< a file is not there, cannot be read or written, or is not what it should be
    PLIANT_STOPPED = 6,        ///< because the caller wanted it
    PLIANT_INTERNAL = 7        ///< a mistake in Pliant
} PliantResult;

/// PliantStickMaterial::response: what a stick does when its length is not its rest length.
enum {
    PLIANT_RIGID = 0,      ///< it is put right at once, as far as iterations carry
    PLIANT_COMPLIANT = 1,  ///< it stretches by its compliance times its force
    PLIANT_HOOKE = 2       ///< an explicit spring, unstable where it is too stiff for the substep
};
/// Why a stick is there. Only structural ones count where stretch is reported.
enum {
    PLIANT_STRUCTURAL = 0,  ///< along edges
    PLIANT_SHEAR = 1,       ///< along diagonals of faces
    PLIANT_BEND = 2         ///< between particles two apart
};
/// Places on a grid, for pliantPinPlace(); row 0 is the first.
enum {
    PLIANT_FIRST_ROW = 0,          ///< every particle of row 0
    PLIANT_LAST_ROW = 1,           ///< of row rows - 1
    PLIANT_FIRST_COLUMN = 2,       ///< every particle of column 0
    PLIANT_LAST_COLUMN = 3,        ///< of column columns - 1
    PLIANT_FIRST_ROW_START = 4,    ///< the corner of the first row and the first column
    PLIANT_FIRST_ROW_END = 5,      ///< of the first row and the last column
    PLIANT_LAST_ROW_START = 6,     ///< of the last row and the first column
    PLIANT_LAST_ROW_END = 7,       ///< of the last row and the last column
    PLIANT_FIRST_ROW_CORNERS = 8,  ///< both ends of the first row
    PLIANT_FOUR_CORNERS = 9        ///< both ends of the first and the last row
};
/// How the particles of a body are moved by forces, see pliantSetIntegrator().
enum {
    PLIANT_VERLET = 0,               ///< by the last displacement; springs are solved among the constraints
    PLIANT_EXPLICIT_EULER = 1,       ///< gains energy
    PLIANT_SEMI_IMPLICIT_EULER = 2,  ///< what most games use
    PLIANT_VELOCITY_VERLET = 3,      ///< of second order, keeps energy
    PLIANT_RUNGE_KUTTA_4 = 4,        ///< the classical one of fourth order
    PLIANT_BACKWARD_EULER = 5        ///< stable and damped; on the CPU alone
};
/// PliantEnclosure::filling.
enum {
    PLIANT_FIXED = 0,  ///< water: its measure is a constraint
    PLIANT_GAS = 1     ///< its pressure goes down as it gets room
};
#define PLIANT_WORLD 0xffffffffu        ///< in the place of a frame's index: the world itself
#define PLIANT_NO_PARTICLE 0xffffffffu  ///< of a vertex that no face uses: no particle moves it

/// Three numbers in single precision, y up.
typedef struct PliantVec3 {
    float x;  ///< first coordinate
    float y;  ///< second coordinate: up, where it is a place or a direction
    float z;  ///< third coordinate; the axes are right-handed
} PliantVec3;

/// The same in double precision: places in the world.
typedef struct PliantDVec3 {
    double x;  ///< first coordinate
    double y;  ///< second coordinate: up, where it is a place or a direction
    double z;  ///< third coordinate; the axes are right-handed
} PliantDVec3;

/// A rotation, of length 1 (within 1e-3); w is the real part.
typedef struct PliantQuat {
    float x;  ///< along x: the axis times the sine of half the angle
    float y;  ///< along y
    float z;  ///< along z
    float w;  ///< the real part: the cosine of half the angle
} PliantQuat;

/// The same in double precision.
typedef struct PliantDQuat {
    double x;  ///< along x: the axis times the sine of half the angle
    double y;  ///< along y
    double z;  ///< along z
    double w;  ///< the real part: the cosine of half the angle
} PliantDQuat;

/// Where a body stands: world = rotation * local + position [m].
typedef struct PliantPose {
    PliantVec3 position;  ///< [m]
    PliantQuat rotation;  ///< of length 1
} PliantPose;

/// Where a frame of reference is in the world [m].
typedef struct PliantFramePose {
    PliantDVec3 origin;    ///< [m], within 1e12 of the world's
    PliantDQuat rotation;  ///< of length 1
} PliantFramePose;

/// The response of a stick with its numbers: StickMaterial of scene/scene.h, where the fields are explained.
typedef struct PliantStickMaterial {
    uint32_t structSize;          ///< sizeof of this struct where the program was compiled
    uint32_t response;            ///< PLIANT_RIGID ...
    float compliance;             ///< [m/N], of a compliant stick
    float stiffness;              ///< [N/m], of a Hooke stick
    uint32_t oneSided;            ///< pulls and never pushes
    float damping;                ///< [s]
    float compressionCompliance;  ///< [m/N], 0 or 1e-15 ... 1e15, added while it is pressed
    float strainLimit;            ///< share of its length that it can stretch; INFINITY, the default: none
} PliantStickMaterial;

/// What a piece of cloth is made of, at any resolution: Fabric of scene/fabric.h.
typedef struct PliantFabric {
    uint32_t structSize;          ///< sizeof of this struct where the program was compiled
    float arealDensity;           ///< [kg/m^2]; 0 by default, to be set
    float stretchCompliance;      ///< [m/N]
    float shearCompliance;        ///< [m/N]
    float bendingStiffness;       ///< [N m]
    float damping;                ///< [s]
    float strainLimit;            ///< share of the length, 0.05 by default; INFINITY: none
    float compressionCompliance;  ///< [m/N], 0 or 1e-12 ... 1e6, added to threads while they are pressed
} PliantFabric;

/// What acts on everything in a scene, and what keeps large bodies from stretching: Environment and Scene of
/// scene/scene.h.
typedef struct PliantSceneSettings {
    uint32_t structSize;    ///< sizeof of this struct where the program was compiled
    PliantVec3 gravity;     ///< [m/s^2]
    float damping;          ///< share of the velocity lost per second [1/s]
    float airDensity;       ///< [kg/m^3]; 0: a vacuum, 1.2 at sea level
    PliantVec3 wind;        ///< [m/s]; a step may have its own
    float dragCoefficient;  ///< of a plate across the stream
    float liftCoefficient;  ///< of a plate in the stream, 0 ... dragCoefficient
    uint32_t isPlanar;      ///< everything lies and stays in the plane z = 0; before anything is added
    uint32_t tethers;       ///< every particle is held within reach of its nearest pins
    float tetherSlack;      ///< tethers are longer than the way by this share of it
    uint32_t hasLevels;     ///< clusters carry stretch across the whole body
    uint32_t sleeps;        ///< what hardly moves is put to rest; 0 by default
    float sleepDistance;    ///< within which it moves by then [m]
    float sleepTime;        ///< for so long [s]
} PliantSceneSettings;

/// A rope from one point to another: RopeDescription of scene/rope.h.
typedef struct PliantRope {
    uint32_t structSize;                  ///< sizeof of this struct where the program was compiled
    uint32_t count;                       ///< particles
    const char* name;                     ///< null: "rope"
    PliantVec3 from;                      ///< [m]
    PliantVec3 to;                        ///< [m]
    float length;                         ///< at rest [m]; 0: the distance of its ends
    float linearDensity;                  ///< [kg/m]
    float axialCompliance;                ///< [1/N]
    float bendingStiffness;               ///< [N m^2]
    const PliantStickMaterial* material;  ///< null: rigid
} PliantRope;

/// A rectangular cloth: GridDescription of scene/grid.h. Vertex and particle (column, row) is row * columns + column.
typedef struct PliantGrid {
    uint32_t structSize;                    ///< sizeof of this struct where the program was compiled
    uint32_t columns;                       ///< particles along a row
    uint32_t rows;                          ///< particles along a column
    float width;                            ///< from the first column to the last [m]
    float height;                           ///< from the first row to the last [m]
    PliantVec3 corner;                      ///< particle (0, 0) [m]
    PliantVec3 alongRow;                    ///< direction of growing columns, of length 1
    PliantVec3 alongColumn;                 ///< direction of growing rows, of length 1
    float arealDensity;                     ///< [kg/m^2]
    const char* name;                       ///< null: "cloth"
    const PliantStickMaterial* structural;  ///< null: rigid; so are the two others
    const PliantStickMaterial* shear;       ///< of diagonals
    const PliantStickMaterial* bend;        ///< of sticks between particles two apart
    const PliantFabric* fabric;             ///< instead of the density and the three materials; null: these
} PliantGrid;

/// Faces in the caller's arrays, which are read during the call alone.
typedef struct PliantPolygons {
    const float* vertices;        ///< [m], three per vertex
    const uint32_t* faceSizes;    ///< per face its number of corners, at least 3; null: triangles
    const uint32_t* faceCorners;  ///< all corners, face after face: indices of vertices
    uint32_t vertexCount;         ///< of `vertices`, a third of its floats
    uint32_t faceCount;           ///< of faceSizes; not looked at for triangles
    uint32_t cornerCount;         ///< of faceCorners
} PliantPolygons;

/// A body from a surface mesh: MeshDescription of scene/mesh.h.
typedef struct PliantMesh {
    uint32_t structSize;                    ///< sizeof of this struct where the program was compiled
    float arealDensity;                     ///< [kg/m^2]
    PliantPolygons surface;                 ///< its vertices and faces
    const char* name;                       ///< null: "mesh"
    const PliantStickMaterial* structural;  ///< null: rigid; so are the two others
    const PliantStickMaterial* shear;       ///< of diagonals of faces
    const PliantStickMaterial* bend;        ///< of sticks across edges that two faces share
    const PliantFabric* fabric;             ///< instead of the density and the three materials; null: these
} PliantMesh;

/// What a body of tetrahedra is made of: TetMaterial of scene/tet_body.h.
typedef struct PliantTetMaterial {
    uint32_t structSize;              ///< sizeof of this struct where the program was compiled
    float density;                    ///< [kg/m^3]
    float bulkCompliance;             ///< [m^2/N]
    const PliantStickMaterial* edge;  ///< of sticks along all edges; null: rigid
} PliantTetMaterial;

/// A box of tetrahedra along the axes: BlockDescription of scene/block.h.
typedef struct PliantBlock {
    uint32_t structSize;                ///< sizeof of this struct where the program was compiled
    uint32_t cells[3];                  ///< along x, y and z
    PliantVec3 centre;                  ///< [m]
    PliantVec3 size;                    ///< [m]
    const char* name;                   ///< null: "block"
    const PliantTetMaterial* material;  ///< null: pliantDefaultTetMaterial()
} PliantBlock;

/// A surface mesh that is filled with cells of tetrahedra and carried by them: LatticeDescription of scene/lattice.h.
typedef struct PliantLattice {
    uint32_t structSize;                ///< sizeof of this struct where the program was compiled
    float cellSize;                     ///< [m]
    PliantPolygons surface;             ///< the mesh to be filled
    const char* name;                   ///< null: "lattice"
    const PliantTetMaterial* material;  ///< null: pliantDefaultTetMaterial()
} PliantLattice;

/// Tetrahedra from arrays, read during the call alone: addTetMesh() of scene/tet_body.h.
typedef struct PliantTetBody {
    uint32_t structSize;      ///< sizeof of this struct where the program was compiled
    uint32_t pointCount;      ///< of `points`, a third of its floats
    uint32_t tetCount;        ///< of `corners`, a quarter of its indices
    const float* points;      ///< [m], three per point; every one is a corner
    const uint32_t* corners;  ///< four per tetrahedron: indices of points; with the first as origin, the three edges
                              ///< to the others are right-handed
    const char* name;         ///< null: "tetrahedra"
    const PliantTetMaterial* material;  ///< null: pliantDefaultTetMaterial()
} PliantTetBody;

/// What is inside a closed line or surface: Enclosure of scene/enclosure.h.
typedef struct PliantEnclosure {
    uint32_t structSize;  ///< sizeof of this struct where the program was compiled
    uint32_t filling;     ///< PLIANT_FIXED or PLIANT_GAS
    float restMeasure;    ///< area or volume at rest [m^2, m^3]; 0: as the scene has it
    float inflation;      ///< of what is fixed: the measure that is kept, by that at rest
    float compliance;     ///< of what is fixed [m^4/N, m^5/N]
    float pressure;       ///< of a gas: inside, at rest [N/m, N/m^2]
    float outside;        ///< of a gas: around it [N/m, N/m^2]
    float buoyancy;       ///< density of what is around it [kg/m^2, kg/m^3]; 0: it bears nothing up
} PliantEnclosure;

/// How a body touches others and itself: ContactDescription of scene/contact.h.
typedef struct PliantContact {
    uint32_t structSize;  ///< sizeof of this struct where the program was compiled
    float thickness;      ///< that its particles keep from each other [m]; 0: as the body's edges have it
    float friction;       ///< Coulomb's coefficient; two that touch have the mean of theirs
    uint32_t category;    ///< a bit for each category that it belongs to
    uint32_t mask;        ///< categories that it touches
} PliantContact;

/// A surface that bodies touch and that nobody but the caller moves: ObstacleDescription of scene/obstacle.h.
typedef struct PliantObstacle {
    uint32_t structSize;     ///< sizeof of this struct where the program was compiled
    float thickness;         ///< [m], others keep off the mean of this and theirs
    float friction;          ///< Coulomb's coefficient; two that touch have the mean of theirs
    float spacing;           ///< of its particles [m]; 0: 0.6 of the thickness
    PliantPolygons surface;  ///< its faces
    const char* name;        ///< null: "obstacle"
} PliantObstacle;

/// A rigid body of mass, within a closed mesh in its own coordinates: RigidBodyDescription of scene/rigid_body.h.
typedef struct PliantRigidBody {
    uint32_t structSize;     ///< sizeof of this struct where the program was compiled
    float density;           ///< [kg/m^3], where `mass` is 0
    float mass;              ///< [kg]; 0: as the density has it
    float spacing;           ///< as far apart as its particles may be along edges [m]; 0: see scene/rigid_body.h
    float thickness;         ///< [m], others keep off the mean of this and theirs; 0: 1.2 of its longest edge
    float friction;          ///< Coulomb's coefficient; two that touch have the mean of theirs
    uint32_t category;       ///< a bit for each category that it belongs to
    uint32_t mask;           ///< categories that it touches
    uint32_t touches;        ///< others; 0: it meets colliders alone
    PliantPose pose;         ///< where it stands at the start
    PliantPolygons surface;  ///< its faces, counter-clockwise seen from outside
    const char* name;        ///< null: "rigid body"
} PliantRigidBody;

/// A soft body of a planar scene: SoftBodyDescription of scene/soft_body.h.
typedef struct PliantSoftBody {
    uint32_t structSize;               ///< sizeof of this struct where the program was compiled
    uint32_t pointCount;               ///< of `outline`, at least 3
    const float* outline;              ///< [m], two per point, counter-clockwise
    const char* name;                  ///< null: "soft body"
    float mass;                        ///< of the whole body [kg]
    uint32_t keepsShape;               ///< by shape matching
    float shapeCompliance;             ///< [s^2]
    float thickness;                   ///< [m]
    float friction;                    ///< Coulomb's coefficient
    uint32_t touches;                  ///< other bodies
    uint32_t integrator;               ///< PLIANT_VERLET ...
    const PliantStickMaterial* edge;   ///< along the outline; null: rigid
    const PliantStickMaterial* cross;  ///< of sticks within; null: there are none
    const PliantEnclosure* filling;    ///< null: none
} PliantSoftBody;

/// A frame of reference for bodies that go along with something: Frame of scene/frame.h.
typedef struct PliantFrame {
    uint32_t structSize;   ///< sizeof of this struct where the program was compiled
    const char* name;      ///< null: none
    PliantFramePose pose;  ///< at the start
    double inertia;        ///< share of the inertial forces that its bodies feel, 0 ... 1
} PliantFrame;

/// What is in a scene.
typedef struct PliantSceneInfo {
    uint32_t structSize;     ///< sizeof of this struct where the program was compiled
    uint32_t particleCount;  ///< pinned ones too
    uint32_t pinnedCount;    ///< of these
    uint32_t stickCount;     ///< of all kinds
    uint32_t bendCount;      ///< against bending, which sticks of kind PLIANT_BEND are not
    uint32_t bodyCount;      ///< indices of bodies are below it
    uint32_t materialCount;  ///< of sticks; at least 1
    uint32_t frameCount;     ///< of reference
} PliantSceneInfo;

/// Vertices and faces are the caller's own, in the caller's order; of a rope its particles, of a grid (column, row).
typedef struct PliantBodyInfo {
    uint32_t structSize;     ///< sizeof of this struct where the program was compiled
    uint32_t firstParticle;  ///< index in the scene; the others follow it
    uint32_t particleCount;  ///< vertices at one place share a particle
    uint32_t vertexCount;    ///< of the mesh that it carries, where it carries one
    uint32_t faceCount;      ///< likewise; 0 of a rope
} PliantBodyInfo;
