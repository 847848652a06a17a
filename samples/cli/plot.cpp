#include <fmt/format.h>

#include "commands.h"
#include "help.h"
#include "output_names.h"
#include "pliant/fail.h"
#include "pliant/io/output_file.h"
#include "plot_parts.h"
#include "run_options.h"

namespace pliant::cli {
namespace {

struct PlotOptions {
    std::string scene;
    std::vector<std::string> knobs;
    std::string svg, csv;
    bool quick = false;
};

Result<PlotReport> study(const PlotOptions& options, const samples::SceneOptions& scene) {
    if (options.scene == "cord") return plotCord(scene, options.quick);
    if (options.scene == "cloth-integrators") return plotIntegrators(scene, options.quick);
    if (!options.knobs.empty()) return fail("colours has no numbers to set");
    return plotColours(options.quick);
}

Result<int> plotCommand(const PlotOptions& options) {
    if (Status status = checkName(options.svg, "--out", ".svg"); !status) return status.error();
    if (Status status = checkName(options.csv, "--csv", ".csv"); !status) return status.error();
    samples::SceneOptions scene;
    scene.scene = options.scene;
    if (Status status = setKnobs(options.knobs, scene); !status) return status.error();
    const Result<PlotReport> report = study(options, scene);
    if (!report) return report.error();
    fmt::print("{}", report->table);
    if (Status status = writeText(options.svg, plot::toSvg(report->plot)); !status) return status.error();
    if (Status status = writeText(options.csv, report->csv); !status) return status.error();
    return 0;
}

}  // namespace

void addPlotCommand(CLI::App& app, Command& chosen) {
    CLI::App* command = app.add_subcommand(
        "plot",
        "Measure a scene in many ways and plot it: energy and error of integrators, sag of cords, orders of colours");
    auto options = std::make_shared<PlotOptions>();
    command->add_option("SCENE", options->scene, "cloth-integrators, cord or colours")
        ->required()
        ->check(CLI::IsMember({"cloth-integrators", "cord", "colours"}));
    command->add_option("--set", options->knobs, "A number of the scene, may be repeated; see --help-scene")
        ->allow_extra_args(false)
        ->option_text("NAME=VALUE");
    addSceneHelp(*command);
    command->add_option("-o,--out", options->svg, "File to write (.svg)")->option_text("FILE");
    command->add_option("--csv", options->csv, "File to write (.csv): every measured value")->option_text("FILE");
    command->add_flag("--quick", options->quick, "Less of it, in a second or two: shows that it works");
    command->callback([&chosen, options] { chosen = [options] { return plotCommand(*options); }; });
}

}  // namespace pliant::cli
