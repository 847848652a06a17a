#include <fmt/format.h>

#include <algorithm>

#include "bench_report.h"

namespace pliant::cli {
namespace {

using Index = std::uint32_t;

// Of all tables, in the order of their first row.
std::vector<std::string> wayNames(const std::vector<SpeedTable>& tables) {
    std::vector<std::string> names;
    for (const SpeedTable& table : tables) {
        for (const SpeedRow& row : table.rows) {
            const bool isNew = std::find(names.begin(), names.end(), row.way.name()) == names.end();
            if (isNew) names.push_back(row.way.name());
        }
    }
    return names;
}

std::vector<std::string> sceneNames(const std::vector<SpeedTable>& tables) {
    std::vector<std::string> names;
    for (const SpeedTable& table : tables) {
        if (names.empty() || names.back() != table.scene) names.push_back(table.scene);
    }
    return names;
}

struct Quantity {
    plot::PlotAxis axis;
    double (*of)(const SpeedRow&);
};

const Quantity kSpeed{{"stick solves", "million/s"}, [](const SpeedRow& row) { return 1e-6 * row.solvesPerSecond(); }};
const Quantity kShare{{"share of what the machine allows", "%", plot::Scale::Linear},
                      [](const SpeedRow& row) { return 100.0 * row.share(); }};

plot::PlotPanel panelOf(const std::vector<SpeedTable>& tables, const std::string& scene, const Quantity& quantity) {
    const std::vector<std::string> ways = wayNames(tables);
    plot::PlotPanel panel{fmt::format("{}: {}", scene, quantity.axis.quantity),
                          {"particles", "count"},
                          quantity.axis,
                          std::vector<plot::PlotCurve>(ways.size())};
    for (const SpeedTable& table : tables) {
        if (table.scene != scene) continue;
        for (const SpeedRow& row : table.rows) {
            const auto curve = std::find(ways.begin(), ways.end(), row.way.name());
            if (curve == ways.end() || !row.leftOut.empty()) continue;
            const double value = quantity.of(row);
            panel.curves[std::size_t(curve - ways.begin())].points.push_back(
                {double(table.particles), value,
                 fmt::format("{}, {} particles: {:.4g} ms, {:.4g}", row.way.name(), table.particles, row.bestMs, value),
                 false});
        }
    }
    return panel;
}

std::string conditions(const std::vector<StretchRow>& rows, Index frames) {
    return fmt::format("{}{} frames of 1/60 s; stretch of the structural sticks",
                       rows.empty() ? "" : rows.front().device + "; ", frames);
}

plot::PlotPoint pointOf(const StretchRow& row, double Stretch::*figure) {
    const double percent = 100 * (row.rest.*figure);
    return {row.bestMs, percent,
            fmt::format("{}, {} x {}: {:.3g} ms, {:.3g} %", stretchCurves()[row.curve].name, row.substeps,
                        row.iterations, row.bestMs, percent),
            row.isMarked()};
}

std::string sizeOf(const StretchRow& row) {
    return row.scene->isCloth ? fmt::format("{0} x {0} particles", row.size) : fmt::format("{} particles", row.size);
}

plot::PlotPanel panelOf(const std::vector<StretchRow>& rows, const StretchRow& of, const char* what,
                        double Stretch::*figure) {
    plot::PlotPanel panel{fmt::format("{}, {}, {}: {} stretch", of.scene->name, sizeOf(of), nameOf(of.machine), what),
                          {"fastest frame", "ms"},
                          {fmt::format("{} stretch", what), "%"},
                          std::vector<plot::PlotCurve>(stretchCurves().size())};
    for (const StretchRow& row : rows) {
        if (row.scene == of.scene && row.size == of.size && row.machine == of.machine)
            panel.curves[row.curve].points.push_back(pointOf(row, figure));
    }
    return panel;
}

// Whether a row begins another table than the one before.
bool isFirst(const std::vector<StretchRow>& rows, std::size_t i) {
    return i == 0 || rows[i].scene != rows[i - 1].scene || rows[i].size != rows[i - 1].size ||
           rows[i].machine != rows[i - 1].machine;
}

}  // namespace

plot::Plot plotOf(const Machines& machines, const std::vector<SpeedTable>& tables) {
    plot::Plot plot;
    plot.title = "How fast, and how near the limit of the machine: higher is better";
    plot.subtitle = {fmt::format("CPU with {} thread{}{}", machines.threads, machines.threads == 1 ? "" : "s",
                                 machines.gpu ? "; " + machines.gpu->info().name : std::string()),
                     "Best frame of several rounds, all ways in turns. Limit: bytes that must move at the rate "
                     "of copies, sticks at the rate of those in cache, and waits."};
    for (const std::string& name : wayNames(tables))
        plot.legend.push_back({name, false});
    for (const std::string& scene : sceneNames(tables)) {
        plot.panels.push_back(panelOf(tables, scene, kSpeed));
        plot.panels.push_back(panelOf(tables, scene, kShare));
    }
    return plot;
}

plot::Plot plotOf(const std::vector<StretchRow>& rows, Index frames) {
    plot::Plot plot;
    plot.title = "Stretch against time: lower left is better";
    plot.subtitle = {
        conditions(rows, frames) + fmt::format(" over the last {} frames", std::min(frames, kStretchFrames)),
        "Left to right: more substeps of one iteration (grey: more iterations of one). "
        "Rings: 12 substeps of the sticks alone, and with tethers, levels and bends."};
    for (const StretchCurve& curve : stretchCurves())
        plot.legend.push_back({curve.name, &curve == &stretchCurves().back()});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isFirst(rows, i)) continue;
        plot.panels.push_back(panelOf(rows, rows[i], "mean", &Stretch::mean));
        plot.panels.push_back(panelOf(rows, rows[i], "largest", &Stretch::max));
    }
    return plot;
}

// Per cent: mean / 99 of 100 below / largest.
std::string figures(const Stretch& stretch) {
    return fmt::format("{:.3g} / {:.3g} / {:.3g}", 100 * stretch.mean, 100 * stretch.p99, 100 * stretch.max);
}

std::string textOf(const std::vector<StretchRow>& rows, Index frames) {
    std::string text = fmt::format(
        "# Stretch against time\n\n{}.\nMean / 99 of 100 below / largest, in per cent; at the end: over the last {} "
        "frames; "
        "pressed: by how much sticks are shorter then, mean.\nTimes are those of the fastest frame and the median; the "
        "ratio is to 12 substeps of the sticks alone, frame by\nframe, and holds better than the time on a machine "
        "that "
        "drifts.\n",
        conditions(rows, frames), std::min(frames, kStretchFrames));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const StretchRow& row = rows[i];
        if (isFirst(rows, i)) {
            text +=
                fmt::format("\n## {}: {}; {}, {}\n\n", row.scene->name, row.scene->summary, sizeOf(row), row.device);
            text +=
                "| method | substeps x iterations | best ms | median ms | ratio | at its worst | at the end | pressed "
                "|\n|---|---|---|---|---|---|---|---|\n";
        }
        text += fmt::format("| {} | {} x {} | {:.4g} | {:.4g} | {:.2f} | {} | {} | {:.3g} |\n",
                            stretchCurves()[row.curve].name, row.substeps, row.iterations, row.bestMs, row.medianMs,
                            row.ratio, figures(row.worst), figures(row.rest), 100 * row.rest.pressed);
    }
    return text;
}

Json rowsOf(const std::vector<StretchRow>& rows, Index frames) {
    Json json = Json::array();
    for (const StretchRow& row : rows) {
        json.push_back({{"scene", row.scene->name},
                        {"machine", nameOf(row.machine)},
                        {"device", row.device},
                        {"size", row.size},
                        {"method", stretchCurves()[row.curve].name},
                        {"substeps", row.substeps},
                        {"iterations", row.iterations},
                        {"frames", frames},
                        {"best_ms", row.bestMs},
                        {"median_ms", row.medianMs},
                        {"ratio_to_sticks_alone", row.ratio},
                        {"worst_mean", row.worst.mean},
                        {"worst_p99", row.worst.p99},
                        {"worst_max", row.worst.max},
                        {"stretch_mean", row.rest.mean},
                        {"stretch_p99", row.rest.p99},
                        {"stretch_max", row.rest.max},
                        {"pressed_mean", row.rest.pressed}});
    }
    return json;
}

}  // namespace pliant::cli
