#include "scene/rope.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

// One and a half times as long as its span, if neither is given; a rope that hangs from one end starts straight.
float spanFor(const SceneOptions& options, float length) {
    const bool hangsFromOneEnd = options.pin == "first";
    return options.span.value_or(hangsFromOneEnd ? length : length / 1.5f);
}

}  // namespace

// Hung between two points at height 0, the slack in a V below them.
Result<Scene> makeRope(const SceneOptions& options) {
    RopeDescription rope;
    rope.count = options.size.value_or(100);
    rope.length = options.length.value_or(options.span ? 1.5f * *options.span : 1.5f);
    rope.to = vec3(spanFor(options, rope.length), 0.0f, 0.0f);
    rope.material = options.material;
    Scene scene;
    scene.environment = options.environment;
    if (const auto body = addRope(scene, rope); !body) return body.error();
    if (Status status = applyPin(scene, options.pin.value_or("ends")); !status) return status.error();
    return scene;
}

}  // namespace pliant::samples
