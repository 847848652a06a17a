#include <glm/geometric.hpp>

#include <algorithm>

#include "schedule/compile_parts.h"
#include "shared/real.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

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
    dvec3 lean(0.0);
    double spread = 0.0;
    for (const Member& member : members) {
        const auto weight = static_cast<float>(member.mass / mass);
        const vec3 rest = storable3<float>(vec3(member.rest * scale));
        if (member.particle == shape.reference) shape.referenceRest = rest;
        schedule.shapeMembers.push_back({rest, weight, member.particle, index, 0, 0});
        lean += double(weight) * dvec3(rest);
        spread += weight * glm::dot(dvec3(rest), dvec3(rest));
    }
    shape.lean = storable3<float>(vec3(lean));
    const double still = kStill * shape.size;
    shape.still = static_cast<float>(std::max(still * still, kSmallestSquare));
    const double blurred = kBlurred * shape.size * spread;
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
        const Index first = schedule.bodySumCount;
        schedule.bodySumCount += count;
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

}  // namespace

void compileShapes(const Scene& scene, Schedule& schedule) {
    if (scene.shapes.empty()) return;
    const auto firstChunk = static_cast<Index>(schedule.chunks.size());
    for (Index i = 0; i < scene.shapes.size(); ++i)
        addShape(scene, schedule, i);
    const auto chunkCount = static_cast<Index>(schedule.chunks.size()) - firstChunk;
    const Index kind = scene.planar ? kShapePlanar : kShapeSpatial;
    const auto count = [](const auto& items) { return static_cast<Index>(items.size()); };
    schedule.bodies.push_back({PassKind::SumShapes, 0, 0, firstChunk, chunkCount});
    schedule.bodies.push_back({PassKind::TurnShapes, kind, 0, 0, count(schedule.shapes)});
    schedule.bodies.push_back({PassKind::MatchShapes, 0, 0, 0, count(schedule.shapeMembers)});
}

}  // namespace pliant
