#pragma once

#include "plot/svg_plot.h"
#include "scenes/scenes.h"

namespace pliant::cli {

/// What has been measured, in three forms.
struct PlotReport {
    std::string table;  ///< for a person, lines
    std::string csv;    ///< every measured value
    plot::Plot plot;
};

/// Of cloth-integrators: energy and error of every integrator at several substeps, against a fine reference. `quick`:
/// less of it.
Result<PlotReport> plotIntegrators(const samples::SceneOptions& options, bool quick);

/// Of the order of colours: energy of a free sheet in a linear model, see docs/COLOURS.md.
Result<PlotReport> plotColours(bool quick);

/// Of cord: sag and energy by iterations of position correction, and by the stiffness of springs.
Result<PlotReport> plotCord(const samples::SceneOptions& options, bool quick);

}  // namespace pliant::cli
