#include "scenes/pole.h"

#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"

namespace pliant::samples {

Status addPole(Scene& scene, float foot, vec3 top) {
    RopeDescription pole;
    pole.name = "pole";
    pole.from = vec3(top.x, foot, top.z);
    pole.to = top + vec3(0.0f, 0.05f, 0.0f);
    pole.count = 2;
    const auto body = addRope(scene, pole);
    if (!body) return body.error();
    return pinVertices(scene, *body, std::vector<std::uint32_t>{0, 1});
}

}  // namespace pliant::samples
