#include "pliant/python/records.h"

namespace pliant::python {
namespace {

const Fields<Pose>& poseFields() {
    static const Fields<Pose> fields{
        {"position", &Pose::position, "[m]"},
        {"rotation", &Pose::rotation, "unit quaternion (w, x, y, z)"},
    };
    return fields;
}

const Fields<FramePose>& framePoseFields() {
    static const Fields<FramePose> fields{
        {"origin", &FramePose::origin, "[m], in the world, in double"},
        {"rotation", &FramePose::rotation, "unit quaternion (w, x, y, z)"},
    };
    return fields;
}

const Fields<Collider>& colliderFields() {
    static const Fields<Collider> fields{
        {"shape", &Collider::shape, "'plane' (below its local xz), 'sphere', 'capsule', 'box' or 'cylinder'"},
        {"half_extents", &Collider::halfExtents, "[m], of a box"},
        {"radius", &Collider::radius, "[m], of a sphere, capsule or cylinder"},
        {"half_height", &Collider::halfHeight, "[m] along local y, of a capsule or cylinder"},
        {"pose", &Collider::pose, "at the end of the step: a Pose, or a place alone"},
        {"before", &Collider::before, "at its start; None: at rest"},
        {"static_friction", &Collider::staticFriction, "Coulomb's coefficient"},
        {"dynamic_friction", &Collider::dynamicFriction, "at most the static one"},
        {"thickness", &Collider::thickness, "[m], how far particles are kept from the surface"},
        frameField<Collider>("index of the frame of reference that its poses are given in; None: the world"),
    };
    return fields;
}

const Fields<Environment>& environmentFields() {
    static const Fields<Environment> fields{
        {"gravity", &Environment::gravity, "[m/s^2]"},
        {"damping", &Environment::damping, "share of the velocity lost per second, as a rate [1/s]"},
        {"air_density", &Environment::airDensity, "[kg/m^3]; 0: a vacuum, 1.2 at sea level"},
        {"wind", &Environment::wind, "velocity of the air [m/s]"},
        {"drag_coefficient", &Environment::dragCoefficient, "of a plate across the stream, 0 ... 100"},
        {"lift_coefficient", &Environment::liftCoefficient, "0 ... drag_coefficient"},
    };
    return fields;
}

Status checkPose(const Pose& pose) {
    Collider collider;
    collider.pose = pose;
    return validate(collider, 0);
}

Status checkFramePose(const FramePose& pose) {
    return validate(pose, "FramePose");
}

Status checkCollider(const Collider& collider) {
    return validate(collider, 0);
}

const Fields<Sleep>& sleepFields() {
    static const Fields<Sleep> fields{
        {"distance", &Sleep::distance, "[m], from where they were"},
        {"time", &Sleep::time, "[s], for so long"},
    };
    return fields;
}

Status checkSleep(const Sleep& sleep) {
    return validate(sleep);
}

Status checkEnvironment(const Environment& environment) {
    Scene scene = leastScene();
    scene.environment = environment;
    return validate(scene);
}

}  // namespace

void bindPlaces(py::module_& module) {
    bindRecord<Pose>(module, "Where a collider stands: world = rotation * local + position.", poseFields(), &checkPose);
    bindRecord<FramePose>(module, "Where a frame of reference is in the world.", framePoseFields(), &checkFramePose);
    bindRecord<Collider>(module, "A solid that particles collide with; moved by the user, never by them.",
                         colliderFields(), &checkCollider);
    bindRecord<Environment>(module, "What acts on all particles and triangles alike.", environmentFields(),
                            &checkEnvironment);
    bindRecord<Sleep>(module, "When bodies that hardly move are put to rest: all within a distance, for a time.",
                      sleepFields(), &checkSleep);
}

}  // namespace pliant::python
