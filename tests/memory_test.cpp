// What schedules and solvers say that they take, against what they do take.

#include <malloc.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/gpu_solver.h"
#include "support.h"

namespace {

std::atomic<std::int64_t> liveBytes = 0;

void* take(std::size_t size) {
    void* place = std::malloc(size);
    if (!place) throw std::bad_alloc();
    liveBytes += static_cast<std::int64_t>(malloc_usable_size(place));
    return place;
}

void giveBack(void* place) {
    if (place) liveBytes -= static_cast<std::int64_t>(malloc_usable_size(place));
    std::free(place);
}

}  // namespace

void* operator new(std::size_t size) {
    return take(size);
}
void* operator new[](std::size_t size) {
    return take(size);
}
void operator delete(void* place) noexcept {
    giveBack(place);
}
void operator delete[](void* place) noexcept {
    giveBack(place);
}
void operator delete(void* place, std::size_t) noexcept {
    giveBack(place);
}
void operator delete[](void* place, std::size_t) noexcept {
    giveBack(place);
}

namespace pliant::test {
namespace {

// Everything that cloth can have.
Scene fullCloth(std::uint32_t size, bool levels = true) {
    Scene scene = clothScene(size, compliant(1e-6f));
    scene.sticks.front().material = addMaterial(scene, {.damping = 1e-3f});
    scene.bends = bendsOfGrid(0, size, size, 0.01f, 0.01f, 1e-5f, 0.0f);
    scene.environment.airDensity = 1.2f;
    for (StickMaterial& material : scene.materials)
        material.strainLimit = 0.05f;
    scene.levels = levels;
    return scene;
}

class Memory : public testing::Test {
  protected:
    // Blocks of their own size, not whole pages.
    void SetUp() override { mallopt(M_MMAP_THRESHOLD, 1 << 30); }

    static constexpr double kTolerance = 8192.0;  // less than the smallest array per particle below
};

TEST_F(Memory, OfASchedule) {
    const Scene scene = fullCloth(60);
    take(compile(scene));  // what the library sets up once
    for (const CompileOptions& options : {CompileOptions{}, kForAllMethods}) {
        const std::int64_t before = liveBytes;
        const SchedulePtr schedule = take(compile(scene, options));
        const std::int64_t bytes = liveBytes - before;
        ASSERT_GT(schedule->tethers.size(), 0u);
        ASSERT_GT(schedule->clusters.size(), 0u);
        EXPECT_NEAR(double(sumOf(hostMemory(*schedule))), double(bytes), kTolerance);
    }
}

TEST_F(Memory, OfASolver) {
    Scene touching = clothScene(30);
    take(addContact(touching, 0));
    for (const Scene& scene : {fullCloth(60), forcesScene(1.0f), touching}) {
        const SchedulePtr schedule = take(compile(scene, kForAllMethods));
        take(CpuSolver::create(schedule));
        const std::int64_t before = liveBytes;
        const CpuSolver solver = take(CpuSolver::create(schedule));
        EXPECT_NEAR(double(sumOf(solverMemory(*schedule))), double(liveBytes - before), kTolerance);
    }
}

// Bytes of a cloth of n x n are a n^2 + b n + c: every array has so many items per particle, less those that the edges
// lack. Three sizes tell a, b and c.
double extrapolated(double size, const std::function<std::uint64_t(std::uint32_t)>& bytesOf) {
    const double x[] = {40, 50, 60};
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        double weight = 1.0;
        for (int j = 0; j < 3; ++j) {
            if (j != i) weight *= (size - x[j]) / (x[i] - x[j]);
        }
        sum += weight * double(bytesOf(static_cast<std::uint32_t>(x[i])));
    }
    return sum;
}

TEST_F(Memory, EightMillionParticlesWithSixSticksEachFitInTwoGiB) {
    constexpr double kSize = 2829, kGiB = 1 << 30;
    const auto deviceBytesOf = [](bool tethers) {
        return [=](std::uint32_t size) {
            Scene scene = clothScene(size);
            scene.levels = false;
            scene.tethers = tethers;
            return deviceBytes(*take(compile(scene, {.tiles = TileUse::Always, .wholeParticles = 0})));
        };
    };
    const double plain = extrapolated(kSize, deviceBytesOf(false));
    EXPECT_GT(plain / (kSize * kSize), 48.0 + 6 * 16.0) << "positions twice, what rounding left, and sticks";
    EXPECT_LT(plain, 1.75 * kGiB);
    EXPECT_LT(extrapolated(kSize, deviceBytesOf(true)), 2.0 * kGiB);
}

// What a scene does not have costs nothing.
TEST_F(Memory, OnTheDeviceIsOfWhatTheSceneHas) {
    Scene scene = clothScene(40);
    scene.tethers = scene.levels = false;
    const auto has = [&](const std::string& what) {
        const std::vector<MemoryUse> uses = deviceMemory(*take(compile(scene)));
        return std::any_of(uses.begin(), uses.end(), [&](const MemoryUse& use) { return use.what == what; });
    };
    for (const char* what :
         {"multipliers", "dampings and limits", "bends", "tethers", "triangles", "shapes", "velocities", "outlines"})
        EXPECT_FALSE(has(what)) << what;
    for (const char* what : {"particles", "sticks"})
        EXPECT_TRUE(has(what)) << what;
    scene = fullCloth(40);
    for (const char* what : {"multipliers", "dampings and limits", "bends", "tethers", "triangles"})
        EXPECT_TRUE(has(what)) << what;
}

}  // namespace
}  // namespace pliant::test
