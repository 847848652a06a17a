// A cloth on the GPU and on the CPU, from C, and whether they agree to the last bit. docs/C.md shows this program.
#include <pliant/pliant.h>
#include <stdio.h>
#include <stdlib.h>

static void need(PliantResult result) {
    if (result == PLIANT_OK) return;
    fprintf(stderr, "hello_c: %s\n", pliantErrorMessage());
    exit(1);
}

static PliantSnapshot* stateAfterASecond(PliantSolver* solver) {
    PliantSnapshot* state = NULL;
    for (int frame = 0; frame < 60; ++frame)
        need(pliantStep(solver, NULL, NULL));  // 1/60 s; null: as the defaults say
    need(pliantTakeSnapshot(solver, &state));
    return state;
}

int main(void) {
    PliantScene* scene = NULL;
    PliantSchedule* schedule = NULL;
    PliantGpu* gpu = NULL;
    PliantSolver *onCpu = NULL, *onGpu = NULL;
    PliantComparison difference = {0};

    need(pliantCreateScene(&scene));
    PliantGrid cloth;  // 1 m x 1 m, lying flat
    PliantFabric cotton;
    need(pliantDefaultGrid(&cloth, sizeof cloth));
    need(pliantFabricNamed("cotton", &cotton, sizeof cotton));
    cloth.columns = cloth.rows = 64;
    cloth.fabric = &cotton;
    uint32_t body;
    need(pliantAddGrid(scene, &cloth, &body));
    need(pliantPinPlace(scene, body, PLIANT_FIRST_ROW_CORNERS));

    need(pliantCompile(scene, NULL, &schedule));  // once; shared by any number of solvers
    need(pliantCreateCpuSolver(schedule, NULL, &onCpu));
    PliantSnapshot* reference = stateAfterASecond(onCpu);
    if (pliantCreateGpu(NULL, &gpu) != PLIANT_OK) {  // the best Vulkan device there is
        printf("On the CPU alone: %s\n", pliantErrorMessage());
    } else {
        need(pliantCreateGpuSolver(gpu, schedule, NULL, &onGpu));
        PliantSnapshot* state = stateAfterASecond(onGpu);
        need(pliantCompare(state, reference, &difference, sizeof difference));
        printf("%llu of %d particles differ\n", (unsigned long long)difference.differing, 64 * 64);
        pliantDestroySnapshot(state);
    }
    pliantDestroySnapshot(reference);
    pliantDestroySolver(onGpu);
    pliantDestroySolver(onCpu);
    pliantDestroyGpu(gpu);
    pliantDestroySchedule(schedule);
    pliantDestroyScene(scene);
    return difference.differing == 0 ? 0 : 1;
}
