// Surfaces in the way: what moves them is remembered beside the scene, by body.

#include <algorithm>

#include "pliant/c/structs.h"
#include "pliant/fail.h"
#include "pliant/schedule/step_inputs.h"

namespace {

using namespace pliant;
using namespace pliant::c;

Result<const Obstacle*> obstacleOf(const PliantScene& scene, std::uint32_t body) {
    if (Status status = checkBody(scene.scene, body); !status) return status.error();
    const auto found = std::find_if(scene.obstacles.begin(), scene.obstacles.end(),
                                    [&](const Obstacle& obstacle) { return obstacle.body == body; });
    if (found == scene.obstacles.end()) return fail("body {} is no obstacle; pliantAddObstacle() adds one", body);
    return &*found;
}

}  // namespace

PliantResult pliantAddObstacle(PliantScene* scene, const PliantObstacle* obstacle, uint32_t* body) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"obstacle", obstacle}}); !s) return s;
        ObstacleDescription description;
        if (Status status = read(obstacle, description); !status) return status;
        scene->obstacles.reserve(scene->obstacles.size() + 1);  // once the body is there nothing may fail
        Undo undo(scene->scene);
        auto added = addObstacle(scene->scene, description);
        if (!added) return added.error();
        if (Status status = undo.keep(); !status) return status;
        if (body) *body = added->body;
        scene->obstacles.push_back(std::move(*added));
        return {};
    });
}

PliantResult pliantCreateGpuObstacle(const PliantSolver* solver, const PliantScene* scene, uint32_t body,
                                     const PliantVertexSource* source, PliantGpuObstacle** obstacle) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"solver", solver}, {"scene", scene}, {"source", source}, {"obstacle", obstacle}}); !s)
            return s;
        if (!solver->gpu) return fail("the solver is on the CPU, where pliantMoveObstacle() moves obstacles");
        const auto known = obstacleOf(*scene, body);
        if (!known) return known.error();
        VertexSource wanted;
        if (Status status = read(source, wanted); !status) return status;
        auto made = GpuObstacle::create(*solver->gpu, scene->scene, **known, wanted);
        if (!made) return made.error();
        *obstacle = alive(new PliantGpuObstacle{std::move(*made), solver->gpu});
        return {};
    });
}

void pliantDestroyGpuObstacle(PliantGpuObstacle* obstacle) {
    destroy(__func__, obstacle);
}

PliantResult pliantRecordGpuObstacleUpload(PliantGpuObstacle* obstacle, VkCommandBuffer commands) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"obstacle", obstacle}}); !status) return status;
        return obstacle->obstacle.recordUpload(commands);
    });
}

PliantResult pliantReleaseGpuObstacleUpload(PliantGpuObstacle* obstacle) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"obstacle", obstacle}}); !status) return status;
        obstacle->obstacle.releaseUpload();
        return {};
    });
}

PliantResult pliantMoveObstacle(const PliantScene* scene, uint32_t body, const float* vertices, uint32_t vertexCount,
                                PliantPin* pins, uint32_t room) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"vertices", vertices}, {"pins", pins}}); !s) return s;
        const auto obstacle = obstacleOf(*scene, body);
        if (!obstacle) return obstacle.error();
        const auto places = readPoints("vertices", vertices, vertexCount);
        if (!places) return places.error();
        if (Status status = checkRoom("pins", room, (*obstacle)->points.size()); !status) return status;
        StepInputs inputs;
        if (Status s = moveObstacle(scene->scene, **obstacle, *places, inputs); !s) return s;
        for (std::size_t i = 0; i < inputs.pins.size(); ++i) {
            pins[i] = write(inputs.pins[i]);
            pins[i].structSize = sizeof(PliantPin);
        }
        return {};
    });
}
