#pragma once

/// @file
/// The structs and numbers of pliant/pliant.h that say how a scene is compiled, stepped and drawn, and what came of it,
/// in C99, by the rules of pliant/c/scene_types.h.

#include "pliant/c/scene_types.h"

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

#define PLIANT_OWN_FRAME 0xfffffffeu  ///< PliantPin::frame: the one that the particle is in

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

struct PliantGpuObstacle;

/// An obstacle that goes in this step where a buffer has its vertices: ObstacleInput of schedule/step_inputs.h. For a
/// solver on a GPU.
typedef struct PliantObstacleInput {
    const struct PliantGpuObstacle* obstacle;  ///< of pliantCreateGpuObstacle()
    uint64_t offset;  ///< [bytes] of the first vertex, from PliantVertexSource::offset on; a multiple of 4
} PliantObstacleInput;

/// What may change from step to step: StepInputs of schedule/step_inputs.h. Arrays are read during the call alone.
typedef struct PliantStepInputs {
    uint32_t structSize;                   ///< sizeof of this struct where the program was compiled
    uint32_t pinCount;                     ///< of `pins`
    const PliantPin* pins;                 ///< a particle at most once
    const PliantCollider* colliders;       ///< all that there are in this step, at most 64
    const PliantFrameInput* frames;        ///< a frame at most once; those that are not named rest
    uint32_t colliderCount;                ///< of `colliders`
    uint32_t frameCount;                   ///< of `frames`
    const PliantVec3* wind;                ///< [m/s]; null: PliantSceneSettings::wind
    const PliantObstacleInput* obstacles;  ///< whose vertices are on the device; an obstacle at most once
    uint32_t obstacleCount;                ///< of `obstacles`, at most 60
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
    uint32_t hasBufferDeviceAddress;                ///< the device was created with this feature
    uint32_t hasAccelerationStructures;             ///< likewise with VK_KHR_acceleration_structure and its feature
    uint32_t hasConditionalRendering;               ///< likewise with VK_EXT_conditional_rendering and its feature
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

/// A mesh of the caller's own, drawn in place of the bodies' vertices: RenderMesh of surface/render_mesh.h.
typedef struct PliantRenderMesh {
    uint32_t structSize;              ///< sizeof of this struct where the program was compiled
    uint32_t vertexCount;             ///< of `surfaceVertices`
    const uint32_t* surfaceVertices;  ///< per vertex: which of the surface it is, see pliantGetSurfaceVertices()
    const uint32_t* triangles;        ///< indices of these vertices, three a triangle
    const uint32_t* lines;            ///< likewise, two a line
    uint32_t triangleIndices;         ///< of `triangles`
    uint32_t lineIndices;             ///< of `lines`
    const float* textureCoordinates;  ///< two per vertex, as glTF has them, for tangents alone; null: none
} PliantRenderMesh;

/// Where in a buffer of the caller's an attribute of vertices is to be written: VertexTarget of gpu/gpu_surface.h.
typedef struct PliantVertexTarget {
    struct VkBuffer_T* buffer;  ///< null: one of the surface's own
    uint64_t offset;            ///< of the first vertex [bytes]
    uint64_t sizeBytes;         ///< of the buffer
} PliantVertexTarget;

/// Where an obstacle's vertices are in a buffer of the caller's, three floats each [m]: VertexSource of
/// gpu/gpu_obstacle.h.
typedef struct PliantVertexSource {
    uint32_t structSize;        ///< sizeof of this struct where the program was compiled
    uint32_t stride;            ///< [bytes] from one to the next, a multiple of 4 from 12 to 1024
    struct VkBuffer_T* buffer;  ///< with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
    uint64_t offset;            ///< of the first vertex [bytes]
    uint64_t sizeBytes;         ///< of the buffer
} PliantVertexSource;

/// How vertices are to lie in memory: VertexLayout of gpu/gpu_surface.h. Separate positions with a stride of 16 and
/// without interpolation, the default, are the solver's own buffer.
typedef struct PliantVertexLayout {
    uint32_t structSize;                 ///< sizeof of this struct where the program was compiled
    uint32_t positionStride;             ///< [bytes]
    uint32_t normalStride;               ///< [bytes]
    uint32_t isInterleaved;              ///< one buffer: each position with its normal behind it
    uint32_t isInterpolated;             ///< positions between the last two states
    uint32_t inWorld;                    ///< of scenes with frames of reference
    uint32_t previousStride;             ///< [bytes]; 0: no previous positions
    uint32_t tangentStride;              ///< [bytes], from 16 on; 0: no tangents
    uint32_t hasBounds;                  ///< boxes around bodies
    uint32_t hasDeviceAddresses;         ///< what is drawn has VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT
    uint32_t forAccelerationStructures;  ///< likewise, and may be the input of their builds
    PliantVertexTarget positionTarget;   ///< where positions go
    PliantVertexTarget normalTarget;     ///< likewise normals
    PliantVertexTarget previousTarget;   ///< likewise previous positions
    PliantVertexTarget tangentTarget;    ///< likewise tangents
    const PliantRenderMesh* mesh;        ///< what is drawn; null: the bodies' own vertices
} PliantVertexLayout;

/// Three floats (VK_FORMAT_R32G32B32_SFLOAT) per vertex, but for tangents.
typedef struct PliantVertexStream {
    struct VkBuffer_T* buffer;  ///< the solver's or the surface's own
    uint64_t offset;            ///< of the first [bytes]
    uint32_t stride;            ///< [bytes]
} PliantVertexStream;

/// What is drawn. Indices are of 32 bits.
typedef struct PliantSurfaceBuffers {
    uint32_t structSize;           ///< sizeof of this struct where the program was compiled
    uint32_t vertexCount;          ///< the schedule's particles and behind them the points of skins, or the mesh's
    PliantVertexStream positions;  ///< [m]
    PliantVertexStream normals;    ///< of length 1
    PliantVertexStream previous;   ///< positions as they were recorded before; null: not asked for
    PliantVertexStream tangents;   ///< of length 1, and a sign: four floats; null: not asked for
    PliantVertexStream bounds;     ///< per body two times three floats, 16 bytes apart; null: not asked for
    uint32_t boundsCount;          ///< bodies
    struct VkBuffer_T* triangles;  ///< indices, three a triangle
    struct VkBuffer_T* lines;      ///< indices, two a stick of a rope
    uint32_t triangleIndices;      ///< how many
    uint32_t lineIndices;          ///< how many; 0 without ropes
} PliantSurfaceBuffers;

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

/// What pliantUntangle() has done: Untangled of state/untangle.h.
typedef struct PliantUntangled {
    uint32_t structSize;  ///< sizeof of this struct where the program was compiled
    uint32_t rounds;      ///< after so many
    uint64_t before;      ///< edges that went through faces
    uint64_t after;       ///< and those that still do
    double farthest;      ///< how far the particle was moved that was moved farthest [m]
} PliantUntangled;

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
    uint64_t asleep;         ///< bodies that sleep,
    uint64_t sleepers;       ///< of so many that can
} PliantReport;
