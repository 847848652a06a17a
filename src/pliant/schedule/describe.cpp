#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "pliant/schedule/arrays.h"

namespace pliant {

namespace {

const char* nameOfResponse(std::uint32_t response) {
    constexpr const char* kNames[] = {
        "damped", "damped, one-sided", "compliant",        "compliant, one-sided",     "rigid", "rigid, one-sided",
        "Hooke",  "Hooke, one-sided",  "between clusters", "between clusters, elastic"};
    static_assert(std::size(kNames) == kStickResponseCount);
    return response < kStickResponseCount ? kNames[response] : "?";
}

const char* nameOfScheme(std::uint32_t scheme) {
    constexpr const char* kNames[] = {"explicit Euler",    "semi-implicit Euler",  "velocity Verlet, drift",
                                      "RK4, first stage",  "RK4, second stage",    "RK4, third stage",
                                      "RK4, fourth stage", "velocity Verlet, kick"};
    return scheme <= kAdvanceKick ? kNames[scheme] : "?";
}

std::string lineOf(const Pass& pass) {
    std::string line = fmt::format("{:<18} {:>9} from {:>9}", nameOf(pass.kind), pass.count, pass.first);
    if (pass.kind == PassKind::SolveSticks) fmt::format_to(std::back_inserter(line), "  colour {:>3}", pass.colour);
    const bool hasResponse = pass.kind == PassKind::SolveSticks || pass.kind == PassKind::CorrectSticks;
    if (hasResponse) fmt::format_to(std::back_inserter(line), "  {}", nameOfResponse(pass.response));
    if (pass.kind == PassKind::Advance) fmt::format_to(std::back_inserter(line), "  {}", nameOfScheme(pass.response));
    return line;
}

// Passes that follow each other and have the same line are written once, with their number.
void describePasses(std::string& text, const char* when, const std::vector<Pass>& passes) {
    if (passes.empty()) return;
    fmt::format_to(std::back_inserter(text), "{}:\n", when);
    for (auto pass = passes.begin(); pass != passes.end();) {
        const std::string line = lineOf(*pass);
        const auto next = std::find_if(pass, passes.end(), [&](const Pass& other) { return lineOf(other) != line; });
        const std::string times = next - pass > 1 ? fmt::format("  {} times", next - pass) : "";
        fmt::format_to(std::back_inserter(text), "  {}{}\n", line, times);
        pass = next;
    }
}

}  // namespace

std::vector<std::uint32_t> colourSizes(const Schedule& schedule) {
    std::vector<std::uint32_t> sizes(schedule.colourCount, 0);
    for (const Pass& pass : schedule.gaussSeidel)
        sizes[pass.colour] += pass.count;
    return sizes;
}

std::string describe(const Schedule& schedule) {
    const bool hasSprings = !schedule.springEnds.empty();
    const std::string springs = hasSprings ? fmt::format("{} springs, ", schedule.springEnds.size() / 2) : "";
    const std::string frames =
        schedule.frames.empty() ? "" : fmt::format("{} frames of reference, ", schedule.frames.size());
    std::string text = fmt::format(
        "{} particles, {}{}{} sticks, {} between {} clusters, {} colours, largest degree {}, hash {:016x}\n",
        schedule.particles.size(), frames, springs, schedule.sceneStick.size(),
        schedule.sticks.size() - schedule.sceneStick.size(), schedule.stickClusterCount, schedule.colourCount,
        schedule.maxDegree, schedule.hash);
    for (const PassList& list : passListTable()) {
        if (!list.isSwapped) describePasses(text, list.when, schedule.*list.passes);
    }
    return text;
}

}  // namespace pliant
