#include "pliant/cpu/neighbour_kernels.h"

#include <algorithm>

#include "pliant/cpu/neighbour_search.h"
#include "pliant/cpu/shared_integer.h"
#include "pliant/cpu/touches.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/neighbour_tree.h"
#include "pliant/shared/support.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// For how many substeps lists are made in this one.
Index lifeNow(const Buffers& b) {
    const Index* ways = b.neighbours->state.data() + kWaysBox;
    vec3 half;
    for (int axis = 0; axis < 3; ++axis)
        half[axis] = halfOfWays(ways[axis], ways[3 + axis]);
    return listLife<float>(b.schedule->neighbourSpace, squaredLength<float>(half), b.neighbours->state[kListAge]);
}

// Others may be noting what is held.
bool isNoted(const NeighbourWork& w, Index i) {
    return SharedInteger(w.noted[i]).load() == w.substep;
}

bool isListed(const Buffers& b, Index i, Index count, Index other) {
    const Index* list = b.neighbours->listOf(i);
    return std::find(list, list + count, other) != list + count;
}

std::vector<Uneven> unevenOf(const Schedule& s) {
    const auto isUneven = [&](Index i) { return isUnevenWith(s.neighbourRest[i].w); };
    std::vector<Uneven> uneven(s.neighbourRest.size(), Uneven::No);
    bool hasSome = false;
    for (Index i = 0; i < uneven.size(); ++i) {
        if (!isUneven(i)) continue;
        const auto row = [&](Index k) { return s.around.begin() + s.aroundFirst[3 * i + k]; };
        const auto isAmong = [&](Index j) { return isUneven(j) && std::find(row(2), row(3), j) != row(3); };
        uneven[i] = std::all_of(row(0), row(1), isAmong) ? Uneven::AmongSuch : Uneven::Yes;
        hasSome = true;
    }
    return hasSome ? uneven : std::vector<Uneven>{};
}

// A particle's edges are sorted by their other ends, among which are all corners of its faces.
std::vector<Index> edgesOfCorners(const Schedule& s) {
    std::vector<Index> edges(s.around.size(), kNowhere);
    for (Index i = 0; 3 * std::size_t(i) + 3 < s.aroundFirst.size(); ++i) {
        const auto row = [&](Index k) { return s.around.begin() + s.aroundFirst[3 * i + k]; };
        for (Index k = s.aroundFirst[3 * i + 2]; k < s.aroundFirst[3 * i + 3]; ++k)
            edges[k] = static_cast<Index>(std::lower_bound(row(0), row(1), s.around[k]) - row(0));
    }
    return edges;
}

}  // namespace

NeighbourWork::NeighbourWork(const Schedule& schedule)
    : state(std::max<std::size_t>(kStrays, wordsOfContacts(schedule)), 0), boxes(schedule.neighbourNodes.size()) {
    const std::size_t count = schedule.neighbourRest.size();
    involved.resize(schedule.neighbourOrder.size());
    pushed.resize(schedule.neighbourOrder.size());
    lookingAgain.resize(schedule.neighbourOrder.size());
    itemOf.resize(count, kNowhere);
    for (std::size_t item = 0; item < schedule.neighbourOrder.size(); ++item)
        itemOf[schedule.neighbourOrder[item]] = static_cast<Index>(item);
    counts.resize(count);
    anchors.resize(count);
    expected.resize(std::size_t(3) * kNeighbourGroup * schedule.neighbourSpace.groups);
    atRest.resize(expected.size());
    for (std::size_t item = 0; item < schedule.neighbourOrder.size(); ++item)
        setPlace(atRest.data(), static_cast<Index>(item), vec3(schedule.neighbourRest[schedule.neighbourOrder[item]]));
    motions.resize(count);
    lists.resize(kMostNeighbours * count);
    starts.resize(count);
    pressed.resize(count);
    facings.resize(count);
    borne.resize(count);
    cuts.resize(count);
    faceTouches.resize(hasThinContacts(schedule) ? count : 0);
    touching.resize(faceTouches.size());
    noted.resize(count);
    folded.resize(count);
    stirred.resize(count);
    based.resize(count);
    ways.resize(2 * count);
    uneven = unevenOf(schedule);
    edgeOfCorner = edgesOfCorners(schedule);
}

void NeighbourWork::clear(std::uint64_t crowded) {
    std::fill(state.begin(), state.end(), 0u);
    std::fill(cuts.begin(), cuts.end(), WayCut{});
    std::fill(faceTouches.begin(), faceTouches.end(), FaceTouches{});
    involved.clear();
    pushed.clear();
    lookingAgain.clear();
    for (auto* substeps : {&noted, &folded, &stirred, &based, &touching})
        std::fill(substeps->begin(), substeps->end(), 0u);
    substep = 1;
    state[kCrowdedCount] = static_cast<std::uint32_t>(crowded);
}

Index itemsNow(const NeighbourWork& w, const Pass& pass) {
    const auto& state = w.state;
    const bool areStale = state[kListsAreStale] != 0, hadStrays = state[kHadStrays] != 0;
    const auto allIf = [&](bool condition, Index otherwise) { return condition ? pass.count : otherwise; };
    const Index involved = allIf(state[kHasNeighbours] != 0, 0);
    switch (pass.kind) {
        case PassKind::PlaceNeighbours: return allIf(areStale, 1);  // the first one sets words of the state
        case PassKind::BoundNeighbours: return allIf(areStale || hadStrays, 0);
        case PassKind::FindNeighbours: return allIf(areStale || hadStrays, 0);
        case PassKind::SpreadSupports: return state[kLayerCount] < pass.rows ? 0 : involved;
        case PassKind::PushNeighbours:
            return allIf(state[kHasTouches] != 0 && hasRound(pass.rows, state[kLayerCount]), 0);
        case PassKind::FindCuts:
        case PassKind::AlignBases: return state[kClashRound] < pass.rows ? 0 : involved;
        case PassKind::CutWays:
            return allIf(state[kHasCuts] != 0 || state[kClashRound] != 0 || hadStrays, 1);  // likewise
        default: return traitsOf(pass.kind).items == Items::Involved ? involved : pass.count;
    }
}

void placeNeighbours(const Buffers& b, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    const bool areStale = w.state[kListsAreStale] != 0;
    const Index life = lifeNow(b);
    if (first == 0) {
        w.state[kHasCuts] = w.state[kClashRound] = 0;
        if ((constants.flags & kBeginsStep) != 0) w.state[kLayerCount] = 0;
        const bool look = w.state[kHadStrays] == kLookAgain || w.state[kFirstStray] != w.state[kStrayCount];
        w.state[kHadStrays] = !areStale && look ? 1 : 0;
        if (areStale) w.state[kListLife] = life;
        if (areStale) w.state[kHasNeighbours] = 0;
    }
    if (!areStale) return;
    for (Index i = first; i < last; ++i) {
        w.counts[i] = {kUnsearched, 0, 0, 0, 0, 0, w.counts[i].support};
        w.motions[i].w = w.anchors[i].w = 0.0f;
        const Index item = w.itemOf[i];
        if (item == kNowhere) continue;
        w.involved.put(item, false);
        w.pushed.put(item, false);
        w.lookingAgain.put(item, false);
        setPlace(w.expected.data(), item, vec3(kOutsideAll));  // near nothing
        if (!isPlace<float>(placeOf(b, i))) continue;
        const vec3 way = wayOf(b, i);
        const float reach = s.neighbourBodies[bodyOf(s, i)].reach;
        const vec3 expected = expectedPlace<float>(placeBefore(b, i), way, fromMiddle(life, life));
        w.anchors[i] = vec4(expected, lessBy(0.0f, slackOf<float>(reach, kForLife)));
        setPlace(w.expected.data(), item, expected);
        w.motions[i] = vec4(way, reachOf(s, i));
    }
}

void boundNeighbours(const Buffers& b, Index, const PassConstants&, Index first, Index last) {
    NeighbourWork& w = *b.neighbours;
    const bool areStale = w.state[kListsAreStale] != 0;
    if (!areStale && w.state[kHadStrays] == 0) return;
    const Index now = areStale ? 0 : w.state[kListAge] + 1;
    for (Index i = first; i < last; ++i) {
        const NeighbourNode& node = b.schedule->neighbourNodes[i];
        const NeighbourBox* inside = w.boxes.data() + node.first;
        const bool isGroup = i < b.schedule->neighbourSpace.groups;
        const auto isNew = [&](const NeighbourBox& box) { return box.changed == now; };
        if (!areStale && !(isGroup ? isNew(w.boxes[i]) : std::any_of(inside, inside + node.count, isNew))) continue;
        NeighbourBox box = boxOfNone();
        for (Index k = node.first; k < node.first + node.count; ++k) {
            const Index member = isGroup ? b.schedule->neighbourOrder[k] : k;
            if (!isGroup) box = boxAround(box, w.boxes[member]);
            else if (w.motions[member].w > 0.0f) box = boxWith(box, w.anchors[member], w.motions[member]);
        }
        box.changed = now;
        box.inside = node.first;
        box.after = node.after;
        w.boxes[i] = box;
    }
}

TouchItems touchItems(const Buffers& b, const PassConstants& constants) {
    NeighbourWork& w = *b.neighbours;
    const NeighbourSpace& space = b.schedule->neighbourSpace;
    return {.particles = b.particles,
            .previous = b.previous,
            .rest = b.schedule->neighbourRest.data(),
            .bodies = b.schedule->neighbourBodies.data(),
            .motions = w.motions.data(),
            .counts = w.counts.data(),
            .lists = w.lists.data(),
            .pressed = w.pressed.data(),
            .starts = w.starts.data(),
            .facings = w.facings.data(),
            .borne = w.borne.data(),
            .ways = w.ways.data(),
            .aroundFirst = b.schedule->aroundFirst.data(),
            .around = b.schedule->around.data(),
            .noted = w.noted.data(),
            .folded = w.folded.data(),
            .stirred = w.stirred.data(),
            .uneven = w.uneven.empty() ? nullptr : w.uneven.data(),
            .substep = w.substep,
            .order = b.schedule->neighbourOrder.data(),
            .involved = w.involved.words(),
            .pushed = w.pushed.words(),
            .round = constants.rows,
            .response = kCutFaces,
            .inverseUnit = space.inverseUnit,
            .rise = productOf<float>(space.rise, constants.step)};
}

bool takeMet(const Buffers& b, Index i, Index& listed) {
    NeighbourList& own = b.neighbours->counts[i];
    listed = own.listed <= kMostNeighbours ? own.listed : 0;
    const Index met = own.met;
    if (met == 0 || met == kAstray) return true;
    own.met = 0;
    Index* list = b.neighbours->listOf(i);
    const Index first = own.listed, end = std::min(first + met, kMostNeighbours);
    for (Index k = first; k < end; ++k) {
        const Index stray = list[k];
        if (!isListed(b, i, own.listed, stray)) list[own.listed++] = stray;
    }
    listed = own.listed;
    return first + met <= kMostNeighbours;
}

Index listNearStrays(const Buffers& b, Index i) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    NeighbourList& own = w.counts[i];
    const NeighbourSearch search = searchOf(b);
    w.anchors[i].w = slackOf<float>(0.0f, kForSubstep);
    Index* const list = w.listOf(i);
    const auto isLeftOut = [&](Index j) { return !comesNearNow(search, i, j, kForTouches); };
    for (const Index horizon : {kForSubstep, kForTouches}) {
        if (horizon == kForTouches) own.near = Index(std::remove_if(list, list + own.near, isLeftOut) - list);
        bool hasRoom = true;
        for (Index k = w.state[kFirstStray]; k < w.state[kStrayCount] && hasRoom; ++k) {
            const Index stray = w.state[kStrayParticles + k];
            if (!mayBeListed(s, i, stray) || !mayLookAt(search, i, stray)) continue;
            if (!comesNearNow(search, i, stray, horizon) || isListed(b, i, own.near, stray)) continue;
            hasRoom = own.near < kMostNeighbours;
            if (hasRoom) list[own.near++] = stray;
        }
        own.listed = std::max(own.listed, own.near);
        if (hasRoom) return own.near;
    }
    own.listed = kNowhere;
    SharedInteger(w.state[kCrowdedCount]).add(1);
    return own.near = 0;
}

namespace {

// Whether anything asks for the ways of a particle: see isNoted(). What is held notes its ways itself, and is asked for
// by those that it comes near; so are others that are listed by those.
bool hasToBeNoted(const NeighbourList& own) {
    return own.near != 0 || own.listed == kNowhere || (own.marks & kIsListed) != 0;
}

void noteParticle(NeighbourWork& w, Index i) {
    if (!isNoted(w, i)) SharedInteger(w.noted[i]).store(w.substep);
}

// Of all in the first so many rows around a particle: what it has edges to, and what is beside it.
void noteAround(const Buffers& b, Index i, Index rows, std::vector<Index>& substeps) {
    const Schedule& s = *b.schedule;
    for (Index k = s.aroundFirst[3 * i]; k < s.aroundFirst[3 * i + rows]; ++k)
        SharedInteger(substeps[s.around[k]]).store(b.neighbours->substep);
}

}  // namespace

void noteTouches(const Buffers& b, Index i, Index near, Index touches, const int* directions) {
    const Schedule& s = *b.schedule;
    NeighbourWork& w = *b.neighbours;
    w.counts[i].near = near;
    w.counts[i].folds = 0;  // unless noteFolds() comes to it
    if (hasToBeNoted(w.counts[i])) noteParticle(w, i);
    else if (b.particles[i].w > 0.0f) return;
    for (Index k = 0; k < near; ++k)
        if (b.particles[w.listOf(i)[k]].w == 0.0f) noteParticle(w, w.listOf(i)[k]);
    const NeighbourBody& body = s.neighbourBodies[bodyOf(s, i)];
    const Index facing = packedDirection(directions[0], directions[1], directions[2]);
    w.starts[i] = vec4(placeBefore(b, i), body.thickness);
    w.facings[i] = vec4(unpackedDirection(facing), body.friction);
    const bool waits = w.counts[i].listed == kNowhere && b.particles[i].w > 0.0f;  // it has no room
    w.ways[2 * i] = vec4(waits ? vec3(0.0f) : wayOf(b, i), inverseMassOfPart(b.particles[i].w, touches));
    w.ways[2 * i + 1] = w.ways[2 * i];
    const bool isMet = touches != 0 || waits;
    if (isMet && SharedInteger(w.state[kHasTouches]).load() == 0) SharedInteger(w.state[kHasTouches]).raise(1);
    if (isMet || b.particles[i].w == 0.0f) noteStirred(b, i);
}

void noteStirred(const Buffers& b, Index i) {
    NeighbourWork& w = *b.neighbours;
    if (w.uneven.empty()) return;
    SharedInteger(w.stirred[i]).store(w.substep);
    noteAround(b, i, 1, w.stirred);
}

void notePushed(const Buffers& b, Index item) {
    NeighbourWork& w = *b.neighbours;
    const Index i = b.schedule->neighbourOrder[item];
    w.pushed.put(item, isNoted(w, i) && w.ways[2 * i].w > 0.0f);
}

void notePushes(const Buffers& b, Index i, Index side, const int* units) {
    NeighbourWork& w = *b.neighbours;
    const auto along = [&](int axis) {
        return pushOfUnits<float>(units[axis], b.schedule->neighbourSpace.unit, w.starts[i].w);
    };
    const vec4 way = w.ways[2 * i + side];
    w.ways[2 * i + 1 - side] = vec4(sumOf<float>(vec3(way), vec3(along(0), along(1), along(2))), way.w);
}

vec3 wayPushed(const Buffers& b, Index i) {
    return goodWay(isNoted(*b.neighbours, i) ? vec3(b.neighbours->ways[2 * i + 1]) : wayOf(b, i));
}

namespace {

// Not its inverse mass, which others read meanwhile.
void moveTo(const Buffers& b, Index i, vec3 place) {
    b.particles[i].x = place.x;
    b.particles[i].y = place.y;
    b.particles[i].z = place.z;
}

}  // namespace

bool areCrumpled(const EdgeLengths& edges) {
    return isCrumpled(edges);
}

void noteFolds(const Buffers& b, Index i, const vec3& side, const FaceAngles& faces) {
    NeighbourWork& w = *b.neighbours;
    const bool isNeverFlat = isNeverFlatWith(b.schedule->neighbourRest[i].w);
    w.counts[i].folds = isNeverFlat ? kIsFolded : foldOf(side, faces.areEven, faces.areBent, faces.isCalm);
    // Two that are flat and calm, and that nothing comes near, are left alone, see mayFold(), if they have a face
    // together, or either has one with a third that is: their directions are 76 degrees apart at most, four times 19.
    const bool isFlat = !isNeverFlat && faces.isCalm && faces.areFlat && w.counts[i].near == 0;
    if (!isFlat || w.uneven[i] != Uneven::AmongSuch) SharedInteger(w.folded[i]).store(w.substep);
    if (!isFlat) noteAround(b, i, 2, w.folded);
}

void moveAmong(const Buffers& b, Index i) {
    const NeighbourWork& w = *b.neighbours;
    if (w.state[kHasTouches] == 0 || !(b.particles[i].w > 0.0f)) return;
    if (w.counts[i].listed != kNowhere && !(w.ways[2 * i + 1].w > 0.0f)) return;
    const vec3 place = sumOf<float>(placeBefore(b, i), vec3(w.ways[2 * i + 1]));
    if (isPlace<float>(place)) moveTo(b, i, place);
}

}  // namespace pliant::cpu
