// Scenes of the command and planar ones, on the GPU against the CPU, to the bit.

#include <fmt/format.h>

#include "gpu_support.h"
#include "planar_support.h"
#include "scene_support.h"

namespace pliant::test {
namespace {

struct Case {
    std::string name;
    Scene scene;
    StepSettings settings;
    std::function<StepInputs(int frame)> inputs;
};

Case caseOf(const std::string& name, std::map<std::string, double> knobs) {
    samples::SampleScene sample = take(samples::makeScene(sceneOptions(name, std::move(knobs))));
    const StepSettings settings = usualSettings(sample);
    const auto inputs = [of = sample.inputs](int frame) { return of(frame / 60.0, (frame + 1) / 60.0); };
    return {name, std::move(sample.scene), settings, inputs};
}

std::vector<Case> allCases() {
    std::vector<Case> cases;
    cases.push_back(caseOf("rope2d", {{"iterations", 5}}));
    cases.push_back(caseOf("cord", {{"end-lock", 0}, {"slack", 0.4}}));
    cases.push_back(caseOf("cloth-integrators", {{"particles", 8}}));
    cases.push_back(caseOf("jelly", {{"cells", 3}}));
    cases.push_back(caseOf("weave", {}));
    for (const double solver : {0.0, 1.0})
        cases.push_back(caseOf("softbody2d", {{"bodies", 5}, {"solver", solver}}));
    for (const Method method : {Method::GaussSeidel, Method::Jacobi}) {
        StepSettings settings;
        settings.method = method;
        cases.push_back({"planar", planarScene(), settings, busyInputs});
    }
    return cases;
}

class SampleParity : public GpuTest {};

// And a state that goes from one backend to the other and back, mid-run, goes on as if it had not.
TEST_F(SampleParity, GpuEqualsCpuOnAnyNumberOfThreads) {
    for (const Case& c : allCases()) {
        SCOPED_TRACE(c.name);
        const SchedulePtr schedule = take(compile(c.scene, kForAllMethods));
        GpuSolver gpu = gpuSolver(schedule), moved = gpuSolver(schedule);
        CpuSolver plain = take(CpuSolver::create(schedule, {1, false})), other = take(CpuSolver::create(schedule));
        CpuSolver threaded = take(CpuSolver::create(schedule, {2, true}));
        for (int frame = 0; frame < 100; ++frame) {
            const StepInputs inputs = c.inputs(frame);
            take(gpu.step(c.settings, inputs));
            take(plain.step(c.settings, inputs));
            take(threaded.step(c.settings, inputs));
            if (frame == 40) take(other.restore(take(moved.snapshot())));
            if (frame == 70) take(moved.restore(other.snapshot()));
            const bool isOnOther = frame >= 40 && frame < 70;
            take(isOnOther ? other.step(c.settings, inputs) : moved.step(c.settings, inputs));
            expectEqual(threaded.snapshot(), plain.snapshot(), fmt::format("threads, frame {}", frame));
            if (frame % 10 == 9)
                expectEqual(take(gpu.snapshot()), plain.snapshot(), fmt::format("GPU, frame {}", frame));
            if (HasFailure()) return;
        }
        expectEqual(take(moved.snapshot()), plain.snapshot(), "after two moves");
    }
}

}  // namespace
}  // namespace pliant::test
