// Rigid bodies: what tells where one is is remembered beside the scene, by body.

#include <algorithm>

#include "pliant/c/structs.h"
#include "pliant/fail.h"
#include "pliant/state/rigid_motion.h"

namespace {

using namespace pliant;
using namespace pliant::c;

Result<const RigidBody*> rigidOf(const PliantScene& scene, std::uint32_t body) {
    if (Status status = checkBody(scene.scene, body); !status) return status.error();
    const auto found = std::find_if(scene.rigid.begin(), scene.rigid.end(),
                                    [&](const RigidBody& rigid) { return rigid.body == body; });
    if (found == scene.rigid.end()) return fail("body {} is not rigid; pliantAddRigidBody() adds one", body);
    return &*found;
}

}  // namespace

PliantResult pliantAddRigidBody(PliantScene* scene, const PliantRigidBody* rigid, uint32_t* body) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"rigid", rigid}}); !s) return s;
        RigidBodyDescription description;
        if (Status status = read(rigid, description); !status) return status;
        scene->rigid.reserve(scene->rigid.size() + 1);  // once the body is there nothing may fail
        Undo undo(scene->scene);
        const auto added = addRigidBody(scene->scene, description);
        if (!added) return added.error();
        if (Status status = undo.keep(); !status) return status;
        if (body) *body = added->body;
        scene->rigid.push_back(*added);
        return {};
    });
}

PliantResult pliantGetRigidPose(const PliantScene* scene, const PliantSnapshot* snapshot, uint32_t body,
                                PliantFramePose* pose) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"snapshot", snapshot}, {"pose", pose}}); !s) return s;
        const auto rigid = rigidOf(*scene, body);
        if (!rigid) return rigid.error();
        const auto now = poseOf(scene->scene, **rigid, snapshot->snapshot.positions);
        if (!now) return now.error();
        *pose = write(*now);
        return {};
    });
}

PliantResult pliantSetRigidMotion(const PliantScene* scene, uint32_t body, const PliantDVec3* velocity,
                                  const PliantDVec3* turning, double substep, PliantSnapshot* snapshot) {
    return guarded(__func__, [&]() -> Status {
        const std::initializer_list<Given> given = {
            {"scene", scene}, {"velocity", velocity}, {"turning", turning}, {"snapshot", snapshot}};
        if (Status s = hold(given); !s) return s;
        const auto rigid = rigidOf(*scene, body);
        if (!rigid) return rigid.error();
        return setMotion(scene->scene, **rigid, {read(*velocity), read(*turning)}, substep, snapshot->snapshot);
    });
}
