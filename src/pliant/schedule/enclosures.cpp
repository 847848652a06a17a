#include <algorithm>
#include <glm/geometric.hpp>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/steepness.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

using glm::dvec3;

// A particle of an enclosure and two of its neighbours there.
struct Pair {
    Index particle, first, second;
};

// In particles of the schedule, ascending by particle, those of one particle in the order of the boundary.
std::vector<Pair> pairsOf(const Scene& scene, const Schedule& schedule, const Enclosure& enclosure) {
    const std::vector<Index>& boundary = enclosure.boundary;
    const auto local = [&](std::size_t i) { return schedule.localParticle[boundary[i]]; };
    std::vector<Pair> pairs;
    const std::size_t count = boundary.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (scene.planar) {
            pairs.push_back({local(i), local((i + count - 1) % count), local((i + 1) % count)});
        } else {
            const std::size_t triangle = i - i % 3;
            pairs.push_back({local(i), local(triangle + (i + 1) % 3), local(triangle + (i + 2) % 3)});
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.particle < b.particle; });
    return pairs;
}

// Adds the members of an enclosure and returns the sum of their squared gradients where the scene has them [m^2, m^4].
double addMembers(const Scene& scene, Schedule& schedule, const std::vector<Pair>& pairs) {
    const auto place = [&](Index i) { return dvec3(scene.positions[schedule.sceneParticle[i]]); };
    const auto owner = static_cast<Index>(schedule.enclosures.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < pairs.size();) {
        const Index particle = pairs[i].particle;
        EnclosureMember member{particle, owner, static_cast<Index>(schedule.enclosurePairs.size() / 2), 0};
        dvec3 gradient(0.0);
        for (; i < pairs.size() && pairs[i].particle == particle; ++i, ++member.pairCount) {
            const Index j = pairs[i].first, k = pairs[i].second;
            schedule.enclosurePairs.insert(schedule.enclosurePairs.end(), {j, k});
            const dvec3 along = (place(k) - place(j)) / 2.0;
            gradient += scene.planar ? along : glm::cross(place(j) - place(particle), place(k) - place(particle)) / 6.0;
        }
        schedule.enclosureMembers.push_back(member);
        sum += glm::dot(gradient, gradient);
    }
    return sum;
}

void addChunks(Schedule& schedule, EnclosureRecord& record, Index firstMember) {
    const auto end = static_cast<Index>(schedule.enclosureMembers.size());
    const auto owner = static_cast<Index>(schedule.enclosures.size());
    record.firstChunk = static_cast<Index>(schedule.chunks.size());
    for (Index first = firstMember; first < end; first += kChunkSize)
        schedule.chunks.push_back({first, std::min(kChunkSize, end - first), owner, 0});
    record.chunkCount = static_cast<Index>(schedule.chunks.size()) - record.firstChunk;
}

// What a product of two of them is stored as: next to nothing is nothing.
float energyOf(double pressure, double measure) {
    return pressure * measure < 1e-15 ? 0.0f : static_cast<float>(pressure * measure);
}

void addEnclosure(const Scene& scene, Schedule& schedule, const Enclosure& enclosure) {
    const double measure = enclosure.restMeasure > 0.0f ? double(enclosure.restMeasure)
                                                        : measureOf(enclosure, scene.positions, scene.planar);
    const auto firstMember = static_cast<Index>(schedule.enclosureMembers.size());
    const double steepness = addMembers(scene, schedule, pairsOf(scene, schedule, enclosure));
    EnclosureRecord record{};
    record.filling = enclosure.filling == Filling::Gas ? kFillingGas : kFillingFixed;
    record.reference = schedule.enclosureMembers[firstMember].particle;
    record.gradientScale = static_cast<float>(1.0 / ((scene.planar ? 2.0 : 6.0) * measure));
    record.wanted = enclosure.inflation;
    record.compliance = scaledCompliance(enclosure.compliance, measure);
    record.energy = energyOf(enclosure.pressure, measure);
    record.outside = energyOf(enclosure.outside, measure);
    record.displaced = energyOf(enclosure.buoyancy, measure);
    record.steepness = static_cast<float>(kFadingEnclosure * steepness / (measure * measure));
    record.inverseSteepness = 1.0f / record.steepness;
    addChunks(schedule, record, firstMember);
    schedule.enclosures.push_back(record);
}

// Where in partialSums the passes leave things to each other: gradients, sums of chunks, pushes.
void placeSums(Schedule& schedule) {
    const Index gradients = schedule.partialSumCount;
    const Index sums = gradients + static_cast<Index>(schedule.enclosureMembers.size());
    Index push = sums + static_cast<Index>(schedule.chunks.size());
    for (EnclosureRecord& record : schedule.enclosures) {
        record.gradients = gradients;
        record.sums = sums + record.firstChunk;
        record.push = push++;
    }
    schedule.partialSumCount = push;
}

// Of every enclosure the chunks, one after another, and of every chunk the members.
Status checkChunks(const Schedule& s) {
    Index member = 0, chunk = 0;
    for (Index i = 0; i < s.enclosures.size(); ++i) {
        const EnclosureRecord& e = s.enclosures[i];
        if (e.firstChunk != chunk || e.chunkCount == 0 || e.chunkCount > s.chunks.size() - chunk)
            return fail("the chunks of enclosure {} do not follow those of the one before", i);
        for (; chunk < e.firstChunk + e.chunkCount; ++chunk) {
            const Chunk& c = s.chunks[chunk];
            if (c.owner != i || c.first != member || c.count == 0 || c.count > kChunkSize)
                return fail("chunk {} of enclosure {} does not follow the one before", chunk, i);
            member += c.count;
        }
    }
    if (member != s.enclosureMembers.size()) return fail("the chunks of enclosures do not cover their members");
    return {};
}

Status checkSums(const Schedule& s) {
    std::vector<bool> isUsed(s.partialSumCount, false);
    const auto take = [&](Index first, std::size_t count) {
        if (first > isUsed.size() || count > isUsed.size() - first) return false;
        const auto from = isUsed.begin() + first, to = from + static_cast<std::ptrdiff_t>(count);
        if (std::find(from, to, true) != to) return false;
        std::fill(from, to, true);
        return true;
    };
    if (!s.enclosures.empty() && !take(s.enclosures[0].gradients, s.enclosureMembers.size()))
        return fail("the gradients of enclosures have no place in the sums");
    for (Index i = 0; i < s.enclosures.size(); ++i) {
        const EnclosureRecord& e = s.enclosures[i];
        if (e.gradients != s.enclosures[0].gradients || !take(e.sums, e.chunkCount) || !take(e.push, 1))
            return fail("the sums of enclosure {} have no place of their own", i);
    }
    return {};
}

Status checkMembers(const Schedule& s) {
    constexpr Index kNone = ~0u;
    std::vector<Index> ownerOf(s.particles.size(), kNone);
    std::size_t pair = 0;
    for (Index i = 0; i < s.enclosureMembers.size(); ++i) {
        const EnclosureMember& m = s.enclosureMembers[i];
        if (m.particle >= ownerOf.size()) return fail("member {} of enclosures names a particle out of range", i);
        if (ownerOf[m.particle] != kNone) return fail("particle {} is twice a member of enclosures", m.particle);
        if (m.owner >= s.enclosures.size()) return fail("member {} of enclosures has no owner", i);
        ownerOf[m.particle] = m.owner;
        if (m.firstPair != pair || m.pairCount == 0)
            return fail("the neighbours of member {} of enclosures do not follow those of the one before", i);
        pair += m.pairCount;
    }
    if (2 * pair != s.enclosurePairs.size()) return fail("the neighbours in enclosures are not all a member's");
    for (const EnclosureMember& m : s.enclosureMembers) {
        for (std::size_t i = 2 * std::size_t(m.firstPair); i < 2 * (std::size_t(m.firstPair) + m.pairCount); ++i) {
            const Index particle = s.enclosurePairs[i];
            if (particle >= ownerOf.size() || ownerOf[particle] != m.owner)
                return fail("particle {} is a neighbour in enclosure {} but no member of it", particle, m.owner);
        }
    }
    for (Index i = 0; i < s.enclosures.size(); ++i) {
        const Index particle = s.enclosures[i].reference;
        if (particle >= ownerOf.size() || ownerOf[particle] != i)
            return fail("enclosure {} refers to a particle that is no member", i);
    }
    return {};
}

Status checkOwners(const Schedule& s) {
    for (std::size_t c = 0; c < enclosureChunkCount(s); ++c) {
        const Chunk& chunk = s.chunks[c];
        for (Index i = chunk.first; i < chunk.first + chunk.count; ++i) {
            if (s.enclosureMembers[i].owner != chunk.owner) return fail("member {} is in another's chunk", i);
        }
    }
    return {};
}

}  // namespace

void compileEnclosures(const Scene& scene, Schedule& schedule) {
    if (scene.enclosures.empty()) return;
    for (const Enclosure& enclosure : scene.enclosures)
        addEnclosure(scene, schedule, enclosure);
    placeSums(schedule);
    const auto members = static_cast<Index>(schedule.enclosureMembers.size());
    const auto chunks = static_cast<Index>(schedule.chunks.size());
    const auto enclosures = static_cast<Index>(schedule.enclosures.size());
    const Index response = scene.planar ? kEnclosureOutline : kEnclosureMesh;
    schedule.insides.push_back({PassKind::MeasureEnclosures, response, 0, 0, members});
    schedule.insides.push_back({PassKind::SumEnclosures, 0, 0, 0, chunks});
    schedule.insides.push_back({PassKind::SolveEnclosures, 0, 0, 0, enclosures});
    schedule.insides.push_back({PassKind::PushEnclosures, 0, 0, 0, members});
}

std::size_t enclosureChunkCount(const Schedule& s) {
    return s.enclosures.empty() ? 0 : s.enclosures.back().firstChunk + s.enclosures.back().chunkCount;
}

Status checkEnclosures(const Schedule& s) {
    using enum PassKind;
    for (const auto check : {checkChunks, checkSums, checkMembers, checkOwners}) {
        if (Status status = check(s); !status) return status;
    }
    const std::size_t members = s.enclosureMembers.size(), chunks = enclosureChunkCount(s);
    const Index response = s.planar ? kEnclosureOutline : kEnclosureMesh;
    PassKind last = MeasureEnclosures;
    for (const Pass& pass : s.insides) {
        if (pass.kind == MeasureEnclosures && pass.response != response)
            return fail("enclosures are measured in space in the plane, or the other way round");
        if (pass.kind < last) return fail("enclosures are not measured, summed up, solved and pushed in that order");
        last = pass.kind;
    }
    for (const Status& status : {checkCover(s.insides, MeasureEnclosures, members, "measure"),
                                 checkCover(s.insides, SumEnclosures, chunks, "sum of enclosures"),
                                 checkCover(s.insides, SolveEnclosures, s.enclosures.size(), "enclosure"),
                                 checkCover(s.insides, PushEnclosures, members, "push of enclosures")}) {
        if (!status) return status;
    }
    return {};
}

}  // namespace pliant
