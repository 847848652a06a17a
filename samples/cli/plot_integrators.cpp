#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "fine_reference.h"
#include "pliant/cpu/cpu_solver.h"
#include "pliant/scene/forces.h"
#include "pliant/schedule/stability.h"
#include "pliant/state/step_report.h"
#include "plot_parts.h"
#include "progress.h"

namespace pliant::cli {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr double kFrame = 1.0 / 60.0;     // [s]
constexpr Index kLook = 12, kClose = 48;  // substeps whose course in time is shown
constexpr Index kReferenceSteps = 256;    // in a frame
constexpr int kCount = 6;                 // integrators: the scene's knob `only` counts from 1

// One integrator at one substep. Per frame, the first before any step; shorter where the cloth has exploded.
struct Course {
    int only = 0;
    Index substeps = 0;
    std::vector<double> energies;  // above that at the start [J]
    std::vector<double> errors;    // root of the mean square distance from the reference [m]
    bool hasExploded = false;

    double substepMs() const { return 1e3 * kFrame / substeps; }
};

struct Reference {
    std::vector<double> energies;
    std::vector<std::vector<dvec3>> positions;
    double scale = 0.0;  // what the cloth loses in height when it hangs [J]
};

struct Study {
    std::vector<std::string> names;
    std::vector<double> bounds;  // [s]
    std::vector<Course> courses;
    Reference reference;
    Index frames = 0, errorFrame = 0;

    const Course& course(int only, Index substeps) const {
        return *std::find_if(courses.begin(), courses.end(),
                             [&](const Course& c) { return c.only == only && c.substeps == substeps; });
    }
};

Result<Scene> sceneOf(samples::SceneOptions options, int only) {
    options.knobs["only"] = only;
    Result<samples::SampleScene> sample = samples::makeScene(options);
    if (!sample) return sample.error();
    return std::move(sample->scene);
}

Reference referenceOf(const Scene& scene, Index frames) {
    Reference reference;
    FineReference fine(scene);
    const double start = fine.energy();
    for (Index frame = 0; frame <= frames; ++frame) {
        if (frame > 0) fine.advance(kFrame, kReferenceSteps);
        reference.energies.push_back(fine.energy() - start);
        reference.positions.push_back(fine.positions());
    }
    double mass = 0.0;
    for (const float m : scene.masses)
        mass += m;
    reference.scale = 0.5 * mass * glm::length(dvec3(scene.environment.gravity));  // half of its 1 m
    return reference;
}

double distanceOf(const std::vector<vec3>& positions, const std::vector<dvec3>& exact) {
    double sum = 0.0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        const dvec3 d = dvec3(positions[i]) - exact[i];
        sum += glm::dot(d, d);
    }
    return std::sqrt(sum / double(exact.size()));
}

Result<Course> courseOf(const Scene& scene, int only, Index substeps, const Study& study) {
    const Result<SchedulePtr> schedule = compile(scene);
    if (!schedule) return schedule.error();
    Result<CpuSolver> solver = CpuSolver::create(*schedule);
    if (!solver) return solver.error();
    StepSettings settings;
    settings.dt = kFrame;
    settings.substeps = substeps;
    settings.tethers = false;  // nothing shall keep an explosion in bounds
    Course course{only, substeps, {}, {}, false};
    double start = 0.0;
    for (Index frame = 0; frame <= study.frames; ++frame) {
        if (frame > 0) {
            if (Status status = solver->step(settings); !status) return status.error();
        }
        const Snapshot state = solver->snapshot();
        const StepReport report = reportOf(scene, state);
        const double energy = report.kineticEnergy + report.potentialEnergy;
        if (frame == 0) start = energy;
        course.hasExploded = state.lost > 0 || !(energy - start < 2.0 * study.reference.scale);
        if (course.hasExploded) break;
        course.energies.push_back(energy - start);
        course.errors.push_back(distanceOf(state.positions, study.reference.positions[frame]));
    }
    return course;
}

Result<Study> studyOf(const samples::SceneOptions& options, bool quick) {
    Study study;
    study.frames = quick ? 30 : 120;
    study.errorFrame = quick ? 15 : 30;
    const std::vector<Index> substeps =
        quick ? std::vector<Index>{kLook, kClose} : std::vector<Index>{4, 6, 8, kLook, 16, 24, 32, kClose, 64};
    constexpr int kReferenceFor = 4;  // Runge and Kutta: all sticks are springs
    const Result<Scene> springs = sceneOf(options, kReferenceFor);
    if (!springs) return springs.error();
    Progress progress("measuring", kCount * substeps.size());
    study.reference = referenceOf(*springs, study.frames);
    for (int only = 1; only <= kCount; ++only) {
        const Result<Scene> scene = sceneOf(options, only);
        if (!scene) return scene.error();
        const Result<std::vector<StabilityBound>> bounds = stabilityOf(*scene);
        if (!bounds) return bounds.error();
        study.names.push_back(scene->bodies[0].name);
        study.bounds.push_back(bounds->empty() ? HUGE_VAL : bounds->front().longestSubstep);
        for (const Index count : substeps) {
            Result<Course> course = courseOf(*scene, only, count, study);
            if (!course) return course.error();
            study.courses.push_back(std::move(*course));
            progress.update(study.courses.size());
        }
    }
    return study;
}

// The shortest substep at which the cloth has exploded.
std::string explosionOf(const Study& study, int only) {
    double shortest = HUGE_VAL;
    for (const Course& course : study.courses) {
        if (course.only == only && course.hasExploded) shortest = std::min(shortest, course.substepMs());
    }
    return std::isfinite(shortest) ? fmt::format("{:.3g} ms", shortest) : "never";
}

std::string driftOf(const Study& study, int only, Index substeps) {
    const Course& course = study.course(only, substeps);
    if (course.hasExploded) return fmt::format("exploded at {:.2f} s", kFrame * double(course.energies.size()));
    const double drift = course.energies.back() - study.reference.energies[study.frames];
    return fmt::format("{:+.3g} %", 100.0 * drift / study.reference.scale);
}

std::string errorOf(const Study& study, int only, Index substeps) {
    const Course& course = study.course(only, substeps);
    if (course.errors.size() <= study.errorFrame) return "-";
    return fmt::format("{:.2g} mm", 1e3 * course.errors[study.errorFrame]);
}

std::string boundOf(double bound) {
    if (bound == 0.0) return "none";
    return std::isfinite(bound) ? fmt::format("{:.3g} ms", 1e3 * bound) : "any";
}

std::string tableOf(const Study& study) {
    const std::string lookMs = fmt::format("{:.2f} ms", 1e3 * kFrame / kLook);
    const std::string closeMs = fmt::format("{:.2f} ms", 1e3 * kFrame / kClose);
    std::string text = fmt::format(
        "Energy against a fine reference after {:.2g} s, as a share of what the cloth falls; error of places after "
        "{:.2g} "
        "s\n\n{:<24} {:>9} {:>9} {:>21} {:>21} {:>9} {:>9}\n",
        kFrame * study.frames, kFrame * study.errorFrame, "", "stable to", "explodes", "energy, " + lookMs,
        "energy, " + closeMs, "error", "error");
    text +=
        fmt::format("{:<24} {:>9} {:>9} {:>21} {:>21} {:>9} {:>9}\n", "", "(theory)", "from", "", "", lookMs, closeMs);
    for (int only = 1; only <= kCount; ++only) {
        text += fmt::format("{:<24} {:>9} {:>9} {:>21} {:>21} {:>9} {:>9}\n", study.names[std::size_t(only - 1)],
                            boundOf(study.bounds[std::size_t(only - 1)]), explosionOf(study, only),
                            driftOf(study, only, kLook), driftOf(study, only, kClose), errorOf(study, only, kLook),
                            errorOf(study, only, kClose));
    }
    return text;
}

std::string csvOf(const Study& study) {
    std::string text = "integrator,substep_ms,time_s,energy_J,reference_energy_J,error_m\n";
    for (const Course& course : study.courses) {
        for (std::size_t frame = 0; frame < course.energies.size(); ++frame) {
            text += fmt::format("\"{}\",{:.6g},{:.6g},{:.9g},{:.9g},{:.6g}\n",
                                study.names[std::size_t(course.only - 1)], course.substepMs(), kFrame * double(frame),
                                course.energies[frame], study.reference.energies[frame], course.errors[frame]);
        }
    }
    return text;
}

plot::PlotCurve curveOf(const std::vector<double>& values, double factor, double most) {
    plot::PlotCurve curve;
    curve.hasMarkers = false;
    for (std::size_t frame = 0; frame < values.size() && factor * values[frame] <= most; ++frame)
        curve.points.push_back({kFrame * double(frame), factor * values[frame], "", false});
    return curve;
}

plot::PlotPanel energyPanel(const Study& study, Index substeps) {
    plot::PlotPanel panel{fmt::format("Energy, substeps of {:.2f} ms", 1e3 * kFrame / substeps),
                          {"time", "s", plot::Scale::Linear},
                          {"energy above the start", "J", plot::Scale::Linear},
                          {}};
    const double most = 0.5 * study.reference.scale;
    panel.curves.push_back(curveOf(study.reference.energies, 1.0, most));
    for (int only = 1; only <= kCount; ++only)
        panel.curves.push_back(curveOf(study.course(only, substeps).energies, 1.0, most));
    return panel;
}

plot::PlotPanel errorPanel(const Study& study, Index substeps) {
    plot::PlotPanel panel{fmt::format("Error of places, substeps of {:.2f} ms", 1e3 * kFrame / substeps),
                          {"time", "s", plot::Scale::Linear},
                          {"error", "mm"},
                          {{}}};
    for (int only = 1; only <= kCount; ++only) {
        std::vector<double> errors = study.course(only, substeps).errors;
        if (!errors.empty()) errors[0] = NAN;  // none yet
        plot::PlotCurve curve;
        curve.hasMarkers = false;
        for (std::size_t frame = 1; frame < errors.size(); ++frame)
            curve.points.push_back({kFrame * double(frame), 1e3 * errors[frame], "", false});
        panel.curves.push_back(std::move(curve));
    }
    return panel;
}

// A value of every course that has got so far, over the substep.
template <class ValueOf>
plot::PlotPanel substepPanel(const Study& study, const std::string& title, const plot::PlotAxis& y, std::size_t frame,
                             ValueOf&& valueOf) {
    plot::PlotPanel panel{title, {"substep", "ms"}, y, std::vector<plot::PlotCurve>(kCount + 1)};
    for (const Course& course : study.courses) {
        if (course.energies.size() <= frame) continue;
        const double value = valueOf(course);
        panel.curves[std::size_t(course.only)].points.push_back(
            {course.substepMs(), value,
             fmt::format("{}, {:.3g} ms: {:.3g}", study.names[std::size_t(course.only - 1)], course.substepMs(), value),
             false});
    }
    return panel;
}

plot::Plot plotOf(const Study& study) {
    plot::Plot plot;
    plot.title = "One cloth, six integrators";
    plot.subtitle = {
        "The same springs, masses, pins and air, let go from the horizontal. A curve that ends has exploded.",
        "Reference: Runge and Kutta in double precision, substeps of 0.065 ms."};
    plot.legend.push_back({"fine reference", true});
    for (const std::string& name : study.names)
        plot.legend.push_back({name, false});
    for (const Index substeps : {kLook, kClose}) {
        plot.panels.push_back(energyPanel(study, substeps));
        plot.panels.push_back(errorPanel(study, substeps));
    }
    plot.panels.push_back(substepPanel(study, fmt::format("Error of places after {:.2g} s", kFrame * study.errorFrame),
                                       {"error", "mm"}, study.errorFrame,
                                       [&](const Course& course) { return 1e3 * course.errors[study.errorFrame]; }));
    plot.panels.push_back(substepPanel(study, fmt::format("Energy gone wrong after {:.2g} s", kFrame * study.frames),
                                       {"off by", "% of the fall"}, study.frames, [&](const Course& course) {
                                           const double drift =
                                               course.energies.back() - study.reference.energies[study.frames];
                                           return 100.0 * std::abs(drift) / study.reference.scale;
                                       }));
    return plot;
}

}  // namespace

Result<PlotReport> plotIntegrators(const samples::SceneOptions& options, bool quick) {
    const Result<Study> study = studyOf(options, quick);
    if (!study) return study.error();
    return PlotReport{tableOf(*study), csvOf(*study), plotOf(*study)};
}

}  // namespace pliant::cli
