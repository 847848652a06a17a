#pragma once

#include <string>
#include <vector>

namespace pliant::plot {

struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    std::string tip;        ///< shown by a browser while the mouse rests on the point
    bool isMarked = false;  ///< drawn with a ring around it
};

struct PlotCurve {
    std::vector<PlotPoint> points;  ///< in the order in which to join them; those that are not finite, or not above 0
                                    ///< on a logarithmic axis, are left out
    bool hasMarkers = true;
};

/// A line through the whole panel at one x, with a word to it.
struct PlotMark {
    double x = 0.0;
    std::string label;
};

enum class Scale { Logarithmic, Linear };

/// Written beside its numbers as "time [s]".
struct PlotAxis {
    std::string quantity;
    std::string unit;  ///< never empty: "count" of what is counted
    Scale scale = Scale::Logarithmic;
};

struct PlotPanel {
    std::string title;
    PlotAxis x, y;
    std::vector<PlotCurve> curves;  ///< curve i is the legend's entry i
    std::vector<PlotMark> marks = {};
};

struct LegendEntry {
    std::string name;
    bool isStrong = false;  ///< a thicker line
};

struct Plot {
    std::string title;
    std::vector<std::string> subtitle;  ///< lines below the title
    std::vector<LegendEntry> legend;    ///< at most kMostCurves
    std::vector<PlotPanel> panels;      ///< two in a row
};

/// As many as there are colours and markers that can be told apart.
inline constexpr std::size_t kMostCurves = 11;

/// The text of an SVG file, 1200 px wide: the axes of every panel fit its points.
std::string toSvg(const Plot& plot);

}  // namespace pliant::plot
