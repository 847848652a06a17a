#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"
#include "scenes/scenes.h"

namespace pliant::samples {
namespace {

constexpr std::uint32_t kUsualColumns = 80;
constexpr std::uint32_t kMostRings = 9;
constexpr double kWidth = 2.4, kHeight = 1.5;                          // of the curtain [m]
constexpr double kRod = 1.7;                                           // its height above the floor [m]
constexpr double kGap = 0.075;                                         // between rings that are pushed together [m]
constexpr double kAside = 0.02;                                        // as far as those then stand to either side [m]
constexpr double kHand = 0.05;                                         // its radius [m]
constexpr double kBegin = 0.5, kPush = 2.5, kRest = 1.5, kDraw = 2.0;  // [s]

// From 0 to 1 without a jerk.
double smooth(double share) {
    const double s = std::clamp(share, 0.0, 1.0);
    return s * s * (3.0 - 2.0 * s);
}

// The hand pushes the last ring before it, waits, and draws it back, over and over.
double handAt(double time, std::uint32_t rings) {
    const double round = kPush + kRest + kDraw + kRest, since = std::max(time - kBegin, 0.0);
    double t = since;
    while (t >= round)
        t -= round;
    const double way = smooth(t / kPush) - smooth((t - kPush - kRest) / kDraw);
    const double closed = -0.5 * kWidth + kGap * (rings - 1);
    return 0.5 * kWidth + way * (closed - 0.5 * kWidth);
}

// A ring stays where it is until the next one reaches it; then every second one goes to the other side.
vec3 ringAt(std::uint32_t ring, std::uint32_t rings, double time, float floor) {
    const double open = -0.5 * kWidth + kWidth * ring / (rings - 1);
    const double x = std::min(open, handAt(time, rings) - kGap * (rings - 1 - ring));
    const double aside = kAside * smooth((open - x) / 0.1);
    return {x, double(floor) + kRod, ring % 2 == 0 ? aside : -aside};
}

Collider handBetween(double from, double to, std::uint32_t rings, float floor) {
    const auto poseAt = [&](double time) {
        Pose pose;
        pose.position = vec3(handAt(time, rings) + kHand + 0.03, double(floor) + 1.0, 0.0);
        return pose;
    };
    Collider hand;
    hand.shape = ColliderShape::Capsule;
    hand.radius = static_cast<float>(kHand);
    hand.halfHeight = 0.3f;
    hand.staticFriction = hand.dynamicFriction = 0.3f;
    hand.before = poseAt(from);
    hand.pose = poseAt(to);
    return hand;
}

Result<std::uint32_t> addCurtain(Scene& scene, const SceneOptions& options, float floor) {
    GridDescription grid;
    grid.name = "curtain";
    grid.corner = vec3(-0.5 * kWidth, double(floor) + kRod, 0.0);
    grid.alongRow = vec3(1.0f, 0.0f, 0.0f);
    grid.alongColumn = vec3(0.0f, -1.0f, 0.0f);
    grid.width = static_cast<float>(kWidth);
    grid.height = static_cast<float>(kHeight);
    grid.columns = options.size.value_or(kUsualColumns);
    grid.rows = std::max((grid.columns * 5 + 4) / 8, 2u);
    grid.structural = grid.shear = grid.bend = options.material;
    grid.fabric = options.fabric;
    return addGrid(scene, grid);
}

Status addRod(Scene& scene, float floor) {
    RopeDescription rod;
    rod.name = "rod";
    rod.from = vec3(-0.5 * kWidth - 0.15, double(floor) + kRod + 0.01, 0.0);
    rod.to = vec3(0.5 * kWidth + 0.15, rod.from.y, 0.0f);
    rod.count = 2;
    const Result<std::uint32_t> body = addRope(scene, rod);
    if (!body) return body.error();
    return pinVertices(scene, *body, std::vector<std::uint32_t>{0, 1});
}

}  // namespace

// Hangs on rings that slide along a rod. Between two that are pushed together the cloth has nowhere to go but into
// folds, which touch each other.
Result<SampleScene> makeCurtain(const SceneOptions& options) {
    const float floor = options.ground.value_or(0.0f);
    const std::uint32_t columns = options.size.value_or(kUsualColumns), rings = std::min(columns, kMostRings);
    if (columns < 2) return fail("--size {}: a curtain has two columns at least", columns);
    Scene scene;
    scene.environment = options.environment;
    const Result<std::uint32_t> curtain = addCurtain(scene, options, floor);
    if (!curtain) return curtain.error();
    if (Status status = addContact(scene, *curtain); !status) return status.error();
    std::vector<std::uint32_t> pins;
    for (std::uint32_t ring = 0; ring < rings; ++ring)
        pins.push_back(ring * (columns - 1) / (rings - 1));
    if (Status status = pinVertices(scene, *curtain, pins); !status) return status.error();
    if (Status status = addRod(scene, floor); !status) return status.error();

    SceneOptions onFloor = options;
    onFloor.ground = floor;
    SampleScene sample = withFixedInputs(std::move(scene), onFloor);
    sample.inputs = [pins, rings, floor, fixed = sample.inputs](double from, double to) {
        StepInputs inputs = fixed(from, to);
        for (std::uint32_t ring = 0; ring < rings; ++ring)
            inputs.pins.push_back({pins[ring], PinInput::Action::Move, ringAt(ring, rings, to, floor)});
        inputs.colliders.push_back(handBetween(from, to, rings, floor));
        return inputs;
    };
    sample.outlook = Outlook{vec3(0.0f, floor + 0.95f, 0.0f), 3.3f, 0.35f, 0.15f, floor};
    return sample;
}

}  // namespace pliant::samples
