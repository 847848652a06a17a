// What the order of colours does to a flat sheet that nothing acts on: the linear model of docs/COLOURS.md.

#include <fmt/format.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <random>

#include "pliant/schedule/colouring.h"
#include "plot_parts.h"

namespace pliant::cli {
namespace {

using glm::dvec2;
using Index = std::uint32_t;

constexpr double kSide = 2.0;  // [m]
constexpr double kSubstep = 1.0 / 720.0;
constexpr double kSampled = 0.25;  // [s]

// A sheet of square cells with both diagonals. Its particles move within its plane, so little that sticks keep their
// directions.
struct Sheet {
    std::vector<vec4> places;
    std::vector<Edge> sticks;
    std::vector<dvec2> directions;
    double inverseMass;  // [1/kg]
};

Sheet sheetOf(Index size, double arealDensity) {
    Sheet sheet;
    const double spacing = kSide / (size - 1);
    sheet.inverseMass = 1.0 / (arealDensity * spacing * spacing);
    for (Index row = 0; row < size; ++row) {
        for (Index column = 0; column < size; ++column)
            sheet.places.push_back(vec4(float(column * spacing), 0.0f, float(row * spacing), 1.0f));
    }
    const auto join = [&](Index a, int across, int down) {
        const int column = int(a % size) + across, row = int(a / size) + down;
        if (column < 0 || column >= int(size) || row >= int(size)) return;
        sheet.sticks.push_back({a, Index(row) * size + Index(column)});
        sheet.directions.push_back(glm::normalize(dvec2(across, down)));
    };
    for (Index a = 0; a < size * size; ++a) {
        join(a, 1, 0);
        join(a, -1, 1);
        join(a, 0, 1);
        join(a, 1, 1);
    }
    return sheet;
}

std::vector<Index> byColour(const std::vector<Index>& colours) {
    std::vector<Index> order(colours.size());
    for (Index i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return colours[a] < colours[b]; });
    return order;
}

// The lowest colour that neither end has, stick after stick.
std::vector<Index> firstFit(const Sheet& sheet) {
    std::vector<std::uint64_t> used(sheet.places.size(), 0);
    std::vector<Index> colours;
    for (const Edge& stick : sheet.sticks) {
        Index colour = 0;
        while (((used[stick.a] | used[stick.b]) >> colour & 1) != 0)
            ++colour;
        used[stick.a] |= std::uint64_t(1) << colour;
        used[stick.b] |= std::uint64_t(1) << colour;
        colours.push_back(colour);
    }
    return byColour(colours);
}

std::vector<Index> byDirection(const Sheet& sheet) {
    return byColour(colourEdges(static_cast<Index>(sheet.places.size()), sheet.sticks, sheet.places).colours);
}

// Kinetic energy by that of the start, sampled, of a sheet whose particles start in directions of their own.
std::vector<double> energiesOf(const Sheet& sheet, const std::vector<Index>& order, double compliance, double seconds) {
    std::mt19937 random(7);
    const auto unit = [&] { return double(random()) / 0x1p31 - 1.0; };
    std::vector<dvec2> now(sheet.places.size(), dvec2(0.0)), before;
    for (dvec2& place : now)
        place = dvec2(unit(), unit());
    before.assign(now.size(), dvec2(0.0));
    const auto energy = [&] {
        double sum = 0.0;
        for (std::size_t i = 0; i < now.size(); ++i)
            sum += glm::dot(now[i] - before[i], now[i] - before[i]);
        return sum;
    };
    const double start = energy(), scaled = compliance / (kSubstep * kSubstep);
    std::vector<double> energies{1.0};
    const int every = int(kSampled / kSubstep);
    for (int substep = 1; substep <= int(seconds / kSubstep); ++substep) {
        for (std::size_t i = 0; i < now.size(); ++i) {
            const dvec2 next = 2.0 * now[i] - before[i];
            before[i] = now[i];
            now[i] = next;
        }
        for (const Index i : order) {
            const auto [a, b] = sheet.sticks[i];
            const dvec2 n = sheet.directions[i];
            const double push = glm::dot(n, now[a] - now[b]) / (2.0 * sheet.inverseMass + scaled);
            now[a] -= sheet.inverseMass * push * n;
            now[b] += sheet.inverseMass * push * n;
        }
        if (substep % every == 0) energies.push_back(energy() / start);
    }
    return energies;
}

struct NamedOrder {
    const char* name;
    std::vector<Index> order;
};

}  // namespace

Result<PlotReport> plotColours(bool quick) {
    const double seconds = quick ? 3.0 : 10.0;
    PlotReport report;
    report.csv = "size,order,time_s,energy_by_start\n";
    report.plot.title = "A free sheet of leather, by the order of its colours";
    report.plot.subtitle = {
        "Linear model in double: 2 m, motion within the plane, no damping, 12 substeps of 1/720 s per 1/60 s.",
        "Kinetic energy, by that of the start. Nothing acts on it, so it should not grow."};
    for (const Index size : quick ? std::vector<Index>{16, 32} : std::vector<Index>{32, 64}) {
        const Sheet sheet = sheetOf(size, 0.744);
        plot::PlotPanel panel{fmt::format("{0} x {0} particles", size),
                              {"time", "s", plot::Scale::Linear},
                              {"kinetic energy", "of the start"},
                              {}};
        report.plot.legend.clear();
        for (const auto& [name, order] :
             {NamedOrder{"first fit", firstFit(sheet)}, {"by direction", byDirection(sheet)}}) {
            const std::vector<double> energies = energiesOf(sheet, order, 1.25e-5, seconds);
            plot::PlotCurve curve;
            curve.hasMarkers = false;
            for (std::size_t i = 0; i < energies.size(); ++i) {
                const double time = kSampled * double(i);
                curve.points.push_back(
                    {time, energies[i], fmt::format("{:.2g} at {:.2f} s", energies[i], time), false});
                report.csv += fmt::format("{},{},{:.6g},{:.6g}\n", size, name, time, energies[i]);
            }
            report.table += fmt::format("{:>4} x {:<4} {:<14} {:>10.3g} of the start after {:.3g} s\n", size, size,
                                        name, energies.back(), seconds);
            panel.curves.push_back(std::move(curve));
            report.plot.legend.push_back({name, false});
        }
        report.plot.panels.push_back(std::move(panel));
    }
    return report;
}

}  // namespace pliant::cli
