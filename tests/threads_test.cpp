// Passes that are large enough to be cut into pieces for several threads: the same bits for any number of them.

#include "cpu/cpu_solver.h"
#include "support.h"

namespace pliant::test {
namespace {

class Threads : public testing::TestWithParam<Method> {};

TEST_P(Threads, AnyNumberGivesTheSameBits) {
    const SchedulePtr schedule = take(compile(clothScene(120, compliant(1e-6f))));
    ASSERT_GT(schedule->gaussSeidel[0].count, 4096u) << "too small to be shared out";
    const auto hashAfter = [&](const CpuOptions& options) {
        CpuSolver solver = take(CpuSolver::create(schedule, options));
        for (int frame = 0; frame < 5; ++frame)
            take(solver.step(settings(6, 2, GetParam())));
        return hashOf(solver.snapshot());
    };
    const std::uint64_t expected = hashAfter({1, false});
    for (const int threads : {1, 2, 3, 8}) {
        EXPECT_EQ(hashAfter({threads, true}), expected) << threads << " threads, wide";
        EXPECT_EQ(hashAfter({threads, false}), expected) << threads << " threads, plain";
    }
}

INSTANTIATE_TEST_SUITE_P(BothMethods, Threads, testing::Values(Method::GaussSeidel, Method::Jacobi),
                         [](const auto& info) { return info.param == Method::Jacobi ? "Jacobi" : "GaussSeidel"; });

}  // namespace
}  // namespace pliant::test
