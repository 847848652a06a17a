// No field of a struct is lost between C and the library, or taken for another.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "pliant/c/structs.h"

namespace pliant::c {
namespace {

struct Range {
    std::size_t first, size;
};

#define FIELD(Type, name)                        \
    Range {                                      \
        offsetof(Type, name), sizeof(Type::name) \
    }

// All that lies behind a field.
#define BEHIND(Type, name)                                                                                  \
    Range {                                                                                                 \
        offsetof(Type, name) + sizeof(Type::name), sizeof(Type) - offsetof(Type, name) - sizeof(Type::name) \
    }

// Changes the last bit of each word of `base` in turn, goes to theirs and back, and looks for the change and no other.
// Left out are pointers, counts of arrays and what the compiler has put between.
template <class Theirs, class Ours>
void expectEachWordToArrive(Ours base, std::initializer_list<Range> leftOut = {}) {
    base.structSize = sizeof(base);
    const auto isLeftOut = [&](std::size_t byte) {
        return std::any_of(leftOut.begin(), leftOut.end(),
                           [&](const Range& r) { return byte >= r.first && byte < r.first + r.size; });
    };
    for (std::size_t word = sizeof(base.structSize); word < sizeof(base); word += 4) {
        if (isLeftOut(word)) continue;
        Ours changed = base;
        reinterpret_cast<unsigned char*>(&changed)[word] ^= 1;
        Theirs theirs;
        const Status status = read(&changed, theirs);
        ASSERT_TRUE(status) << status.error().message;
        Ours back = write(theirs);
        back.structSize = sizeof(back);
        for (std::size_t i = 0; i < sizeof(back); i += 4) {
            if (isLeftOut(i)) continue;
            const auto* a = reinterpret_cast<const unsigned char*>(&changed) + i;
            const auto* b = reinterpret_cast<const unsigned char*>(&back) + i;
            EXPECT_EQ(std::memcmp(a, b, 4), 0) << "byte " << word << " was changed, byte " << i << " differs";
        }
    }
}

TEST(CStructs, OfMaterialsAndTheSceneArriveWhole) {
    expectEachWordToArrive<StickMaterial>(write(StickMaterial()));
    expectEachWordToArrive<Fabric>(write(Fabric()));
    PliantSceneSettings sleeps = write(Scene());
    sleeps.sleeps = 1;
    expectEachWordToArrive<Scene>(sleeps);
    expectEachWordToArrive<Enclosure>(write(Enclosure()));
    expectEachWordToArrive<ContactDescription>(write(ContactDescription()));
    expectEachWordToArrive<TetMaterial>(write(TetMaterial()), {BEHIND(PliantTetMaterial, bulkCompliance)});
}

TEST(CStructs, OfBodiesArriveWhole) {
    expectEachWordToArrive<RopeDescription>(write(RopeDescription()),
                                            {FIELD(PliantRope, name), FIELD(PliantRope, material)});
    expectEachWordToArrive<GridDescription>(write(GridDescription()), {BEHIND(PliantGrid, arealDensity)});
    expectEachWordToArrive<MeshDescription>(write(MeshDescription()), {BEHIND(PliantMesh, arealDensity)});
    expectEachWordToArrive<BlockDescription>(write(BlockDescription()), {BEHIND(PliantBlock, size)});
    expectEachWordToArrive<LatticeDescription>(write(LatticeDescription()), {BEHIND(PliantLattice, cellSize)});
    expectEachWordToArrive<ObstacleDescription>(write(ObstacleDescription()), {BEHIND(PliantObstacle, spacing)});
    expectEachWordToArrive<RigidBodyDescription>(write(RigidBodyDescription()),
                                                 {FIELD(PliantRigidBody, touches), BEHIND(PliantRigidBody, pose)});
    PliantSoftBody soft = write(SoftBodyDescription());
    soft.keepsShape = 1;
    expectEachWordToArrive<SoftBodyDescription>(
        soft, {FIELD(PliantSoftBody, pointCount), FIELD(PliantSoftBody, outline), FIELD(PliantSoftBody, name),
               BEHIND(PliantSoftBody, integrator)});
}

TEST(CStructs, OfStepsArriveWhole) {
    PliantCollider collider = write(Collider());
    collider.isMoving = 1;
    expectEachWordToArrive<Collider>(collider);
    expectEachWordToArrive<PinInput>(write(PinInput()));
    expectEachWordToArrive<Frame>(write(Frame()), {{4, 4}, FIELD(PliantFrame, name)});
    PliantFrameInput frame = write(FrameInput());
    frame.inertia = 0.5;
    expectEachWordToArrive<FrameInput>(frame, {{offsetof(PliantFrameInput, action) + 4, 4}});
    expectEachWordToArrive<StepSettings>(write(StepSettings()));
}

TEST(CStructs, OfOptionsArriveWhole) {
    expectEachWordToArrive<CompileOptions>(write(CompileOptions()));
    expectEachWordToArrive<CpuOptions>(write(CpuOptions()));
    expectEachWordToArrive<GpuSolverOptions>(write(GpuSolverOptions()));
    expectEachWordToArrive<VertexLayout>(
        write(VertexLayout()),
        {{offsetof(PliantVertexLayout, forAccelerationStructures) + 4, 4}, FIELD(PliantVertexLayout, mesh)});
    expectEachWordToArrive<VertexSource>(write(VertexSource()));
}

// Programs have been compiled with these sizes; and a field that is added to the library's may want one here.
TEST(CStructs, AreAsLargeAsTheyWere) {
    EXPECT_EQ(sizeof(PliantStickMaterial), 32u);
    EXPECT_EQ(sizeof(PliantFabric), 32u);
    EXPECT_EQ(sizeof(PliantSceneSettings), 72u);
    EXPECT_EQ(sizeof(PliantRope), 64u);
    EXPECT_EQ(sizeof(PliantGrid), 104u);
    EXPECT_EQ(sizeof(PliantObstacle), 64u);
    EXPECT_EQ(sizeof(PliantRigidBody), 112u);
    EXPECT_EQ(sizeof(PliantCollider), 104u);
    EXPECT_EQ(sizeof(PliantPin), 32u);
    EXPECT_EQ(sizeof(PliantStepSettings), 48u);
    EXPECT_EQ(sizeof(PliantStepInputs), 64u);
    EXPECT_EQ(sizeof(StickMaterial), 32u);
    EXPECT_EQ(sizeof(Fabric), 28u);
    EXPECT_EQ(sizeof(Environment), 40u);
    EXPECT_EQ(sizeof(StepSettings), 40u);
    EXPECT_EQ(sizeof(CompileOptions), 16u);
}

}  // namespace
}  // namespace pliant::c
