#include "pliant/cpu/drift.h"
#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/shared/cut.h"
#include "pliant/shared/drift.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// The words of a body.
Index* wordsOf(NeighbourWork& w, Index body) {
    return w.state.data() + kNeighbourWords + std::size_t(kDriftWords) * body;
}

void widen(Index* box, const vec3& way) {
    for (int axis = 0; axis < 3; ++axis) {
        SharedInteger(box[axis]).raise(orderOf(way[axis]));
        SharedInteger(box[3 + axis]).raise(~orderOf(way[axis]));
    }
}

vec3 nearestIn(const Index* box) {
    return {nearestToRest(box[0], box[3]), nearestToRest(box[1], box[4]), nearestToRest(box[2], box[5])};
}

// Of some items in the order of contacts, all of one body.
void noteOfBody(const Buffers& b, bool hasColliders, Index body, const Index* first, const Index* last) {
    NeighbourWork& w = *b.neighbours;
    const DriftUnits units = driftUnitsOf(b.schedule->neighbourBodies[body]);
    Index* const words = wordsOf(w, body);
    Index count = 0;
    glm::ivec3 sum(0);
    for (const Index* item = first; item < last; ++item) {
        const Index i = *item;
        const vec3 way = wayOf(b, i);
        if (!isPlace<float>(placeOf(b, i)) || !(squaredLength<float>(way) < kLargestSquared)) continue;
        if (b.particles[i].w == 0.0f) {
            widen(words + kDriftHeld, way);
            continue;
        }
        if (hasColliders && vec3(w.pressed[i]) != vec3(0.0f)) widen(words + kDriftHeld, vec3(0.0f));
        ++count;
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += driftInUnits(way[axis], units);
    }
    if (count == 0) return;
    for (int axis = 0; axis < 3; ++axis)
        SharedInteger(words[kDriftSum + axis]).add(static_cast<Index>(sum[axis]));
    SharedInteger(words[kDriftCount]).add(count);
}

}  // namespace

void noteDrifts(const Buffers& b, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *b.schedule;
    const auto bodyAt = [&](Index item) { return bodyOf(s, s.neighbourOrder[item]); };
    for (Index end; first < last; first = end) {
        const Index body = bodyAt(first);
        for (end = first + 1; end < last && bodyAt(end) == body;)
            ++end;
        const Index* const order = s.neighbourOrder.data();
        noteOfBody(b, constants.colliderCount > 0, body, order + first, order + end);
    }
}

namespace {

// Of a body alone.
vec3 ownDriftOf(const Buffers& b, Index body) {
    const Index* const words = wordsOf(*b.neighbours, body);
    if (words[kDriftHeld] != 0) return nearestIn(words + kDriftHeld);
    const DriftUnits units = driftUnitsOf(b.schedule->neighbourBodies[body]);
    const auto mean = [&](Index axis) {
        return meanDrift(static_cast<int>(words[kDriftSum + axis]), words[kDriftCount], units);
    };
    return {mean(0), mean(1), mean(2)};
}

// Both bodies get to know both drifts, whichever of the two looks; and this one how what is held goes here.
void meetDrifts(const Buffers& b, Index i) {
    NeighbourWork& w = *b.neighbours;
    const Index body = bodyOf(*b.schedule, i), *const list = w.listOf(i);
    Index* const met = wordsOf(w, body) + kDriftMet;
    Index last = body;
    for (Index k = 0; k < w.counts[i].near; ++k) {
        const Index j = list[k], other = bodyOf(*b.schedule, j);
        if (other != body && b.particles[j].w == 0.0f) widen(met, goodWay(wayOf(b, j)));
        if (other == body || other == last) continue;
        last = other;
        for (const vec3& drift : {ownDriftOf(b, body), ownDriftOf(b, other)}) {
            widen(met, drift);
            widen(wordsOf(w, other) + kDriftMet, drift);
        }
    }
}

bool waits(const Buffers& b, Index i) {
    return b.neighbours->counts[i].listed == kNowhere && b.particles[i].w > 0.0f;
}

void waitDrifting(const Buffers& b, Index i) {
    const vec3 drift = driftOf(b, bodyOf(*b.schedule, i));
    for (vec4* way : {&b.neighbours->ways[2 * i], &b.neighbours->ways[2 * i + 1]})
        *way = vec4(drift, way->w);
}

}  // namespace

vec3 driftOf(const Buffers& b, Index body) {
    const Index* const words = wordsOf(*b.neighbours, body);
    return words[kDriftMet] != 0 ? nearestIn(words + kDriftMet) : ownDriftOf(b, body);
}

void shareDrifts(const Buffers& b, Index response, const PassConstants&, Index first, Index last) {
    forItemsIn(b.neighbours->involved.words(), first, last, [&](Index item) {
        const Index i = b.schedule->neighbourOrder[item];
        if (response == kMeetDrifts) meetDrifts(b, i);
        else if (waits(b, i)) waitDrifting(b, i);
    });
}

void clearDrifts(NeighbourWork& w) {
    std::fill(w.state.begin() + kNeighbourWords, w.state.end(), 0u);
}

}  // namespace pliant::cpu
