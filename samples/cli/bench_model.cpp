#include "bench_model.h"

#include <algorithm>
#include <array>
#include <set>

namespace pliant::cli {
namespace {

constexpr double kPosition = sizeof(vec4), kNumber = sizeof(float), kIndex = sizeof(std::uint32_t);

// Of each item of a pass.
struct PerItem {
    double itemBytes;
    double particles;  // that it meets
    double particleBytes;
};

double multiplierBytes(std::uint32_t response, const PassConstants& constants) {
    if (response >= kStickRigid) return 0.0;
    return constants.firstIteration == 1 ? kNumber : 2.0 * kNumber;
}

PerItem perStick(std::uint32_t response, const PassConstants& constants, bool moves) {
    const bool isDamped = response < kStickCompliant;
    const double result = moves ? 0.0 : kPosition;
    const double item = sizeof(Stick) + result + multiplierBytes(response, constants) + (isDamped ? kNumber : 0.0);
    const double now = moves ? 2.0 * kPosition : kPosition + kNumber;
    return {item, 2.0, now + (isDamped ? kPosition : 0.0)};
}

PerItem perBend(std::uint32_t kind, const PassConstants& constants) {
    const double numbers = kind == kBendHinge ? 2.0 * kNumber : kNumber;
    const double positions = constants.bendPeriod > 1.0f ? 4.0 : 3.0;
    return {sizeof(Bend) + numbers, kind == kBendLine ? 3.0 : 4.0, positions * kPosition};
}

// Particles that gather from a table of rows: `meetings` is how many rows list the same source.
PerItem perRow(const Schedule& schedule, const Pass& pass, double meetings, double shareBytes) {
    const std::size_t first = pass.table + pass.first;
    const double entries = schedule.rowFirst[first + pass.count] - schedule.rowFirst[first];
    const double perParticle = entries / pass.count;
    return {kIndex + perParticle * (kIndex + kPosition / meetings) + shareBytes, 1.0, 2.0 * kPosition};
}

Result<PerItem> perItemOf(const Schedule& schedule, const Pass& pass, const PassConstants& constants) {
    switch (pass.kind) {
        case PassKind::Integrate: return PerItem{0.0, 1.0, 4.0 * kPosition};
        case PassKind::MovePins: return PerItem{sizeof(PinRecord), 1.0, 3.0 * kPosition};
        case PassKind::PushTriangles: return PerItem{sizeof(Triangle) + kPosition, 3.0, 2.0 * kPosition};
        case PassKind::GatherPushes: return perRow(schedule, pass, 3.0, kNumber);
        case PassKind::SolveSticks: return perStick(pass.response, constants, true);
        case PassKind::CorrectSticks: return perStick(pass.response, constants, false);
        case PassKind::GatherCorrections: return perRow(schedule, pass, 2.0, 0.0);
        case PassKind::SolveBends: return perBend(pass.response, constants);
        case PassKind::HoldTethers: return PerItem{sizeof(Tether), 1.0, 2.0 * kPosition};
        case PassKind::Collide: return PerItem{0.0, 1.0, 3.0 * kPosition};
        case PassKind::KeepPlaces: return PerItem{0.0, 1.0, kPosition};
        default: return fail("nobody has counted the bytes of a pass of kind {}", nameOf(pass.kind));
    }
}

// Neighbours in a list, of one kind and colour, meet different particles.
bool mustWait(const Pass* before, const Pass& pass) {
    return before && !(&pass == before + 1 && pass.kind == before->kind && pass.colour == before->colour);
}

bool solvesSticks(PassKind kind) {
    return kind == PassKind::SolveSticks || kind == PassKind::CorrectSticks;
}

}  // namespace

Result<Traffic> trafficOf(const Schedule& schedule, const Pass& pass, const PassConstants& constants) {
    const Result<PerItem> per = perItemOf(schedule, pass, constants);
    if (!per) return per.error();
    const double particles = std::min(per->particles * pass.count, double(schedule.particles.size()));
    return Traffic{per->itemBytes * pass.count, per->particleBytes * particles};
}

Result<FrameModel> modelOf(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs) {
    const Result<StepPlan> plan = planStep(schedule, settings, inputs, initialProgress(schedule));
    if (!plan) return plan.error();
    FrameModel frame;
    frame.particleFootprint = 2.0 * kPosition * double(schedule.particles.size());
    std::array<KindModel, kPassKindCount> kinds{};
    std::set<const Pass*> met;
    const Pass* before = nullptr;
    Status status;
    const auto add = [&](const Pass& pass, const PassConstants& constants) {
        const Result<Traffic> traffic = trafficOf(schedule, pass, constants);
        if (!traffic) status = traffic.error();
        if (!status) return;
        KindModel& kind = kinds[std::size_t(pass.kind)];
        kind.kind = pass.kind;
        ++kind.dispatches;
        kind.traffic.itemBytes += traffic->itemBytes;
        kind.traffic.particleBytes += traffic->particleBytes;
        if (mustWait(before, pass)) ++frame.waits;
        if (solvesSticks(pass.kind)) frame.stickSolves += pass.count;
        if (met.insert(&pass).second) frame.itemFootprint += traffic->itemBytes;
        before = &pass;
    };
    replay(
        schedule, *plan, [](std::uint32_t) {}, add);
    if (!status) return status.error();
    for (const KindModel& kind : kinds) {
        if (kind.dispatches == 0) continue;
        frame.dispatches += kind.dispatches;
        frame.traffic.itemBytes += kind.traffic.itemBytes;
        frame.traffic.particleBytes += kind.traffic.particleBytes;
        frame.kinds.push_back(kind);
    }
    return frame;
}

}  // namespace pliant::cli
