#include <algorithm>
#include <glm/geometric.hpp>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/real.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

using glm::dvec3;

// Offsets that, weighed, add up to less than this share of those at rest say nothing about how a shape is turned.
constexpr double kBlurred = 1e-6;

// Places that rounding leaves so far from each other, by the shape's size, are one place.
constexpr double kStill = 3e-7;

constexpr double kSmallestSquare = 1e-30;  // [m^2]

struct Member {
    Index particle;  // of the schedule
    dvec3 rest;      // [m]
    double mass;     // [kg]
};

// Ascending by particle, so that neighbours in memory are read one after another.
std::vector<Member> membersOf(const Scene& scene, const Schedule& schedule, const SceneShape& shape) {
    std::vector<Member> members;
    for (std::size_t i = 0; i < shape.particles.size(); ++i) {
        const Index particle = shape.particles[i];
        const vec3 rest = shape.rest.empty() ? scene.positions[particle] : shape.rest[i];
        members.push_back({schedule.localParticle[particle], dvec3(rest), double(scene.masses[particle])});
    }
    std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return a.particle < b.particle; });
    return members;
}

// Moves the places at rest so that their centre of mass is the origin. Returns the sum of the masses.
double centre(std::vector<Member>& members) {
    const dvec3 origin = members.front().rest;
    dvec3 sum(0.0);
    double mass = 0.0;
    for (const Member& member : members) {
        sum += member.mass * (member.rest - origin);
        mass += member.mass;
    }
    for (Member& member : members)
        member.rest = (member.rest - origin) - sum / mass;
    return mass;
}

bool isNearer(const Member& a, const Member& b) {
    return glm::dot(a.rest, a.rest) < glm::dot(b.rest, b.rest);
}

// Adds the members, and notes in the record what rounding makes of the sum of their weighed places.
void addMembers(const std::vector<Member>& members, double mass, Index index, ShapeRecord& shape, Schedule& schedule) {
    const double scale = shape.size > 0.0f ? 1.0 / shape.size : 0.0;
    dvec3 lean(0.0), spread(0.0), mixes(0.0);
    for (const Member& member : members) {
        const auto weight = static_cast<float>(member.mass / mass);
        const vec3 rest = storable3<float>(vec3(member.rest * scale));
        if (member.particle == shape.reference) shape.referenceRest = rest;
        schedule.shapeMembers.push_back({rest, weight, member.particle, index, 0, 0});
        const dvec3 q(rest);
        lean += double(weight) * q;
        spread += double(weight) * q * q;
        mixes += double(weight) * dvec3(q.y * q.z, q.x * q.z, q.x * q.y);
    }
    shape.spread = storable3<float>(vec3(spread));
    shape.spreadMixes = storable3<float>(vec3(mixes));
    shape.perSize = storable<float>(static_cast<float>(scale));
    shape.lean = storable3<float>(vec3(lean));
    const double still = kStill * shape.size;
    shape.still = static_cast<float>(std::max(still * still, kSmallestSquare));
    const double blurred = kBlurred * shape.size * (spread.x + spread.y + spread.z);
    shape.blurred = static_cast<float>(std::max(blurred * blurred, kSmallestSquare));
}

void addChunks(Index index, ShapeRecord& shape, Schedule& schedule) {
    shape.firstChunk = static_cast<Index>(schedule.chunks.size());
    for (Index first = 0; first < shape.memberCount; first += kChunkSize) {
        const Index count = std::min(kChunkSize, shape.memberCount - first);
        schedule.chunks.push_back({shape.firstMember + first, count, index, 0});
    }
    shape.chunkCount = static_cast<Index>(schedule.chunks.size()) - shape.firstChunk;
}

// Room for what its passes leave each other.
void addSums(ShapeRecord& shape, Schedule& schedule) {
    const auto take = [&](Index count) {
        const Index first = schedule.partialSumCount;
        schedule.partialSumCount += count;
        return first;
    };
    shape.sums = take(kShapeSumSize * shape.chunkCount);
    shape.fit = take(kShapeFitSize);
    shape.moves = shape.compliance > 0.0f ? take(shape.memberCount) : 0;
}

void addShape(const Scene& scene, Schedule& schedule, Index index) {
    std::vector<Member> members = membersOf(scene, schedule, scene.shapes[index]);
    const double mass = centre(members);
    const Member& farthest = *std::max_element(members.begin(), members.end(), isNearer);
    const Member& nearest = *std::min_element(members.begin(), members.end(), isNearer);
    ShapeRecord shape{};
    shape.size = storable<float>(static_cast<float>(glm::length(farthest.rest)));
    shape.compliance = scene.shapes[index].compliance;
    shape.reference = nearest.particle;
    shape.firstMember = static_cast<Index>(schedule.shapeMembers.size());
    shape.memberCount = static_cast<Index>(members.size());
    addMembers(members, mass, index, shape, schedule);
    addChunks(index, shape, schedule);
    addSums(shape, schedule);
    schedule.shapes.push_back(shape);
    schedule.shapeTurns.push_back(vec4(0.0f, 0.0f, 0.0f, 1.0f));
}

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

// What a shape writes lies within partialSums, and behind what the one before it writes, or enclosures do, which ends
// at `free`.
Status checkSums(const Schedule& s, Index index, std::size_t& free) {
    const ShapeRecord& shape = s.shapes[index];
    const auto take = [&](std::size_t first, std::size_t count) {
        const bool isFree = first >= free;
        free = first + count;
        return isFree && free <= s.partialSumCount;
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
    const std::vector<Pass>& passes = s.matching;
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

void compileShapes(const Scene& scene, Schedule& schedule) {
    if (scene.shapes.empty()) return;
    const auto firstChunk = static_cast<Index>(schedule.chunks.size());
    for (Index i = 0; i < scene.shapes.size(); ++i)
        addShape(scene, schedule, i);
    const auto chunkCount = static_cast<Index>(schedule.chunks.size()) - firstChunk;
    const Index kind = scene.planar ? kShapePlanar : kShapeSpatial;
    const auto count = [](const auto& items) { return static_cast<Index>(items.size()); };
    schedule.matching.push_back({PassKind::SumShapes, 0, 0, firstChunk, chunkCount});
    schedule.matching.push_back({PassKind::TurnShapes, kind, 0, 0, count(schedule.shapes)});
    schedule.matching.push_back({PassKind::MatchShapes, 0, 0, 0, count(schedule.shapeMembers)});
}

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
