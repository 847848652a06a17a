#include "bench_report.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

namespace pliant::cli {
namespace {

constexpr double kRealTimeMs = 1000.0 / 60.0;

std::string bytesText(double bytes) {
    if (bytes < 1024.0 * 1024.0) return fmt::format("{:.0f} KiB", bytes / 1024.0);
    return fmt::format("{:.0f} MiB", bytes / (1024.0 * 1024.0));
}

std::string textOf(const Ceiling& ceiling) {
    std::string text = "  " + ceiling.name + "\n    copies      ";
    const std::size_t last = ceiling.copies.size() - 1;
    std::string comma;
    for (const std::size_t i : std::set<std::size_t>{0, last / 3, 2 * last / 3, last}) {
        const CopyRate& copy = ceiling.copies[i];
        text += fmt::format("{}{:.1f} GB/s in {}", std::exchange(comma, ", "), 1e-9 * copy.bytesPerSecond,
                            bytesText(copy.footprintBytes));
    }
    text += '\n';
    if (ceiling.solvesPerSecond > 0.0) {
        text += fmt::format(
            "    solves      {:.0f} million sticks per second that are near: in the first-level cache, or in a tile\n",
            1e-6 * ceiling.solvesPerSecond);
    }
    if (ceiling.secondsPerWait > 0.0)
        text += fmt::format("    waits       {:.3g} us per pass that waits for the one before\n",
                            1e6 * ceiling.secondsPerWait);
    return text;
}

std::string lineOf(const SpeedRow& row) {
    if (!row.leftOut.empty()) return fmt::format("  {:<16} left out: {}\n", row.way.name(), row.leftOut);
    return fmt::format("  {:<16} {:>9.4g} {:>9.4g} {:>9.4g} {:>9.4g} {:>9.4g} {:>10} {:>7} {:>9.4g} {:>7.1f}  {}\n",
                       row.way.name(), row.bestMs, row.medianMs, 1e-6 * row.solvesPerSecond(),
                       1e-6 * row.model.traffic.bytes(), 1e-6 * row.model.traffic.bytes() / row.bestMs,
                       row.model.dispatches, row.model.waits, 1e3 * row.bound.seconds(), 100.0 * row.share(),
                       row.bound.limit());
}

// 0.45, 4.5, 45, 450, 4500
std::string inTimes(double ratio) {
    return ratio < 100.0 ? fmt::format("{:.2g}", ratio) : fmt::format("{:.0f}", ratio);
}

std::string verdictOf(const SpeedTable& table) {
    const SpeedRow* fastest = nullptr;
    for (const SpeedRow& row : table.rows) {
        if (row.leftOut.empty() && (!fastest || row.bestMs < fastest->bestMs)) fastest = &row;
    }
    if (!fastest) return "  verdict: no way could run it\n";
    return fmt::format("  verdict: {} is fastest: {:.3g} ms a frame, {} times real time, {:.0f} % of the limit ({})\n",
                       fastest->way.name(), fastest->bestMs, inTimes(kRealTimeMs / fastest->bestMs),
                       100.0 * fastest->share(), fastest->bound.limit());
}

// Devices tell the time of whole bodies as that of tiles.
Traffic trafficOf(const FrameModel& model, PassKind kind) {
    const auto isIt = [&](const KindModel& other) { return other.kind == kind; };
    const auto found = std::find_if(model.kinds.begin(), model.kinds.end(), isIt);
    Traffic traffic = found == model.kinds.end() ? Traffic{} : found->traffic;
    if (kind != PassKind::SweepTiles) return traffic;
    traffic.itemBytes += model.whole.itemBytes;
    traffic.particleBytes += model.whole.particleBytes;
    return traffic;
}

std::string profileText(const Ceiling& ceiling, const SpeedRow& row) {
    const double copyRate = ceiling.copyRate(row.model.particleFootprint + row.model.itemFootprint);
    std::string text = fmt::format("\n  {}: where the time goes, by the device's own clock\n", row.way.name());
    text += fmt::format("    {:<18} {:>9} {:>7} {:>10} {:>9} {:>9} {:>10}\n", "kind of pass", "ms", "%", "dispatches",
                        "MB", "GB/s", "% of copy");
    for (const PassTime& pass : row.profile.passes) {
        const double bytes = trafficOf(row.model, pass.kind).bytes(), rate = bytes / (1e-3 * pass.timeMs);
        text += fmt::format("    {:<18} {:>9.4g} {:>7.1f} {:>10} {:>9.4g} {:>9.4g} {:>10.1f}\n", nameOf(pass.kind),
                            pass.timeMs, 100.0 * pass.timeMs / row.profile.totalMs(), pass.dispatchCount, 1e-6 * bytes,
                            1e-9 * rate, 100.0 * rate / copyRate);
    }
    if (row.profile.inputsMs > 0.0) text += fmt::format("    {:<18} {:>9.4g}\n", "inputs", row.profile.inputsMs);
    return text;
}

Json rowOf(const SpeedTable& table, const SpeedRow& row) {
    const bool isMeasured = row.leftOut.empty();
    const auto measured = [&](double value) { return isMeasured ? Json(value) : Json(nullptr); };
    const auto counted = [&](auto value) { return row.model.dispatches > 0 ? Json(value) : Json(nullptr); };
    return {{"scene", table.scene},
            {"size", table.size},
            {"particles", table.particles},
            {"sticks", table.sticks},
            {"substeps", table.substeps},
            {"iterations", table.iterations},
            {"way", row.way.name()},
            {"device", row.device},
            {"best_ms", measured(row.bestMs)},
            {"median_ms", measured(row.medianMs)},
            {"stick_solves_per_frame", counted(row.model.stickSolves)},
            {"stick_solves_per_s", measured(isMeasured ? row.solvesPerSecond() : 0.0)},
            {"bytes_per_frame", counted(row.model.traffic.bytes())},
            {"dispatches", counted(row.model.dispatches)},
            {"waits", counted(row.model.waits)},
            {"bound_memory_ms", counted(1e3 * row.bound.moveSeconds)},
            {"bound_solving_ms", counted(1e3 * row.bound.solveSeconds)},
            {"bound_waits_ms", counted(1e3 * row.bound.waitSeconds)},
            {"bound_ms", counted(1e3 * row.bound.seconds())},
            {"share", measured(isMeasured ? row.share() : 0.0)},
            {"limit", counted(row.bound.limit())},
            {"left_out", isMeasured ? Json(nullptr) : Json(row.leftOut)}};
}

std::string csvCell(const Json& value) {
    if (value.is_null()) return "";
    if (!value.is_string()) return value.dump();
    std::string text = "\"";
    for (const char c : value.get<std::string>())
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

}  // namespace

std::string textOf(const Machines& machines) {
    std::string text = "What this machine can do at best, measured just now:\n";
    for (const Ceiling& ceiling : machines.ceilings) {
        if (!ceiling.copies.empty()) text += textOf(ceiling);
    }
    return text;
}

std::string textOf(const SpeedTable& table) {
    std::string text =
        fmt::format("\n{}\n{} particles, {} sticks, {} substeps x {} iteration{} per frame of 1/60 s\n\n", table.title,
                    table.particles, table.sticks, table.substeps, table.iterations, table.iterations == 1 ? "" : "s");
    text += fmt::format("  {:<16} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10} {:>7} {:>9} {:>7}  {}\n", "way", "best ms",
                        "median ms", "Msolves/s", "MB/frame", "GB/s", "dispatches", "waits", "bound ms", "share %",
                        "limit");
    for (const SpeedRow& row : table.rows)
        text += lineOf(row);
    return text + verdictOf(table);
}

std::string profileText(const Machines& machines, const SpeedTable& table) {
    std::string text;
    for (const SpeedRow& row : table.rows) {
        if (!row.profile.passes.empty()) text += profileText(machines.ceilingOf(row.way.machine), row);
    }
    return text;
}

std::string legendText() {
    return R"(
A way is a machine and a method. Machines: the plain loop of the reference on one thread, wide kernels on one thread or
on all, the Vulkan device. Methods: by colours (Gauss-Seidel), in tiles, small bodies whole, Jacobi. All ways of a scene
took turns.
  best, median  time per frame [ms]; the other columns go by the best
  Msolves/s     million stick solves per second, those of coarse levels too
  MB/frame      bytes that must be read and written at least; GB/s: those per second of the frame
  dispatches    passes of a frame; waits: those that must wait for the one before; on threads, if they are handed out
  bound         no frame can be shorter: its bytes at the rate of copies of that footprint, or its sticks at the rate of
                those in the first-level cache (on a GPU, within tiles), whichever takes longer; and its waits
  share         bound / best: 100 % is all that the machine has; limit: what the bound consists of most.
                Above 100 %: the machine was busy with other things while its limits were measured
  kind of pass  whole bodies are told as SweepTiles, chains of coarse levels as SolveSticks, without the bytes of their
                clusters; % of copy: of the rate of copies of all that the frame meets
)";
}

Json rowsOf(const std::vector<SpeedTable>& tables) {
    Json rows = Json::array();
    for (const SpeedTable& table : tables) {
        for (const SpeedRow& row : table.rows)
            rows.push_back(rowOf(table, row));
    }
    return rows;
}

std::string textOf(const std::vector<ContactRow>& rows, std::uint32_t frames) {
    std::string text = fmt::format("pliant bench --contact: {} frames of 1/60 s, with contact and without\n\n", frames);
    text += fmt::format("  {:<8} {:>5} {:>9} {:<8} {:>10} {:>9} {:>7} {:>9} {:>10} {:>9} {:>9} {:>9}\n", "scene",
                        "size", "particles", "on", "without ms", "with ms", "times", "pairs", "Mpairs/s", "finding %",
                        "pushing %", "cutting %");
    for (const ContactRow& row : rows) {
        const auto percent = [&](double share) {
            return row.hasShares() ? fmt::format("{:.1f}", 100.0 * share) : std::string("-");
        };
        text +=
            fmt::format("  {:<8} {:>5} {:>9} {:<8} {:>10.4g} {:>9.4g} {:>7.2f} {:>9} {:>10.3g} {:>9} {:>9} {:>9}{}\n",
                        row.scene->name, row.size, row.particles, nameOf(row.machine), row.withoutMs, row.withMs,
                        row.ratio(), row.pairs, 1e-6 * row.pairsPerSecond(), percent(row.finding), percent(row.pushing),
                        percent(row.cutting), row.crowded > 0 ? fmt::format("  crowded {}", row.crowded) : "");
    }
    return text + R"(
  ms            a frame, the median of all; both took turns. times: with by without
  pairs         of particles that touch after the last frame; per second of time that frames of this length take
  finding       shares of the next frame by the device's own clock, where there is one: lists of neighbours;
  pushing       pushes with friction, of colliders too; cutting: faces and edges that would go through each other
)";
}

Json rowsOf(const std::vector<ContactRow>& found, std::uint32_t frames) {
    Json rows = Json::array();
    for (const ContactRow& row : found) {
        const auto share = [&](double value) { return row.hasShares() ? Json(value) : Json(nullptr); };
        rows.push_back({{"scene", row.scene->name},
                        {"size", row.size},
                        {"particles", row.particles},
                        {"way", nameOf(row.machine)},
                        {"device", row.device},
                        {"frames", frames},
                        {"without_ms", row.withoutMs},
                        {"with_ms", row.withMs},
                        {"ratio", row.ratio()},
                        {"pairs", row.pairs},
                        {"pairs_per_s", row.pairsPerSecond()},
                        {"crowded", row.crowded},
                        {"share_finding", share(row.finding)},
                        {"share_pushing", share(row.pushing)},
                        {"share_cutting", share(row.cutting)}});
    }
    return rows;
}

Json profilesOf(const std::vector<SpeedTable>& tables) {
    Json passes = Json::array();
    for (const SpeedTable& table : tables) {
        for (const SpeedRow& row : table.rows) {
            for (const PassTime& pass : row.profile.passes) {
                passes.push_back({{"scene", table.scene},
                                  {"size", table.size},
                                  {"way", row.way.name()},
                                  {"kind", nameOf(pass.kind)},
                                  {"ms", pass.timeMs},
                                  {"dispatches", pass.dispatchCount},
                                  {"bytes", trafficOf(row.model, pass.kind).bytes()}});
            }
        }
    }
    return passes;
}

Json profilesOf(const std::vector<ContactRow>& rows) {
    Json passes = Json::array();
    for (const ContactRow& row : rows) {
        for (const PassTime& pass : row.profile.passes) {
            passes.push_back({{"scene", row.scene->name},
                              {"size", row.size},
                              {"way", nameOf(row.machine)},
                              {"kind", nameOf(pass.kind)},
                              {"ms", pass.timeMs},
                              {"dispatches", pass.dispatchCount}});
        }
    }
    return passes;
}

Json ceilingsOf(const Machines& machines) {
    Json ceilings = Json::array();
    for (const Ceiling& ceiling : machines.ceilings) {
        if (ceiling.copies.empty()) continue;
        Json copies = Json::array();
        for (const CopyRate& copy : ceiling.copies)
            copies.push_back({{"footprint_bytes", copy.footprintBytes}, {"bytes_per_s", copy.bytesPerSecond}});
        ceilings.push_back(
            {{"name", ceiling.name},
             {"copies", copies},
             {"stick_solves_per_s", ceiling.solvesPerSecond > 0.0 ? Json(ceiling.solvesPerSecond) : Json(nullptr)},
             {"s_per_wait", ceiling.secondsPerWait}});
    }
    return ceilings;
}

std::string csvOf(const Json& rows) {
    std::string text;
    for (const Json& row : rows) {
        std::vector<std::string> names, cells;
        for (const auto& [name, value] : row.items()) {
            names.push_back(name);
            cells.push_back(csvCell(value));
        }
        if (text.empty()) text = fmt::format("{}\n", fmt::join(names, ","));
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return text;
}

}  // namespace pliant::cli
