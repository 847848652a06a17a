#include "pliant/scene/rope.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr float kSlack = 1.5f;  // length / span, where only one of them is given

// A rope that hangs from one end starts straight, and so does one that is too short to sag.
float spanFor(const SceneOptions& options, const RopeDescription& rope) {
    const bool isStraight = options.pin == "first" || rope.count < 3;
    return options.span.value_or(isStraight ? rope.length : rope.length / kSlack);
}

float lengthFor(const SceneOptions& options) {
    const bool followsSpan = options.span.value_or(0.0f) > 0.0f;
    return options.length.value_or(followsSpan ? kSlack * *options.span : kSlack);
}

}  // namespace

// Hung between two points at height 0, the slack in a V below them.
Result<SampleScene> makeRope(const SceneOptions& options) {
    RopeDescription rope;
    rope.count = options.size.value_or(100);
    rope.length = lengthFor(options);
    rope.to = vec3(spanFor(options, rope), 0.0f, 0.0f);
    rope.material = options.material;
    Scene scene;
    scene.environment = options.environment;
    if (const auto body = addRope(scene, rope); !body) return body.error();
    if (Status status = applyPin(scene, options.pin.value_or("ends")); !status) return status.error();
    const float length = lengthFor(options);
    const bool hangsInTheMiddle = options.pin.value_or("ends") == "ends";
    SampleScene sample = withFixedInputs(std::move(scene), options);
    sample.outlook = Outlook{0.5f * rope.to - vec3(0.0f, 0.4f * length, 0.0f), 1.5f * length, 0.4f, 0.15f,
                             options.ground.value_or((hangsInTheMiddle ? -0.7f : -1.1f) * length)};
    return sample;
}

}  // namespace pliant::samples
