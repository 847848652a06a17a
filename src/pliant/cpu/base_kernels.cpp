#include <algorithm>

#include "pliant/cpu/drift.h"
#include "pliant/cpu/neighbour_kernels.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/cpu/touches.h"
#include "pliant/shared/clash.h"
#include "pliant/shared/held.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// The nearest of those around a particle that are held, and of these the one of the lowest number; kNowhere: none is.
Index nearestHeld(const Buffers& b, Index i) {
    const Schedule& s = *b.schedule;
    Index nearest = kNowhere;
    float least = kFarOff;
    const auto look = [&](Index j) {
        if (b.particles[j].w != 0.0f) return;
        const vec3 apart = difference<float>(placeBefore(b, j), placeBefore(b, i));
        const float squared = dotOf<float>(apart, apart);
        if (squared > least || (squared == least && j > nearest)) return;
        nearest = j;
        least = squared;
    };
    const Index* const around = s.around.data();
    std::for_each(around + s.aroundFirst[3 * i], around + s.aroundFirst[3 * i + 2], look);
    const Index* list = b.neighbours->listOf(i);
    std::for_each(list, list + b.neighbours->counts[i].near, look);
    return nearest;
}

// Where particle i would go if it were fixed to j, which is held, and the first of its faces that is held and no
// needle; or else to one that is held beside j, if any is.
vec3 baseWithHeld(const Buffers& b, Index i, Index j) {
    const Schedule& s = *b.schedule;
    const vec3 place = placeBefore(b, j), way = goodWay(wayOf(b, j));
    const auto isHeld = [&](Index k) { return b.particles[k].w == 0.0f; };
    const auto from = [&](Index k) { return difference<float>(placeBefore(b, k), place); };
    const auto beyond = [&](Index k) { return difference<float>(goodWay(wayOf(b, k)), way); };
    Index next = j, last = j;
    for (Index k = s.aroundFirst[3 * j + 2]; k < s.aroundFirst[3 * j + 3] && last == j; k += 2) {
        const Index p = s.around[k], q = s.around[k + 1];
        const bool isFace = isHeld(p) && isHeld(q) && encloseAnAngle(from(p), from(q));
        if (isFace || (next == j && isHeld(p))) next = p;
        if (!isFace && next == j && isHeld(q)) next = q;
        if (isFace) last = q;
    }
    const vec3 seen = difference<float>(place, placeBefore(b, i));
    return wayWithHeld({seen, way, from(next), beyond(next), from(last), beyond(last)});
}

// What ways around a particle have in common, as pushes leave them; where something is held, however slow, the way of
// that, since nothing stops it.
vec3 baseAround(const Buffers& b, Index i, const WaysAround& around, Index held) {
    const vec3 mine = wayPushed(b, i);
    if (b.particles[i].w == 0.0f) return mine;
    if (held != kNowhere) return baseWithHeld(b, i, held);
    const auto along = [](const float(&axes)[3]) { return vec3(axes[0], axes[1], axes[2]); };
    const Index body = bodyOf(*b.schedule, i);
    const vec3 drift = driftOf(b, body);
    const vec3 least = difference<float>(lowerOf3(along(around.least), mine), drift);
    const vec3 most = difference<float>(higherOf3(along(around.most), mine), drift);
    return sumOf(drift, baseOf(least, most, b.schedule->neighbourBodies[body].reach));
}

}  // namespace

Base noteBase(const Buffers& b, Index i, const WaysAround& around) {
    NeighbourWork& w = *b.neighbours;
    const Index held = around.hasHeld ? nearestHeld(b, i) : kNowhere;
    const Base base{vec4(baseAround(b, i, around, held), lengthOfReach(around.edges.longest)), held};
    const SharedInteger based(w.based[i]);
    const Index seen = based.load(), begun = 2 * w.substep;
    if (seen == begun || seen == begun + 1 || !based.replace(seen, begun)) return base;  // another thread notes it
    w.ways[2 * i] = base.way;
    w.cuts[i].held = held;
    based.publish(begun + 1);
    return base;
}

namespace {

bool isAsked(const NeighbourWork& w, Index i, Index round) {
    return roundAsked(w.cuts[i].asked) == round;
}

// What those are asked for in a round that a particle has edges to, if that goes along with something held; else 0.
Index askedAround(const Buffers& b, Index i, Index round) {
    const Schedule& s = *b.schedule;
    const NeighbourWork& w = *b.neighbours;
    if (w.counts[i].near == 0 || b.particles[i].w == 0.0f) return 0;
    Index most = 0;
    for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 1]; ++k)
        if (isAsked(w, s.around[k], round)) most = std::max(most, w.cuts[s.around[k]].asked);
    return (most & kAskedHeld) != 0 ? most : 0;
}

// What a particle is asked for; or those around it are, if something comes near it, and it does not go along with
// anything held itself: so what is packed in front of that goes along in few rounds. 0: it keeps its base.
Index askedOf(const Buffers& b, Index i, Index round) {
    const WayCut& own = b.neighbours->cuts[i];
    if (isAsked(*b.neighbours, i, round)) return own.asked;
    const Index asked = askedAround(b, i, round);
    return asked != 0 && own.held == kNowhere ? asked : 0;
}

// Whose base that comes to: if that one takes another one's in this round itself, then that one's. What goes along with
// something held does so only if it is asked. kNowhere: too many do.
Index sourceOf(const Buffers& b, Index asked, Index round) {
    const NeighbourWork& w = *b.neighbours;
    for (Index k = 0; k < kMostSources; ++k) {
        const Index source = sourceAsked(asked);
        const bool goesWithHeld = (asked & kAskedHeld) != 0;
        asked = isAsked(w, source, round) ? w.cuts[source].asked : goesWithHeld ? 0 : askedAround(b, source, round);
        if (asked == 0) return source;
    }
    return kNowhere;
}

// Cuts are found anew around it; of what was left out since faces look to one side, that is no longer known.
void noteChange(const Buffers& b, Index i, Index round) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    SharedInteger(w.cuts[i].round).store(round);
    const SharedInteger folds(w.counts[i].folds);
    if (folds.load() == 0) return;
    folds.store(kIsFolded);
    const auto look = [&](Index k) { SharedInteger(w.folded[k]).store(w.substep); };
    look(i);
    std::for_each(s.around.data() + s.aroundFirst[3 * i], s.around.data() + s.aroundFirst[3 * i + 2], look);
}

void takeBase(const Buffers& b, Index i, Index source) {
    NeighbourWork& w = *b.neighbours;
    const Index held = b.particles[source].w == 0.0f ? source : w.cuts[source].held;
    const vec3 base = held == kNowhere ? vec3(w.ways[2 * source]) : baseWithHeld(b, i, held);
    w.ways[2 * i] = vec4(base, w.ways[2 * i].w);
    w.cuts[i].held = held;
    w.cuts[i].cut = 0;
}

}  // namespace

void alignBases(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *b.schedule;
    const Index round = constants.rows;
    forItemsIn(b.neighbours->involved.words(), first, last, [&](Index item) {
        const Index i = s.neighbourOrder[item], asked = askedOf(b, i, round);
        if (asked == 0) return;
        const Index source = sourceOf(b, asked, round);
        if (source != kNowhere) takeBase(b, i, source);
        noteChange(b, i, round);
        for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + 1]; ++k)
            noteChange(b, s.around[k], round);
    });
}

}  // namespace pliant::cpu
