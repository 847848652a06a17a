#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "pliant/result.h"

namespace pliant::cli {

/// What main() calls once the command line has been read: an exit status, or the reason why nothing was done.
using Command = std::function<Result<int>()>;

/// Each adds its command to the application and sets `chosen` when the person has chosen it.
void addDevicesCommand(CLI::App& app, Command& chosen);
void addInspectCommand(CLI::App& app, Command& chosen);
void addSimulateCommand(CLI::App& app, Command& chosen);
void addCompareCommand(CLI::App& app, Command& chosen);
void addRenderCommand(CLI::App& app, Command& chosen);
void addPlotCommand(CLI::App& app, Command& chosen);
void addBenchCommand(CLI::App& app, Command& chosen);
void addViewCommand(CLI::App& app, Command& chosen);

}  // namespace pliant::cli
