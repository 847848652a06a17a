#include "pliant/python/meshed.h"
#include "pliant/python/records.h"
#include "pliant/python/state.h"
#include "pliant/state/rigid_motion.h"

namespace pliant::python {
namespace {

const Fields<RigidBodyDescription>& rigidFields() {
    using D = RigidBodyDescription;
    static const Fields<D> fields{
        {"name", &D::name, "of the body"},
        {"pose", &D::pose, "where it stands at the start: a Pose, or a place alone"},
        {"density", &D::density, "[kg/m^3], the same all through"},
        {"mass", &D::mass, "[kg], instead of the density"},
        {"spacing", &D::spacing,
         "as far apart as its particles may be along edges [m]; None: 1 / 1.2 of the thickness or, without that, an "
         "eighth of its largest measure"},
        {"touches", &D::touches, "others; False: it meets colliders alone"},
        {"thickness", &D::thickness, "[m]: others keep off the mean of this and theirs; None: 1.2 of its longest edge"},
        {"friction", &D::friction, "Coulomb's coefficient; two that touch have the mean of theirs"},
        {"category", &D::category, "a bit for each category that it belongs to"},
        {"mask", &D::mask, "categories that it touches"},
    };
    return fields;
}

RigidBody addTheRigidBody(Scene& scene, py::handle vertices, py::handle faces, const py::kwargs& keywords) {
    const bool hasMass = keywords.contains("mass") && !keywords["mass"].is_none();
    if (hasMass && keywords.contains("density")) refuse("add_rigid_body: takes a density or a mass, not both");
    return take(addRigidBody(scene, readMeshed("add_rigid_body", rigidFields(), vertices, faces, keywords)));
}

void setTheMotion(const RigidBody& rigid, const Scene& scene, State& state, py::handle velocity, py::handle turning,
                  py::handle givenSubstep) {
    RigidMotion motion;
    double substep = 0.0;
    read(velocity, "set_motion: velocity", motion.velocity);
    read(turning, "set_motion: turning", motion.turning);
    if (!givenSubstep.is_none()) read(givenSubstep, "set_motion: substep", substep);
    take(setMotion(scene, rigid, motion, substep, state.snapshot));
}

}  // namespace

void bindRigidBody(py::module_& module) {
    py::class_<RigidBody> rigid(module, "RigidBody", "A rigid body of a scene: what tells where it is.");
    rigid.def_property_readonly(
        "body", [](const RigidBody& from) { return from.body; }, "Index of its body in the scene.");
    rigid.def(
        "pose",
        [](const RigidBody& from, const Scene& scene, const State& state) {
            return take(poseOf(scene, from, state.snapshot.positions));
        },
        py::arg("scene"), py::arg("snapshot"),
        docOf("pose(self, scene, snapshot)",
              "Where it is, a FramePose, in the world or the frame that it is in: place there = origin + rotation * "
              "place in its own coordinates.")
            .c_str());
    rigid.def(
        "set_motion", &setTheMotion, py::arg("scene"), py::arg("snapshot"),
        py::arg("velocity") = py::make_tuple(0.0, 0.0, 0.0), py::arg("turning") = py::make_tuple(0.0, 0.0, 0.0),
        py::arg("substep") = py::none(),
        docOf("set_motion(self, scene, snapshot, velocity=(0.0, 0.0, 0.0), turning=(0.0, 0.0, 0.0), substep=None)",
              "Has it move so from the snapshot on: its centre of mass at velocity [m/s], all of it turning about "
              "that, an axis times the speed [rad/s]. substep: length of the last substep [s], needed before the "
              "first step. Solvers go on from there by restore().")
            .c_str());
    rigid.def(
        "__repr__", [](const RigidBody& from) { return fmt::format("RigidBody(body={})", from.body); },
        "__repr__(self)\n--\n\nNames its body.");
}

void bindRigidBodies(py::class_<Scene>& scene) {
    scene.def("add_rigid_body", &addTheRigidBody, py::arg("vertices"), py::arg("faces"),
              docOf("add_rigid_body", "self, vertices, faces", rigidFields(),
                    "Adds a rigid body of mass within a closed mesh in its own coordinates, whose faces go round "
                    "counter-clockwise seen from outside; it is pushed by what it touches, and pushes that. Arrays as "
                    "of add_mesh(). Returns a RigidBody; scene.bodies[rigid.body] is its body.")
                  .c_str());
}

}  // namespace pliant::python
