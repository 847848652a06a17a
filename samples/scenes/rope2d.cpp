#include <algorithm>

#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"
#include "scenes/gust.h"

namespace pliant::samples {
namespace {

constexpr vec3 kGravity(0.0f, -1500.0f, 0.0f);  // [px/s^2]
constexpr float kParticleMass = 1.0f;           // [kg]; alone it changes nothing
constexpr float kLockedShare = 0.7f;            // span / length, where both ends are locked

// How far the first particle has gone, without a cursor to follow: to and fro over twice the amplitude [px], from rest.
vec3 followed(double time, double amplitude) {
    constexpr double kPeriod = 3.2, kStart = 1.5;  // [s]
    const double t = std::min(time / kStart, 1.0);
    const double wide = amplitude * t * t * (3.0 - 2.0 * t);
    return vec3(wide * sway(time + 0.25 * kPeriod, kPeriod), 0.25 * wide * t * sway(time, 0.5 * kPeriod), 0.0);
}

// How far the rope reaches when it hangs: a particle gives by about g dt^2 for every one below it, and every iteration
// takes its share of that.
float reachOf(const RopeDescription& rope, std::uint32_t iterations) {
    constexpr float kFall = 1500.0f / 3600.0f;  // [px] in a step
    const auto count = static_cast<float>(rope.count);
    return rope.length + 0.95f * kFall * count * count / static_cast<float>(iterations);
}

Outlook outlookOn(const RopeDescription& rope, std::uint32_t iterations, const SceneOptions& options) {
    const float reach = reachOf(rope, iterations);
    Outlook outlook;
    outlook.isFlat = true;
    outlook.target = vec3(0.0f, -0.42f * reach, 0.0f);
    outlook.distance = 1.45f * reach;
    outlook.floor = options.ground.value_or(-1.2f * reach);
    return outlook;
}

}  // namespace

std::vector<Knob> rope2dKnobs() {
    return {{"particles", "of the rope", 30, 2, 400, true},
            {"spacing", "of the particles [px]", 10, 0.5, 100},
            {"iterations", "in one substep a step, as tutorials do it: from elastic to stiff", 12, 1, 50, true, true},
            {"lock-ends", "0: the first particle alone, 1: the last one too", 0, 0, 1, true}};
}

// The rope of the tutorials, in pixels: position Verlet, one substep, stiffness by the number of iterations alone.
Result<SampleScene> makeRope2d(const SceneOptions& options) {
    const bool areBothLocked = knobOf(options, "lock-ends") > 0.0;
    RopeDescription rope;
    rope.count = static_cast<std::uint32_t>(knobOf(options, "particles"));
    rope.length = static_cast<float>(knobOf(options, "spacing")) * static_cast<float>(rope.count - 1);
    const bool isSlack = areBothLocked && rope.count > 2;
    rope.to = vec3((isSlack ? kLockedShare : 1.0f) * rope.length, 0.0f, 0.0f);
    rope.material = options.material;
    rope.linearDensity = kParticleMass * static_cast<float>(rope.count) / rope.length;
    Scene scene;
    scene.planar = true;
    scene.environment = environmentOf(options, kGravity);
    scene.tethers = scene.levels = false;  // they would hide what iterations do
    if (areBothLocked) rope.from.x = -0.5f * rope.to.x, rope.to.x *= 0.5f;
    if (const auto body = addRope(scene, rope); !body) return body.error();
    if (Status status = applyPin(scene, areBothLocked ? "ends" : "first"); !status) return status.error();

    SampleScene sample = withFixedInputs(std::move(scene), options);
    sample.usual.substeps = 1;
    sample.usual.iterations = static_cast<std::uint32_t>(knobOf(options, "iterations"));
    sample.outlook = outlookOn(rope, sample.usual.iterations, options);
    sample.showsParticles = sample.isInPixels = true;
    sample.follower = 0;
    const StepInputs still = sample.inputs(0.0, 0.0);
    const double amplitude = (areBothLocked ? 0.12 : 0.3) * double(rope.length);
    sample.inputs = [still, from = rope.from, amplitude](double, double to) {
        StepInputs inputs = still;
        inputs.pins.push_back({0, PinInput::Action::Move, from + followed(to, amplitude)});
        return inputs;
    };
    return sample;
}

}  // namespace pliant::samples
