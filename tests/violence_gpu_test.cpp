// Violent scenes on the GPU: the same bits as on the CPU, and every particle somewhere.

#include <fmt/format.h>

#include "gpu_support.h"
#include "pliant/cpu/cpu_solver.h"
#include "violence_support.h"

namespace pliant::test {
namespace {

class ViolentScenesOnTheGpu : public GpuTest, public testing::WithParamInterface<NamedScene> {};

TEST_P(ViolentScenesOnTheGpu, StayInThisWorldToTheBit) {
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
        Violence violence(seed);
        Scene scene = GetParam().scene();
        violence.applyTo(scene);
        const SchedulePtr schedule = take(compile(scene, optionsFor(seed)));
        GpuSolver gpu = gpuSolver(schedule);
        CpuSolver cpu = take(CpuSolver::create(schedule));
        for (int frame = 0; frame < 3; ++frame) {
            const StepSettings settings = violence.settings(*schedule);
            const StepInputs inputs = violence.inputs(scene);
            take(gpu.step(settings, inputs));
            take(cpu.step(settings, inputs));
            const std::string where = fmt::format("seed {}, frame {}", seed, frame + 1);
            const Snapshot state = take(gpu.snapshot());
            ASSERT_NO_FATAL_FAILURE(expectSound(state, where));
            expectEqual(state, cpu.snapshot(), where);
            if (HasFailure()) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ViolentScenesOnTheGpu, testing::ValuesIn(violentScenes()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace pliant::test
