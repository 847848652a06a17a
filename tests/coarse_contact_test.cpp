// Meshes of a few large faces, of which nothing is on any list: what a fold or a corner joins does not go through
// itself.

#include <gtest/gtest.h>

#include <array>
#include <numbers>

#include "coarse_meshes.h"
#include "neighbour_lists_support.h"
#include "neighbour_support.h"
#include "pliant/scene/solids.h"

namespace pliant::test {
namespace {

void expectStaysWhole(const MeshDescription& mesh, vec3 wind, const StepInputs& inputs, const std::string& what) {
    Scene scene;
    scene.environment.wind = wind;
    scene.environment.airDensity = wind == vec3(0.0f) ? 0.0f : 1.2f;
    take(addContact(scene, take(addMesh(scene, mesh))));
    CpuSolver solver = take(CpuSolver::create(take(compile(scene)), {1, true}));
    for (int frame = 0; frame < 60 && !testing::Test::HasFatalFailure(); ++frame) {
        take(solver.step({}, inputs));
        expectNothingThrough(scene, solver, fmt::format("{}, frame {}", what, frame));
    }
    EXPECT_EQ(solver.snapshot().crowded, 0u) << what;
}

// Pleats that sink down onto a floor, and that the wind presses together.
TEST(CoarseContact, PleatsDoNotGoThroughEachOther) {
    for (const std::uint32_t pleats : {2u, 7u}) {
        for (const float pitch : {0.006f, 0.02f}) {
            const MeshDescription mesh = pleated(pleats, pitch);
            const std::string what = fmt::format("{} pleats, {} m apart", pleats, pitch);
            expectStaysWhole(mesh, vec3(0.0f), onFloor(), what);
            expectStaysWhole(mesh, vec3(-9.0f, 3.0f, -12.0f), {}, what + " in the wind");
        }
    }
}

// Two triangles with one corner in common, which look to one side: nearly flat, and yet above each other.
TEST(CoarseContact, FacesAtACornerDoNotGoThroughEachOther) {
    for (const float height : {0.01f, 0.02f, 0.05f})
        expectStaysWhole(twoPages(height), vec3(3.0f, 1.0f, 5.0f), {}, fmt::format("{} m", height));
}

// Leaves that have a spine in common.
TEST(CoarseContact, LeavesDoNotGoThroughEachOther) {
    for (const std::uint32_t leaves : {3u, 4u, 6u})
        expectStaysWhole(leavesOfBook(leaves), vec3(0.0f), onFloor(), fmt::format("{} leaves", leaves));
}

// What begins in layers is no thicker than these are apart: then lists have them.
TEST(CoarseContact, ABodyIsNoThickerThanItsLayersAreApart) {
    const auto thicknessOf = [](const MeshDescription& mesh) {
        Scene scene;
        take(addContact(scene, take(addMesh(scene, mesh))));
        return scene.contacts[0].thickness;
    };
    const auto usual = [](const MeshDescription& mesh) {
        Scene scene;
        take(addMesh(scene, mesh));
        double sum = 0.0, count = 0.0;
        for (const SceneStick& stick : scene.sticks)
            if (stick.kind == StickKind::Structural) sum += stick.restLength, count += 1.0;
        return 1.2 * sum / count;
    };
    // From a line of particles the fourth after it is the next one at the same height.
    for (const float pitch : {0.006f, 0.02f})
        EXPECT_NEAR(thicknessOf(pleated(9, pitch)), 0.792 * 4.0 * double(pitch), 1e-6);
    for (const MeshDescription& mesh : {twoPages(0.02f), leavesOfBook(4), sheetWithShortEdge(),
                                        unevenSheet(14, 1.0f, 3), sphereMesh(vec3(0.0f), 0.3f, 2), irregularMesh(24)})
        EXPECT_NEAR(thicknessOf(mesh), usual(mesh), 1e-6);
    MeshDescription closed = pleated(9, 0.006f);
    for (vec3& vertex : closed.vertices)
        vertex.x *= 1e-3f;
    EXPECT_NEAR(thicknessOf(closed), 0.01 * usual(closed), 1e-6) << "upon each other";
}

// Marked is what may lie upon other faces: at an edge of three, at a corner of two surfaces, and where neighbours run
// the other way round; in a surface nothing.
TEST(CoarseContact, SchedulesKnowWhatIsNeverFlat) {
    const auto countNeverFlat = [](const MeshDescription& mesh) {
        Scene scene;
        take(addContact(scene, take(addMesh(scene, mesh))));
        const SchedulePtr schedule = take(compile(scene));
        std::size_t count = 0;
        for (const vec4& rest : schedule->neighbourRest)
            count += isNeverFlatWith(rest.w) ? 1 : 0;
        return count;
    };
    EXPECT_EQ(countNeverFlat(twoPages(0.02f)), 5u);
    EXPECT_EQ(countNeverFlat(leavesOfBook(3)), 12u);
    EXPECT_EQ(countNeverFlat(leavesOfBook(2)), 0u);
    EXPECT_EQ(countNeverFlat(pleated(7, 0.006f)), 0u);
    EXPECT_EQ(countNeverFlat(unevenSheet(14, 1.0f, 3)), 0u);
    EXPECT_EQ(countNeverFlat(sphereMesh(vec3(0.0f), 0.3f, 2)), 0u);
    MeshDescription turned = leavesOfBook(2);
    std::swap(turned.faceCorners[0], turned.faceCorners[1]);
    std::swap(turned.faceCorners[3], turned.faceCorners[4]);
    EXPECT_GT(countNeverFlat(turned), 0u);
}

}  // namespace
}  // namespace pliant::test
