// A cloth on the processor: describe a scene, compile it, step it, look at it. No Vulkan.
#include <cstdio>

#include <pliant/pliant.hpp>

int main() {
    using namespace pliant;
    Scene scene;
    GridDescription cloth;  // 1 m x 1 m, lying flat
    cloth.columns = cloth.rows = 48;
    cloth.fabric = *fabricNamed("stiff-cotton");
    if (!addGrid(scene, cloth)) return 1;
    if (!pinPlace(scene, 0, GridPlace::FirstRowCorners)) return 1;

    const auto schedule = compile(scene);  // once; shared by any number of solvers
    if (!schedule) {
        std::fprintf(stderr, "hello_cpu: %s\n", schedule.error().message.c_str());
        return 1;
    }
    CpuOptions options;
    options.threads = 2;  // any number gives the same bits
    auto solver = CpuSolver::create(*schedule, options);
    if (!solver) return 1;

    std::printf("   time   lowest point   largest stretch   energy\n");
    for (int frame = 1; frame <= 180; ++frame) {  // 1/60 s each
        if (!solver->step()) return 1;
        if (frame % 30 != 0) continue;
        const Snapshot state = solver->snapshot();
        float lowest = 0.0f;
        for (const vec3& place : state.positions)
            lowest = std::min(lowest, place.y);
        const StepReport report = reportOf(scene, state);
        std::printf("%5.1f s %11.3f m %15.2f %% %8.3f J\n", frame / 60.0, double(lowest), 100.0 * report.largestStretch,
                    report.kineticEnergy + report.potentialEnergy);
    }
}
