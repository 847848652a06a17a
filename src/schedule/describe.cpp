#include <algorithm>
#include <iterator>

#include "schedule/schedule.h"

namespace pliant {

const char* nameOf(PassKind kind) {
    switch (kind) {
        case PassKind::Integrate: return "Integrate";
        case PassKind::MovePins: return "MovePins";
        case PassKind::PushTriangles: return "PushTriangles";
        case PassKind::GatherPushes: return "GatherPushes";
        case PassKind::SweepTiles: return "SweepTiles";
        case PassKind::SolveSticks: return "SolveSticks";
        case PassKind::CorrectSticks: return "CorrectSticks";
        case PassKind::GatherCorrections: return "GatherCorrections";
        case PassKind::SolveBends: return "SolveBends";
        case PassKind::HoldTethers: return "HoldTethers";
        case PassKind::Collide: return "Collide";
        case PassKind::PlaceOutlines: return "PlaceOutlines";
        case PassKind::FindContacts: return "FindContacts";
        case PassKind::PushContacts: return "PushContacts";
        case PassKind::MoveContacts: return "MoveContacts";
        case PassKind::KeepPlaces: return "KeepPlaces";
        case PassKind::SumShapes: return "SumShapes";
        case PassKind::TurnShapes: return "TurnShapes";
        case PassKind::MatchShapes: return "MatchShapes";
        case PassKind::SolveTets: return "SolveTets";
        case PassKind::MeasureEnclosures: return "MeasureEnclosures";
        case PassKind::SumEnclosures: return "SumEnclosures";
        case PassKind::SolveEnclosures: return "SolveEnclosures";
        case PassKind::PushEnclosures: return "PushEnclosures";
        case PassKind::AddForces: return "AddForces";
        case PassKind::Advance: return "Advance";
        case PassKind::StepImplicitly: return "StepImplicitly";
        case PassKind::SettleVelocities: return "SettleVelocities";
    }
    return "?";
}

namespace {

const char* nameOfResponse(std::uint32_t response) {
    constexpr const char* kNames[kStickResponseCount] = {
        "damped", "damped, one-sided", "compliant", "compliant, one-sided",
        "rigid",  "rigid, one-sided",  "Hooke",     "Hooke, one-sided"};
    return response < kStickResponseCount ? kNames[response] : "?";
}

const char* nameOfScheme(std::uint32_t scheme) {
    constexpr const char* kNames[] = {"explicit Euler",    "semi-implicit Euler",  "velocity Verlet, drift",
                                      "RK4, first stage",  "RK4, second stage",    "RK4, third stage",
                                      "RK4, fourth stage", "velocity Verlet, kick"};
    return scheme <= kAdvanceKick ? kNames[scheme] : "?";
}

void describePasses(std::string& text, const char* when, const std::vector<Pass>& passes) {
    if (passes.empty()) return;
    fmt::format_to(std::back_inserter(text), "{}\n", when);
    for (const Pass& pass : passes) {
        fmt::format_to(std::back_inserter(text), "  {:<18} {:>9} from {:>9}", nameOf(pass.kind), pass.count,
                       pass.first);
        if (pass.kind == PassKind::SolveSticks) fmt::format_to(std::back_inserter(text), "  colour {:>3}", pass.colour);
        const bool hasResponse = pass.kind == PassKind::SolveSticks || pass.kind == PassKind::CorrectSticks;
        if (hasResponse) fmt::format_to(std::back_inserter(text), "  {}", nameOfResponse(pass.response));
        if (pass.kind == PassKind::Advance)
            fmt::format_to(std::back_inserter(text), "  {}", nameOfScheme(pass.response));
        text += '\n';
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
        "{} particles, {}{}{} sticks, {} long ones, {} colours, largest degree {}, hash {:016x}\n",
        schedule.particles.size(), frames, springs, schedule.sceneStick.size(),
        schedule.sticks.size() - schedule.sceneStick.size(), schedule.colourCount, schedule.maxDegree, schedule.hash);
    describePasses(text, "every substep:", schedule.integrate);
    describePasses(text, "every substep, air:", schedule.air);
    describePasses(text, "every few substeps, bends:", schedule.bending);
    describePasses(text, "every iteration, insides:", schedule.insides);
    describePasses(text, "every iteration, coarse levels:", schedule.levels);
    describePasses(text, "every iteration, Gauss-Seidel:", schedule.gaussSeidel);
    describePasses(text, "every iteration, tiles:", schedule.tiled);
    describePasses(text, "every iteration, Jacobi:", schedule.jacobi);
    describePasses(text, "every iteration, hybrid:", schedule.hybrid);
    describePasses(text, "every iteration, bodies:", schedule.bodies);
    describePasses(text, "every substep, contacts:", schedule.contacts);
    describePasses(text, "every substep, at its end:", schedule.settle);
    return text;
}

}  // namespace pliant
