#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/schedule/stability.h"
#include "plot_parts.h"
#include "progress.h"

namespace pliant::cli {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr double kFrame = 1.0 / 60.0;  // [s]
constexpr Index kSpringSubsteps = 12;
constexpr float kDamping = 2.0f;  // so that all comes to rest while it is watched [1/s]
constexpr double kSoft = 1.0;     // springs that stand any substep, where they are not looked at [N/m]
constexpr std::size_t kPosition = 0, kSprings = 1;  // bodies of the scene, and curves

// A cord that has come to rest, or has torn.
struct Rest {
    double setting = 0.0;  // iterations, or stiffness [N/m]
    double sag = 0.0;      // of its lowest point below its ends [m]
    double energy = 0.0;   // above that at the start [J]
    bool isTorn = false;
};

struct Study {
    std::vector<Rest> byIterations, byStiffness;
    double largestStiffness = 0.0;  // that is stable [N/m]
    double inextensible = 0.0;      // sag of a cord that does not give [m]
};

// Of one body: motion, height and springs.
double energyOf(const Scene& scene, const Body& body, const Snapshot& s) {
    const auto isOwn = [&](Index i) { return i >= body.firstParticle && i < body.firstParticle + body.particleCount; };
    double energy = 0.0;
    for (Index i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
        if (scene.pinned[i]) continue;
        const bool isForced = body.integrator != Integrator::Verlet;
        const bool hasMoved = s.previousSubstep > 0.0;
        const dvec3 moved = dvec3(s.positions[i]) - dvec3(s.previous[i]);
        const dvec3 v = isForced ? dvec3(s.velocities[i]) : hasMoved ? moved / s.previousSubstep : dvec3(0.0);
        const double height = -glm::dot(dvec3(scene.environment.gravity), dvec3(s.positions[i]));
        energy += double(scene.masses[i]) * (0.5 * glm::dot(v, v) + height);
    }
    for (const SceneStick& stick : scene.sticks) {
        const StickMaterial& material = scene.materials[stick.material];
        if (!isOwn(stick.a) || material.response != Response::Hooke) continue;
        const double stretch =
            glm::length(dvec3(s.positions[stick.a]) - dvec3(s.positions[stick.b])) - stick.restLength;
        energy += 0.5 * double(material.stiffness) * stretch * stretch;
    }
    return energy;
}

Result<Scene> sceneOf(samples::SceneOptions options, const char* knob, double value) {
    options.knobs["stiffness"] = kSoft;
    options.knobs[knob] = value;
    options.environment.damping = kDamping;
    Result<samples::SampleScene> sample = samples::makeScene(options);
    if (!sample) return sample.error();
    return std::move(sample->scene);
}

Result<Rest> restOf(const Scene& scene, std::size_t bodyIndex, double setting, Index substeps, Index iterations,
                    Index frames) {
    const Result<SchedulePtr> schedule = compile(scene);
    if (!schedule) return schedule.error();
    Result<CpuSolver> solver = CpuSolver::create(*schedule);
    if (!solver) return solver.error();
    StepSettings settings;
    settings.dt = kFrame;
    settings.substeps = substeps;
    settings.iterations = iterations;
    const Body& body = scene.bodies[bodyIndex];
    const double start = energyOf(scene, body, solver->snapshot());
    for (Index frame = 0; frame < frames; ++frame) {
        if (Status status = solver->step(settings); !status) return status.error();
    }
    const Snapshot state = solver->snapshot();
    Rest rest{setting};
    double length = 0.0;
    for (Index i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i)
        rest.sag = std::max(rest.sag, -double(state.positions[i].y));
    for (const SceneStick& stick : scene.sticks)
        length += double(stick.restLength);
    rest.energy = energyOf(scene, body, state) - start;
    rest.isTorn = state.lost > 0 || !(rest.energy < 0.0) || rest.sag > length;
    return rest;
}

Result<Study> studyOf(const samples::SceneOptions& options, bool quick) {
    Study study;
    const Index frames = quick ? 120 : 600;
    const std::vector<Index> iterations =
        quick ? std::vector<Index>{1, 10} : std::vector<Index>{1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50};
    const Progress progress("measuring");
    for (const Index count : iterations) {
        const Result<Scene> scene = sceneOf(options, "iterations", count);
        if (!scene) return scene.error();
        const Result<Rest> rest = restOf(*scene, kPosition, count, 1, count, frames);
        if (!rest) return rest.error();
        study.byIterations.push_back(*rest);
        if (count != iterations.back()) continue;
        const Result<Rest> stiff = restOf(*scene, kPosition, count, 8, 50, frames);
        if (!stiff) return stiff.error();
        study.inextensible = stiff->sag;
    }
    for (double stiffness = 20.0; stiffness < 1e5; stiffness *= quick ? 30.0 : std::pow(10.0, 0.125)) {
        const Result<Scene> scene = sceneOf(options, "stiffness", stiffness);
        if (!scene) return scene.error();
        const Result<std::vector<StabilityBound>> bounds = stabilityOf(*scene);
        if (!bounds) return bounds.error();
        const double share = bounds->front().longestSubstep / (kFrame / kSpringSubsteps);
        study.largestStiffness = stiffness * share * share;
        const Result<Rest> rest = restOf(*scene, kSprings, stiffness, kSpringSubsteps, 1, frames);
        if (!rest) return rest.error();
        study.byStiffness.push_back(*rest);
    }
    return study;
}

std::string linesOf(const std::vector<Rest>& rests, const char* unit) {
    std::string text;
    for (const Rest& rest : rests) {
        if (rest.isTorn) text += fmt::format("{:>9.4g} {}  torn\n", rest.setting, unit);
        else text += fmt::format("{:>9.4g} {}  {:>8.4f} m  {:>9.4f} J\n", rest.setting, unit, rest.sag, rest.energy);
    }
    return text;
}

std::string tableOf(const Study& study) {
    return fmt::format(
               "Position correction, one substep in 1/60 s; a cord that does not give sags by {:.4f} m\n"
               "{:>9}             {:>8}    {:>9}\n",
               study.inextensible, "", "sag", "energy") +
           linesOf(study.byIterations, "iterations") +
           fmt::format("\nSprings, substeps of {:.3g} ms, stable up to {:.4g} N/m\n", 1e3 * kFrame / kSpringSubsteps,
                       study.largestStiffness) +
           linesOf(study.byStiffness, "N/m       ");
}

std::string csvOf(const Study& study) {
    std::string text = "kind,iterations_or_stiffness,sag_m,energy_J,torn\n";
    const auto add = [&](const char* kind, const std::vector<Rest>& rests) {
        for (const Rest& rest : rests)
            text += fmt::format("{},{:.6g},{:.6g},{:.6g},{}\n", kind, rest.setting, rest.sag, rest.energy, rest.isTorn);
    };
    add("position", study.byIterations);
    add("springs", study.byStiffness);
    return text;
}

plot::PlotPanel panelOf(const Study& study, std::size_t curve, const char* title, const plot::PlotAxis& y,
                        double Rest::*value) {
    const bool isSprings = curve == kSprings;
    const plot::PlotAxis x = isSprings ? plot::PlotAxis{"stiffness", "N/m"} : plot::PlotAxis{"iterations", "per step"};
    plot::PlotPanel panel{title, x, y, std::vector<plot::PlotCurve>(3)};
    for (const Rest& rest : isSprings ? study.byStiffness : study.byIterations) {
        if (rest.isTorn) continue;
        const std::string tip = fmt::format("{:.4g}: {:.4g}", rest.setting, rest.*value);
        panel.curves[curve].points.push_back({rest.setting, rest.*value, tip, false});
    }
    if (isSprings) panel.marks.push_back({study.largestStiffness, "stable up to here"});
    if (value != &Rest::sag) return panel;
    plot::PlotCurve& stiff = panel.curves[2];
    stiff.hasMarkers = false;
    const std::vector<Rest>& rests = isSprings ? study.byStiffness : study.byIterations;
    for (const Rest* rest : {&rests.front(), &rests.back()})
        stiff.points.push_back({rest->setting, study.inextensible, "", false});
    return panel;
}

plot::Plot plotOf(const Study& study) {
    plot::Plot plot;
    plot.title = "A cord by position correction, and by springs";
    plot.subtitle = {
        "At rest between two fixed objects. Position correction: one substep in 1/60 s, stiff by iterations "
        "alone.",
        fmt::format("Springs: semi-implicit Euler, substeps of {:.2f} ms. Beyond the line the cord tears.",
                    1e3 * kFrame / kSpringSubsteps)};
    plot.legend = {{"position correction", false}, {"springs", false}, {"a cord that does not give", false}};
    const plot::PlotAxis sag{"sag", "m", plot::Scale::Linear};
    const plot::PlotAxis energy{"energy above the start", "J", plot::Scale::Linear};
    plot.panels = {panelOf(study, kPosition, "Sag by iterations", sag, &Rest::sag),
                   panelOf(study, kSprings, "Sag by stiffness", sag, &Rest::sag),
                   panelOf(study, kPosition, "Energy by iterations", energy, &Rest::energy),
                   panelOf(study, kSprings, "Energy by stiffness", energy, &Rest::energy)};
    return plot;
}

}  // namespace

Result<PlotReport> plotCord(const samples::SceneOptions& options, bool quick) {
    const Result<Study> study = studyOf(options, quick);
    if (!study) return study.error();
    return PlotReport{tableOf(*study), csvOf(*study), plotOf(*study)};
}

}  // namespace pliant::cli
