#include "schedule/validate_parts.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// A substep of contacts is all four passes, in this order, over all items.
Status checkContacts(const Schedule& s) {
    using enum PassKind;
    const auto outlines = static_cast<Index>(s.outlines.size()), points = static_cast<Index>(s.outlinePoints.size());
    const std::vector<Pass> expected{{PlaceOutlines, 0, 0, 0, outlines},
                                     {FindContacts, 0, 0, 0, points},
                                     {PushContacts, 0, 0, 0, points},
                                     {MoveContacts, 0, 0, 0, points}};
    if (outlines == 0 ? !s.contacts.empty() : s.contacts != expected)
        return fail("the passes of contacts are not those of {} outlines with {} points", outlines, points);
    return {};
}

}  // namespace

// Points run along their outlines, which follow one another; no particle is in two. A sum of contacts that is cleared
// by one point alone relies on it.
Status checkOutlines(const Schedule& s) {
    const std::size_t particles = s.particles.size(), points = s.outlinePoints.size();
    std::vector<bool> seen(particles, false);
    std::size_t next = 0;
    for (Index i = 0; i < s.outlines.size(); ++i) {
        const OutlineRecord& outline = s.outlines[i];
        if (outline.first != next || outline.count == 0 || outline.count > points - next)
            return fail("outline {} does not follow the one before it", i);
        next += outline.count;
        for (Index k = outline.first; k < next; ++k) {
            const OutlinePoint& point = s.outlinePoints[k];
            if (point.particle >= particles || seen[point.particle])
                return fail("point {} of outline {} has a particle out of range or of another point", k, i);
            seen[point.particle] = true;
            const bool isInRange = point.before >= outline.first && point.before < next &&
                                   point.after >= outline.first && point.after < next;
            if (point.outline != i || !isInRange) return fail("point {} is not one of outline {}", k, i);
        }
    }
    if (next != points) return fail("there are points of no outline");
    const std::size_t buckets = std::size_t(s.outlineSpace.bucketMask) + 1;
    if (!s.outlines.empty() && (buckets & s.outlineSpace.bucketMask) != 0)
        return fail("the grid of outlines has {} buckets, which is no power of two", buckets);
    return checkContacts(s);
}

}  // namespace pliant
