#include <algorithm>
#include <cmath>

#include "pliant/fail.h"
#include "pliant/scene/contact.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"
#include "scenes/gust.h"

namespace pliant::samples {
namespace {

constexpr std::uint32_t kMostRopes = 10'000'000;
constexpr double kDiscRadius = 0.9, kDiscHeight = 2.2, kLength = 1.3;  // [m]

// Directions that turn by the golden angle from one to the next, as the seeds of a sunflower do. Turned step by step,
// because the last bit of a sine depends on the machine.
class SunflowerTurn {
  public:
    double x() const { return x_; }
    double z() const { return z_; }
    void next() {
        constexpr double kCosine = -0.7373688780783197, kSine = 0.6754902942615238;
        const double x = kCosine * x_ - kSine * z_, z = kSine * x_ + kCosine * z_;
        const double correction = 1.5 - 0.5 * (x * x + z * z);  // keeps the length at 1
        x_ = correction * x;
        z_ = correction * z;
    }

  private:
    double x_ = 1.0, z_ = 0.0;
};

// From its place on the disc: at the rim outwards and a little up, farther in the more downwards, so that none crosses
// another.
RopeDescription ropeFrom(const SunflowerTurn& turn, double radius) {
    RopeDescription rope;
    const double out = radius / kDiscRadius, up = 0.3 * out - 0.6 * (1.0 - out);
    const double scale = kLength / std::sqrt(out * out + up * up), end = radius + scale * out;
    rope.from = vec3(radius * turn.x(), kDiscHeight, radius * turn.z());
    rope.to = vec3(end * turn.x(), kDiscHeight + scale * up, end * turn.z());
    rope.count = 32;
    return rope;
}

Pose ballAt(double time) {
    constexpr double kRound = 5.0;  // [s]
    Pose pose;
    pose.position = vec3(0.85 * sway(time, kRound), 1.15, 0.85 * sway(time + 0.25 * kRound, kRound));
    return pose;
}

Collider ballBetween(double from, double to) {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.35f;
    ball.before = ballAt(from);
    ball.pose = ballAt(to);
    return ball;
}

// Half as thick as ropes are apart on the disc: as thick as their sticks are long, all would touch from the start.
ContactDescription contactAmong(std::uint32_t ropes) {
    const auto spacing = static_cast<float>(kDiscRadius * std::sqrt(3.14159265 / ropes));
    return {.thickness = std::min(0.5f * spacing, 0.05f)};
}

}  // namespace

// An umbrella of ropes falls shut and hangs from a disc; a ball goes round among them.
Result<SampleScene> makeRopes(const SceneOptions& options) {
    const std::uint32_t count = options.size.value_or(1000);
    if (count > kMostRopes) return fail("--size {}: '{}' has at most {} ropes", count, options.scene, kMostRopes);
    Scene scene;
    scene.environment = options.environment;
    SunflowerTurn turn;
    for (std::uint32_t i = 0; i < count; ++i, turn.next()) {
        RopeDescription rope = ropeFrom(turn, kDiscRadius * std::sqrt((i + 0.5) / count));
        rope.material = options.material;
        const auto body = addRope(scene, rope);
        if (!body) return body.error();
        if (Status status = pinVertices(scene, *body, std::vector<std::uint32_t>{0}); !status) return status.error();
        if (!options.contact.value_or(false)) continue;
        if (Status status = addContact(scene, *body, contactAmong(count)); !status) return status.error();
    }
    SampleScene sample = withFixedInputs(std::move(scene), options);
    const StepInputs still = sample.inputs(0.0, 0.0);
    sample.inputs = [still](double from, double to) {
        StepInputs inputs = still;
        inputs.colliders.push_back(ballBetween(from, to));
        return inputs;
    };
    sample.outlook = Outlook{vec3(0.0f, 1.4f, 0.0f), 4.4f, 0.5f, 0.15f, options.ground.value_or(0.0f)};
    return sample;
}

}  // namespace pliant::samples
