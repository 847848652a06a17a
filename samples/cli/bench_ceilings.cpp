#include "bench_ceilings.h"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstring>
#include <functional>
#include <thread>

#include "bench_scenes.h"
#include "interrupt.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/fail.h"

namespace pliant::cli {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// All threads begin at once; from the first beginning to the last end. `work` is told which thread it runs on.
double secondsTogether(int threads, const std::function<void(int)>& work) {
    const auto count = static_cast<std::size_t>(threads);
    std::vector<Clock::time_point> starts(count), ends(count);
    std::barrier<> together(threads);
    const auto run = [&](int i) {
        together.arrive_and_wait();
        starts[std::size_t(i)] = Clock::now();
        work(i);
        ends[std::size_t(i)] = Clock::now();
    };
    {
        std::vector<std::jthread> workers;
        for (int i = 1; i < threads; ++i)
            workers.emplace_back(run, i);
        run(0);
    }
    const auto first = *std::min_element(starts.begin(), starts.end());
    return std::chrono::duration<double>(*std::max_element(ends.begin(), ends.end()) - first).count();
}

// Short trials, some of which nobody disturbs; the shortest counts. At least three, then until enough time has gone.
double shortestTrial(int threads, Effort effort, const std::function<void(int)>& work) {
    constexpr double kEnough = 0.15;  // [s]
    const Clock::time_point start = Clock::now();
    double best = secondsTogether(threads, work);
    if (effort == Effort::Quick) return best;
    for (int trial = 1; trial < 3 || secondsSince(start) < kEnough; ++trial)
        best = std::min(best, secondsTogether(threads, work));
    return best;
}

// The compiler must not see that a copy is not needed.
void copyAgainAndAgain(const std::vector<char>& source, std::vector<char>& target, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) {
        std::memcpy(target.data(), source.data(), source.size());
        asm volatile("" : : "r"(target.data()) : "memory");
    }
}

CopyRate measureCopy(int threads, std::size_t footprint, Effort effort) {
    constexpr double kBytesPerTrial = 2e7;
    const std::size_t half = footprint / 2 / std::size_t(threads);
    const auto times = std::size_t(std::max(1.0, kBytesPerTrial / double(footprint)));
    std::vector<std::vector<char>> sources(std::size_t(threads), std::vector<char>(half, 1)), targets = sources;
    const auto copy = [&](int i) { copyAgainAndAgain(sources[std::size_t(i)], targets[std::size_t(i)], times); };
    const double bytes = 2.0 * double(half) * threads * double(times);
    return {double(footprint), bytes / shortestTrial(threads, effort, copy)};
}

// From what fits into every first-level cache to what fits into none.
std::vector<std::size_t> footprints(int threads, Effort effort) {
    const std::size_t least = std::size_t(threads) << 15, most = effort == Effort::Quick ? least << 10 : 1u << 30;
    std::vector<std::size_t> sizes;
    for (std::size_t size = least; size <= most; size *= effort == Effort::Quick ? 32 : 4)
        sizes.push_back(size);
    return sizes;
}

// A way to solve the sticks of a tiny cloth on one thread.
struct TinyWay {
    Method method;
    bool byTile;
};

// Many iterations, so that all the rest of a frame counts for nothing. Each thread has a cloth of its own.
Result<double> measureSolves(int threads, const TinyWay& way, std::uint32_t size, Effort effort) {
    StepSettings settings;
    settings.method = way.method;
    settings.substeps = 1;
    settings.iterations = effort == Effort::Quick ? 20 : 400;
    const Result<SchedulePtr> schedule = compile(plainCloth(size), {.tiles = TileUse::Always});
    if (!schedule) return schedule.error();
    const Result<FrameModel> model = modelOf(**schedule, settings, {});
    if (!model) return model.error();
    std::vector<CpuSolver> solvers;
    for (int i = 0; i < threads; ++i) {
        Result<CpuSolver> solver = CpuSolver::create(*schedule, {1, true, way.byTile});
        if (!solver) return solver.error();
        solvers.push_back(std::move(*solver));
    }
    const auto solve = [&](int i) { static_cast<void>(solvers[std::size_t(i)].step(settings)); };
    return double(model->stickSolves) * threads / shortestTrial(threads, effort, solve);
}

Result<double> measureMostSolves(int threads, Effort effort) {
    double most = 0.0;
    for (const std::uint32_t size : {12u, 16u, 22u, 32u}) {
        for (const TinyWay way :
             {TinyWay{Method::GaussSeidel, false}, {Method::GaussSeidel, true}, {Method::Tiles, true}}) {
            if (wasInterrupted()) return fail("interrupted while the CPU was being measured");
            const Result<double> rate = measureSolves(threads, way, size, effort);
            if (!rate) return rate;
            most = std::max(most, *rate);
        }
    }
    return most;
}

// What handing out a pass to all threads costs, where there is next to nothing to do.
double measureHandOut(int threads, Effort effort) {
    if (threads == 1) return 0.0;
    constexpr int kTimes = 200;
    const int trials = effort == Effort::Quick ? 1 : 50;
    double best = 1.0;
    tbb::task_arena arena(threads);
    const auto nothing = [](int) { asm volatile("" : : : "memory"); };
    for (int trial = 0; trial < trials; ++trial) {
        const Clock::time_point start = Clock::now();
        arena.execute([&] {
            for (int i = 0; i < kTimes; ++i)
                tbb::parallel_for(0, threads, nothing, tbb::simple_partitioner{});
        });
        best = std::min(best, secondsSince(start) / kTimes);
    }
    return best;
}

}  // namespace

Result<Ceiling> measureCpuCeiling(int threads, Effort effort) {
    Ceiling ceiling;
    ceiling.name = fmt::format("CPU, {} thread{}", threads, threads == 1 ? "" : "s");
    for (const std::size_t footprint : footprints(threads, effort)) {
        if (wasInterrupted()) return fail("interrupted while the CPU was being measured");
        ceiling.copies.push_back(measureCopy(threads, footprint, effort));
    }
    makeMonotone(ceiling.copies);
    const Result<double> solves = measureMostSolves(threads, effort);
    if (!solves) return solves.error();
    ceiling.solvesPerSecond = *solves;
    ceiling.secondsPerWait = measureHandOut(threads, effort);
    return ceiling;
}

}  // namespace pliant::cli
