#include "bench_model.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "pliant/fail.h"
#include "pliant/shared/stick.h"

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
    if (response == kStickElastic) return 2.0 * kNumber + sizeof(TensionRow);
    if (response >= kStickRigid) return 0.0;
    return startWithoutTension(constants.flags) ? kNumber : 2.0 * kNumber;
}

PerItem perStick(std::uint32_t response, const PassConstants& constants, bool moves) {
    const bool isDamped = response < kStickCompliant;
    const bool needsBefore = isDamped || response == kStickElastic || (constants.flags & kSecondOrder) != 0;
    const double result = moves ? 0.0 : kPosition;
    const double item = sizeof(Stick) + result + multiplierBytes(response, constants) + (isDamped ? kNumber : 0.0);
    const double now = moves ? 2.0 * kPosition : kPosition + kNumber;
    const bool isOfClusters = response == kStickBetweenClusters || response == kStickElastic;
    const double centre = isOfClusters ? kPosition : 0.0;
    return {item, 2.0, now + centre + (needsBefore ? kPosition : 0.0)};
}

// Bytes of the links of a pass's bends, on average: those that give them moments, and those that share compliance.
struct LinkBytes {
    double given = 0.0, shared = 0.0;
};

LinkBytes linkBytes(const Schedule& schedule, const Pass& pass) {
    LinkBytes bytes;
    for (std::uint32_t i = pass.first; i < pass.first + pass.count; ++i) {
        const std::uint32_t counts = schedule.bendNumbers[i].linkCounts;
        bytes.given += (counts & 0xffffu) * (sizeof(BendLink) + kPosition) / pass.count;
        bytes.shared += (counts >> 16) * (sizeof(BendLink) + kPosition) / pass.count;
    }
    return bytes;
}

// Of the sticks of a pass, on average.
PerItem perTension(const Schedule& schedule, const Pass& pass) {
    const std::vector<TensionRow>& rows = schedule.tensionRows;
    const double links = rows[pass.first + pass.count].firstLink - rows[pass.first].firstLink;
    return {sizeof(TensionRow) + links / pass.count * (sizeof(TensionLink) + kNumber) + kNumber, 0.0, 0.0};
}

PerItem perCarry(const Schedule& schedule, const Pass& pass) {
    return {sizeof(BendNumbers) + linkBytes(schedule, pass).given + kPosition, 0.0, 0.0};
}

PerItem perBend(const Schedule& schedule, const Pass& pass, const PassConstants& constants) {
    const bool isOfClusters = (pass.response & kBendBetweenClusters) != 0;
    const LinkBytes links = linkBytes(schedule, pass);
    const double moments = isOfClusters ? links.shared + 2.0 * kPosition : links.given;
    const double positions = isOfClusters || constants.bendPeriod > 1.0f ? 4.0 : 3.0;
    const std::uint32_t kind = pass.response & kBendKinds;
    return {sizeof(Bend) + sizeof(BendNumbers) + moments, kind == kBendLine ? 3.0 : 4.0, positions * kPosition};
}

// Particles that gather from a table of rows: `meetings` is how many rows list the same source.
PerItem perRow(const Schedule& schedule, const Pass& pass, double meetings, double shareBytes) {
    const std::size_t first = pass.rows + pass.first;
    const double entries = schedule.rowFirst[first + pass.count] - schedule.rowFirst[first];
    const double perParticle = entries / pass.count;
    return {kIndex + perParticle * (kIndex + kPosition / meetings) + shareBytes, 1.0, 2.0 * kPosition};
}

// Sticks of the tiles that a pass goes over.
double sticksOf(const Schedule& schedule, const Pass& pass) {
    double sticks = 0.0;
    for (std::uint32_t t = pass.first; t < pass.first + pass.count; ++t) {
        const TileRecord& tile = schedule.tiles[t];
        for (std::uint32_t r = tile.firstRun; r < tile.firstRun + tile.stickRuns; ++r)
            sticks += schedule.tileRuns[r].count;
    }
    return sticks;
}

// Of the tiles of a pass, on average.
PerItem perTile(const Schedule& schedule, const Pass& pass) {
    double particles = 0.0, runs = 0.0;
    for (std::uint32_t t = pass.first; t < pass.first + pass.count; ++t) {
        particles += schedule.tiles[t].particleCount;
        runs += schedule.tiles[t].stickRuns;
    }
    const double bytes = runs * sizeof(TileRun) + sticksOf(schedule, pass) * sizeof(TileStick);
    return {bytes / pass.count, particles / pass.count, 2.0 * kPosition};
}

// Of the clusters of a pass, on average.
PerItem perCluster(const Schedule& schedule, const Pass& pass, const PassConstants& constants) {
    double members = 0.0;
    for (std::uint32_t c = pass.first; c < pass.first + pass.count; ++c)
        members += schedule.clusters[c].memberCount;
    members /= pass.count;
    const bool hasBefore =
        (constants.flags & (kSecondOrder | kCarriesTensions)) != 0 || pass.response >= kBendSumParticles;
    const bool isOfClusters = pass.response == kLevelSumClusters || pass.response == kBendSumClusters;
    const double places = (isOfClusters ? 2.0 : 1.0) + (hasBefore ? 1.0 : 0.0);
    const double written = (hasBefore ? 3.0 : 2.0) * kPosition;
    return {sizeof(Cluster) + members * sizeof(ClusterMember) + written, members, places * kPosition};
}

// Of the strands of a pass, on average: each node is met when its links are measured, solved, and when it is moved.
PerItem perStrand(const Schedule& schedule, const Pass& pass) {
    double nodes = 0.0;
    for (std::uint32_t i = pass.first; i < pass.first + pass.count; ++i)
        nodes += schedule.strands[i].nodeCount;
    nodes /= pass.count;
    const double places = (pass.response == kLevelHoldClusters ? 2.0 : 1.0) + 1.0;
    return {sizeof(Strand) + nodes * kIndex, nodes, places * kPosition};
}

Result<PerItem> perItemOf(const Schedule& schedule, const Pass& pass, const PassConstants& constants) {
    switch (pass.kind) {
        case PassKind::Integrate: return PerItem{0.0, 1.0, 6.0 * kPosition};
        case PassKind::MovePins: return PerItem{sizeof(PinRecord), 1.0, 3.0 * kPosition};
        case PassKind::PushTriangles: return PerItem{sizeof(Triangle) + kPosition, 3.0, 2.0 * kPosition};
        case PassKind::GatherPushes: return perRow(schedule, pass, 3.0, kNumber);
        case PassKind::SweepTiles: return perTile(schedule, pass);
        case PassKind::SolveSticks: return perStick(pass.response, constants, true);
        case PassKind::CorrectSticks: return perStick(pass.response, constants, false);
        case PassKind::GatherCorrections: return perRow(schedule, pass, 2.0, 0.0);
        case PassKind::CarryMoments: return perCarry(schedule, pass);
        case PassKind::CarryTensions: return perTension(schedule, pass);
        case PassKind::SolveBends: return perBend(schedule, pass, constants);
        case PassKind::HoldStrands: return perStrand(schedule, pass);
        case PassKind::HoldTethers:
            return PerItem{sizeof(Tether), 1.0, ((constants.flags & kSecondOrder) != 0 ? 3.0 : 2.0) * kPosition};
        case PassKind::SumClusters: return perCluster(schedule, pass, constants);
        case PassKind::BeginShifts: return PerItem{sizeof(Cluster) + 3.0 * kPosition, 0.0, 0.0};
        case PassKind::ShiftParticles: return PerItem{kIndex + kPosition, 1.0, 2.0 * kPosition};
        case PassKind::Collide: return PerItem{0.0, 1.0, 3.0 * kPosition};
        case PassKind::KeepPlaces: return PerItem{0.0, 1.0, kPosition};
        case PassKind::WatchCalm: return PerItem{sizeof(Sleeper) + kPosition, 1.0, kPosition};
        case PassKind::HoldAsleep: return PerItem{sizeof(Sleeper) + kIndex, 0.0, 0.0};
        case PassKind::TurnSleepers: return PerItem{2.0 * kIndex, 0.0, 0.0};
        default: return fail("nobody has counted the bytes of a pass of kind {}", nameOf(pass.kind));
    }
}

// Neighbours in a list, of one kind and colour, meet different particles.
bool mustWait(const Pass* before, const Pass& pass) {
    return before && !(&pass == before + 1 && pass.kind == before->kind && pass.colour == before->colour);
}

double stickSolves(const Schedule& schedule, const Pass& pass, const PassConstants& constants) {
    if (pass.kind == PassKind::SweepTiles) return sticksOf(schedule, pass) * constants.sweeps;
    return pass.kind == PassKind::SolveSticks || pass.kind == PassKind::CorrectSticks ? pass.count : 0.0;
}

// Adds up a frame, pass after pass.
class Sum {
  public:
    Sum(const Schedule& schedule, const StepPlan& plan, const Execution& execution)
        : schedule_(schedule), execution_(execution) {
        hasWhole_ = execution.wholeBodies && plan.hasWhole;
        const double whole = hasWhole_ ? double(schedule.particles.size() - schedule.wholeFirst) : 0.0;
        others_ = double(schedule.particles.size()) - whole;
        frame_.particleFootprint = 3.0 * kPosition * double(schedule.particles.size());
        frame_.whole.particleBytes = frame_.traffic.particleBytes = kAllOfParticle * whole;
        frame_.dispatches = hasWhole_ ? 1 : 0;
    }

    void add(const Pass& pass, const PassConstants& constants) {
        frame_.stickSolves += static_cast<std::uint64_t>(stickSolves(schedule_, pass, constants));
        Pass own = pass, whole = pass;
        whole.count = hasWhole_ ? pass.wholeCount : 0;
        own.count -= whole.count;
        whole.first += own.count;
        const bool isNew = met_.insert(&pass).second;
        if (whole.count > 0 && isNew) addWhole(whole, constants);
        if (own.count > 0) addOwn(pass, own, constants, isNew);
    }

    Result<FrameModel> finish() {
        if (!status_) return status_.error();
        closeGroup();
        for (const KindModel& kind : kinds_) {
            if (kind.traffic.bytes() > 0.0 || kind.dispatches > 0) frame_.kinds.push_back(kind);
        }
        return std::move(frame_);
    }

  private:
    static constexpr double kAllOfParticle = 6.0 * kPosition;  // now, before and carried, read and written

    // Items are fetched once in the frame; particles have been counted.
    void addWhole(const Pass& pass, const PassConstants& constants) {
        const Result<Traffic> traffic = trafficOf(schedule_, pass, constants);
        if (!traffic) status_ = traffic.error();
        if (!status_) return;
        frame_.traffic.itemBytes += traffic->itemBytes;
        frame_.itemFootprint += traffic->itemBytes;
        frame_.whole.itemBytes += traffic->itemBytes;
    }

    void addOwn(const Pass& pass, const Pass& own, const PassConstants& constants, bool isNew) {
        const Result<Traffic> traffic = trafficOf(schedule_, own, constants);
        if (!traffic) status_ = traffic.error();
        if (!status_) return;
        KindModel& kind = kindOf(pass);
        kind.traffic.itemBytes += traffic->itemBytes;
        kind.traffic.particleBytes += traffic->particleBytes;
        frame_.traffic.itemBytes += traffic->itemBytes;
        if (isNew) frame_.itemFootprint += traffic->itemBytes;
        const bool joins =
            execution_.localTogether && before_ && traitsOf(before_->kind).isLocal && traitsOf(pass.kind).isLocal;
        if (!joins) {
            closeGroup();
            ++frame_.dispatches;
            ++kind.dispatches;
            if (mustWait(before_, pass) && isHandedOut(own)) ++frame_.waits;
        }
        groupBytes_ += traffic->particleBytes;
        before_ = &pass;
    }

    bool isHandedOut(const Pass& own) const {
        const bool goesByTile = execution_.localTogether && traitsOf(own.kind).isLocal;
        return !execution_.shortAlone || goesByTile || own.count > traitsOf(own.kind).grain;
    }

    void closeGroup() {
        const bool isLocalGroup = execution_.localTogether && before_ && traitsOf(before_->kind).isLocal;
        frame_.traffic.particleBytes += isLocalGroup ? std::min(groupBytes_, kAllOfParticle * others_) : groupBytes_;
        groupBytes_ = 0.0;
    }

    KindModel& kindOf(const Pass& pass) {
        KindModel& kind = kinds_[std::size_t(pass.kind)];
        kind.kind = pass.kind;
        return kind;
    }

    const Schedule& schedule_;
    const Execution& execution_;
    bool hasWhole_ = false;
    double others_ = 0.0;  // particles that are in no whole body
    double groupBytes_ = 0.0;
    const Pass* before_ = nullptr;
    std::set<const Pass*> met_;
    std::array<KindModel, kPassKindCount> kinds_{};
    FrameModel frame_;
    Status status_;
};

}  // namespace

Result<Traffic> trafficOf(const Schedule& schedule, const Pass& pass, const PassConstants& constants) {
    const Result<PerItem> per = perItemOf(schedule, pass, constants);
    if (!per) return per.error();
    const double particles = std::min(per->particles * pass.count, double(schedule.particles.size()));
    return Traffic{per->itemBytes * pass.count, per->particleBytes * particles};
}

Result<FrameModel> modelOf(const Schedule& schedule, const StepSettings& settings, const StepInputs& inputs,
                           const Execution& execution) {
    const Result<StepPlan> plan = planStep(schedule, settings, inputs, initialProgress(schedule));
    if (!plan) return plan.error();
    Sum sum(schedule, *plan, execution);
    replay(
        schedule, *plan, [](std::uint32_t) {},
        [&](const Pass& pass, const PassConstants& constants) { sum.add(pass, constants); });
    return sum.finish();
}

}  // namespace pliant::cli
