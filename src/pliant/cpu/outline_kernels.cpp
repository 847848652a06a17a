#include "pliant/cpu/outline_kernels.h"

#include <algorithm>
#include <array>

#include "pliant/cpu/shared_integer.h"
#include "pliant/shared/outline.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;
using glm::vec2;

// Whether all points of the outline are somewhere.
bool gatherPlaces(const Buffers& b, const OutlineRecord& outline, OutlineState& state) {
    for (Index k = outline.first; k < outline.first + outline.count; ++k) {
        const Index particle = b.schedule->outlinePoints[k].particle;
        const vec3 x(b.particles[particle]), p(b.previous[particle]);
        if (!isPlace<float>(x)) return false;
        const vec4 place(x.x, x.y, p.x, p.y);
        b.outlines->places[k] = place;
        b.outlines->x[k] = x.x;
        b.outlines->y[k] = x.y;
        if (k == outline.first) state.box = vec4(x.x, x.y, x.x, x.y);
        state.box = grown<float>(state.box, place);
        const vec2 way = flatDifference<float>(placeNow<float>(place), placeBefore<float>(place));
        const float squared = dotProduct<float>(way, way);
        state.squaredPath = pick(squared > state.squaredPath, squared, state.squaredPath);
    }
    return true;
}

// A point that looks for what it touches.
struct Searcher {
    Index point;
    bool isClosed;
    float thickness;
    float friction;
    vec4 place;
    vec4 box;     // of its way
    vec2 facing;  // out of its own outline; 0 of an open one
};

// The search of one point, in the places of all.
class Search {
  public:
    Search(const Schedule& schedule, const OutlineWork& work, Index point)
        : schedule_(schedule), work_(work), me_(searcherOf(point)) {}

    const vec4& place() const { return me_.place; }
    const vec4& box() const { return me_.box; }
    const Touch<float>& best() const { return best_; }

    /// At another outline, whose box meets that of the way.
    void look(Index other) {
        const OutlineRecord& outline = schedule_.outlines[other];
        const bool isClosed = outline.isClosed != 0;
        if (!isClosed && me_.isClosed) return;
        Touch<float> touch = isClosed ? touchClosed(outline, work_.states[other].squaredPath) : touchOpen(outline);
        touch.friction = (me_.friction + outline.friction) * 0.5f;
        if (goesBefore<float>(touch, best_)) best_ = touch;
    }

  private:
    Searcher searcherOf(Index k) const {
        const OutlinePoint& point = schedule_.outlinePoints[k];
        const OutlineRecord& own = schedule_.outlines[point.outline];
        const vec4 place = work_.places[k];
        vec2 facing(0.0f);
        if (own.isClosed) facing = outward<float>(now(point.before), now(point.after));
        return {k,
                own.isClosed != 0,
                own.thickness,
                own.friction,
                place,
                boxOfWay<float>(place, schedule_.outlineSpace.sweep),
                facing};
    }

    vec2 now(Index k) const { return placeNow<float>(work_.places[k]); }

    // Calls take(from, to) for the edges of a closed outline.
    template <class Take>
    static void forEachEdge(const OutlineRecord& outline, Take&& take) {
        Index from = outline.first + outline.count - 1;
        for (Index k = outline.first; k < outline.first + outline.count; ++k) {
            take(from, k);
            from = k;
        }
    }

    bool isInside(const OutlineRecord& outline) const {
        bool inside = false;
        const vec2 p = placeNow<float>(me_.place);
        forEachEdge(outline, [&](Index from, Index to) {
            if (crossesRay<float>(now(from), now(to), p)) inside = !inside;
        });
        return inside;
    }

    // The edge that a fast point came through first, if any.
    bool findEntry(const OutlineRecord& outline, Touch<float>& touch) const {
        float first = 2.0f, entry = 0.0f;
        forEachEdge(outline, [&](Index from, Index to) {
            float time = 0.0f, along = 0.0f;
            if (!comesThrough<float>(me_.place, work_.places[from], work_.places[to], time, along)) return;
            if (!(time < first)) return;
            first = time;
            entry = along;
            touch.a = from;
            touch.b = to;
        });
        if (first > 1.5f) return false;
        touchEntered<float>(touch, me_.place, work_.places[touch.a], work_.places[touch.b], entry, me_.thickness);
        return true;
    }

    // Whether the point is inside, and the starts of the edges that are near enough to be touched from outside.
    struct Surroundings {
        bool isInside = false;
        bool areEdgesKnown = true;  // false: there are too many
        Index edgeCount = 0;
        std::array<Index, 16> edges;

        void add(Index edge) {
            areEdgesKnown = areEdgesKnown && edgeCount < edges.size();
            if (areEdgesKnown) edges[edgeCount++] = edge;
        }
    };

    void findNearest(const OutlineRecord& outline, const Surroundings& found, Touch<float>& touch) const {
        const vec2 p = placeNow<float>(me_.place);
        const bool inside = found.isInside;
        float least = kLargestSquared;
        EdgePoint<float> best{};
        const auto consider = [&](Index from, Index to) {
            const vec2 a = now(from), b = now(to);
            if (!inside && isApart<float>(a, b, p, me_.thickness)) return;
            const EdgePoint<float> nearest = nearestOnEdge<float>(a, b, p);
            float seeming = nearest.squared;
            if (inside) seeming = apparentDistance<float>(nearest.squared, outward<float>(a, b), me_.facing);
            if (!(seeming < least)) return;
            least = seeming;
            best = nearest;
            touch.a = from;
            touch.b = to;
        };
        if (inside || !found.areEdgesKnown) {
            forEachEdge(outline, consider);
        } else {
            for (Index i = 0; i < found.edgeCount; ++i)
                consider(found.edges[i], schedule_.outlinePoints[found.edges[i]].after);
        }
        if (touch.a == kNowhere) return;
        touchNearest<float>(touch, inside, best, outward<float>(now(touch.a), now(touch.b)), me_.thickness);
    }

    // Per point of the outline, on which sides of the square around this one it lies (Cohen and Sutherland 1967), and
    // whether it is higher. An edge with both its ends on one side is apart, see isApart(); one with one end higher may
    // cross the ray, see crossesRay().
    void encode(const OutlineRecord& outline, std::uint32_t* codes) const {
        const vec2 p = placeNow<float>(me_.place);
        const float lowX = p.x - me_.thickness, highX = p.x + me_.thickness;
        const float lowY = p.y - me_.thickness, highY = p.y + me_.thickness;
        const float *x = work_.x.data() + outline.first, *y = work_.y.data() + outline.first;
        for (Index i = 0; i < outline.count; ++i) {
            codes[i] = (x[i] < lowX ? 1u : 0u) | (x[i] > highX ? 2u : 0u) | (y[i] < lowY ? 4u : 0u) |
                       (y[i] > highY ? 8u : 0u) | (y[i] > p.y ? 16u : 0u);
        }
    }

    Surroundings lookAround(const OutlineRecord& outline) const {
        Surroundings found;
        if (outline.count > kMostCodes) {
            found.isInside = isInside(outline);
            found.areEdgesKnown = false;
            return found;
        }
        std::array<std::uint32_t, kMostCodes> codes;
        encode(outline, codes.data());
        Index from = outline.count - 1;
        for (Index to = 0; to < outline.count; from = to++) {
            if ((codes[from] & codes[to] & 15u) == 0) found.add(outline.first + from);
            if (((codes[from] ^ codes[to]) & 16u) == 0) continue;
            if (crossesRay<float>(now(outline.first + from), now(outline.first + to), placeNow<float>(me_.place)))
                found.isInside = !found.isInside;
        }
        return found;
    }

    Touch<float> touchClosed(const OutlineRecord& outline, float squaredPath) const {
        Touch<float> touch = noTouch<float>();
        const Surroundings found = lookAround(outline);
        const bool fast = isFast<float>(me_.place, squaredPath, outline.squaredThin);
        if (fast && findEntry(outline, touch)) return touch;
        if (found.isInside || me_.thickness > 0.0f) findNearest(outline, found, touch);
        return touch;
    }

    // Fat points touch each other as discs. Of two in the same place that with the lower number goes to the left.
    Touch<float> touchOpen(const OutlineRecord& outline) const {
        Touch<float> best = noTouch<float>();
        for (Index k = outline.first; k < outline.first + outline.count; ++k) {
            Touch<float> touch = noTouch<float>();
            const EdgePoint<float> nearest = nearestOnEdge<float>(now(k), now(k), placeNow<float>(me_.place));
            const vec2 aside(me_.point < k ? -1.0f : 1.0f, 0.0f);
            touchNearest<float>(touch, false, nearest, aside, me_.thickness + outline.thickness);
            touch.a = k;
            touch.b = k;
            if (goesBefore<float>(touch, best)) best = touch;
        }
        return best;
    }

    static constexpr Index kMostCodes = 256;

    const Schedule& schedule_;
    const OutlineWork& work_;
    Searcher me_;
    Touch<float> best_ = noTouch<float>();
};

// Calls take(outline) for all outlines listed in cells that could hold the lower corner of a box that meets this one.
template <class Take>
void forEachListed(const OutlineSpace& space, const OutlineWork& work, const vec4& box, Take&& take) {
    for (Index level = 0; level < kOutlineLevels; ++level) {
        if ((work.table[0] >> level & 1u) == 0) continue;
        const float inverse = inverseCellOf<float>(level, space.inverseCell);
        const int firstX = cellOf<float>(box.x, inverse) - 1, lastX = cellOf<float>(box.z, inverse);
        const int firstY = cellOf<float>(box.y, inverse) - 1, lastY = cellOf<float>(box.w, inverse);
        for (int y = firstY; y <= lastY; ++y) {
            for (int x = firstX; x <= lastX; ++x) {
                for (Index i = work.table[1 + bucketOf(x, y, level, space.bucketMask)]; i != 0;
                     i = work.states[i - 1].next)
                    take(i - 1);
            }
        }
    }
}

// The outlines that one outline may touch: found once for all its points. The GPU looks for them point by point; the
// points come to look at the same ones, because each looks at those whose boxes meet its own way and at no others.
class Neighbours {
  public:
    Neighbours(const OutlineSpace& space, const OutlineWork& work, Index outline) {
        const vec4& box = work.states[outline].box;
        const float most = float(kMostCells) * (1.0f / space.inverseCell);  // cells that are far away are all one
        fits_ = box.z - box.x < most && box.w - box.y < most;
        if (!fits_) return;
        forEachListed(space, work, box, [&](Index other) {
            if (other == outline || !boxesMeet<float>(work.states[other].box, box)) return;
            fits_ = fits_ && count_ < others_.size();
            if (!fits_) return;
            boxes_[count_] = work.states[other].box;
            others_[count_++] = other;
        });
    }

    /// False for an outline that is too large, or has too many around it, to look for them all at once.
    bool areKnown() const { return fits_; }

    /// Calls take(outline) for those whose boxes meet this one, of a point's way.
    template <class Take>
    void forEachNear(const vec4& box, Take&& take) const {
        for (std::size_t i = 0; i < count_; ++i) {
            if (boxesMeet<float>(boxes_[i], box)) take(others_[i]);
        }
    }

  private:
    static constexpr int kMostCells = 8;
    std::array<vec4, 64> boxes_;
    std::array<Index, 64> others_;
    std::size_t count_ = 0;
    bool fits_ = true;
};

Touch<float> deepestTouch(const OutlineSpace& space, const OutlineWork& work, Index outline,
                          const Neighbours& neighbours, Search& search) {
    if (neighbours.areKnown()) {
        neighbours.forEachNear(search.box(), [&](Index other) { search.look(other); });
    } else {
        forEachListed(space, work, search.box(), [&](Index other) {
            if (other != outline && boxesMeet<float>(work.states[other].box, search.box())) search.look(other);
        });
    }
    return search.best();
}

float inverseMassOf(const Buffers& b, Index point) {
    return b.particles[b.schedule->outlinePoints[point].particle].w;
}

// Contacts of pinned particles do not count: they move nothing.
void count(const Buffers& b, Index point, float lever) {
    if (lever > 0.0f && inverseMassOf(b, point) > 0.0f) SharedInteger(b.outlines->sums[kContactSums * point]).add(1);
}

void noteContact(const Buffers& b, Index point, const vec4& place, const Touch<float>& touch) {
    OutlineWork& work = *b.outlines;
    OutlineContact& contact = work.contacts[point];
    contact.a = kNowhere;
    if (!(touch.depth > 0.0f)) return;
    const float yields =
        yielding<float>(inverseMassOf(b, point), inverseMassOf(b, touch.a), inverseMassOf(b, touch.b), touch.along);
    if (!(yields > 0.0f)) return;
    const OutlineSpace& space = b.schedule->outlineSpace;
    const vec4 shift =
        shiftOf<float>(touch, place, work.places[touch.a], work.places[touch.b], space.largestShift, space.slop);
    contact = {shift, touch.a, touch.b, touch.along, 0};
    count(b, point, 1.0f);
    count(b, touch.a, 1.0f - touch.along);
    count(b, touch.b, touch.along);
}

int contactsOf(const Buffers& b, Index point) {
    return b.outlines->sums[kContactSums * point];
}

void push(const Buffers& b, Index point, vec4 shift, float share) {
    if (share == 0.0f) return;
    std::int32_t* sums = b.outlines->sums.data() + kContactSums * point + 1;
    for (int n = 0; n < 4; ++n) {
        const int units = unitsOf<float>(shift[n], share, b.schedule->outlineSpace.inverseUnit);
        if (units != 0) SharedInteger(sums[n]).add(units);
    }
}

}  // namespace

OutlineWork::OutlineWork(const Schedule& schedule)
    : states(schedule.outlines.size()),
      places(schedule.outlinePoints.size()),
      x(schedule.outlinePoints.size()),
      y(schedule.outlinePoints.size()),
      table(outlineTableCount(schedule), 0),
      contacts(schedule.outlinePoints.size()),
      sums(kContactSums * schedule.outlinePoints.size(), 0) {}

void OutlineWork::clear() {
    std::fill(table.begin(), table.end(), 0u);
    std::fill(sums.begin(), sums.end(), 0);
}

void placeOutlines(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const OutlineSpace& space = b.schedule->outlineSpace;
    OutlineWork& work = *b.outlines;
    for (Index i = first; i < last; ++i) {
        OutlineState state{vec4(0.0f), 0, kNowhere, 0.0f, 0};
        if (gatherPlaces(b, b.schedule->outlines[i], state)) {
            state.box = widened<float>(state.box, space.margin);
            const Index level = levelOf<float>(state.box, space.inverseCell);
            const float inverse = inverseCellOf<float>(level, space.inverseCell);
            state.bucket = bucketOf(cellOf<float>(state.box.x, inverse), cellOf<float>(state.box.y, inverse), level,
                                    space.bucketMask);
            SharedInteger(work.table[0]).setBits(1u << level);
            state.next = SharedInteger(work.table[1 + state.bucket]).exchange(i + 1);
        }
        work.states[i] = state;
    }
}

void findContacts(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *b.schedule;
    OutlineWork& work = *b.outlines;
    for (Index k = first; k < last;) {
        const Index outline = s.outlinePoints[k].outline;
        const Index end = std::min(last, s.outlines[outline].first + s.outlines[outline].count);
        if (work.states[outline].bucket == kNowhere) {
            for (; k < end; ++k)
                work.contacts[k].a = kNowhere;
            continue;
        }
        const Neighbours neighbours(s.outlineSpace, work, outline);
        for (; k < end; ++k) {
            Search search(s, work, k);
            noteContact(b, k, search.place(), deepestTouch(s.outlineSpace, work, outline, neighbours, search));
        }
    }
}

void pushContacts(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    for (Index k = first; k < last; ++k) {
        const OutlineContact& contact = b.outlines->contacts[k];
        if (contact.a == kNowhere) continue;
        const ContactShares<float> shares =
            sharesOf<float>(inverseMassOf(b, k), inverseMassOf(b, contact.a), inverseMassOf(b, contact.b),
                            contact.along, contactsOf(b, k), contactsOf(b, contact.a), contactsOf(b, contact.b));
        push(b, k, contact.shift, shares.point);
        push(b, contact.a, contact.shift, shares.a);
        push(b, contact.b, contact.shift, shares.b);
    }
}

void moveContacts(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *b.schedule;
    OutlineWork& work = *b.outlines;
    const float unit = s.outlineSpace.unit;
    for (Index k = first; k < last; ++k) {
        if (k == 0) work.table[0] = 0;
        const OutlinePoint& point = s.outlinePoints[k];
        const Index bucket = work.states[point.outline].bucket;
        if (k == s.outlines[point.outline].first && bucket != kNowhere) SharedInteger(work.table[1 + bucket]).store(0);
        std::int32_t* sums = work.sums.data() + kContactSums * k;
        if (sums[0] == 0) continue;
        vec4& x = b.particles[point.particle];
        vec4& p = b.previous[point.particle];
        x = vec4(movedByUnits<float>(x.x, sums[1], unit), movedByUnits<float>(x.y, sums[2], unit), x.z, x.w);
        const vec3 before(movedByUnits<float>(p.x, sums[3], unit), movedByUnits<float>(p.y, sums[4], unit), p.z);
        if (isPlace<float>(before)) p = vec4(before, p.w);
        std::fill_n(sums, kContactSums, 0);
    }
}

}  // namespace pliant::cpu
