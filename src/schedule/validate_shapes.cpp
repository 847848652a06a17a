#include "schedule/validate_parts.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// The chunks of a shape follow one another and hold its members, none more than kChunkSize.
Status checkChunks(const Schedule& s, Index index) {
    const ShapeRecord& shape = s.shapes[index];
    const std::size_t end = std::size_t(shape.firstChunk) + shape.chunkCount;
    if (end > s.chunks.size()) return fail("shape {} names a chunk out of range", index);
    Index next = shape.firstMember;
    for (std::size_t i = shape.firstChunk; i < end; ++i) {
        const Chunk& chunk = s.chunks[i];
        if (chunk.owner != index) return fail("chunk {} is not that of shape {}", i, index);
        if (chunk.first != next || chunk.count == 0 || chunk.count > kChunkSize)
            return fail("chunk {} does not go on with the members of shape {}", i, index);
        next += chunk.count;
    }
    if (next != shape.firstMember + shape.memberCount)
        return fail("the chunks of shape {} do not hold its members", index);
    return {};
}

// What a shape writes lies within bodySums, and behind what the one before it writes, or enclosures do, which ends at
// `free`.
Status checkSums(const Schedule& s, Index index, std::size_t& free) {
    const ShapeRecord& shape = s.shapes[index];
    const auto take = [&](std::size_t first, std::size_t count) {
        const bool isFree = first >= free;
        free = first + count;
        return isFree && free <= s.bodySumCount;
    };
    bool isGood = take(shape.sums, kShapeSumSize * std::size_t(shape.chunkCount)) && take(shape.fit, kShapeFitSize);
    if (shape.compliance > 0.0f) isGood = isGood && take(shape.moves, shape.memberCount);
    if (!isGood) return fail("the sums of shape {} are out of range or another's", index);
    return {};
}

Status checkMembers(const Schedule& s, Index index, std::vector<bool>& isMember) {
    const ShapeRecord& shape = s.shapes[index];
    bool hasReference = false;
    for (Index i = shape.firstMember; i < shape.firstMember + shape.memberCount; ++i) {
        const ShapeMember& member = s.shapeMembers[i];
        if (member.shape != index) return fail("member {} does not name its shape, {}", i, index);
        if (member.particle >= isMember.size()) return fail("member {} names a particle out of range", i);
        if (isMember[member.particle]) return fail("particle {} is a member twice", member.particle);
        isMember[member.particle] = true;
        hasReference |= member.particle == shape.reference;
        if (!(member.weight > 0.0f && member.weight <= 1.0f))
            return fail("member {} has a weight of {}", i, member.weight);
    }
    return hasReference ? Status{} : fail("shape {} refers to a particle that is no member", index);
}

Status checkPasses(const Schedule& s) {
    using enum PassKind;
    std::vector<Pass> passes;
    for (const Pass& pass : s.bodies) {
        if (pass.kind == SumShapes || pass.kind == TurnShapes || pass.kind == MatchShapes) passes.push_back(pass);
    }
    if (passes.empty() && s.shapes.empty()) return {};
    if (passes.size() != 3 || passes[0].kind != SumShapes || passes[1].kind != TurnShapes)
        return fail("shapes are not summed up, turned and matched, once and in that order");
    if (passes[1].response != (s.planar ? kShapePlanar : kShapeSpatial))
        return fail("shapes are turned in space in the plane, or the other way round");
    if (Status status = checkCover(passes, TurnShapes, s.shapes.size(), "turn"); !status) return status;
    if (Status status = checkCover(passes, MatchShapes, s.shapeMembers.size(), "match"); !status) return status;
    const ShapeRecord& last = s.shapes.back();
    if (passes[0].first != s.shapes[0].firstChunk ||
        passes[0].count != last.firstChunk + last.chunkCount - passes[0].first)
        return fail("the pass that sums shapes up does not cover their chunks");
    return {};
}

}  // namespace

Status checkShapes(const Schedule& s) {
    if (s.shapeTurns.size() != s.shapes.size()) return fail("the turns of shapes have a wrong number");
    std::vector<bool> isMember(s.particles.size(), false);
    std::size_t nextMember = 0, nextChunk = enclosureChunkCount(s);
    std::size_t free = s.enclosures.empty() ? 0 : std::size_t(s.enclosures.back().push) + 1;
    for (Index i = 0; i < s.shapes.size(); ++i) {
        const ShapeRecord& shape = s.shapes[i];
        if (shape.firstMember != nextMember || shape.memberCount < 2 || shape.firstChunk != nextChunk)
            return fail("shape {} does not follow the one before it", i);
        nextMember += shape.memberCount;
        nextChunk += shape.chunkCount;
        if (nextMember > s.shapeMembers.size()) return fail("shape {} names a member out of range", i);
        if (Status status = checkChunks(s, i); !status) return status;
        if (Status status = checkSums(s, i, free); !status) return status;
        if (Status status = checkMembers(s, i, isMember); !status) return status;
    }
    if (nextMember != s.shapeMembers.size()) return fail("there are members of no shape");
    if (nextChunk != s.chunks.size()) return fail("there are chunks of no body");
    return checkPasses(s);
}

}  // namespace pliant
