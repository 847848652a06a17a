// Schedules, and solvers of either kind.

#include <algorithm>

#include "pliant/c/structs.h"

using namespace pliant;
using namespace pliant::c;

PliantResult pliantCompile(const PliantScene* scene, const PliantCompileOptions* options, PliantSchedule** schedule) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}, {"schedule", schedule}}); !status) return status;
        CompileOptions wanted;
        if (Status status = read(options, wanted); !status) return status;
        auto compiled = compile(scene->scene, wanted);
        if (!compiled) return compiled.error();
        *schedule = alive(new PliantSchedule{std::move(*compiled)});
        return {};
    });
}

void pliantDestroySchedule(PliantSchedule* schedule) {
    destroy(__func__, schedule);
}

PliantResult pliantGetSceneParticles(const PliantSchedule* schedule, uint32_t* particles, uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"schedule", schedule}, {"particles", particles}}); !s) return s;
        const std::vector<std::uint32_t>& order = schedule->schedule->sceneParticle;
        if (Status status = checkRoom("particles", count, order.size()); !status) return status;
        std::copy(order.begin(), order.end(), particles);
        return {};
    });
}

PliantResult pliantCreateCpuSolver(const PliantSchedule* schedule, const PliantCpuOptions* options,
                                   PliantSolver** solver) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"schedule", schedule}, {"solver", solver}}); !status) return status;
        CpuOptions wanted;
        if (Status status = read(options, wanted); !status) return status;
        auto made = CpuSolver::create(schedule->schedule, wanted);
        if (!made) return made.error();
        *solver = alive(new PliantSolver{std::move(*made), nullptr, {}});
        return {};
    });
}

PliantResult pliantCreateGpuSolver(const PliantGpu* gpu, const PliantSchedule* schedule,
                                   const PliantGpuSolverOptions* options, PliantSolver** solver) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"gpu", gpu}, {"schedule", schedule}, {"solver", solver}}); !s) return s;
        GpuSolverOptions wanted;
        if (Status status = read(options, wanted); !status) return status;
        auto made = GpuSolver::create(gpu->gpu, schedule->schedule, wanted);
        if (!made) return made.error();
        *solver = alive(new PliantSolver{std::nullopt, std::make_shared<GpuSolver>(std::move(*made)), {}});
        return {};
    });
}

void pliantDestroySolver(PliantSolver* solver) {
    destroy(__func__, solver);
}

PliantResult pliantStep(PliantSolver* solver, const PliantStepSettings* settings, const PliantStepInputs* inputs) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"solver", solver}}); !status) return status;
        StepSettings wanted;
        if (Status status = read(settings, wanted); !status) return status;
        if (Status status = read(inputs, solver->inputs); !status) return status;
        return solver->cpu ? solver->cpu->step(wanted, solver->inputs) : solver->gpu->step(wanted, solver->inputs);
    });
}

PliantResult pliantTakeSnapshot(const PliantSolver* solver, PliantSnapshot** snapshot) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"solver", solver}, {"snapshot", snapshot}}); !s) return s;
        if (solver->cpu)
            if (Status status = solver->cpu->checkWhole(); !status) return status;
        auto state = solver->cpu ? Result<Snapshot>(solver->cpu->snapshot()) : solver->gpu->snapshot();
        if (!state) return state.error();
        *snapshot = alive(new PliantSnapshot{std::move(*state)});
        return {};
    });
}

PliantResult pliantRestore(PliantSolver* solver, const PliantSnapshot* snapshot) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"solver", solver}, {"snapshot", snapshot}}); !s) return s;
        return solver->cpu ? solver->cpu->restore(snapshot->snapshot) : solver->gpu->restore(snapshot->snapshot);
    });
}
