#include "schedule/validate_parts.h"

#include <algorithm>

namespace pliant {
namespace {

using Index = std::uint32_t;

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
    std::vector<bool> isUsed(s.bodySumCount, false);
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
        if (pass.kind == SolveTets) continue;
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

Status checkTets(const Schedule& s) {
    if (s.sceneTet.size() != s.tetrahedra.size()) return fail("the map of tetrahedra has a wrong size");
    Status status = checkCover(s.insides, PassKind::SolveTets, s.tetrahedra.size(), "tetrahedra");
    if (!status) return status;
    constexpr Index kNever = ~0u;
    std::vector<Index> lastColour(s.particles.size(), kNever);
    for (const Pass& pass : s.insides) {
        if (pass.kind != PassKind::SolveTets) continue;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            const TetRecord& t = s.tetrahedra[i];
            for (const Index particle : {t.a, t.b, t.c, t.d}) {
                if (particle >= s.particles.size()) return fail("tetrahedron {} names a particle out of range", i);
                if (lastColour[particle] == pass.colour) {
                    return fail("particle {} is met twice in colour {}, the second time by tetrahedron {}", particle,
                                pass.colour, i);
                }
                lastColour[particle] = pass.colour;
            }
        }
    }
    return {};
}

}  // namespace pliant
