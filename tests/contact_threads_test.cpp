// What threads share in passes over particles that touch each other: under the thread sanitizer, which says what one
// writes while another reads it.

#include <tbb/task_arena.h>

#include <thread>

#include "blades_support.h"
#include "neighbour_support.h"
#include "pass_support.h"
#include "support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

// Three sheets and a mesh of uneven triangles that fall into each other onto a floor, held by some corners.
Scene tangleScene() {
    Scene scene;
    for (Index i = 0; i < 3; ++i) {
        GridDescription grid;
        grid.columns = grid.rows = 22;
        grid.corner = vec3(0.013f * float(i), 0.06f + 0.055f * float(i), 0.021f * float(i));
        grid.fabric = take(fabricNamed("silk"));
        take(addContact(scene, take(addGrid(scene, grid))));
    }
    MeshDescription mesh = irregularMesh(24);
    for (vec3& vertex : mesh.vertices)
        vertex = vertex * 0.4f + vec3(0.5f, 0.3f, 0.5f);
    take(addContact(scene, take(addMesh(scene, mesh))));
    take(pinPlace(scene, 0, GridPlace::FourCorners));
    // Pressed together by a third: sheets fold.
    for (vec3& place : scene.positions)
        place = vec3(place.x * 0.65f, place.y, place.z);
    return scene;
}

// How many are asked for their base by cuts alone.
std::size_t countAsked(const cpu::NeighbourWork& w) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < w.based.size(); ++i)
        count += w.based[i] / 2 == w.substep && w.noted[i] != w.substep;
    return count;
}

// Each pass by one thread, and by two at once, every other piece each. Calls seen(pass, neighbours) after each.
template <class InputsOf, class Seen>
void runByTwo(const Scene& scene, int frames, InputsOf&& inputsOf, Seen&& seen) {
    // By one thread: the sanitizer knows nothing of what oneTBB's wait for.
    const SchedulePtr schedule = tbb::task_arena(1).execute([&] { return take(compile(scene)); });
    PassArrays alone(*schedule), shared(*schedule);
    Progress progress = initialProgress(*schedule);
    for (int frame = 0; frame < frames; ++frame) {
        const StepPlan plan = take(planStep(*schedule, {}, inputsOf(frame), progress));
        replayPasses(*schedule, plan, schedule->tethers,
                     [&](const auto& buffers, const Pass& pass, const PassConstants& constants) {
                         const Index first = pass.first, last = first + pass.count;
                         const bool wide = frame % 2 == 0 && cpu::hasWideKernels();
                         const auto run = [&](PassArrays& arrays, Index begin, Index end) {
                             cpu::runPiece(buffers(arrays), wide, pass, constants, begin, end);
                         };
                         constexpr Index kPiece = 24;  // next to each other, so that much is around both
                         const auto runEveryOther = [&](Index begin) {
                             for (; begin < last; begin += 2 * kPiece)
                                 run(shared, begin, std::min(begin + kPiece, last));
                         };
                         run(alone, first, last);
                         std::thread other([&] { runEveryOther(first + kPiece); });
                         runEveryOther(first);
                         other.join();
                         seen(pass, shared.neighbours);
                     });
        advance(progress, plan);
        ASSERT_EQ(alone.particles, shared.particles) << "frame " << frame;
    }
}

TEST(ContactThreads, WriteNothingThatOthersRead) {
    std::size_t asked = 0, cuts = 0;
    runByTwo(
        tangleScene(), 4, [](int) { return onFloor(); },
        [&](const Pass& pass, const cpu::NeighbourWork& w) {
            if (pass.kind != PassKind::FindCuts || pass.rows != 0) return;
            asked += countAsked(w);
            cuts += w.state[kHasCuts];
        });
    EXPECT_GT(asked, 1000u) << "bases that two threads may ask for at once";
    EXPECT_GT(cuts, 0u);
}

// A thin crowd whose bodies begin just above the floor and each other.
Scene lowCrowd() {
    Scene scene = thinCrowd();
    const float floor = 0.01f, lowest = 0.6f;
    for (const Contact& contact : scene.contacts) {
        const auto first = scene.positions.begin() + contact.firstParticle, last = first + contact.particleCount;
        const auto isLower = [](vec3 a, vec3 b) { return a.y < b.y; };
        const float height = std::min_element(first, last, isLower)->y;
        const float drop = height - (floor + 0.05f * (height - lowest));
        for (auto place = first; place != last; ++place)
            place->y -= drop;
    }
    return scene;
}

TEST(ContactThreads, NorDoFacesThatPushEachOther) {
    std::size_t touches = 0;
    runByTwo(
        lowCrowd(), 3, [](int) { return onFloor(); },
        [&](const Pass& pass, const cpu::NeighbourWork& w) {
            if (pass.kind != PassKind::FindCuts || pass.response != kPushFaces) return;
            for (const FaceTouches& one : w.faceTouches)
                touches += one.count;
        });
    EXPECT_GT(touches, 1000u);
}

// Blades that turn and rise into a sheet.
TEST(ContactThreads, NorDoThoseThatTakeBases) {
    const Blades blades = sheetAboveBlades(30, 0.7f);
    std::size_t taken = 0;
    runByTwo(
        blades.scene, 5, [&](int frame) { return blades.turnedBy(0.25 * (frame + 1), 0.15 * (frame + 1)); },
        [&](const Pass& pass, const cpu::NeighbourWork& w) {
            if (pass.kind != PassKind::AlignBases) return;
            taken +=
                std::count_if(w.cuts.begin(), w.cuts.end(), [&](const WayCut& cut) { return cut.round == pass.rows; });
        });
    EXPECT_GT(taken, 100u);
}

}  // namespace
}  // namespace pliant::test
