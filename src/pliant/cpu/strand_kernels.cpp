#include <array>

#include "pliant/cpu/kernels.h"
#include "pliant/shared/cluster.h"
#include "pliant/shared/strand.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// A pin, a particle or a cluster: its centre, how far it has been moved from there, and where it was when the substep
// began.
struct Node {
    vec3 centre, shift, before;
};

Node particleNode(const Buffers& buffers, Index row) {
    return {vec3(buffers.particles[row]), vec3(0.0f), vec3(buffers.previous[row])};
}

Node nodeAt(const Buffers& buffers, Index row, bool isCluster) {
    if (!isCluster) return particleNode(buffers, row);
    return {vec3(buffers.previous[row]), vec3(buffers.particles[row]), vec3(buffers.carry[row])};
}

vec3 wayNow(const Node& from, const Node& to) {
    return betweenClusters<float>(difference<float>(to.shift, from.shift), difference<float>(to.centre, from.centre));
}

// Of one strand. As shaders/hold_strand.glsl.
class StrandHolder {
  public:
    StrandHolder(const Buffers& buffers, const Strand& strand, bool hasClusters, bool isSecondOrder)
        : buffers_(buffers), strand_(strand), hasClusters_(hasClusters), isSecondOrder_(isSecondOrder) {}

    void hold() {
        const vec3 span = wayNow(pin(strand_.from), pin(strand_.to));
        if (!(squaredLength<float>(span) < strand_.reach * strand_.reach) || !measure()) return;
        const bool isBefore = isSecondOrder_ && isPulledAlongBefore<float>(excess_, now_, both_, then_, stiffness_);
        const float tension = strandTension<float>(excess_, isBefore ? both_ : now_);
        if (!(tension > 0.0f)) return;
        eliminate(tension, isBefore);
        move();
    }

  private:
    Index row(Index i) const { return buffers_.schedule->strandNodes[strand_.firstNode + i]; }
    float inverseMass(Index i) const { return buffers_.particles[row(i)].w; }
    Node pin(Index particle) const { return particleNode(buffers_, particle); }
    // Pins at both ends: i counts from 0, the first of them.
    Node node(Index i) const {
        if (i == 0) return pin(strand_.from);
        if (i > strand_.nodeCount) return pin(strand_.to);
        return nodeAt(buffers_, row(i - 1), hasClusters_);
    }

    // All links, and what they add up to. False if something is not of this world.
    bool measure() {
        Node last = node(0);
        vec4 lastBefore(0.0f);
        for (Index i = 0; i <= strand_.nodeCount; ++i) {
            const Node next = node(i + 1);
            const vec3 way = wayNow(last, next);
            if (!(squaredLength<float>(way) < kLargestSquared)) return false;
            links_[i] = strandLink<float>(way);
            excess_ = addExcess<float>(excess_, way, links_[i].w, strand_.meanLink);
            const vec4 before =
                isSecondOrder_ ? strandLink<float>(difference<float>(next.before, last.before)) : vec4(0.0f);
            if (i > 0) weigh(i, before, lastBefore);
            last = next;
            lastBefore = before;
        }
        excess_ = excess_ - strand_.remainder;
        return true;
    }

    void weigh(Index i, const vec4& before, const vec4& lastBefore) {
        const float w = inverseMass(i - 1);
        const vec3 pull = strandPull<float>(vec3(links_[i - 1]), vec3(links_[i]));
        now_ = addWeighted<float>(now_, w, dotOf<float>(pull, pull));
        stiffness_ = largestStiffness<float>(stiffness_, w, links_[i - 1].w, links_[i].w);
        if (!isSecondOrder_) return;
        const vec3 pullBefore = strandPull<float>(vec3(lastBefore), vec3(before));
        both_ = addWeighted<float>(both_, w, dotOf<float>(pull, pullBefore));
        then_ = addWeighted<float>(then_, w, dotOf<float>(pullBefore, pullBefore));
    }

    // Each link gives its place to the line of the node behind it.
    void eliminate(float tension, bool isBefore) {
        vec4 line(0.0f), lastBefore(0.0f);
        if (isBefore) lastBefore = strandLink<float>(difference<float>(node(1).before, node(0).before));
        for (Index i = 0; i < strand_.nodeCount; ++i) {
            vec3 pull = strandPull<float>(vec3(links_[i]), vec3(links_[i + 1]));
            if (isBefore) {
                const vec4 before = strandLink<float>(difference<float>(node(i + 2).before, node(i + 1).before));
                pull = strandPull<float>(vec3(lastBefore), vec3(before));
                lastBefore = before;
            }
            line = strandLine<float>(line, pull, tension, inverseMass(i), links_[i].w, links_[i + 1].w);
            links_[i] = line;
        }
    }

    void move() {
        vec3 shift(0.0f);
        for (Index i = strand_.nodeCount; i-- > 0;) {
            shift = strandShift<float>(links_[i], shift);
            vec4& x = buffers_.particles[row(i)];
            x = vec4(shiftedPlace<float>(vec3(x), shift), x.w);
        }
    }

    const Buffers& buffers_;
    const Strand& strand_;
    bool hasClusters_, isSecondOrder_;
    std::array<vec4, kMostStrandNodes + 1> links_;
    float excess_ = 0.0f, now_ = 0.0f, both_ = 0.0f, then_ = 0.0f, stiffness_ = 0.0f;
};

}  // namespace

void holdStrands(const Buffers& buffers, Index response, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const Strand& strand = buffers.strands[i];
        if (strand.nodeCount == 0) continue;
        const bool isSecondOrder = (constants.flags & kSecondOrder) != 0;
        StrandHolder(buffers, strand, response == kLevelHoldClusters, isSecondOrder).hold();
    }
}

}  // namespace pliant::cpu
