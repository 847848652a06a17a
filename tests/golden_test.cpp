// One number for the whole CPU path. It must not move with the compiler, its flags, the number of threads or the width of the
// kernels: the build makes this program several times over (see CMakeLists.txt). If a change to the maths or to the schedule
// moves it on purpose, write the new number here and say so in the commit.

#include "cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {
namespace {

constexpr std::uint64_t kGoldenSchedule = 0xba2338d5dd7192f8;
constexpr std::uint64_t kGoldenState = 0x79d2743bab6b41f5;

TEST(Golden, TheHashDoesNotMove) {
    const SchedulePtr schedule = take(compile(mixedScene()));
    EXPECT_EQ(schedule->hash, kGoldenSchedule) << fmt::format("0x{:016x}", schedule->hash);
    for (const CpuOptions& options : {CpuOptions{1, false}, {1, true}, {2, false}, {2, true}}) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        for (std::uint32_t frame = 0; frame < 40; ++frame) {
            StepSettings s =
                settings(1 + frame % 7, 1 + frame % 3, frame % 4 == 3 ? Method::Jacobi : Method::GaussSeidel);
            s.dt = 1.0 / (50.0 + frame);
            s.relaxation = 0.9f;
            take(solver.step(s));
        }
        const std::uint64_t hash = hashOf(solver.snapshot());
        EXPECT_EQ(hash, kGoldenState) << fmt::format("0x{:016x}, {} threads, wide {}", hash, options.threads,
                                                     options.wide);
    }
}

}  // namespace
}  // namespace pliant::test
