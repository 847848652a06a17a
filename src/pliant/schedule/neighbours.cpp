#include <algorithm>
#include <cmath>
#include <iterator>

#include "pliant/fail.h"
#include "pliant/scene/faces.h"
#include "pliant/schedule/curve.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/clash.h"
#include "pliant/shared/neighbour.h"
#include "pliant/shared/real.h"
#include "pliant/shared/support.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// Those that were too near part as fast as this [m/s].
constexpr float kRise = 0.12f;

// Lists are mended for at most one particle of so many.
constexpr Index kShareOfStrays = 8;

// Nodes of the tree that are in no other are so many at most.

// Nodes of a tree: groups of particles, or of what the level before has.
struct Level {
    Index first, count;
};

std::vector<Level> levelsOfNodes(Index particles) {
    std::vector<Level> levels;
    Index first = 0, count = particles;
    do {
        count = (count + kNeighbourGroup - 1) / kNeighbourGroup;
        levels.push_back({first, count});
        first += count;
    } while (count > kMostRoots);
    return levels;
}

NeighbourSpace spaceOf(const Schedule& s) {
    float largest = 0.0f, thickest = 0.0f;
    for (const NeighbourBody& body : s.neighbourBodies) {
        largest = std::max(largest, body.reach);
        thickest = std::max(thickest, body.thickness);
    }
    // A push is at most four thicknesses (kFarthestPush), 2^22 units; those of all neighbours are less than 2^28. One
    // of faces or edges is at most a reach, and so are all together: see shareOfTouch().
    const double longest = std::max(double(thickest), 0.25 * double(largest));
    const double unit = std::ldexp(1.0, std::clamp(std::ilogb(longest) + 1, -40, 40) - 20);
    const std::vector<Level> levels = levelsOfNodes(static_cast<Index>(s.neighbourOrder.size()));
    const Index groups = levels.front().count, items = static_cast<Index>(s.neighbourOrder.size());
    const Index strays = std::clamp(items / kShareOfStrays, 64u, kMostStrays);
    return {largest, kRise, static_cast<float>(unit), static_cast<float>(1.0 / unit), groups, items, strays, 0u};
}

// Of the particles of each piece, where they are at rest.
std::vector<vec3> middlesOf(const Schedule& s, const std::vector<Index>& listed) {
    std::vector<glm::dvec3> sums(s.neighbourBodies.size(), glm::dvec3(0.0));
    std::vector<double> counts(sums.size(), 0.0);
    for (const Index i : listed) {
        const Index body = bodyOfNumber(s.neighbourRest[i].w);
        sums[body] += glm::dvec3(s.neighbourRest[i]);
        counts[body] += 1.0;
    }
    std::vector<vec3> middles;
    for (std::size_t body = 0; body < sums.size(); ++body)
        middles.push_back(vec3(sums[body] / std::max(counts[body], 1.0)));
    return middles;
}

Index frameAt(const Schedule& s, Index particle) {
    return s.frameOf.empty() ? 0 : s.frameOf[particle];
}

// A body's particles mostly stay near those that they are near at rest, others that are there may go anywhere: so one
// piece after another, along a space-filling curve through their middles, and the particles of each along one too.
// Those of one frame together.
std::vector<Index> orderOf(const Schedule& s) {
    std::vector<Index> listed;
    std::vector<vec3> points;
    for (Index i = 0; i < s.neighbourRest.size(); ++i) {
        if (!(s.neighbourRest[i].w > 0.0f)) continue;
        listed.push_back(i);
        points.emplace_back(s.neighbourRest[i]);
    }
    const std::vector<Index> bodies = placesAlongCurve(middlesOf(s, listed)), places = placesAlongCurve(points);
    std::vector<std::pair<std::uint64_t, Index>> along;
    for (std::size_t k = 0; k < listed.size(); ++k) {
        const std::uint64_t frame = frameAt(s, listed[k]), body = bodies[bodyOfNumber(s.neighbourRest[listed[k]].w)];
        along.emplace_back(frame << 56 | body << 32 | places[k], listed[k]);
    }
    std::sort(along.begin(), along.end());
    std::transform(along.begin(), along.end(), listed.begin(), [](const auto& item) { return item.second; });
    return listed;
}

// Of their passes it is known that no particle is there twice.
Status checkOrder(const Schedule& s) {
    for (const Index i : s.neighbourOrder)
        if (i >= s.particles.size() || !(s.neighbourRest[i].w > 0.0f))
            return fail("particle {} in the order of contacts is of none", i);
    const auto isOfOne = [](const vec4& rest) { return rest.w > 0.0f; };
    const auto all = std::count_if(s.neighbourRest.begin(), s.neighbourRest.end(), isOfOne);
    if (s.neighbourOrder.size() != static_cast<std::size_t>(all))
        return fail("not all particles of contacts are in their order");
    std::vector<char> isPast(s.neighbourBodies.size(), 0);
    for (std::size_t k = 1; k < s.neighbourOrder.size(); ++k) {
        const Index before = bodyOfNumber(s.neighbourRest[s.neighbourOrder[k - 1]].w);
        const Index body = bodyOfNumber(s.neighbourRest[s.neighbourOrder[k]].w);
        if (body != before) isPast[before] = 1;
        if (isPast[body] != 0) return fail("the particles of contact {} are not together in their order", body);
    }
    return {};
}

// Calls visit(body, begin, end) for each particle in the order of contacts, with what its body should know of where its
// frame is there.
template <class Visit>
void forEachWithItsFrame(const Schedule& s, Visit&& visit) {
    const std::vector<Index>& order = s.neighbourOrder;
    const Index root = levelsOfNodes(static_cast<Index>(order.size())).back().first;
    for (Index first = 0, end = 0; first < order.size(); first = end) {
        while (end < order.size() && frameAt(s, order[end]) == frameAt(s, order[first]))
            ++end;
        for (Index k = first; k < end; ++k)
            visit(bodyOfNumber(s.neighbourRest[order[k]].w), first == 0 ? root : first / kNeighbourGroup, end);
    }
}

// Of particles of each body, see kCountShift.
void noteCounts(Schedule& s) {
    std::vector<Index> counts(s.neighbourBodies.size(), 0);
    for (const Index i : s.neighbourOrder)
        ++counts[bodyOfNumber(s.neighbourRest[i].w)];
    for (std::size_t body = 0; body < counts.size(); ++body)
        for (Index most = 1; most < counts[body]; most *= 2)
            s.neighbourBodies[body].traits += 1u << kCountShift;
}

void noteFrames(Schedule& s) {
    forEachWithItsFrame(s, [&](Index body, Index begin, Index end) {
        s.neighbourBodies[body].begin = begin;
        s.neighbourBodies[body].end = end;
    });
}

Status checkFrames(const Schedule& s) {
    const auto isBefore = [&](Index a, Index b) { return frameAt(s, a) < frameAt(s, b); };
    if (!std::is_sorted(s.neighbourOrder.begin(), s.neighbourOrder.end(), isBefore))
        return fail("the particles of one frame are not together in the order of contacts");
    Status status;
    forEachWithItsFrame(s, [&](Index body, Index begin, Index end) {
        const NeighbourBody& b = s.neighbourBodies[body];
        if (b.begin != begin || b.end != end) status = fail("contact {} does not know where its frame is", body);
    });
    return status;
}

// Nodes are numbered level after level, groups of particles first. A search goes on with what is in a node, or after
// it.
std::vector<NeighbourNode> treeOver(Index particles) {
    const std::vector<Level> levels = levelsOfNodes(particles);
    std::vector<NeighbourNode> nodes(levels.back().first + levels.back().count);
    for (std::size_t l = levels.size(); l-- > 0;) {
        const bool isGroup = l == 0;
        const Level inside = isGroup ? Level{0, particles} : levels[l - 1];
        for (Index k = 0; k < levels[l].count; ++k) {
            const Index at = levels[l].first + k, first = k * kNeighbourGroup;
            const bool isRoot = l + 1 == levels.size();
            if (isRoot) nodes[at].after = k + 1 < levels[l].count ? at + 1 : kNowhere;
            nodes[at].first = inside.first + first;
            nodes[at].count = std::min(kNeighbourGroup, inside.count - first);
            for (Index child = 0; !isGroup && child < nodes[at].count; ++child)
                nodes[nodes[at].first + child].after =
                    child + 1 < nodes[at].count ? nodes[at].first + child + 1 : nodes[at].after;
        }
    }
    return nodes;
}

bool isTreeOver(Index particles, const std::vector<NeighbourNode>& nodes) {
    const auto isSame = [](const NeighbourNode& a, const NeighbourNode& b) {
        return a.first == b.first && a.count == b.count && a.after == b.after;
    };
    const std::vector<NeighbourNode> tree = treeOver(particles);
    return std::equal(nodes.begin(), nodes.end(), tree.begin(), tree.end(), isSame);
}

std::vector<Pass> passesOfNeighbours(const Schedule& s) {
    using enum PassKind;
    const auto count = static_cast<Index>(s.particles.size()), listed = static_cast<Index>(s.neighbourOrder.size());
    std::vector<Pass> passes;
    if (!s.rims.empty()) passes.push_back({HoldRims, 0, 0, 0, static_cast<Index>(s.rims.size())});
    passes.push_back({PushFromColliders, 0, 0, 0, count});
    passes.push_back({WatchNeighbours, 0, 0, 0, listed});
    passes.push_back({PlaceNeighbours, 0, 0, 0, count});
    for (const Level& level : levelsOfNodes(listed))
        passes.push_back({BoundNeighbours, 0, 0, level.first, level.count});
    passes.push_back({FindNeighbours, 0, 0, 0, listed});
    passes.push_back({CountTouches, kCountNear, 0, 0, listed});
    if (s.neighbourBodies.size() > 1) passes.push_back({ShareDrifts, kMeetDrifts, 0, 0, listed});
    passes.push_back({FindSupports, 0, 0, 0, count});
    for (Index layer = 1; layer < kMostLayers; ++layer)
        passes.push_back({SpreadSupports, 0, 0, 0, listed, layer});
    passes.push_back({CountTouches, kCountAgain, 0, 0, listed});
    passes.push_back({ShareDrifts, kWaitDrifts, 0, 0, listed});
    for (Index round = 0; round < kPushRounds; ++round)
        passes.push_back({PushNeighbours, round % 2, 0, 0, listed, round});
    if (hasThinContacts(s)) {
        passes.push_back({MoveNeighbours, 0, 0, 0, listed});
        for (const Index response : {kCountFaces, kPushFaces})
            passes.push_back({FindCuts, response, 0, 0, listed});
        passes.push_back({TakeTouches, 0, 0, 0, listed});
    }
    passes.push_back({RubOnColliders, 0, 0, 0, count});
    passes.push_back({MoveNeighbours, 0, 0, 0, listed});
    for (Index round = 0; round <= kBaseRounds; ++round) {
        if (round > 0) passes.push_back({AlignBases, 0, 0, 0, listed, round});
        passes.push_back({FindCuts, kCutFaces, 0, 0, listed, round});
    }
    passes.push_back({CutWays, 0, 0, 0, count});
    return passes;
}

// Edges around a particle are uneven if at rest one of them is shorter than 0.53 of the longest, or what is beside the
// particle nearer, as across a fold: than this share of lengthOfReach().
constexpr float kUnevenShare = 0.75f;

EdgeLengths edgesAtRest(const Schedule& s, Index i) {
    const auto placeOf = [&](Index k) { return vec3(s.neighbourRest[k]); };
    EdgeLengths edges{0.0f, kFarOff, kFarOff};
    for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 1]; ++k)
        edges = withEdge(edges, difference<float>(placeOf(i), placeOf(s.around[k])), vec3(0.0f));
    for (Index k = s.aroundFirst[3 * i + 1]; k < s.aroundFirst[3 * i + 2]; ++k)
        edges = withBeside(edges, difference<float>(placeOf(i), placeOf(s.around[k])), vec3(0.0f));
    return edges;
}

bool hasTwice(const std::vector<Index>& sorted) {
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

// Whether faces around a particle are those of one surface, which goes round it once: no edge has more than one of them
// on either side, and each leads to the next. If all of them look to one direction none lies upon another one then.
bool areOneFan(const Schedule& s, Index i) {
    std::vector<Index> from, to, starts;
    for (Index k = s.aroundFirst[3 * i + 2]; k < s.aroundFirst[3 * i + 3]; k += 2) {  // sorted by the first
        from.push_back(s.around[k]);
        to.push_back(s.around[k + 1]);
    }
    std::vector<Index> ends = to;
    std::sort(ends.begin(), ends.end());
    std::set_difference(from.begin(), from.end(), ends.begin(), ends.end(), std::back_inserter(starts));
    if (hasTwice(from) || hasTwice(ends) || starts.size() > 1) return false;
    const auto faceFrom = [&](Index corner) {
        const auto face = std::lower_bound(from.begin(), from.end(), corner);
        return face != from.end() && *face == corner ? face : from.end();
    };
    std::size_t passed = 0;
    auto face = starts.empty() ? from.begin() : faceFrom(starts.front());
    for (; passed < from.size() && face != from.end(); ++passed)
        face = faceFrom(to[std::size_t(face - from.begin())]);
    return passed == from.size();
}

// Corners of faces that may lie upon each other, though they are flat.
std::vector<std::uint8_t> findNeverFlat(const Schedule& s) {
    std::vector<std::uint8_t> isNeverFlat(s.particles.size(), 0);
    for (const Index i : s.neighbourOrder) {
        if (!touchesItself(s.neighbourBodies[bodyOfNumber(s.neighbourRest[i].w)]) || areOneFan(s, i)) continue;
        isNeverFlat[i] = 1;
        for (Index k = s.aroundFirst[3 * i + 2]; k < s.aroundFirst[3 * i + 3]; ++k)
            isNeverFlat[s.around[k]] = 1;
    }
    return isNeverFlat;
}

// Marks particles that are looked around in every substep, whether or not anything comes near them: those with uneven
// edges or that are never flat, and the other ends of their edges; in a body that has uneven ones, those with edges
// longer than 1.25 of its reach too.
void noteUneven(Schedule& s) {
    const std::vector<std::uint8_t> isNeverFlat = findNeverFlat(s);
    std::vector<std::uint8_t> isUneven = isNeverFlat, hasSome(s.neighbourBodies.size(), 0);
    std::vector<EdgeLengths> edges(s.particles.size());
    const auto bodyOf = [&](Index i) { return bodyOfNumber(s.neighbourRest[i].w); };
    for (const Index i : s.neighbourOrder) {
        const NeighbourBody& body = s.neighbourBodies[bodyOf(i)];
        edges[i] = edgesAtRest(s, i);
        const float nearest = lowerOf(edges[i].shortest, edges[i].beside);
        if (!isWithin(nearest, productOf(lengthOfReach(edges[i].longest), kUnevenShare))) continue;
        if (!touchesItself(body)) continue;
        hasSome[bodyOf(i)] = isUneven[i] = 1;
    }
    for (const Index i : s.neighbourOrder) {
        const float kept = productOf(s.neighbourBodies[bodyOf(i)].reach, kRestShare);
        if (hasSome[bodyOf(i)] != 0 && !isWithin(edges[i].longest, kept)) isUneven[i] = 1;
    }
    for (const Index i : s.neighbourOrder) {
        bool isMarked = isUneven[i] != 0;
        for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 1]; ++k)
            isMarked = isMarked || isUneven[s.around[k]] != 0;
        if (isMarked) s.neighbourRest[i].w += isNeverFlat[i] != 0 ? -kUnevenMark : kUnevenMark;
    }
}

// Which pieces of contacts are rigid: all of their particles are of one shape that does not give way.
class RigidPieces {
  public:
    explicit RigidPieces(const Scene& scene) : shapes_(scene.positions.size(), kNowhere) {
        for (Index shape = 0; shape < scene.shapes.size(); ++shape)
            for (const Index i : scene.shapes[shape].particles)
                if (scene.shapes[shape].compliance == 0.0f) shapes_[i] = shape;
    }

    /// One more particle of a piece; false: it is not of the shape that the first one is of.
    bool take(Index piece, Index particle) {
        if (piece >= shapeOf_.size()) shapeOf_.resize(piece + 1, shapes_[particle]);
        return shapes_[particle] != kNowhere && shapes_[particle] == shapeOf_[piece];
    }

  private:
    std::vector<Index> shapes_;   // per particle
    std::vector<Index> shapeOf_;  // per piece
};

// Its number. It is rigid so far, and does not reach farther than it is thick.
Index addBody(const Contact& contact, Schedule& schedule) {
    schedule.neighbourBodies.push_back({contact.thickness, storable<float>(contact.friction), contact.category,
                                        contact.mask, 0u, 0u, contact.thickness, kIsRigidBody});
    return static_cast<Index>(schedule.neighbourBodies.size());
}

}  // namespace

bool hasThinContacts(const Schedule& s) {
    return std::any_of(s.neighbourBodies.begin(), s.neighbourBodies.end(),
                       [](const auto& body) { return isThin(body); });
}

std::size_t wordsOfContacts(const Schedule& s) {
    return s.neighbourRest.empty() ? 0 : kNeighbourWords + kDriftWords * s.neighbourBodies.size();
}

void compileNeighbours(const Scene& scene, Schedule& schedule) {
    if (scene.contacts.empty()) return;
    schedule.neighbourRest.assign(schedule.particles.size(), vec4(0.0f));
    const std::vector<bool> isWithin = particlesWithin(scene);
    const std::vector<Index> pieces = piecesOfContacts(scene);
    std::vector<Index> numbers(scene.positions.size() + scene.contacts.size(), 0);
    RigidPieces rigid(scene);
    for (const Contact& contact : scene.contacts) {
        for (Index i = contact.firstParticle; i < contact.firstParticle + contact.particleCount; ++i) {
            if (isWithin[i]) continue;
            Index& number = numbers[pieces[i]];
            if (number == 0) number = addBody(contact, schedule);
            if (!rigid.take(number - 1, i)) schedule.neighbourBodies[number - 1].traits &= ~kIsRigidBody;
            const Index local = schedule.localParticle[i];
            schedule.neighbourRest[local] = vec4(vec3(schedule.particles[local]), static_cast<float>(number));
        }
    }
    schedule.neighbourOrder = orderOf(schedule);
    if (schedule.neighbourOrder.empty()) {
        static_cast<NeighbourFamily&>(schedule) = {};  // all are within solids
        return;
    }
    schedule.neighbourNodes = treeOver(static_cast<Index>(schedule.neighbourOrder.size()));
    noteFrames(schedule);
    noteCounts(schedule);
    compileAround(scene, schedule);
    schedule.neighbourSpace = spaceOf(schedule);
    compileJoints(scene, schedule);
    noteUneven(schedule);
    compileRims(scene, schedule);
    schedule.touching = passesOfNeighbours(schedule);
}

Status checkNeighbours(const Schedule& s) {
    if (s.neighbourBodies.empty() && !(s.aroundFirst.empty() && s.around.empty()))
        return fail("there are rows of edges and faces of no contacts");
    if (s.neighbourBodies.empty() && !s.neighbourJoints.empty()) return fail("there are joints of no contacts");
    if (s.neighbourBodies.empty() && !(s.rims.empty() && s.rimNodes.empty()))
        return fail("there are rims of no contacts");
    if (s.neighbourBodies.empty()) return s.touching.empty() ? Status{} : fail("there are passes of no contacts");
    for (std::size_t k = 0; k < s.neighbourBodies.size(); ++k)
        if (!(s.neighbourBodies[k].reach >= s.neighbourBodies[k].thickness))
            return fail("contact {} does not reach as far as it is thick", k);
    if (s.neighbourRest.size() != s.particles.size()) return fail("the places at rest have a wrong number");
    for (Index i = 0; i < s.neighbourRest.size(); ++i) {
        const float number = s.neighbourRest[i].w, whole = std::floor(number + kUnevenMark);
        const bool isOne = number == whole || (whole > 0.0f && std::abs(number - whole) == kUnevenMark);
        if (!(isOne && number >= 0.0f && whole <= float(s.neighbourBodies.size())))
            return fail("particle {} is of a contact out of range", i);
    }
    if (Status status = checkOrder(s); !status) return status;
    const auto listed = static_cast<Index>(s.neighbourOrder.size());
    if (!isTreeOver(listed, s.neighbourNodes) || s.neighbourSpace.groups != levelsOfNodes(listed).front().count ||
        s.neighbourSpace.items != listed || s.neighbourSpace.mostStrays > kMostStrays)
        return fail("the groups of contacts are not those of all particles");
    if (Status status = checkFrames(s); !status) return status;
    if (s.touching != passesOfNeighbours(s)) return fail("the passes of contacts are not those of all particles");
    if (Status status = checkJoints(s); !status) return status;
    if (Status status = checkRims(s); !status) return status;
    return checkAround(s);
}

}  // namespace pliant
