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
    return fmt::format("{}{} frames of 1/60 s; stretch of the structural sticks over the last {} frames",
                       rows.empty() ? "" : rows.front().device + "; ", frames, std::min(frames, kStretchFrames));
}

plot::PlotPoint pointOf(const StretchRow& row, double StretchRow::*stretch) {
    const double percent = 100 * (row.*stretch);
    return {row.bestMs, percent,
            fmt::format("{}, {} x {}: {:.3g} ms, {:.3g} %", stretchCurves()[row.curve].name, row.substeps,
                        row.iterations, row.bestMs, percent),
            row.isMarked()};
}

plot::PlotPanel panelOf(const std::vector<StretchRow>& rows, const StretchRow& of, const char* what,
                        double StretchRow::*stretch) {
    plot::PlotPanel panel{fmt::format("{0} x {0} particles, {1}: {2} stretch", of.size, nameOf(of.machine), what),
                          {"fastest frame", "ms"},
                          {fmt::format("{} stretch", what), "%"},
                          std::vector<plot::PlotCurve>(stretchCurves().size())};
    for (const StretchRow& row : rows) {
        if (row.size == of.size && row.machine == of.machine)
            panel.curves[row.curve].points.push_back(pointOf(row, stretch));
    }
    return panel;
}

// Whether a row begins another table than the one before.
bool isFirst(const std::vector<StretchRow>& rows, std::size_t i) {
    return i == 0 || rows[i].size != rows[i - 1].size || rows[i].machine != rows[i - 1].machine;
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
    plot.title = "Stretch of a hanging cloth against time: lower left is better";
    plot.subtitle = {conditions(rows, frames),
                     "Left to right: more substeps of one iteration (grey: more iterations of one). "
                     "Rings: 20 plain substeps, and 12 with tethers and levels."};
    for (const StretchCurve& curve : stretchCurves())
        plot.legend.push_back({curve.name, &curve == &stretchCurves().back()});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isFirst(rows, i)) continue;
        plot.panels.push_back(panelOf(rows, rows[i], "mean", &StretchRow::mean));
        plot.panels.push_back(panelOf(rows, rows[i], "largest", &StretchRow::largest));
    }
    return plot;
}

std::string textOf(const std::vector<StretchRow>& rows, Index frames) {
    std::string text = "# Stretch against time\n\nA cloth of 2 m hung by two corners. " + conditions(rows, frames) +
                       ".\nTimes are those of the fastest frame and the median; the ratio is to 20 plain substeps, "
                       "frame by frame, and "
                       "holds better than the time on a\nmachine that drifts.\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const StretchRow& row = rows[i];
        if (isFirst(rows, i)) {
            text += fmt::format("\n## {0} x {0} particles, {1}\n\n", row.size, row.device);
            text += "| method | substeps x iterations | best ms | median ms | ratio | mean stretch % | largest % |\n";
            text += "|---|---|---|---|---|---|---|\n";
        }
        text += fmt::format("| {} | {} x {} | {:.4g} | {:.4g} | {:.2f} | {:.3g} | {:.3g} |\n",
                            stretchCurves()[row.curve].name, row.substeps, row.iterations, row.bestMs, row.medianMs,
                            row.ratio, 100 * row.mean, 100 * row.largest);
    }
    return text;
}

Json rowsOf(const std::vector<StretchRow>& rows) {
    Json json = Json::array();
    for (const StretchRow& row : rows) {
        json.push_back({{"machine", nameOf(row.machine)},
                        {"device", row.device},
                        {"size", row.size},
                        {"method", stretchCurves()[row.curve].name},
                        {"substeps", row.substeps},
                        {"iterations", row.iterations},
                        {"best_ms", row.bestMs},
                        {"median_ms", row.medianMs},
                        {"ratio_to_plain", row.ratio},
                        {"stretch_mean", row.mean},
                        {"stretch_max", row.largest}});
    }
    return json;
}

}  // namespace pliant::cli
