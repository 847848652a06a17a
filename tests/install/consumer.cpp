// A program of somebody else's: a cloth on the processor, one on a GPU where there is one, and a file.
#include <cstdint>
#include <cstdio>

#include <pliant/io/frame_writer.h>
#include <pliant/pliant.hpp>

int main(int argumentCount, char** arguments) {
    using namespace pliant;
    Scene scene;
    GridDescription cloth;
    cloth.columns = cloth.rows = 16;
    if (!addGrid(scene, cloth) || !pinPlace(scene, 0, GridPlace::FirstRowCorners)) return 1;
    const auto schedule = compile(scene);
    if (!schedule) return 2;
    auto solver = CpuSolver::create(*schedule);
    if (!solver) return 3;
    for (int frame = 0; frame < 10; ++frame)
        if (!solver->step()) return 4;
    const Snapshot state = solver->snapshot();
    if (argumentCount > 1) {
        auto file = OutputFile::create(arguments[1]);
        if (!file || !writeObj(*file, scene, state.positions) || !file->finish()) return 5;
    }
    const auto devices = listDevices();
    std::printf("%s %016llx %s\n", PLIANT_VERSION, static_cast<unsigned long long>(hashOf(state)),
                devices ? "knows devices" : "no Vulkan");
    return 0;
}
