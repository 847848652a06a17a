#pragma once

// The structs of C and those of the library, into each other.

#include "pliant/c/guard.h"
#include "pliant/c/handles.h"
#include "pliant/scene/block.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/lattice.h"
#include "pliant/scene/mesh.h"
#include "pliant/scene/obstacle.h"
#include "pliant/scene/rigid_body.h"
#include "pliant/scene/rope.h"
#include "pliant/scene/soft_body.h"

namespace pliant::c {

/// What addTetMesh() takes.
struct TetBodyDescription {
    std::string name = "tetrahedra";
    TetMesh mesh;
    TetMaterial material;
};

/// Every struct that is filled in by the caller: its name after Pliant, and the library's. For each of them
///  - write(theirs) makes one with the values of theirs, all pointers null: pliantDefault...() is that of a new one;
///  - read(ours, theirs) checks structSize, pointers and numbers of enumerators, and writes to theirs what ours says.
///    Null says nothing.
#define PLIANT_C_STRUCTS(X)               \
    X(StickMaterial, StickMaterial)       \
    X(Fabric, Fabric)                     \
    X(SceneSettings, Scene)               \
    X(Rope, RopeDescription)              \
    X(Grid, GridDescription)              \
    X(Mesh, MeshDescription)              \
    X(TetMaterial, TetMaterial)           \
    X(Block, BlockDescription)            \
    X(Lattice, LatticeDescription)        \
    X(TetBody, TetBodyDescription)        \
    X(Enclosure, Enclosure)               \
    X(Contact, ContactDescription)        \
    X(Obstacle, ObstacleDescription)      \
    X(RigidBody, RigidBodyDescription)    \
    X(SoftBody, SoftBodyDescription)      \
    X(Collider, Collider)                 \
    X(Pin, PinInput)                      \
    X(Frame, Frame)                       \
    X(FrameInput, FrameInput)             \
    X(CompileOptions, CompileOptions)     \
    X(StepSettings, StepSettings)         \
    X(StepInputs, StepInputs)             \
    X(CpuOptions, CpuOptions)             \
    X(GpuOptions, GpuOptions)             \
    X(BorrowedDevice, BorrowedDevice)     \
    X(GpuSolverOptions, GpuSolverOptions) \
    X(RenderMesh, RenderMesh)             \
    X(VertexLayout, VertexLayout)         \
    X(VertexSource, VertexSource)

#define PLIANT_C_DECLARE(name, Theirs) \
    Pliant##name write(const Theirs&); \
    Status read(const Pliant##name* from, Theirs& to);
PLIANT_C_STRUCTS(PLIANT_C_DECLARE)
#undef PLIANT_C_DECLARE

/// Error: a structSize that is not the library's; null has none.
template <class T>
Status check(const T* from, const char* type) {
    return from ? checkSize(type, from->structSize, sizeof(T)) : Status();
}

/// Three floats for each. Error: null with a count above 0.
Result<std::vector<vec3>> readPoints(const char* name, const float* from, std::size_t count);

/// Arrays of structs. The vector's memory is used again.
Status readColliders(const PliantCollider* from, std::uint32_t count, std::vector<Collider>& to);

/// Fills a struct for the caller. Errors: those of checkTarget().
template <class T>
Status give(const T& value, const char* type, T* to, std::size_t structSize) {
    if (Status status = checkTarget(type, to, structSize, sizeof(T)); !status) return status;
    *to = value;
    to->structSize = sizeof(T);
    return {};
}

inline vec3 read(const PliantVec3& v) {
    return {v.x, v.y, v.z};
}
inline PliantVec3 write(const vec3& v) {
    return {v.x, v.y, v.z};
}
inline glm::dvec3 read(const PliantDVec3& v) {
    return {v.x, v.y, v.z};
}
inline Pose read(const PliantPose& pose) {
    const PliantQuat& q = pose.rotation;
    return {read(pose.position), glm::quat(q.w, q.x, q.y, q.z)};
}
inline PliantPose write(const Pose& pose) {
    const glm::quat& q = pose.rotation;
    return {write(pose.position), {q.x, q.y, q.z, q.w}};
}
inline FramePose read(const PliantFramePose& pose) {
    const PliantDQuat& q = pose.rotation;
    return {read(pose.origin), glm::dquat(q.w, q.x, q.y, q.z)};
}
inline PliantFramePose write(const FramePose& pose) {
    const glm::dvec3& p = pose.origin;
    const glm::dquat& q = pose.rotation;
    return {{p.x, p.y, p.z}, {q.x, q.y, q.z, q.w}};
}

}  // namespace pliant::c
