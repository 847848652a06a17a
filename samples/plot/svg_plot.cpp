#include "svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace pliant::plot {
namespace {

constexpr double kWidth = 1200.0, kMargin = 24.0;
constexpr double kTitleHeight = 44.0, kLineHeight = 22.0;
constexpr std::size_t kLegendColumns = 4, kPanelColumns = 2;
constexpr double kCellWidth = (kWidth - 2.0 * kMargin) / kPanelColumns, kCellHeight = 380.0;
constexpr double kFrameLeft = 70.0, kFrameTop = 44.0, kFrameWidth = 480.0, kFrameHeight = 270.0;

struct Style {
    const char* colour;
    const char* marker;  // a path around (0, 0)
};

// Colours of Okabe & Ito 2008, which the colour-blind can tell apart, a dark red, a brown and an olive; the shapes say
// it again.
constexpr std::array<Style, kMostCurves> kStyles{
    {{"#7f7f7f", "M-5 0L0 -5L5 0L0 5Z"},
     {"#000000", "M-4.5 -4.5H4.5V4.5H-4.5Z"},
     {"#e69f00", "M0 -5.5L5.2 4H-5.2Z"},
     {"#56b4e9", "M0 5.5L5.2 -4H-5.2Z"},
     {"#d55e00", "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z"},
     {"#cc79a7", "M-5.2 -2.9L-2.9 -5.2L0 -2.3L2.9 -5.2L5.2 -2.9L2.3 0L5.2 2.9L2.9 5.2L0 2.3L-2.9 5.2L-5.2 2.9L-2.3 0Z"},
     {"#882255", "M-1.7 -5.5H1.7V-1.7H5.5V1.7H1.7V5.5H-1.7V1.7H-5.5V-1.7H-1.7Z"},
     {"#009e73", "M0 -5.8L5.5 -1.8L3.4 4.7H-3.4L-5.5 -1.8Z"},
     {"#0072b2", "M-5 -5H5L-5 5H5Z"},
     {"#8c564b", "M5.5 0L-4 -5.2V5.2Z"},
     {"#999933", "M-5.5 0L4 -5.2V5.2Z"}}};

struct Point {
    double x, y;
};

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else out += c;
    }
    return out;
}

std::string textAt(Point at, const char* attributes, const std::string& text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", at.x, at.y, attributes, escaped(text));
}

std::string line(Point from, Point to, const char* attributes) {
    return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" {}/>\n", from.x, from.y, to.x, to.y, attributes);
}

std::string marker(Point at, const Style& style, const std::string& tip) {
    return fmt::format(
        "<path transform=\"translate({:.1f} {:.1f})\" d=\"{}\" fill=\"{}\" stroke=\"#fff\" stroke-width=\"0.8\">"
        "<title>{}</title></path>\n",
        at.x, at.y, style.marker, style.colour, escaped(tip));
}

// From `low` at pixel `start` to `high` at pixel `end`.
struct Axis {
    double low, high, start, end;
    Scale scale = Scale::Logarithmic;

    bool isLinear() const { return scale == Scale::Linear; }
    double decades() const { return std::log10(high / low); }
    double shareAt(double value) const {
        return isLinear() ? (value - low) / (high - low) : std::log10(value / low) / decades();
    }
    double at(double value) const { return start + (end - start) * shareAt(value); }
    bool has(double value) const { return value >= low && value <= high; }
};

bool isOnAxis(double value, Scale scale) {
    return std::isfinite(value) && (scale == Scale::Linear || value > 0.0);
}

bool isDrawn(const PlotPoint& point, Scale x, Scale y) {
    return isOnAxis(point.x, x) && isOnAxis(point.y, y);
}

// Fits the points, with some air around them; a logarithmic one is at least a decade long.
Axis axisOf(const PlotPanel& panel, double PlotPoint::*value, Scale scale, double start, double end) {
    constexpr double kAir = 1.3, kLinearAir = 0.05;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const PlotCurve& curve : panel.curves) {
        for (const PlotPoint& point : curve.points) {
            if (!isDrawn(point, panel.x.scale, panel.y.scale)) continue;
            low = std::min(low, point.*value);
            high = std::max(high, point.*value);
        }
    }
    const bool hasMarks = value == &PlotPoint::x;
    for (const PlotMark& mark : panel.marks) {
        if (!hasMarks || !isOnAxis(mark.x, panel.x.scale)) continue;
        low = std::min(low, mark.x);
        high = std::max(high, mark.x);
    }
    if (!(high >= low)) low = high = 1.0;
    if (scale == Scale::Linear) {
        const double air = high > low ? kLinearAir * (high - low) : 1.0;
        return {low - air, high + air, start, end, scale};
    }
    const double widen = std::max(kAir, std::sqrt(10.0 * low / high));
    return {low / widen, high * widen, start, end, scale};
}

struct Tick {
    double value;
    bool hasLabel;
};

// Some five or more, at multiples of 1, 2 or 5.
std::vector<Tick> linearTicksOf(const Axis& axis) {
    constexpr double kFewest = 5.0;
    const double span = axis.high - axis.low, decade = std::pow(10.0, std::floor(std::log10(span)));
    double step = decade;
    for (const double digit : {0.5, 0.2, 0.1, 0.05})
        if (span / step < kFewest) step = digit * decade;
    std::vector<Tick> ticks;
    for (double n = std::ceil(axis.low / step); n * step <= axis.high; n += 1.0)
        ticks.push_back({n * step, true});
    return ticks;
}

// 1, 2 and 5 of every decade; where decades are many, labels only at 1.
std::vector<Tick> ticksOf(const Axis& axis) {
    if (axis.isLinear()) return linearTicksOf(axis);
    constexpr double kLabelledDecades = 3.0;
    std::vector<Tick> ticks;
    for (int decade = int(std::floor(std::log10(axis.low))); decade <= int(std::log10(axis.high)) + 1; ++decade) {
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double value = digit * std::pow(10.0, decade);
            if (axis.has(value)) ticks.push_back({value, digit == 1.0 || axis.decades() < kLabelledDecades});
        }
    }
    return ticks;
}

// No exponents: 0.00001 and 200000.
std::string labelOf(double value, const Axis& axis) {
    if (axis.isLinear()) return fmt::format("{:.4g}", std::abs(value) < 1e-12 ? 0.0 : value);
    const int digits = std::max(0, -int(std::floor(std::log10(value) + 1e-9)));
    return fmt::format("{:.{}f}", value, digits);
}

struct Axes {
    Axis x, y;

    Point at(const PlotPoint& point) const { return {x.at(point.x), y.at(point.y)}; }
};

std::string grid(const Axes& axes) {
    std::string out;
    for (const Tick& tick : ticksOf(axes.x)) {
        const double x = axes.x.at(tick.value);
        out += line({x, axes.y.start}, {x, axes.y.end}, "class=\"grid\"");
        if (tick.hasLabel)
            out +=
                textAt({x, axes.y.start + 18.0}, "class=\"tick\" text-anchor=\"middle\"", labelOf(tick.value, axes.x));
    }
    for (const Tick& tick : ticksOf(axes.y)) {
        const double y = axes.y.at(tick.value);
        out += line({axes.x.start, y}, {axes.x.end, y}, "class=\"grid\"");
        if (tick.hasLabel)
            out += textAt({axes.x.start - 8.0, y + 4.5}, "class=\"tick\" text-anchor=\"end\"",
                          labelOf(tick.value, axes.y));
    }
    return out;
}

std::string titleOf(const PlotAxis& axis) {
    assert(!axis.unit.empty());
    return fmt::format("{} [{}]", axis.quantity, axis.unit);
}

std::string frame(const PlotPanel& panel, const Axes& axes) {
    const double middleX = 0.5 * (axes.x.start + axes.x.end), middleY = 0.5 * (axes.y.start + axes.y.end);
    const double labelX = axes.x.start - 56.0;
    std::string out = textAt({axes.x.start, axes.y.end - 12.0}, "class=\"panel\"", panel.title);
    out += fmt::format("<path class=\"frame\" d=\"M{0:.1f} {1:.1f}H{2:.1f}V{3:.1f}H{0:.1f}Z\"/>\n", axes.x.start,
                       axes.y.start, axes.x.end, axes.y.end);
    out += textAt({middleX, axes.y.start + 38.0}, "text-anchor=\"middle\"", titleOf(panel.x));
    out += fmt::format("<g transform=\"translate({:.1f} {:.1f}) rotate(-90)\">", labelX, middleY);
    return out + textAt({0.0, 0.0}, "text-anchor=\"middle\"", titleOf(panel.y)) + "</g>\n";
}

std::string marks(const PlotPanel& panel, const Axes& axes) {
    std::string out;
    for (const PlotMark& mark : panel.marks) {
        if (!axes.x.has(mark.x)) continue;
        const double x = axes.x.at(mark.x);
        out += line({x, axes.y.start}, {x, axes.y.end}, "class=\"mark\"");
        const bool isLate = axes.x.shareAt(mark.x) > 0.5;
        out += textAt({isLate ? x - 5.0 : x + 5.0, 0.5 * (axes.y.start + axes.y.end)},
                      isLate ? "class=\"tick\" text-anchor=\"end\"" : "class=\"tick\"", mark.label);
    }
    return out;
}

std::string curveLine(const PlotCurve& curve, const Axes& axes, const Style& style, bool isStrong) {
    std::string path;
    for (const PlotPoint& point : curve.points) {
        if (!isDrawn(point, axes.x.scale, axes.y.scale)) continue;
        const Point at = axes.at(point);
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", at.x, at.y);
    }
    if (path.empty()) return {};
    return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n", path, style.colour,
                       isStrong ? 3.5 : 1.8);
}

std::string curveMarkers(const PlotCurve& curve, const Axes& axes, const Style& style) {
    std::string out;
    if (!curve.hasMarkers) return out;
    for (const PlotPoint& point : curve.points) {
        if (!isDrawn(point, axes.x.scale, axes.y.scale)) continue;
        const Point at = axes.at(point);
        out += marker(at, style, point.tip);
        if (point.isMarked)
            out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"10\" class=\"ring\"/>\n", at.x, at.y);
    }
    return out;
}

std::string panelAt(const Plot& plot, const PlotPanel& panel, Point corner) {
    const double left = corner.x + kFrameLeft, top = corner.y + kFrameTop;
    const Axes axes{axisOf(panel, &PlotPoint::x, panel.x.scale, left, left + kFrameWidth),
                    axisOf(panel, &PlotPoint::y, panel.y.scale, top + kFrameHeight, top)};
    std::string out = grid(axes) + frame(panel, axes) + marks(panel, axes);
    for (std::size_t i = 0; i < panel.curves.size(); ++i)
        out += curveLine(panel.curves[i], axes, kStyles[i], plot.legend[i].isStrong);
    for (std::size_t i = 0; i < panel.curves.size(); ++i)
        out += curveMarkers(panel.curves[i], axes, kStyles[i]);
    return out;
}

std::string heading(const Plot& plot) {
    std::string out = textAt({kMargin, kTitleHeight - 4.0}, "class=\"title\"", plot.title);
    double y = kTitleHeight;
    for (const std::string& text : plot.subtitle)
        out += textAt({kMargin, y += kLineHeight}, "class=\"subtitle\"", text);
    return out;
}

std::string legendAt(const Plot& plot, double top) {
    constexpr double kColumnWidth = (kWidth - 2.0 * kMargin) / kLegendColumns, kSample = 36.0;
    std::string out;
    for (std::size_t i = 0; i < plot.legend.size(); ++i) {
        const LegendEntry& entry = plot.legend[i];
        const double x = kMargin + kColumnWidth * double(i % kLegendColumns);
        const double y = top + kLineHeight * (double(i / kLegendColumns) + 0.5);
        const std::string stroke =
            fmt::format("stroke=\"{}\" stroke-width=\"{}\"", kStyles[i].colour, entry.isStrong ? 3.5 : 1.8);
        out += line({x, y}, {x + kSample, y}, stroke.c_str());
        out += marker({x + 0.5 * kSample, y}, kStyles[i], entry.name);
        out += textAt({x + kSample + 8.0, y + 5.0}, entry.isStrong ? "font-weight=\"bold\"" : "", entry.name);
    }
    return out;
}

std::size_t rowsOf(std::size_t count, std::size_t columns) {
    return (count + columns - 1) / columns;
}

std::string opening(double height) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
        "{1:.0f}\" "
        "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"14\" fill=\"#222\">\n"
        "<style>.title{{font-size:24px;font-weight:bold}}.subtitle{{font-size:15px;fill:#555}}"
        ".panel{{font-size:16px;font-weight:bold}}.tick{{font-size:13px;fill:#444}}"
        ".grid{{stroke:#e4e4e4;stroke-width:1}}.frame{{fill:none;stroke:#888;stroke-width:1}}"
        ".mark{{stroke:#b00;stroke-width:1.5;stroke-dasharray:5 4}}"
        ".ring{{fill:none;stroke:#222;stroke-width:1.5}}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        kWidth, height);
}

}  // namespace

std::string toSvg(const Plot& plot) {
    assert(plot.legend.size() <= kMostCurves);
    const double legendTop = kTitleHeight + kLineHeight * double(plot.subtitle.size()) + 14.0;
    const double panelsTop = legendTop + kLineHeight * double(rowsOf(plot.legend.size(), kLegendColumns)) + 8.0;
    const double height = panelsTop + kCellHeight * double(rowsOf(plot.panels.size(), kPanelColumns));
    std::string out = opening(height) + heading(plot) + legendAt(plot, legendTop);
    for (std::size_t i = 0; i < plot.panels.size(); ++i) {
        const double x = kMargin + kCellWidth * double(i % kPanelColumns);
        out += panelAt(plot, plot.panels[i], {x, panelsTop + kCellHeight * double(i / kPanelColumns)});
    }
    return out + "</svg>\n";
}

}  // namespace pliant::plot
