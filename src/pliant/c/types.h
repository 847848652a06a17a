#pragma once

/// @file
/// The structs and numbers of pliant/pliant.h, in C99. What has a structSize as its first member may grow in later
/// versions: fill it with its pliantDefault...() and change what is to be different. What has none stays as it is. SI
/// units, y is up; lengths, indices and flags are of fixed width, so that other languages can lay them out; a flag is 0
/// for no and anything else for yes. A pointer may be null where its comment says what that means.

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
/// PliantCollider::shape, in the collider's own coordinates.
enum {
    PLIANT_PLANE = 0,    ///< the half-space below its xz plane
    PLIANT_SPHERE = 1,   ///< `radius` around its origin
    PLIANT_CAPSULE = 2,  ///< `radius` around a segment along y
    PLIANT_BOX = 3,      ///< `halfExtents` along its axes
    PLIANT_CYLINDER = 4  ///< `radius` around y, with flat ends
};
/// PliantPin::action.
enum {
    PLIANT_PIN_MOVE = 0,     ///< pinned, and at its target when the step ends
    PLIANT_PIN_HOLD = 1,     ///< pinned where it is
    PLIANT_PIN_RELEASE = 2,  ///< free again
    PLIANT_PIN_PULL = 3      ///< drawn to its target by a spring, in this step alone
};
/// PliantFrameInput::action.
enum {
    PLIANT_FRAME_MOVE = 0,  ///< goes there during the step
    PLIANT_FRAME_JUMP = 1   ///< is there at once, and nobody feels it
};
/// PliantCompileOptions::tiles: which bodies are cut into tiles.
enum {
    PLIANT_TILES_AUTO = 0,    ///< large ones
    PLIANT_TILES_ALWAYS = 1,  ///< all
    PLIANT_TILES_NEVER = 2    ///< none
};
/// PliantStepSettings::method: how sticks are run.
enum {
    PLIANT_METHOD_AUTO = 0,   ///< in tiles where the schedule has some, else by colour
    PLIANT_GAUSS_SEIDEL = 1,  ///< colour after colour
    PLIANT_TILES = 2,         ///< tile by tile, and by colour between them
    PLIANT_JACOBI = 3,        ///< all at once, corrections averaged
    PLIANT_HYBRID = 4         ///< the first colours as in Gauss-Seidel, the others as in Jacobi
};
/// PliantStepSettings::order: of the error in what turns and swings.
enum {
    PLIANT_ORDER_AUTO = 0,   ///< the second where a closed mesh encloses something, else the first
    PLIANT_ORDER_FIRST = 1,  ///< what turns is slowed down
    PLIANT_ORDER_SECOND = 2  ///< angular momentum is kept
};

#define PLIANT_WORLD 0xffffffffu        ///< in the place of a frame's index: the world itself
#define PLIANT_OWN_FRAME 0xfffffffeu    ///< PliantPin::frame: the one that the particle is in
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
    uint32_t structSize;  ///< sizeof of this struct where the program was compiled
    uint32_t response;    ///< PLIANT_RIGID ...
    float compliance;     ///< [m/N], of a compliant stick
    float stiffness;      ///< [N/m], of a Hooke stick
    uint32_t oneSided;    ///< pulls and never pushes
    float damping;        ///< [s]
    float compression;    ///< share of a push that is given back, 0 ... 1
    float strainLimit;    ///< share of its length that it can stretch; INFINITY, the default: none
} PliantStickMaterial;

/// What a piece of cloth is made of, at any resolution: Fabric of scene/fabric.h.
typedef struct PliantFabric {
    uint32_t structSize;      ///< sizeof of this struct where the program was compiled
    float arealDensity;       ///< [kg/m^2]; 0 by default, to be set
    float stretchCompliance;  ///< [m/N]
    float shearCompliance;    ///< [m/N]
    float bendingStiffness;   ///< [N m]
    float damping;            ///< [s]
    float strainLimit;        ///< share of the length; INFINITY: none
    float compression;        ///< 0 ... 1
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

/// A body that particles collide with: Collider of scene/collider.h.
typedef struct PliantCollider {
    uint32_t structSize;     ///< sizeof of this struct where the program was compiled
    uint32_t shape;          ///< PLIANT_PLANE ...
    PliantVec3 halfExtents;  ///< [m], of a box
    float radius;            ///< [m], of a sphere, capsule or cylinder
    float halfHeight;        ///< [m], of a capsule (without its round ends) or cylinder
    PliantPose pose;         ///< at the end of the step
    uint32_t isMoving;       ///< from `before`, where it is at the start of the step
    PliantPose before;       ///< at the start of the step, where isMoving
    float staticFriction;    ///< Coulomb's coefficient of what rests on it
    float dynamicFriction;   ///< of what slides; at most the static one
    float thickness;         ///< [m], how far particles are kept from the surface
    uint32_t frame;          ///< that its poses are given in, or PLIANT_WORLD
} PliantCollider;

/// What is to happen to one particle in a step: PinInput of schedule/step_inputs.h.
typedef struct PliantPin {
    uint32_t structSize;  ///< sizeof of this struct where the program was compiled
    uint32_t particle;    ///< of the scene
    uint32_t action;      ///< PLIANT_PIN_MOVE ...
    PliantVec3 target;    ///< [m], of move and pull
    float compliance;     ///< [m/N], of pull
    uint32_t frame;       ///< that the target is given in, PLIANT_WORLD or PLIANT_OWN_FRAME
} PliantPin;

/// A frame of reference for bodies that go along with something: Frame of scene/frame.h.
typedef struct PliantFrame {
    uint32_t structSize;   ///< sizeof of this struct where the program was compiled
    const char* name;      ///< null: none
    PliantFramePose pose;  ///< at the start
    double inertia;        ///< share of the inertial forces that its bodies feel, 0 ... 1
} PliantFrame;

/// Where a frame is to be when the step ends: FrameInput of schedule/step_inputs.h.
typedef struct PliantFrameInput {
    uint32_t structSize;   ///< sizeof of this struct where the program was compiled
    uint32_t frame;        ///< index in the scene
    uint32_t action;       ///< PLIANT_FRAME_MOVE or PLIANT_FRAME_JUMP
    PliantFramePose pose;  ///< where it is when the step ends
    double inertia;        ///< from this step on, 0 ... 1; below 0, the default: as before
} PliantFrameInput;

/// How a scene is compiled: CompileOptions of schedule/compile_options.h. Solvers that are compared share a schedule.
typedef struct PliantCompileOptions {
    uint32_t structSize;      ///< sizeof of this struct where the program was compiled
    uint32_t tiles;           ///< PLIANT_TILES_AUTO ...
    uint32_t tileParticles;   ///< of a tile, at most
    uint32_t wholeParticles;  ///< of a body that is solved whole, at most
    uint32_t jacobi;          ///< also what PLIANT_JACOBI and PLIANT_HYBRID need
} PliantCompileOptions;

/// How to run one step: StepSettings of schedule/step_plan.h.
typedef struct PliantStepSettings {
    uint32_t structSize;  ///< sizeof of this struct where the program was compiled
    uint32_t substeps;    ///< 0: as many as make them 1/720 s long
    double dt;            ///< [s], 1/60
    uint32_t iterations;  ///< passes over all sticks per substep
    uint32_t bendPeriod;  ///< bends run in every so many substeps; 0: chosen
    uint32_t method;      ///< PLIANT_METHOD_AUTO ...
    uint32_t sweeps;      ///< of tiles, per iteration; 0: one
    float relaxation;     ///< Jacobi and hybrid
    uint32_t tethers;     ///< 0: leave them out
    uint32_t hasLevels;   ///< 0: leave them out
    uint32_t order;       ///< PLIANT_ORDER_AUTO ...
} PliantStepSettings;

/// What may change from step to step: StepInputs of schedule/step_inputs.h. Arrays are read during the call alone.
typedef struct PliantStepInputs {
    uint32_t structSize;              ///< sizeof of this struct where the program was compiled
    uint32_t pinCount;                ///< of `pins`
    const PliantPin* pins;            ///< a particle at most once
    const PliantCollider* colliders;  ///< all that there are in this step, at most 64
    const PliantFrameInput* frames;   ///< a frame at most once; those that are not named rest
    uint32_t colliderCount;           ///< of `colliders`
    uint32_t frameCount;              ///< of `frames`
    const PliantVec3* wind;           ///< [m/s]; null: PliantSceneSettings::wind
} PliantStepInputs;

/// How a solver uses the processor; it changes no bit of the results: CpuOptions of cpu/cpu_solver.h.
typedef struct PliantCpuOptions {
    uint32_t structSize;  ///< sizeof of this struct where the program was compiled
    uint32_t threads;     ///< at most so many work at once, 1 ... 1024
    uint32_t isWide;      ///< eight or sixteen items at a time where the processor can; 0: the plain loop
    uint32_t byTile;      ///< whole bodies and tiles one after another; 0: pass after pass
} PliantCpuOptions;

/// A device of our own: GpuOptions of gpu/gpu.h.
typedef struct PliantGpuOptions {
    uint32_t structSize;                                 ///< sizeof of this struct where the program was compiled
    uint32_t validation;                                 ///< with the Khronos validation layer
    const char* device;                                  ///< index, or a part of the name; null: the best
    void (*onMessage)(const char* message, void* user);  ///< of the validation layer; null: standard error
    void* user;                                          ///< handed to onMessage
    const char* pipelineFolder;  ///< for compiled kernels; null: ~/.cache/pliant or the like; "": they are not kept
} PliantGpuOptions;

// Vulkan's handles, named by the tags that vulkan_core.h gives them: vulkan.h need not be included, before or after,
// and nothing has to be cast. (C99 does not allow a typedef twice, so VkDevice cannot be declared here.)
struct VkInstance_T;
struct VkPhysicalDevice_T;
struct VkDevice_T;
struct VkBuffer_T;
struct VkCommandBuffer_T;
struct VkPipelineCache_T;
typedef void (*PliantVoidFunction)(void);  ///< PFN_vkVoidFunction
/// vkGetInstanceProcAddr(), as PFN_vkGetInstanceProcAddr has it.
typedef PliantVoidFunction (*PliantGetInstanceProcAddr)(struct VkInstance_T* instance, const char* name);

/// The application's device, which must outlive all that is made on it: BorrowedDevice of gpu/gpu.h.
typedef struct PliantBorrowedDevice {
    uint32_t structSize;                            ///< sizeof of this struct where the program was compiled
    uint32_t apiVersion;                            ///< VkApplicationInfo::apiVersion
    uint32_t queueFamily;                           ///< where our commands will be submitted; it must compute
    PliantGetInstanceProcAddr getInstanceProcAddr;  ///< where Vulkan begins
    struct VkInstance_T* instance;                  ///< a VkInstance of version 1.2 or later
    struct VkPhysicalDevice_T* physicalDevice;      ///< what the device was made from
    struct VkDevice_T* device;                      ///< where solvers and surfaces live
    struct VkPipelineCache_T* pipelineCache;        ///< may be null
} PliantBorrowedDevice;

/// How a solver uses its device; it changes no bit of the results: GpuSolverOptions of gpu/solver_options.h.
typedef struct PliantGpuSolverOptions {
    uint32_t structSize;     ///< sizeof of this struct where the program was compiled
    uint32_t workgroupSize;  ///< a power of two from 8 to 1024; 0: chosen
    uint32_t wholeBodies;    ///< 0: pass after pass
} PliantGpuSolverOptions;

/// What there is to know about a Vulkan device: DeviceInfo of gpu/gpu.h. Texts that are too long are cut.
typedef struct PliantDeviceInfo {
    uint32_t structSize;   ///< sizeof of this struct where the program was compiled
    uint32_t index;        ///< in Vulkan's order; 0 of a borrowed one
    char name[256];        ///< as the driver gives it
    char driver[256];      ///< its name and version
    char type[32];         ///< "discrete GPU", "integrated GPU", "virtual GPU", "CPU" or "other"
    char api[32];          ///< highest version of Vulkan, "1.3.230"
    uint32_t isUsable;     ///< has what the solvers need
    uint32_t hasSameBits;  ///< results equal the CPU's bit by bit
    uint64_t memoryBytes;  ///< largest device-local heap
} PliantDeviceInfo;

/// How vertices are to lie in memory: VertexLayout of gpu/gpu_surface.h. Separate positions with a stride of 16 and
/// without interpolation, the default, are the solver's own buffer.
typedef struct PliantVertexLayout {
    uint32_t structSize;      ///< sizeof of this struct where the program was compiled
    uint32_t positionStride;  ///< [bytes]
    uint32_t normalStride;    ///< [bytes]
    uint32_t isInterleaved;   ///< one buffer: each position with its normal behind it
    uint32_t isInterpolated;  ///< positions between the last two states
    uint32_t inWorld;         ///< of scenes with frames of reference
} PliantVertexLayout;

/// Three floats (VK_FORMAT_R32G32B32_SFLOAT) per vertex.
typedef struct PliantVertexStream {
    struct VkBuffer_T* buffer;  ///< the solver's or the surface's own
    uint64_t offset;            ///< of the first [bytes]
    uint32_t stride;            ///< [bytes]
} PliantVertexStream;

/// What is drawn. Indices are of 32 bits.
typedef struct PliantSurfaceBuffers {
    uint32_t structSize;           ///< sizeof of this struct where the program was compiled
    uint32_t vertexCount;          ///< the schedule's particles, and behind them the points of skins
    PliantVertexStream positions;  ///< [m]
    PliantVertexStream normals;    ///< of length 1
    struct VkBuffer_T* triangles;  ///< indices, three a triangle
    struct VkBuffer_T* lines;      ///< indices, two a stick of a rope
    uint32_t triangleIndices;      ///< how many
    uint32_t lineIndices;          ///< how many; 0 without ropes
} PliantSurfaceBuffers;

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

/// What a state says of itself.
typedef struct PliantSnapshotInfo {
    uint32_t structSize;     ///< sizeof of this struct where the program was compiled
    uint32_t particleCount;  ///< the scene's
    uint64_t stepCount;      ///< steps so far
    uint64_t substepCount;   ///< substeps so far
    uint64_t lost;           ///< positions so far that were not stored because they were no place
    uint64_t crowded;        ///< times so far that a particle had no room for all its neighbours
} PliantSnapshotInfo;

/// Where and by how much two states differ, bit by bit: Comparison of state/snapshot.h.
typedef struct PliantComparison {
    uint32_t structSize;      ///< sizeof of this struct where the program was compiled
    uint32_t firstParticle;   ///< lowest index that differs, if any does
    uint64_t differing;       ///< particles
    uint64_t differingTurns;  ///< shapes
    double maxAbs;            ///< [m, m/s]
    uint64_t maxUlp;          ///< largest difference of a coordinate in units in the last place
} PliantComparison;

/// How a scene is doing: StepReport of state/step_report.h.
typedef struct PliantReport {
    uint32_t structSize;     ///< sizeof of this struct where the program was compiled
    uint32_t penetrations;   ///< free particles inside a collider
    double largestStretch;   ///< share of a structural stick's rest length
    double kineticEnergy;    ///< [J]
    double potentialEnergy;  ///< [J]
    double fastest;          ///< [m/s]
    double deepest;          ///< how far inside a collider [m]
    uint64_t lost;           ///< PliantSnapshotInfo::lost
    uint64_t crowded;        ///< PliantSnapshotInfo::crowded
} PliantReport;
