// A cloth on the GPU and on the CPU, and whether they agree to the last bit.
#include <cstdio>

#include <pliant/pliant.hpp>

int main() {
    using namespace pliant;
    Scene scene;
    GridDescription cloth;  // 1 m x 1 m of light cotton, lying flat
    cloth.columns = cloth.rows = 64;
    if (!addGrid(scene, cloth)) return 1;
    if (!pinPlace(scene, 0, GridPlace::FirstRowCorners)) return 1;

    const auto schedule = compile(scene);  // once; shared by any number of solvers
    const auto gpu = Gpu::create();        // the best Vulkan device there is
    if (!schedule || !gpu) return 1;
    auto onGpu = GpuSolver::create(*gpu, *schedule);
    auto onCpu = CpuSolver::create(*schedule);
    if (!onGpu || !onCpu) return 1;
    for (int frame = 0; frame < 60; ++frame) {  // 1/60 s each
        if (!onGpu->step() || !onCpu->step()) return 1;
    }
    const auto state = onGpu->snapshot();
    if (!state) return 1;
    const auto difference = compare(*state, onCpu->snapshot());
    std::printf("%zu of %zu particles differ\n", difference->differing, scene.positions.size());
    return difference->differing == 0 ? 0 : 1;
}
