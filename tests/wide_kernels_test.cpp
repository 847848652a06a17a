// Every wide kernel against the plain one, pass by pass, on scenes that have them all: whole passes and 1 to 65 items
// of them, with particles among them that are lost, pinned, on top of each other, or far from where they were.

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <set>

#include "enclosure_support.h"
#include "frames_support.h"
#include "pass_support.h"
#include "shapes_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr Index kLargestCount = 65;

std::uint32_t withoutPayload(std::uint32_t word) {
    return (word & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : word;
}

// The same bits, but for those of NaN, of which all are alike.
template <class T>
bool haveSameBits(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    if (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0) return true;
    const auto wordAt = [](const std::vector<T>& items, std::size_t i) {
        std::uint32_t word = 0;
        std::memcpy(&word, reinterpret_cast<const char*>(items.data()) + 4 * i, 4);
        return withoutPayload(word);
    };
    for (std::size_t i = 0; i < a.size() * sizeof(T) / 4; ++i) {
        if (wordAt(a, i) != wordAt(b, i)) return false;
    }
    return true;
}

using Words = std::vector<std::uint32_t>;

// Those of a list from one place to another, in whatever order.
void addSorted(Words& to, const Index* list, Index first, Index last) {
    const auto at = static_cast<std::ptrdiff_t>(to.size());
    if (first < last) to.insert(to.end(), list + first, list + last);
    std::sort(to.begin() + at, to.end());
}

// Lists, in whatever order.
Words listsOf(const cpu::NeighbourWork& w) {
    Words words;
    for (Index i = 0; i < w.counts.size(); ++i) {
        const NeighbourList& own = w.counts[i];
        const Index listed = own.listed <= kMostNeighbours ? own.listed : own.near;
        const Index met = own.met == kAstray ? 0 : std::min(own.met, kMostNeighbours - listed);
        addSorted(words, w.listOf(i), 0, own.near);
        addSorted(words, w.listOf(i), own.near, listed);
        addSorted(words, w.listOf(i), listed, listed + met);
    }
    return words;
}

// What strays have noted before lists turned out to be stale is never read.
void keepWhatIsRead(PassKind kind, cpu::NeighbourWork& work) {
    if (kind != PassKind::WatchNeighbours || work.state[kListsAreStale] == 0) return;
    std::fill(work.state.begin() + kStrayCount, work.state.end(), 0u);
    std::fill(work.anchors.begin(), work.anchors.end(), vec4(0.0f));
    std::fill(work.motions.begin(), work.motions.end(), vec4(0.0f));
    for (NeighbourList& list : work.counts)
        list.met = 0;
    for (NeighbourBox& box : work.boxes)
        box.changed = 0;
}

bool areEqual(const cpu::NeighbourWork& a, const cpu::NeighbourWork& b) {
    const auto same = [](const auto& x, const auto& y) { return haveSameBits(x, y); };
    return a.state == b.state && same(a.boxes, b.boxes) && same(a.counts, b.counts) && same(a.anchors, b.anchors) &&
           same(a.motions, b.motions) && same(a.starts, b.starts) && same(a.facings, b.facings) &&
           same(a.borne, b.borne) && same(a.pressed, b.pressed) && same(a.cuts, b.cuts) && same(a.ways, b.ways) &&
           a.involved == b.involved && a.pushed == b.pushed && a.lookingAgain == b.lookingAgain && a.noted == b.noted &&
           a.folded == b.folded && a.based == b.based && (a.lists == b.lists || listsOf(a) == listsOf(b));
}

bool areEqual(const PassArrays& a, const PassArrays& b) {
    const auto same = [](const auto& x, const auto& y) { return haveSameBits(x, y); };
    return areEqual(a.neighbours, b.neighbours) && same(a.particles, b.particles) && same(a.previous, b.previous) &&
           same(a.carry, b.carry) && same(a.scratch, b.scratch) && same(a.partialSums, b.partialSums) &&
           same(a.shapeTurns, b.shapeTurns) && same(a.velocities, b.velocities) && same(a.multipliers, b.multipliers) &&
           same(a.elementMultipliers, b.elementMultipliers) && same(a.elementMultipliers4, b.elementMultipliers4) &&
           same(a.stages, b.stages) && a.lost == b.lost;
}

// A cloth and a mesh of stiff fabric with bends, tethers, air and damped sticks.
Scene fabricScene() {
    Fabric fabric = take(fabricNamed("rubber"));
    fabric.bendingStiffness = 1e-4f;
    fabric.damping = 2e-3f;
    fabric.strainLimit = 0.02f;
    Scene scene;
    GridDescription grid;
    grid.columns = 23;
    grid.rows = 17;
    grid.fabric = fabric;
    take(addGrid(scene, grid));
    MeshDescription mesh = irregularMesh(24);
    for (vec3& vertex : mesh.vertices)
        vertex = vertex * 0.4f + vec3(0.5f, 0.3f, 0.5f);
    mesh.fabric = fabric;
    take(addMesh(scene, mesh));
    RopeDescription rope;
    rope.from = vec3(0.0f, 0.1f, 0.4f);
    rope.to = vec3(1.0f, 0.1f, 0.6f);
    rope.count = 70;
    rope.bendingStiffness = 1e-4f;
    take(addRope(scene, rope));
    take(pinPlace(scene, 0, GridPlace::FourCorners));
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(1.0f, 0.0f, 0.5f);
    return scene;
}

// Discs of all fillings, some with several chunks, a pinned and a hardly heavy particle.
Scene discsScene() {
    Scene scene = planarScene();
    for (Index i = 0; i < 70; ++i) {
        const Enclosure filling = i % 2 == 0 ? fixedFilling(1e-4f, 1.3f) : gasFilling(500.0f, 300.0f);
        take(addSoftBody(scene, disc(12 + i % 60, compliant(1e-4f), filling, vec2(3.0f * float(i), 0.0f))));
    }
    scene.pinned[5] = 1;
    scene.masses[20] = 1e-6f;
    scene.enclosures[0].buoyancy = 0.1f;
    return scene;
}

Scene ballAndBlockScene() {
    Scene scene = ballScene(2, 0.5f, 2.0f, compliant(1e-4f), fixedFilling());
    scene.enclosures[0].buoyancy = 3.0f;
    BlockDescription block;
    block.centre = vec3(2.0f, 0.0f, 0.0f);
    block.cells = {9, 10, 9};
    block.material.edge = compliant(1e-5f);
    block.material.bulkCompliance = 1e-6f;
    take(addBlock(scene, block));
    return scene;
}

// Blocks of particles that keep their shapes, rigid ones and soft ones.
Scene manyShapesScene() {
    Scene scene;
    std::mt19937 random(5);
    std::uniform_real_distribution<float> between(-0.5f, 0.5f);
    for (Index i = 0; i < 70; ++i) {
        const Index first = static_cast<Index>(scene.positions.size());
        SceneShape shape;
        for (Index k = 0; k < 5 + i % 67; ++k) {
            scene.positions.push_back(vec3(2.0f * float(i), 0.0f, 0.0f) +
                                      vec3(between(random), between(random), between(random)));
            scene.masses.push_back(1.0f + between(random));
            scene.pinned.push_back(k == 3 && i % 5 == 0);
            shape.particles.push_back(first + k);
        }
        shape.compliance = i % 3 == 0 ? 1e-4f : 0.0f;
        scene.shapes.push_back(shape);
    }
    return scene;
}

// Cloths that press each other, of which one is held at its corners, and a rope among them.
// `isMixed`: beside a mesh of uneven triangles, and a rope that touches nothing.
Scene touchingScene(bool isMixed) {
    Scene scene;
    for (Index i = 0; i < 3; ++i) {
        GridDescription grid;
        grid.columns = 13;
        grid.rows = 11;
        grid.corner = vec3(0.013f * float(i), 0.05f * float(i), 0.021f * float(i));
        take(addContact(scene, take(addGrid(scene, grid)), {.friction = 0.3f * float(i)}));
    }
    RopeDescription rope;
    rope.from = vec3(0.0f, 0.02f, 0.4f);
    rope.to = vec3(1.0f, 0.12f, 0.6f);
    rope.count = 20;
    take(addContact(scene, take(addRope(scene, rope)), {.thickness = 0.06f}));
    if (isMixed) {
        MeshDescription mesh = irregularMesh(12);
        for (vec3& vertex : mesh.vertices)
            vertex = vertex * 0.3f + vec3(0.5f, 0.08f, 0.5f);
        take(addContact(scene, take(addMesh(scene, mesh))));
        take(addRope(scene, rope));
    }
    take(pinPlace(scene, 0, GridPlace::FourCorners));
    return scene;
}

// All five shapes in the midst of the scene, two of which turn and move.
StepInputs collidersAt(const vec3& centre, int frame) {
    StepInputs inputs;
    for (int i = 0; i < 5; ++i) {
        Collider c;
        c.shape = ColliderShape(i);
        c.radius = 0.2f;
        c.halfHeight = 0.15f;
        c.halfExtents = vec3(0.2f, 0.05f, 0.1f);
        c.staticFriction = 0.2f * float(i);
        c.dynamicFriction = 0.15f * float(i);
        const auto poseIn = [&](int time) {
            const vec3 place = vec3(0.3f * float(i - 2), i == 0 ? -0.3f : 0.0f, 0.0f);
            const float angle = i < 3 ? 0.0f : 0.3f * float(time);
            return Pose{centre + place + vec3(0.0f, i == 3 ? 0.05f * float(time) : 0.0f, 0.0f),
                        glm::angleAxis(angle, vec3(0.0f, 0.0f, 1.0f))};
        };
        c.pose = poseIn(frame + 1);
        if (i >= 3) c.before = poseIn(frame);
        inputs.colliders.push_back(c);
    }
    return inputs;
}

// Runs the scene with the plain kernels and tries the wide ones before every pass, on the state and on a disturbed one.
class WideKernels : public testing::Test {
  protected:
    void SetUp() override {
        if (!cpu::hasWideKernels()) GTEST_SKIP() << "no AVX2 here";
    }

    void tryScene(const char* name, const Scene& scene, Method method, const vec3& centre) {
        const SchedulePtr schedule = take(compile(scene, kForAllMethods));
        PassArrays arrays(*schedule);
        Progress progress = initialProgress(*schedule);
        for (int frame = 0; frame < 3; ++frame) {
            StepInputs inputs = collidersAt(centre, frame);
            if (frame == 2) inputs.colliders.resize(2);
            inputs.frames = framesIn(frame, scene);
            StepSettings s = settings(4, frame == 1 ? 2 : 1, method);
            s.order = frame > 0 ? Order::Second : Order::First;
            const StepPlan plan = take(planStep(*schedule, s, inputs, progress));
            replayPasses(*schedule, plan, schedule->tethers,
                         [&](const auto& buffers, const Pass& pass, const PassConstants& constants) {
                             tryPass(arrays, buffers, pass, constants, name);
                             cpu::runPiece(buffers(arrays), false, pass, constants, pass.first,
                                           pass.first + pass.count);
                         });
            advance(progress, plan);
            if (HasFailure()) return;
        }
    }

    // Counts tried, by kind.
    std::map<PassKind, std::set<Index>> tried_;

  private:
    template <class BuffersOf>
    void tryPass(const PassArrays& arrays, BuffersOf&& buffers, const Pass& pass, const PassConstants& constants,
                 const char* name) {
        PassArrays start = arrays, plain = arrays, wide = arrays, byEight = arrays;
        for (const bool isDisturbed : {false, true}) {
            if (isDisturbed) start = disturbed(arrays);
            for (Index round = 0; round < 5; ++round) {
                const Index wanted = round == 0 ? pass.count : 1 + Index(random_() % kLargestCount);
                const Index count = std::min(wanted, pass.count);
                const Index first = pass.first + Index(random_() % (pass.count - count + 1));
                for (PassArrays* copy : {&plain, &wide, &byEight})
                    *copy = start;
                cpu::runPiece(buffers(plain), false, pass, constants, first, first + count);
                if (!cpu::runWide(buffers(wide), pass, constants, first, first + count)) return;
                cpu::kWideKernels[std::size_t(pass.kind)](buffers(byEight), pass.response, constants, first,
                                                          first + count);
                tried_[pass.kind].insert(count);
                for (PassArrays* copy : {&plain, &wide, &byEight})
                    keepWhatIsRead(pass.kind, copy->neighbours);
                EXPECT_TRUE(areEqual(plain, wide) && areEqual(plain, byEight))
                    << name << ", pass of kind " << int(pass.kind) << ", response " << pass.response << ", " << count
                    << " items from " << first - pass.first << (isDisturbed ? ", disturbed" : "");
                if (HasFailure()) return;
            }
        }
    }

    PassArrays disturbed(PassArrays arrays) {
        std::uniform_real_distribution<float> between(-1.0f, 1.0f);
        for (std::size_t i = 1; i < arrays.particles.size(); ++i) {
            vec4& x = arrays.particles[i];
            switch (random_() % 24) {
                case 0: x = vec4(kNan, x.y, x.z, x.w); break;
                case 1: x = vec4(x.x, 1e20f, x.z, x.w); break;
                case 2: x = vec4(vec3(arrays.particles[i - 1]), x.w); break;
                case 3: x = vec4(vec3(x), 0.0f); break;
                case 4: arrays.previous[i].y += 3.0f * between(random_); break;
                case 5: arrays.previous[i] += vec4(between(random_), between(random_), between(random_), 0.0f); break;
                case 6: x += vec4(between(random_), between(random_), between(random_), 0.0f); break;
                case 7: arrays.previous[i].x = kNan; break;
                case 8:
                    arrays.carry[i] = 1e-3f * vec4(between(random_), between(random_), between(random_), 0.0f);
                    break;
                default: break;
            }
        }
        return arrays;
    }

    std::mt19937 random_{3};
};

TEST_F(WideKernels, GiveTheBitsOfThePlainOnes) {
    const vec3 middle(0.5f, 0.0f, 0.5f);
    tryScene("fabric", fabricScene(), Method::GaussSeidel, middle);
    tryScene("fabric", fabricScene(), Method::Hybrid, middle);
    tryScene("stiff", stiffScene(), Method::GaussSeidel, middle);
    tryScene("mixed", mixedScene(), Method::GaussSeidel, middle);
    tryScene("mixed", mixedScene(), Method::Jacobi, middle);
    tryScene("discs", discsScene(), Method::GaussSeidel, vec3(6.0f, -1.0f, 0.0f));
    tryScene("ball and block", ballAndBlockScene(), Method::GaussSeidel, vec3(2.0f, -0.3f, 0.0f));
    tryScene("shapes", manyShapesScene(), Method::GaussSeidel, vec3(4.0f, 0.0f, 0.0f));
    tryScene("planar shapes", shapesScene(true), Method::GaussSeidel, vec3(0.0f));
    tryScene("forces", forcesScene(1.0f), Method::GaussSeidel, middle);
    tryScene("frames", framesScene(), Method::GaussSeidel, middle);
    tryScene("balloons in frames", balloonsInFramesScene(), Method::GaussSeidel, middle);
    for (const bool isMixed : {false, true})
        tryScene("touching", touchingScene(isMixed), Method::GaussSeidel, middle);
    for (const auto& [kind, counts] : tried_) {
        std::size_t small = 0;
        for (const Index count : counts)
            small += count <= kLargestCount;
        EXPECT_GT(small, 40u) << "kind " << int(kind) << ": too few counts were tried";
    }
    EXPECT_EQ(tried_.size(), 33u) << "kinds of passes with wide kernels";
}

}  // namespace
}  // namespace pliant::test
