#include "schedule/validate_parts.h"

#include <algorithm>

namespace pliant {
namespace {

using Index = std::uint32_t;

bool isOneEach(const std::vector<Pass>& passes, PassKind kind, std::size_t count) {
    std::size_t next = 0;
    for (const Pass& pass : passes) {
        if (pass.kind != kind) continue;
        if (pass.first != next || pass.count == 0) return false;
        next += pass.count;
    }
    return next == count;
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
    std::vector<bool> isMember(s.particles.size(), false);
    std::size_t pair = 0;
    for (Index i = 0; i < s.enclosureMembers.size(); ++i) {
        const EnclosureMember& m = s.enclosureMembers[i];
        if (m.particle >= isMember.size()) return fail("member {} of enclosures names a particle out of range", i);
        if (isMember[m.particle]) return fail("particle {} is twice a member of enclosures", m.particle);
        isMember[m.particle] = true;
        if (m.owner >= s.enclosures.size()) return fail("member {} of enclosures has no owner", i);
        if (m.firstPair != pair || m.pairCount == 0)
            return fail("the neighbours of member {} of enclosures do not follow those of the one before", i);
        pair += m.pairCount;
    }
    if (2 * pair != s.enclosurePairs.size()) return fail("the neighbours in enclosures are not all a member's");
    for (const Index particle : s.enclosurePairs) {
        if (particle >= isMember.size() || !isMember[particle])
            return fail("particle {} is a neighbour in an enclosure but no member of one", particle);
    }
    for (const Chunk& chunk : s.chunks) {
        if (&chunk >= s.chunks.data() +
                          (s.enclosures.empty() ? 0 : s.enclosures.back().firstChunk + s.enclosures.back().chunkCount))
            break;
        for (Index i = chunk.first; i < chunk.first + chunk.count; ++i) {
            if (s.enclosureMembers[i].owner != chunk.owner) return fail("member {} is in another's chunk", i);
        }
    }
    return {};
}

}  // namespace

Status checkEnclosures(const Schedule& s) {
    for (const auto check : {checkChunks, checkSums, checkMembers}) {
        if (Status status = check(s); !status) return status;
    }
    const std::size_t members = s.enclosureMembers.size();
    const std::size_t chunks =
        s.enclosures.empty() ? 0 : s.enclosures.back().firstChunk + s.enclosures.back().chunkCount;
    if (!isOneEach(s.insides, PassKind::MeasureEnclosures, members) ||
        !isOneEach(s.insides, PassKind::SumEnclosures, chunks) ||
        !isOneEach(s.insides, PassKind::SolveEnclosures, s.enclosures.size()) ||
        !isOneEach(s.insides, PassKind::PushEnclosures, members))
        return fail("the passes over enclosures do not cover them");
    return {};
}

Status checkTets(const Schedule& s) {
    if (s.sceneTet.size() != s.tetrahedra.size() || !isOneEach(s.insides, PassKind::SolveTets, s.tetrahedra.size()))
        return fail("the passes over tetrahedra do not cover them");
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
