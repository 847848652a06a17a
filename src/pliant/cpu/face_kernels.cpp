#include <algorithm>
#include <array>

#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/cpu/neighbour_search.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/cpu/touches.h"
#include "pliant/shared/face_touch.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// Two sets of corners that touch each other: the first `split` and the others.
class FaceTouch {
  public:
    FaceTouch(const TouchItems& t, const Buffers& b, const FacePair& faces)
        : t_(t), b_(b), s_(*b.schedule), faces_(faces), me_(bodyOf(0)), its_(bodyOf(faces.split)) {}

    /// Whether they do, and may.
    bool find() {
        const auto& [particles, corners, x, split] = faces_;
        const auto& [a, b, c, d] = corners;
        if (haveNearerCorners(Index(split), a.start, b.start, c.start, d.start)) return false;
        shares_ = split == 1 ? sharesOfFace(x[0], x[1], x[2], x[3]) : sharesOfEdges(x[0], x[1], x[2], x[3]);
        if (shares_.of[0] == 0.0f && shares_.of[1] == 0.0f) return false;
        const vec3 n =
            split == 1 ? directionFromFace(x[0], x[1], x[2], x[3]) : directionFromEdge<float>(x[0], x[1], x[2], x[3]);
        const vec3 before = between(x[0], x[1], x[2], x[3]), after = between(a.end, b.end, c.end, d.end);
        way_ = difference<float>(after, before);
        pair_ = {n, dotOf<float>(n, before)};
        const float kept = meanOf<float>(me_.thickness, its_.thickness);
        depth_ = touchDepth<float>(pair_, way_, kept, t_.rise, most());
        return depth_ > 0.0f && mayTouchEachOther();
    }

    void count() const {
        for (int k = 0; k < 4; ++k)
            if (shares_.of[k] > 0.0f) SharedInteger(touchesOf(k).count).add(1);
    }

    void push() const {
        float all = 0.0f;
        for (int k = 0; k < 4; ++k)
            all = sumOfParts(all, partOfTouch(inverseMass(k), touchesOf(k).count, shares_.of[k]));
        const float friction = meanOf<float>(me_.friction, its_.friction);
        const vec3 push = touchPush<float>(pair_, pair_.normal, way_, depth_, friction, 1.0f, most());
        float fit = 1.0f;
        for (int k = 0; k < 4; ++k)
            fit = fitOfTouch(fit, shareOfTouch(inverseMass(k), shares_.of[k], all), touchesOf(k).count);
        for (int k = 0; k < 4; ++k) {
            const float share = productOf<float>(shareOfTouch(inverseMass(k), shares_.of[k], all), fit);
            if (share > 0.0f) add(touchesOf(k), k < faces_.split ? share : lessBy(0.0f, share), push);
        }
    }

  private:
    const NeighbourBody& bodyOf(int k) const { return s_.neighbourBodies[cpu::bodyOf(s_, faces_.particles[k])]; }
    float inverseMass(int k) const { return b_.particles[faces_.particles[k]].w; }
    FaceTouches& touchesOf(int k) const { return b_.neighbours->faceTouches[faces_.particles[k]]; }
    // As far as it pushes, and as deep as it counts: what comes faster is stopped by cuts.
    float most() const { return meanOf<float>(me_.reach, its_.reach); }

    vec3 between(vec3 a, vec3 b, vec3 c, vec3 d) const {
        return betweenTouching(shares_, Index(faces_.split), a, b, c, d);
    }

    // None of them is near one of the others at rest.
    bool mayTouchEachOther() const {
        for (int k = 0; k < 4; ++k)
            for (int l = std::max(k + 1, faces_.split); k < faces_.split && l < 4; ++l)
                if (!mayBeListed(s_, faces_.particles[k], faces_.particles[l])) return false;
        return true;
    }

    void add(FaceTouches& touches, float share, vec3 push) const {
        int* const sums[3] = {&touches.x, &touches.y, &touches.z};
        for (int axis = 0; axis < 3; ++axis) {
            const float taken = productOf<float>(push[axis], share);
            SharedInteger(*sums[axis]).add(wholeNumber<float>(productOf<float>(taken, t_.inverseUnit)));
        }
    }

    const TouchItems& t_;
    const Buffers& b_;
    const Schedule& s_;
    const FacePair& faces_;
    const NeighbourBody& me_;
    const NeighbourBody& its_;
    TouchShares shares_{};
    NeighbourPair<float> pair_{};
    vec3 way_{0.0f};
    float depth_ = 0.0f;
};

}  // namespace

bool touchFaces(const TouchItems& t, const Buffers& b, const FacePair& faces) {
    FaceTouch touch(t, b, faces);
    if (!touch.find()) return false;
    if (t.response == kCountFaces) touch.count();
    else touch.push();
    return true;
}

void takeTouches(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *b.schedule;
    NeighbourWork& work = *b.neighbours;
    forItemsIn(work.involved.words(), first, last, [&](Index item) {
        const Index i = s.neighbourOrder[item];
        // What is around it is noted again.
        work.based[i] = 0;
        work.counts[i].folds = 0;
        FaceTouches& touches = work.faceTouches[i];
        if (touches.count == 0) return;
        const bool waits = work.counts[i].listed == kNowhere;
        const auto along = [&](int units) {
            return pushOfUnits<float>(units, s.neighbourSpace.unit, s.neighbourBodies[bodyOf(s, i)].reach);
        };
        const vec3 place = sumOf<float>(placeOf(b, i), vec3(along(touches.x), along(touches.y), along(touches.z)));
        touches = {};
        if (waits || !(b.particles[i].w > 0.0f) || !isPlace<float>(place)) return;
        // From now on it is as one that particles have pushed.
        const float w = b.particles[i].w;
        b.particles[i] = vec4(place, w);
        work.noted[i] = work.substep;
        work.ways[2 * i + 1] = vec4(difference<float>(place, placeBefore(b, i)), w);
        if (SharedInteger(work.state[kHasTouches]).load() == 0) SharedInteger(work.state[kHasTouches]).raise(1);
        noteStirred(b, i);
    });
}

}  // namespace pliant::cpu
