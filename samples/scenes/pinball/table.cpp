#include "scenes/pinball/table.h"

#include <cmath>

#include "pliant/maths.h"
#include "pliant/scene/rope.h"
#include "scenes/turn.h"

namespace pliant::samples::pinball {
namespace {

constexpr double kPi = 3.14159265358979;
constexpr float kThickness = 0.001f;     // of the bodies' outlines [m]
constexpr double kBehindString = 0.014;  // [m]
constexpr double kFreeEnd = 0.009;       // radius of walls where they end [m]

vec3 inPlane(dvec2 p) {
    return {static_cast<float>(p.x), static_cast<float>(p.y), 0.0f};
}

vec2 rounded(dvec2 p) {
    return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

double lengthOf(dvec2 v) {
    return std::sqrt(v.x * v.x + v.y * v.y);
}

dvec2 mirrored(dvec2 p) {
    return {2.0 * kMiddle - p.x, p.y};
}

StickMaterial spring(float compliance) {
    return {.response = Response::Compliant, .compliance = compliance};
}

std::vector<std::uint32_t> particlesOf(const Scene& scene, std::uint32_t body) {
    std::vector<std::uint32_t> particles(scene.bodies[body].particleCount);
    for (std::uint32_t i = 0; i < particles.size(); ++i)
        particles[i] = scene.bodies[body].firstParticle + i;
    return particles;
}

Status addBall(Table& table) {
    SoftBodyDescription ball;
    ball.name = "ball";
    ball.outline = circleOutline(rounded(kBallStart), static_cast<float>(kBallRadius - kThickness), kBallPoints);
    ball.mass = 0.08f;
    ball.edge = spring(1e-4f);
    ball.filling = Enclosure{};  // water: it keeps its area
    ball.shapeCompliance = 2e-5f;
    ball.thickness = kThickness;
    ball.friction = 0.1f;
    const Result<std::uint32_t> body = addSoftBody(table.scene, ball);
    if (!body) return body.error();
    table.ball = particlesOf(table.scene, *body);
    for (const std::uint32_t i : table.ball)
        table.ballShape.push_back(dvec2(table.scene.positions[i]) - kBallStart);
    return {};
}

// The pin in the middle holds the ring by spokes.
Status addBumper(Table& table, Bumper& bumper, dvec2 centre) {
    SoftBodyDescription ring;
    ring.name = "bumper";
    ring.outline = circleOutline(rounded(centre), static_cast<float>(kBumperRadius - kThickness), 24);
    ring.mass = 0.1f;
    ring.edge = spring(1e-3f);
    ring.thickness = kThickness;
    ring.friction = 0.1f;
    Scene& scene = table.scene;
    const Result<std::uint32_t> body = addSoftBody(scene, ring);
    if (!body) return body.error();
    bumper = {centre, particlesOf(scene, *body)};
    const std::uint32_t pin = addParticle(scene, inPlane(centre), ring.mass);
    scene.pinned.resize(scene.positions.size(), 0);
    scene.pinned[pin] = 1;
    bumper.pin = pin;
    const std::uint32_t spoke = addMaterial(scene, spring(1e-3f));
    for (const std::uint32_t i : bumper.ring) {
        if (Status status = addStick(scene, pin, i, spoke, StickKind::Shear); !status) return status;
    }
    return {};
}

// Two rows of points with crossed springs between them, too short for where they are held.
Status addSling(Table& table, Sling& sling, dvec2 from, dvec2 to, dvec2 outward) {
    constexpr std::uint32_t kPoints = 10;
    constexpr double kHalfWidthOfString = 0.006;
    constexpr float kTaut = 0.9f;
    const dvec2 along = (to - from) / lengthOf(to - from), left(-along.y, along.x);
    SoftBodyDescription string;
    string.name = "sling";
    for (const double side : {-1.0, 1.0}) {
        for (std::uint32_t i = 0; i < kPoints; ++i) {
            const double share = (side < 0.0 ? i : kPoints - 1 - i) / (kPoints - 1.0);
            string.outline.push_back(rounded(from + (to - from) * share + left * (side * kHalfWidthOfString)));
        }
    }
    string.mass = 0.04f;
    string.edge = string.cross = spring(2e-4f);
    string.isCrossed = true;
    string.filling = Enclosure{};  // without it the ball turns the string inside out
    string.thickness = kThickness;
    string.friction = 0.1f;
    Scene& scene = table.scene;
    const std::size_t firstStick = scene.sticks.size();
    const Result<std::uint32_t> body = addSoftBody(scene, string);
    if (!body) return body.error();
    const std::vector<std::uint32_t> points = particlesOf(scene, *body);
    const std::uint32_t cross = addMaterial(scene, string.cross);
    scene.pinned.resize(scene.positions.size(), 0);
    sling = {from, to, outward, {}};
    for (std::uint32_t i = 0; i < kPoints; ++i) {
        const std::uint32_t last = 2 * kPoints - 1, other = points[last - i];
        const bool isEnd = i == 0 || i + 1 == kPoints;
        if (isEnd) scene.pinned[points[i]] = scene.pinned[other] = 1;
        else sling.middle.insert(sling.middle.end(), {points[i], other});
        if (i + 1 == kPoints) continue;
        if (Status status = addStick(scene, points[i], points[last - i - 1], cross, StickKind::Shear); !status)
            return status;
        if (Status status = addStick(scene, points[i + 1], other, cross, StickKind::Shear); !status) return status;
    }
    for (std::size_t i = firstStick; i < scene.sticks.size(); ++i)
        scene.sticks[i].restLength *= kTaut;
    return {};
}

// Ropes of fat points that hang where the arch lets the ball out.
Status addCurtain(Table& table) {
    for (const double x : {-0.11, -0.09, -0.07}) {
        const double top = kArchHeight + std::sqrt(kHalfWidth * kHalfWidth - x * x) - 0.02;
        RopeDescription rope;
        rope.name = "curtain";
        rope.from = inPlane({x, top});
        rope.to = inPlane({x, top - 0.1});
        rope.count = 9;
        rope.linearDensity = 0.05f;
        Scene& scene = table.scene;
        const Result<std::uint32_t> body = addRope(scene, rope);
        if (!body) return body.error();
        const std::vector<std::uint32_t> points = particlesOf(scene, *body);
        scene.pinned.resize(scene.positions.size(), 0);
        scene.pinned[points[0]] = 1;
        table.curtain.insert(table.curtain.end(), points.begin(), points.end());
        scene.outlines.push_back({.particles = points, .isClosed = false, .thickness = 0.005f, .friction = 0.1f});
    }
    return {};
}

void addPath(std::vector<Collider>& walls, const std::vector<dvec2>& points) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        walls.push_back(capsule(points[i], points[i + 1], kWall));
}

std::vector<dvec2> mirrored(std::vector<dvec2> points) {
    for (dvec2& p : points)
        p = mirrored(p);
    return points;
}

void addDisc(std::vector<Collider>& walls, dvec2 centre, double radius) {
    Collider disc;
    disc.shape = ColliderShape::Sphere;
    disc.radius = static_cast<float>(radius);
    disc.pose.position = inPlane(centre);
    walls.push_back(disc);
}

void addWalls(Table& table) {
    std::vector<Collider>& walls = table.walls;
    std::vector<dvec2> around{{kHalfWidth, -0.1}, {kHalfWidth, 0.4}};
    constexpr int kArchParts = 14;
    for (int i = 0; i <= kArchParts; ++i)
        around.push_back(dvec2(0.0, kArchHeight) + directionAt(kPi * i / kArchParts) * kHalfWidth);
    around.insert(around.end(), {{-kHalfWidth, 0.4}, {-kHalfWidth, -0.1}});
    addPath(walls, around);
    addPath(walls, {{kLaneLeft, -0.02}, {kLaneLeft, 0.35}, {kLaneLeft, 0.7}});
    const dvec2 pivot = Flipper{true}.pivot(), high = table.slings[0].to, low = table.slings[0].from;
    const std::vector<dvec2> guide{{-kHalfWidth, 0.26}, pivot + dvec2(-0.006, 0.006)};
    const std::vector<dvec2> sling{low, {high.x, low.y + 0.045}, high};
    const dvec2 behind = table.slings[0].outward * -kBehindString;  // nothing gets through a string
    for (const std::vector<dvec2>& path : {guide, sling, {low + behind, high + behind}}) {
        addPath(walls, path);
        addPath(walls, mirrored(path));
    }
    // Ends that stand free are so thick that they do not get in between two points of the ball.
    for (const dvec2 end : {low, high, mirrored(low), mirrored(high), dvec2(kLaneLeft, 0.7)})
        addDisc(walls, end, kFreeEnd);
    for (const Bumper& bumper : table.bumpers)
        addDisc(walls, bumper.centre, 0.65 * kBumperRadius);
    for (const dvec2 post : table.posts)
        addDisc(walls, post, kPostRadius);
    for (Collider& wall : walls) {
        wall.thickness = kThickness;
        wall.staticFriction = 0.15f;
        wall.dynamicFriction = 0.1f;
    }
}

}  // namespace

Result<Table> buildTable(const Environment& environment) {
    Table table;
    Scene& scene = table.scene;
    scene.environment = environment;
    scene.planar = true;
    scene.tethers = scene.levels = false;
    if (Status status = addBall(table); !status) return status.error();
    const std::array<dvec2, 3> bumpers{{{kMiddle - 0.085, 0.63}, {kMiddle + 0.085, 0.63}, {kMiddle, 0.745}}};
    for (std::size_t i = 0; i < bumpers.size(); ++i) {
        if (Status status = addBumper(table, table.bumpers[i], bumpers[i]); !status) return status.error();
    }
    const dvec2 low(kMiddle - 0.1, 0.24), high(kMiddle - 0.165, 0.37);
    const dvec2 along = (high - low) / lengthOf(high - low), outward(along.y, -along.x);
    if (Status status = addSling(table, table.slings[0], low, high, outward); !status) return status.error();
    const Status status = addSling(table, table.slings[1], mirrored(low), mirrored(high), dvec2(-outward.x, outward.y));
    if (!status) return status.error();
    if (Status added = addCurtain(table); !added) return added.error();
    table.posts = {{{kMiddle - 0.15, 0.49}, {kMiddle + 0.15, 0.49}}};
    scene.pinned.resize(scene.positions.size(), 0);
    addWalls(table);
    return table;
}

dvec2 Flipper::pivot() const {
    const dvec2 left(kMiddle - 0.1, 0.155);
    return isLeft ? left : mirrored(left);
}

dvec2 Flipper::tip(double angle) const {
    const dvec2 direction = directionAt(angle);
    return pivot() + dvec2(isLeft ? direction.x : -direction.x, direction.y) * kLength;
}

Collider Flipper::collider(double before, double after) const {
    const auto poseAt = [&](double angle) {
        const dvec2 direction = (tip(angle) - pivot()) / kLength;
        return Pose{inPlane((pivot() + tip(angle)) * 0.5), turnUpTo(direction)};
    };
    Collider collider;
    collider.shape = ColliderShape::Capsule;
    collider.radius = static_cast<float>(kRadius);
    collider.halfHeight = static_cast<float>(0.5 * kLength);
    collider.pose = poseAt(after);
    if (before != after) collider.before = poseAt(before);
    collider.thickness = kThickness;
    collider.staticFriction = 0.3f;
    collider.dynamicFriction = 0.2f;
    return collider;
}

Collider plunger(double before, double after) {
    constexpr double kHalf = 0.5 * (kHalfWidth - kLaneLeft) - kWall - 0.002, kHeight = 0.02;
    Collider box;
    box.shape = ColliderShape::Box;
    box.halfExtents = inPlane({kHalf, kHeight});
    box.halfExtents.z = 1.0f;
    const auto poseAt = [&](double top) { return Pose{inPlane({kBallStart.x, top - kHeight})}; };
    box.pose = poseAt(after);
    if (before != after) box.before = poseAt(before);
    box.thickness = kThickness;
    box.staticFriction = box.dynamicFriction = 0.1f;
    return deepened(box);
}

Collider gate() {
    return capsule({kLaneLeft, 0.705}, {kHalfWidth - 0.002, 0.77}, kWall);
}

Collider capsule(dvec2 from, dvec2 to, double radius) {
    const double length = lengthOf(to - from);
    const dvec2 up = to.y < from.y ? (from - to) / length : (to - from) / length;
    Collider collider;
    collider.shape = ColliderShape::Capsule;
    collider.radius = static_cast<float>(radius);
    collider.halfHeight = static_cast<float>(0.5 * length);
    collider.pose = {inPlane((from + to) * 0.5), turnUpTo(up)};
    collider.thickness = kThickness;
    collider.staticFriction = 0.15f;
    collider.dynamicFriction = 0.1f;
    return collider;
}

}  // namespace pliant::samples::pinball
