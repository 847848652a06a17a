// Memory that runs out, at every place where it can: a code and a sentence, no exception, and nothing has changed.

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "c/scenes.h"
#include "pliant/c/guard.h"

namespace {

// So many more allocations of this thread succeed; negative: all.
thread_local int left = -1;

void* allocate(std::size_t size, std::size_t alignment) {
    if (left == 0) throw std::bad_alloc();
    if (left > 0) --left;
    if (void* memory = std::aligned_alloc(alignment, (size + alignment) / alignment * alignment)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
    return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {  // inlined alone g++ takes it for a mismatch
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    operator delete(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    operator delete(memory);
}

namespace {

// Calls with ever more memory until it succeeds; `isAsBefore` after each that does not. Returns how many those were.
template <class Call, class IsAsBefore>
int refusalsOf(Call&& call, IsAsBefore&& isAsBefore) {
    for (int allowed = 0;; ++allowed) {
        left = allowed;
        const PliantResult result = call();
        left = -1;
        if (result == PLIANT_OK) return allowed;
        EXPECT_EQ(result, PLIANT_OUT_OF_MEMORY) << pliantErrorMessage();
        EXPECT_NE(std::string_view(pliantErrorMessage()).find("out of memory"), std::string_view::npos);
        if (!isAsBefore() || ::testing::Test::HasFailure()) {
            ADD_FAILURE() << "with " << allowed << " allocations: " << pliantErrorMessage();
            return allowed;
        }
    }
}

PliantSceneInfo infoOf(const PliantScene* scene) {
    PliantSceneInfo info;
    OK(pliantGetSceneInfo(scene, &info, sizeof info));
    return info;
}

class CMemory : public testing::Test {
  protected:
    CMemory() : scene_(clothScene(6)) {}
    ~CMemory() override { pliantDestroyScene(scene_); }

    // Adding a second body: the scene has as much as before after each failure, and both bodies at last.
    template <class Add>
    void expectWholeOrNot(Add&& add) {
        const PliantSceneInfo before = infoOf(scene_);
        std::uint32_t body = 77;
        const auto isAsBefore = [&] {
            const PliantSceneInfo now = infoOf(scene_);
            return body == 77 && std::memcmp(&now, &before, sizeof now) == 0;
        };
        EXPECT_GT(refusalsOf([&] { return add(&body); }, isAsBefore), 3);
        EXPECT_EQ(body, 1u);
        EXPECT_EQ(infoOf(scene_).bodyCount, 2u);
    }

    PliantScene* scene_;
};

// Of a scene in C++: what C can see of one does not count them.
TEST(Undo, TakesBackElementsOfEachKind) {
    pliant::Scene scene;
    const auto addOneOfEach = [&] { forEachKindOfElement(scene, [](auto& elements) { elements.emplace_back(); }); };
    addOneOfEach();
    {
        const pliant::c::Undo undo(scene);
        addOneOfEach();
    }
    forEachKindOfElement(scene, [](const auto& elements) { EXPECT_EQ(elements.size(), 1u); });
}

TEST_F(CMemory, RunsOutWhileAGridIsAdded) {
    PliantGrid grid = gridOf(5);
    PliantFabric fabric;
    OK(pliantFabricNamed("denim", &fabric, sizeof fabric));
    grid.fabric = &fabric;
    expectWholeOrNot([&](std::uint32_t* body) { return pliantAddGrid(scene_, &grid, body); });
}

TEST_F(CMemory, RunsOutWhileARopeIsAdded) {
    PliantRope rope;
    OK(pliantDefaultRope(&rope, sizeof rope));
    rope.bendingStiffness = 1e-4f;
    expectWholeOrNot([&](std::uint32_t* body) { return pliantAddRope(scene_, &rope, body); });
}

TEST_F(CMemory, RunsOutWhileAMeshIsAdded) {
    PliantMesh mesh;
    OK(pliantDefaultMesh(&mesh, sizeof mesh));
    mesh.surface = tetrahedron();
    expectWholeOrNot([&](std::uint32_t* body) { return pliantAddMesh(scene_, &mesh, body); });
}

TEST_F(CMemory, RunsOutWhileABlockIsAdded) {
    PliantBlock block;
    OK(pliantDefaultBlock(&block, sizeof block));
    expectWholeOrNot([&](std::uint32_t* body) { return pliantAddBlock(scene_, &block, body); });
}

// A scene of its own each time: one that has failed before has memory for what it would have added.
TEST_F(CMemory, RunsOutWhileAnObstacleIsAdded) {
    PliantObstacle obstacle = tetrahedronInTheWay();
    obstacle.thickness = 0.8f;
    const auto add = [&] { return pliantAddObstacle(scene_, &obstacle, nullptr); };
    const auto leftNothing = [&] {
        OK(add());
        pliantDestroySchedule(scheduleOf(scene_));  // a contact that was left behind would share particles with this
        pliantDestroyScene(scene_);
        scene_ = clothScene(6);
        return failures == 0;
    };
    EXPECT_GT(refusalsOf(add, leftNothing), 3);
}

TEST_F(CMemory, RunsOutWhileARigidBodyIsAdded) {
    PliantRigidBody rigid = tetrahedronThatFalls();
    rigid.spacing = 1.0f;
    expectWholeOrNot([&](std::uint32_t* body) { return pliantAddRigidBody(scene_, &rigid, body); });
}

TEST_F(CMemory, RunsOutWhileAnObstacleIsMoved) {
    PliantObstacle obstacle = tetrahedronInTheWay();
    obstacle.thickness = 0.8f;
    expectWholeOrNot([&](std::uint32_t* body) { return pliantAddObstacle(scene_, &obstacle, body); });
    PliantPin pins[128] = {};
    const auto move = [&] { return pliantMoveObstacle(scene_, 1, kTetrahedron, 4, pins, 128); };
    EXPECT_GT(refusalsOf(move, [&] { return pins[0].structSize == 0; }), 1);
    EXPECT_EQ(pins[0].structSize, sizeof(PliantPin));
}

TEST_F(CMemory, RunsOutWhileSolving) {
    PliantSchedule* schedule = nullptr;
    PliantSolver* solver = nullptr;
    PliantSnapshot* snapshot = nullptr;
    Hands hands;
    EXPECT_GT(refusalsOf([&] { return pliantCompile(scene_, nullptr, &schedule); }, [&] { return !schedule; }), 3);
    EXPECT_GT(refusalsOf([&] { return pliantCreateCpuSolver(schedule, nullptr, &solver); }, [&] { return !solver; }),
              3);
    EXPECT_GT(refusalsOf([&] { return pliantTakeSnapshot(solver, &snapshot); }, [&] { return !snapshot; }), 3);
    // A step that ends in its midst wants a state back before the next.
    const std::uint64_t before = stateOf(solver);
    const PliantStepInputs* inputs = inputsOf(&hands, 0);
    const auto isBack = [&] { return pliantRestore(solver, snapshot) == PLIANT_OK && stateOf(solver) == before; };
    EXPECT_GT(refusalsOf([&] { return pliantStep(solver, nullptr, inputs); }, isBack), 0);
    left = 0;  // the second step like it wants no more memory
    const PliantResult second = pliantStep(solver, nullptr, inputs);
    left = -1;
    EXPECT_EQ(second, PLIANT_OK) << pliantErrorMessage();
    const std::uint64_t moved = stateOf(solver);
    const auto hasNotMoved = [&] { return stateOf(solver) == moved; };
    EXPECT_GT(refusalsOf([&] { return pliantRestore(solver, snapshot); }, hasNotMoved), 3);
    EXPECT_EQ(stateOf(solver), before);
    pliantDestroySnapshot(snapshot);
    pliantDestroySolver(solver);
    pliantDestroySchedule(schedule);
}

}  // namespace
