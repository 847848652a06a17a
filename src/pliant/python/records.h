#pragma once

#include "pliant/python/fields.h"

namespace pliant::python {

// What the module has, a room each; records.h names them all.

void bindMaterials(py::module_& module);  // StickMaterial, Fabric, TetMaterial
void bindPlaces(py::module_& module);     // Pose, FramePose, Collider, Environment, Sleep
void bindInputs(py::module_& module);     // StepSettings, StepInputs
void bindScene(py::module_& module);      // Body, Obstacle, Scene
void bindRigidBody(py::module_& module);
void bindSchedule(py::module_& module);
void bindSnapshot(py::module_& module);
void bindMeasures(py::module_& module);  // stretch, reports, stability
void bindSolvers(py::module_& module);
void bindGpu(py::module_& module);
void bindFiles(py::module_& module);
void bindRenderer(py::module_& module);

// Parts of Scene.
void bindBodies(py::class_<Scene>& scene);
void bindParts(py::class_<Scene>& scene);  // particles, sticks, shapes, enclosures, frames
void bindPins(py::class_<Scene>& scene);
void bindObstacles(py::class_<Scene>& scene);
void bindRigidBodies(py::class_<Scene>& scene);

/// Part of StepInputs.
void bindObstacleInputs(py::class_<StepInputs>& inputs);

/// A particle and nothing else: validate() of it looks at what is put in besides.
Scene leastScene();

/// What Scene.compile() gives; shared by its solvers, never changed.
struct Compiled {
    SchedulePtr schedule;
};
template <>
inline constexpr bool kIsBound<Compiled> = true;

Compiled compileScene(const Scene& scene, const py::kwargs& keywords);
const Fields<CompileOptions>& compileFields();

}  // namespace pliant::python
