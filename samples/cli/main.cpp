// The `pliant` command. Each command is one file; this one reads the command line and reports errors.

#include <fmt/format.h>

#include <new>
#include <stdexcept>

#include "commands.h"
#include "help.h"
#include "interrupt.h"
#include "pliant/say.h"
#include "pliant/version.h"
#include "standard_streams.h"

namespace {

constexpr int kBadInput = 2;

// What was printed must have arrived.
int endWith(int status) {
    const pliant::Status flushed = pliant::cli::flushOutput();
    if (flushed) return status;
    pliant::say("pliant: {}\n", flushed.error().message);
    return kBadInput;
}

int run(int argc, char** argv) {
    CLI::App app(
        "Pliant: ropes, cloth and meshes of particles and sticks, solved on a Vulkan device or on the CPU with the "
        "same bits.\n"
        "Start with:  pliant simulate cloth\n"
        "             pliant compare large-cloth --frames 30\n"
        "             pliant render flag --out flag.mp4",
        "pliant");
    app.require_subcommand(1);
    app.formatter(pliant::cli::helpFormatter());
    app.set_version_flag("--version", PLIANT_VERSION);
    app.failure_message([](const CLI::App* app, const CLI::Error& error) {
        const bool hasNoCommand = dynamic_cast<const CLI::RequiredError*>(&error) && app->get_subcommands().empty();
        const std::string first = app->remaining().empty() ? "" : app->remaining()[0];
        const std::string unknown = first.empty()            ? "a command is missing"
                                    : first.starts_with("-") ? "'" + first + "' goes after a command"
                                                             : "no command '" + first + "'";
        const bool hasMore = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;  // which tells them backwards
        std::string said = error.what();
        if (const auto at = said.find(": At Most 1 required"); at != std::string::npos)
            said = said.substr(0, at) + " is given more than once";
        const std::string what =
            hasNoCommand ? unknown + "; commands: devices, inspect, simulate, compare, render, plot, bench, view"
            : hasMore    ? fmt::format("not expected: {}", fmt::join(app->remaining(true), " "))
                         : said;
        return fmt::format("pliant: {}\nTry 'pliant --help' or 'pliant COMMAND --help'.\n", what);
    });
    pliant::cli::Command chosen;
    pliant::cli::addDevicesCommand(app, chosen);
    pliant::cli::addInspectCommand(app, chosen);
    pliant::cli::addSimulateCommand(app, chosen);
    pliant::cli::addCompareCommand(app, chosen);
    pliant::cli::addRenderCommand(app, chosen);
    pliant::cli::addPlotCommand(app, chosen);
    pliant::cli::addBenchCommand(app, chosen);
    pliant::cli::addViewCommand(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? endWith(0) : kBadInput;
    }
    const pliant::Result<int> status = chosen();
    if (status) return endWith(*status);
    pliant::say("pliant: {}\n", status.error().message);
    return pliant::cli::wasInterrupted() ? pliant::cli::interruptedStatus() : kBadInput;
}

}  // namespace

int main(int argc, char** argv) {
    pliant::cli::openMissingStreams();
    pliant::cli::tidyUpOnSignals();
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        pliant::say("pliant: out of memory\n");
    } catch (const std::exception& error) {
        pliant::say("pliant: {}\n", error.what());
    }
    return kBadInput;
}
