#pragma once

/// @file
/// Pliant for programs in C99, and for languages that call C; docs/C.md has a program and the rules. A call that can
/// fail returns a PliantResult. Handles go in by pointer; one that is made comes out through the last argument, which
/// an error leaves as it was. Structs that Pliant reads say their size in structSize; where it fills one, sizeof goes
/// along. A handle is for one thread at a time, but a schedule, which never changes, and a snapshot that nobody
/// destroys may be read by many. A handle that was destroyed, that is of another kind, or that another thread uses is
/// an error, as long as no new handle has come to its place. What is handed in by pointer is copied: nothing has to
/// live on after a call, unless it says so.

#include "pliant/c/solver_types.h"
#include "pliant/export.h"
#include "pliant/version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PliantScene PliantScene;              ///< what the user describes; it may go once it has been compiled
typedef struct PliantSchedule PliantSchedule;        ///< a compiled scene; its solvers hold on to what they need of it
typedef struct PliantGpu PliantGpu;                  ///< a Vulkan device; its solvers and surfaces hold on to it
typedef struct PliantSolver PliantSolver;            ///< on the CPU or on a GPU
typedef struct PliantSurface PliantSurface;          ///< what is drawn of a solver on a borrowed device
typedef struct PliantGpuObstacle PliantGpuObstacle;  ///< an obstacle whose vertices are in a buffer on the device
typedef struct PliantSnapshot PliantSnapshot;        ///< a state, of either kind of solver

/// That of the library, "0.2.0"; PLIANT_VERSION is the header's.
PLIANT_API const char* pliantVersion(void);

/// The sentence of this thread's last error, or "" before the first. It stays as it is until the next error of this
/// thread. At most 2,047 bytes of UTF-8.
PLIANT_API const char* pliantErrorMessage(void);

/// @name Defaults
/// Each fills a struct, its structSize included. Errors: null, a size that is not that of the library's struct.
/// @{

/// A rigid stick.
PLIANT_API PliantResult pliantDefaultStickMaterial(PliantStickMaterial* material, size_t structSize);
/// No fabric yet: its density has to be set.
PLIANT_API PliantResult pliantDefaultFabric(PliantFabric* fabric, size_t structSize);
/// Gravity, some damping, no air; tethers and levels.
PLIANT_API PliantResult pliantDefaultSceneSettings(PliantSceneSettings* settings, size_t structSize);
/// A rigid rope of 1 m along x.
PLIANT_API PliantResult pliantDefaultRope(PliantRope* rope, size_t structSize);
/// A rigid sheet of 1 m x 1 m, lying flat.
PLIANT_API PliantResult pliantDefaultGrid(PliantGrid* grid, size_t structSize);
/// A rigid sheet without faces yet.
PLIANT_API PliantResult pliantDefaultMesh(PliantMesh* mesh, size_t structSize);
/// As heavy as water, with rigid edges.
PLIANT_API PliantResult pliantDefaultTetMaterial(PliantTetMaterial* material, size_t structSize);
/// A cube of 1 m around the origin.
PLIANT_API PliantResult pliantDefaultBlock(PliantBlock* block, size_t structSize);
/// A mesh without faces yet, cells of 0.1 m.
PLIANT_API PliantResult pliantDefaultLattice(PliantLattice* lattice, size_t structSize);
/// No tetrahedra yet.
PLIANT_API PliantResult pliantDefaultTetBody(PliantTetBody* body, size_t structSize);
/// Water at the measure that the scene has.
PLIANT_API PliantResult pliantDefaultEnclosure(PliantEnclosure* enclosure, size_t structSize);
/// As thick as the edges are long, friction 0.3.
PLIANT_API PliantResult pliantDefaultContact(PliantContact* contact, size_t structSize);
/// A mesh without faces yet, as thick as its edges are long, friction 0.3.
PLIANT_API PliantResult pliantDefaultObstacle(PliantObstacle* obstacle, size_t structSize);
/// A mesh without faces yet, as heavy as water, with a contact of friction 0.3.
PLIANT_API PliantResult pliantDefaultRigidBody(PliantRigidBody* body, size_t structSize);
/// 1 kg without an outline yet.
PLIANT_API PliantResult pliantDefaultSoftBody(PliantSoftBody* body, size_t structSize);
/// The ground: a plane at y = 0.
PLIANT_API PliantResult pliantDefaultCollider(PliantCollider* collider, size_t structSize);
/// Particle 0 goes to the origin.
PLIANT_API PliantResult pliantDefaultPin(PliantPin* pin, size_t structSize);
/// At the world's origin, with all inertial forces.
PLIANT_API PliantResult pliantDefaultFrame(PliantFrame* frame, size_t structSize);
/// Frame 0 goes to the world's origin.
PLIANT_API PliantResult pliantDefaultFrameInput(PliantFrameInput* frame, size_t structSize);
/// What suits every device.
PLIANT_API PliantResult pliantDefaultCompileOptions(PliantCompileOptions* options, size_t structSize);
/// 1/60 s.
PLIANT_API PliantResult pliantDefaultStepSettings(PliantStepSettings* settings, size_t structSize);
/// Nothing happens.
PLIANT_API PliantResult pliantDefaultStepInputs(PliantStepInputs* inputs, size_t structSize);
/// One thread.
PLIANT_API PliantResult pliantDefaultCpuOptions(PliantCpuOptions* options, size_t structSize);
/// The best device that there is.
PLIANT_API PliantResult pliantDefaultGpuOptions(PliantGpuOptions* options, size_t structSize);
/// No device yet: its handles have to be set.
PLIANT_API PliantResult pliantDefaultBorrowedDevice(PliantBorrowedDevice* device, size_t structSize);
/// What suits the device.
PLIANT_API PliantResult pliantDefaultGpuSolverOptions(PliantGpuSolverOptions* options, size_t structSize);
/// No buffer yet; vertices of three floats, one behind the other.
PLIANT_API PliantResult pliantDefaultVertexSource(PliantVertexSource* source, size_t structSize);
/// No vertices, which is as no mesh.
PLIANT_API PliantResult pliantDefaultRenderMesh(PliantRenderMesh* mesh, size_t structSize);
/// The solver's own positions, with normals beside them.
PLIANT_API PliantResult pliantDefaultVertexLayout(PliantVertexLayout* layout, size_t structSize);
/// @}

// ---- A scene. An error of any of these leaves it as it was, out of memory included. Rules that one call cannot break
// alone are checked by pliantCompile().

/// An empty scene with default settings.
PLIANT_API PliantResult pliantCreateScene(PliantScene** scene);
/// Null is no error; so it is with all that destroys.
PLIANT_API void pliantDestroyScene(PliantScene* scene);

/// What pliantSetSceneSettings() set, or the defaults. Errors: a size that is not that of the library's struct.
PLIANT_API PliantResult pliantGetSceneSettings(const PliantScene* scene, PliantSceneSettings* settings,
                                               size_t structSize);
/// Errors: a number out of range, or none.
PLIANT_API PliantResult pliantSetSceneSettings(PliantScene* scene, const PliantSceneSettings* settings);

/// cotton, silk, denim, leather, rubber, stiff-cotton. Errors: no such fabric; the sentence lists them.
PLIANT_API PliantResult pliantFabricNamed(const char* name, PliantFabric* fabric, size_t structSize);

/// @name Bodies
/// Each adds a body and gives its index, for which there may be null. Errors: what the C++ description of the same name
/// lists, a material out of its range, a null array with a count above 0.
/// @{

/// Particles on a line, each joined to the next.
PLIANT_API PliantResult pliantAddRope(PliantScene* scene, const PliantRope* rope, uint32_t* body);
/// A rectangular cloth.
PLIANT_API PliantResult pliantAddGrid(PliantScene* scene, const PliantGrid* grid, uint32_t* body);
/// A surface of polygons.
PLIANT_API PliantResult pliantAddMesh(PliantScene* scene, const PliantMesh* mesh, uint32_t* body);
/// A box of tetrahedra.
PLIANT_API PliantResult pliantAddBlock(PliantScene* scene, const PliantBlock* block, uint32_t* body);
/// A surface that is filled with tetrahedra and carried by them.
PLIANT_API PliantResult pliantAddLattice(PliantScene* scene, const PliantLattice* lattice, uint32_t* body);
/// Tetrahedra of the caller's own.
PLIANT_API PliantResult pliantAddTetBody(PliantScene* scene, const PliantTetBody* tets, uint32_t* body);
/// An outline in the plane that keeps its shape. The scene must be planar.
PLIANT_API PliantResult pliantAddSoftBody(PliantScene* scene, const PliantSoftBody* soft, uint32_t* body);
/// @}

/// Fills a body that is a closed mesh: a balloon. Errors: no such body, a mesh that is not closed, a number out of
/// range, a planar scene (there pliantAddSoftBody() does it).
PLIANT_API PliantResult pliantEncloseBody(PliantScene* scene, uint32_t body, const PliantEnclosure* enclosure);

/// All particles of a body keep others off from now on, and those of their own that are not near them at rest; where
/// sticks, bends or elements join two bodies these count as one. Contact of scene/contact.h; null for the defaults.
/// Errors: no such body, one that touches already, a number out of range, a thickness of 0 where the body has no edges,
/// a planar scene, a body in a frame of reference.
PLIANT_API PliantResult pliantAddContact(PliantScene* scene, uint32_t body, const PliantContact* contact);

/// A surface in the way of what has a contact, as a body of pinned particles; it gives the body's index, for which
/// there may be null. pliantAddContact() is not for it: it has one. Errors: those of pliantAddMesh(), a number out of
/// range, a spacing that would make more than 4,194,304 particles, a planar scene.
PLIANT_API PliantResult pliantAddObstacle(PliantScene* scene, const PliantObstacle* obstacle, uint32_t* body);

/// The pins that bring an obstacle in a step to where its vertices [m] are when the step ends, in straight lines: a
/// part of PliantStepInputs::pins, as many as PliantBodyInfo::particleCount says. vertices: three floats for each of
/// those it was added with; `room` is what the array of pins has room for. An error writes no pin: no such body, one
/// that is no obstacle, another number of vertices, a place out of range, too little room, more pins than a step takes
/// (65,536).
PLIANT_API PliantResult pliantMoveObstacle(const PliantScene* scene, uint32_t body, const float* vertices,
                                           uint32_t vertexCount, PliantPin* pins, uint32_t room);

/// A rigid body of mass, which is pushed by what it touches and pushes that; it gives the body's index, for which there
/// may be null. pliantGetBodyVertices() has its mesh as it is now. Errors: those of pliantAddMesh(), a mesh that is not
/// closed, inside out or flat, a number or pose out of range, more than 1,048,576 particles, a planar scene.
PLIANT_API PliantResult pliantAddRigidBody(PliantScene* scene, const PliantRigidBody* rigid, uint32_t* body);

/// Where a rigid body is, in the world or in the frame of reference that it is in: place there = origin + rotation *
/// place in its own coordinates. Errors: no such body, one that is not rigid, a snapshot of another number of
/// particles.
PLIANT_API PliantResult pliantGetRigidPose(const PliantScene* scene, const PliantSnapshot* snapshot, uint32_t body,
                                           PliantFramePose* pose);

/// Has a rigid body move so from a state on, which pliantRestore() is to bring to a solver: its centre of mass at
/// `velocity` [m/s], all of it turning about that, `turning` the axis times the speed [rad/s]. substep [s]: how long
/// the first one will be, where no step has been made. Errors: no such body, one that is not rigid, more than 1e4.
PLIANT_API PliantResult pliantSetRigidMotion(const PliantScene* scene, uint32_t body, const PliantDVec3* velocity,
                                             const PliantDVec3* turning, double substep, PliantSnapshot* snapshot);

/// Particles that keep their shape together, as they lie now: SceneShape of scene/shape.h. compliance [s^2]: 0 or
/// 1e-15 ... 1e15. Errors: fewer than two, one that is not there or twice, a compliance out of range.
PLIANT_API PliantResult pliantAddShape(PliantScene* scene, const uint32_t* particles, uint32_t count, float compliance);

/// Index of the material in the scene, added if it is new; index 0 is there from the start and rigid.
PLIANT_API PliantResult pliantAddMaterial(PliantScene* scene, const PliantStickMaterial* material, uint32_t* index);

/// Free particles at rest, of no body. positions [m]: three per particle; masses [kg]: one per particle. Gives the
/// index of the first, for which there may be null. Errors: a place or mass out of range, none to add.
PLIANT_API PliantResult pliantAddParticles(PliantScene* scene, const float* positions, const float* masses,
                                           uint32_t count, uint32_t* first);

/// Sticks between particles of the scene. ends: two indices per stick; restLengths [m]: one per stick, null: their
/// present distances. kind: PLIANT_STRUCTURAL ... Errors: an index or a length out of range, both ends the same.
PLIANT_API PliantResult pliantAddSticks(PliantScene* scene, const uint32_t* ends, const float* restLengths,
                                        uint32_t count, uint32_t material, uint32_t kind);

/// A frame of reference, at most 64. Errors: a pose or a share out of range, too many.
PLIANT_API PliantResult pliantAddFrame(PliantScene* scene, const PliantFrame* frame, uint32_t* index);
/// A body's frame, PLIANT_WORLD to begin with: its particles' places are places in it. Errors: no such body or frame.
PLIANT_API PliantResult pliantSetBodyFrame(PliantScene* scene, uint32_t body, uint32_t frame);

/// How a body is moved by forces, PLIANT_VERLET to begin with. With another its Hooke sticks are forces. Errors: no
/// such body or integrator.
PLIANT_API PliantResult pliantSetIntegrator(PliantScene* scene, uint32_t body, uint32_t integrator);

/// Pins hold particles where they are: here by the caller's own vertices of a body. Errors: no such body, a vertex out
/// of range. An error of any of the pins has pinned nothing.
PLIANT_API PliantResult pliantPinVertices(PliantScene* scene, uint32_t body, const uint32_t* vertices, uint32_t count);
/// A named place of a grid: PLIANT_FIRST_ROW ... Errors: the body is no grid.
PLIANT_API PliantResult pliantPinPlace(PliantScene* scene, uint32_t body, uint32_t place);
/// All that a body has in a box [m], its faces included. Errors: a box that is none, no particle in it.
PLIANT_API PliantResult pliantPinBox(PliantScene* scene, uint32_t body, PliantVec3 low, PliantVec3 high);
/// Particles by their indices in the scene. Errors: an index out of range.
PLIANT_API PliantResult pliantPinParticles(PliantScene* scene, const uint32_t* particles, uint32_t count);

/// Counts of what is in a scene. Errors: a size that is not that of the library's struct.
PLIANT_API PliantResult pliantGetSceneInfo(const PliantScene* scene, PliantSceneInfo* info, size_t structSize);
/// Counts of a body. Errors: no such body, a size that is not that of the library's struct.
PLIANT_API PliantResult pliantGetBodyInfo(const PliantScene* scene, uint32_t body, PliantBodyInfo* info,
                                          size_t structSize);

/// Per vertex of the body the particle of the scene that moves it, of a carried mesh the nearest; PLIANT_NO_PARTICLE
/// where there is none. `count` is what the array has room for. Errors: less than there are.
PLIANT_API PliantResult pliantGetVertexParticles(const PliantScene* scene, uint32_t body, uint32_t* particles,
                                                 uint32_t count);

// ---- Solvers.

/// Checks the scene and compiles it; options: null for the defaults. Errors: the first rule that the scene breaks.
PLIANT_API PliantResult pliantCompile(const PliantScene* scene, const PliantCompileOptions* options,
                                      PliantSchedule** schedule);
/// Its solvers go on without it.
PLIANT_API void pliantDestroySchedule(PliantSchedule* schedule);

/// Solvers have particles in an order of their own, the schedule's: per particle there, its index in the scene.
/// `count` is what the array has room for. Errors: less than there are.
PLIANT_API PliantResult pliantGetSceneParticles(const PliantSchedule* schedule, uint32_t* particles, uint32_t count);

/// Every Vulkan device of this machine. `capacity` is what the array, which may be null if that is 0, has room for;
/// `count` becomes the number of devices, also where that is more. Errors: no Vulkan.
PLIANT_API PliantResult pliantListDevices(PliantDeviceInfo* devices, size_t structSize, uint32_t capacity,
                                          uint32_t* count);

/// A device of our own; options: null for the defaults, the best that there is. Errors: no Vulkan, no such device
/// (PLIANT_UNSUPPORTED). Destroy it, with its solvers, before main() returns.
PLIANT_API PliantResult pliantCreateGpu(const PliantGpuOptions* options, PliantGpu** gpu);

/// The application's device: nothing is ever submitted, waited for or started on it. Errors: a null handle, Vulkan
/// below 1.2, a queue family that does not compute, too few storage buffers.
PLIANT_API PliantResult pliantBorrowGpu(const PliantBorrowedDevice* device, PliantGpu** gpu);
/// The device stays until the last of its solvers and surfaces is destroyed.
PLIANT_API void pliantDestroyGpu(PliantGpu* gpu);
/// Of the device that was chosen or lent. Errors: a size that is not that of the library's struct.
PLIANT_API PliantResult pliantGetDeviceInfo(const PliantGpu* gpu, PliantDeviceInfo* info, size_t structSize);

/// A solver on the processor, in the scene's own state; options: null for the defaults. Errors: threads out of range.
PLIANT_API PliantResult pliantCreateCpuSolver(const PliantSchedule* schedule, const PliantCpuOptions* options,
                                              PliantSolver** solver);
/// A solver on a GPU, in the scene's own state; options: null for the defaults. Errors: those of GpuSolver::create().
PLIANT_API PliantResult pliantCreateGpuSolver(const PliantGpu* gpu, const PliantSchedule* schedule,
                                              const PliantGpuSolverOptions* options, PliantSolver** solver);
/// Its surfaces can then only be destroyed. On a borrowed device nothing of it may be in flight.
PLIANT_API void pliantDestroySolver(PliantSolver* solver);

/// One step, waited for; settings and inputs: null for the defaults. Errors: an input that breaks a rule, by its index;
/// a borrowed device (pliantRecordStep() is for that); nothing has moved then. Where memory runs out or Vulkan fails in
/// the midst of a step, pliantRestore() must bring back a state before the next, which says so until then.
PLIANT_API PliantResult pliantStep(PliantSolver* solver, const PliantStepSettings* settings,
                                   const PliantStepInputs* inputs);

/// The state after the last step. Errors: a borrowed device, a step that failed in its midst.
PLIANT_API PliantResult pliantTakeSnapshot(const PliantSolver* solver, PliantSnapshot** snapshot);

/// Goes on from a snapshot of the same scene, of either kind of solver; on a borrowed device pliantRecordUpload()
/// follows. Errors: another number of particles, a coordinate that is not finite.
PLIANT_API PliantResult pliantRestore(PliantSolver* solver, const PliantSnapshot* snapshot);

// ---- States.

/// The state of a scene that has grown, for pliantRestore() of a solver of its new schedule: what the snapshot has goes
/// on from where it was, and what was added to its scene since begins at rest where that puts it. Nothing sleeps.
/// Errors: a snapshot of more particles, shapes or frames than the schedule's.
PLIANT_API PliantResult pliantCarryOver(const PliantSnapshot* before, const PliantSchedule* schedule,
                                        PliantSnapshot** after);

/// Also one that a solver was restored from: that has a copy.
PLIANT_API void pliantDestroySnapshot(PliantSnapshot* snapshot);
/// Counts of a state. Errors: a size that is not that of the library's struct.
PLIANT_API PliantResult pliantGetSnapshotInfo(const PliantSnapshot* snapshot, PliantSnapshotInfo* info,
                                              size_t structSize);

// Each of these writes three floats per particle or vertex into an array that has room for `count` of them. Errors:
// less than there are, a snapshot of another number of particles than the scene's.

/// [m], in the scene's order; of bodies in a frame of reference, places in it.
PLIANT_API PliantResult pliantGetPositions(const PliantSnapshot* snapshot, float* positions, uint32_t count);
/// [m/s], in the last substep; 0 before the first.
PLIANT_API PliantResult pliantGetVelocities(const PliantScene* scene, const PliantSnapshot* snapshot, float* velocities,
                                            uint32_t count);
/// [m], in the world, less `origin` (null: none): one near the camera keeps floats exact.
PLIANT_API PliantResult pliantGetWorldPositions(const PliantSchedule* schedule, const PliantSnapshot* snapshot,
                                                const PliantDVec3* origin, float* positions, uint32_t count);
/// [m], the caller's own vertices of a body, those of a carried mesh too.
PLIANT_API PliantResult pliantGetBodyVertices(const PliantScene* scene, const PliantSnapshot* snapshot, uint32_t body,
                                              float* vertices, uint32_t count);

/// 64 bits over all that the next step depends on, the same on every machine.
PLIANT_API PliantResult pliantHashSnapshot(const PliantSnapshot* snapshot, uint64_t* hash);

/// Errors: different numbers of particles.
PLIANT_API PliantResult pliantCompare(const PliantSnapshot* a, const PliantSnapshot* b, PliantComparison* comparison,
                                      size_t structSize);

/// The colliders are those of the last step, for penetrations; null with a count of 0: none.
PLIANT_API PliantResult pliantMakeReport(const PliantScene* scene, const PliantSnapshot* snapshot,
                                         const PliantCollider* colliders, uint32_t colliderCount, PliantReport* report,
                                         size_t structSize);

/// Edges that go through faces, found exactly: crossingsOf() of state/crossings.h. Each has five particles of the
/// scene, two of the edge and three of the face. `capacity` is how many crossings the array, which may be null if that
/// is 0, has room for; `count` becomes how many there are, also where that is more.
PLIANT_API PliantResult pliantFindCrossings(const PliantScene* scene, const PliantSnapshot* snapshot,
                                            uint32_t* particles, uint32_t capacity, uint32_t* count);

/// Moves particles until no edge goes through a face any more, or for `mostRounds` (1000 are usual): untangle() of
/// state/untangle.h. Errors: a snapshot of another scene, a scene that breaks a rule, a size that is not that of the
/// library's struct.
PLIANT_API PliantResult pliantUntangle(const PliantScene* scene, PliantSnapshot* snapshot, uint32_t mostRounds,
                                       PliantUntangled* untangled, size_t structSize);

// ---- Recording into the application's command buffers, outside of a render pass. docs/RENDERER.md says which barriers
// stand around them; a solver that is not on a borrowed device is an error unless the comment says otherwise.

/// Brings the state to the device: once after creating a solver and after each pliantRestore().
PLIANT_API PliantResult pliantRecordUpload(PliantSolver* solver, struct VkCommandBuffer_T* commands);
/// After these commands have been executed: gives back the memory that they copied from.
PLIANT_API PliantResult pliantReleaseUpload(PliantSolver* solver);

/// One step. What is recorded must be submitted once, in order. Errors: those of pliantStep(), no upload before;
/// nothing is recorded then.
PLIANT_API PliantResult pliantRecordStep(PliantSolver* solver, struct VkCommandBuffer_T* commands,
                                         const PliantStepSettings* settings, const PliantStepInputs* inputs);

/// Positions [m] where the solver writes them, in the schedule's order, stride 16; the fourth float is the inverse mass
/// [1/kg]. On any device.
PLIANT_API PliantResult pliantGetPositionBuffer(const PliantSolver* solver, PliantVertexStream* positions);

/// The first half of pliantTakeSnapshot(): copies the state to where the host can read it.
PLIANT_API PliantResult pliantRecordSnapshot(PliantSolver* solver, struct VkCommandBuffer_T* commands);
/// The second half, after these commands have been executed. Errors: none was recorded.
PLIANT_API PliantResult pliantTakeRecordedSnapshot(const PliantSolver* solver, PliantSnapshot** snapshot);

/// Normals and indices, and vertices in the caller's layout (null: the default): GpuSurface of gpu/gpu_surface.h. The
/// scene is the one that the solver's schedule was compiled from. While anything is recorded the solver must be there.
PLIANT_API PliantResult pliantCreateSurface(const PliantSolver* solver, const PliantScene* scene,
                                            const PliantVertexLayout* layout, PliantSurface** surface);
/// Nothing of it may be in flight.
PLIANT_API void pliantDestroySurface(PliantSurface* surface);
/// What is to be drawn, and where it lies. Errors: a size that is not that of the library's struct.
PLIANT_API PliantResult pliantGetSurfaceBuffers(const PliantSurface* surface, PliantSurfaceBuffers* buffers,
                                                size_t structSize);

/// Brings its indices to the device: once after creating it.
PLIANT_API PliantResult pliantRecordSurfaceUpload(PliantSurface* surface, struct VkCommandBuffer_T* commands);
/// After these commands have been executed: gives back the memory that they copied from.
PLIANT_API PliantResult pliantReleaseSurfaceUpload(PliantSurface* surface);

/// Interpolated surfaces note a state: once before the first step, after each one, and twice after a restore.
PLIANT_API PliantResult pliantRecordSurfaceState(PliantSurface* surface, struct VkCommandBuffer_T* commands);

/// Writes the vertices; interpolated, for `share` of the way from the state before to the last one, 0 ... 1; in the
/// world, with the frames as they are after the last step that was recorded, less `origin` [m] (null: none).
PLIANT_API PliantResult pliantRecordSurface(PliantSurface* surface, struct VkCommandBuffer_T* commands, float share,
                                            const PliantDVec3* origin);

/// The obstacle of that body, with its vertices in a buffer of the caller's: GpuObstacle of gpu/gpu_obstacle.h. Steps
/// move it that name it in PliantStepInputs::obstacles; while they are recorded and in flight it must be there. Errors:
/// no such body, one that is no obstacle, another scene, a stride or an offset that breaks its rule, a buffer without
/// room for the vertices.
PLIANT_API PliantResult pliantCreateGpuObstacle(const PliantSolver* solver, const PliantScene* scene, uint32_t body,
                                                const PliantVertexSource* source, PliantGpuObstacle** obstacle);
/// No step that moves it may be in flight.
PLIANT_API void pliantDestroyGpuObstacle(PliantGpuObstacle* obstacle);
/// Brings what it is made of to the device: once after creating it.
PLIANT_API PliantResult pliantRecordGpuObstacleUpload(PliantGpuObstacle* obstacle, struct VkCommandBuffer_T* commands);
/// After these commands have been executed: gives back the memory that they copied from.
PLIANT_API PliantResult pliantReleaseGpuObstacleUpload(PliantGpuObstacle* obstacle);

/// Per vertex of the caller's body, which vertex of a surface it is, for PliantRenderMesh and data of the caller's own;
/// PLIANT_NO_PARTICLE where it is none. The schedule is that of the scene. `count` is what the array has
/// room for. Errors: less than there are, another scene.
PLIANT_API PliantResult pliantGetSurfaceVertices(const PliantSchedule* schedule, const PliantScene* scene,
                                                 uint32_t body, uint32_t* vertices, uint32_t count);

#ifdef __cplusplus
}
#endif
