#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass_kernel.glsl"
#include "buffers/outlines.glsl"
#include "shared/outline.h"

// A point that looks for what it touches.
struct Searcher {
    uint point;
    uint outline;
    bool isClosed;
    float thickness;
    float friction;
    vec4 place;
    vec4 box;     // of its way
    vec2 facing;  // out of its own outline; 0 of an open one
};

bool isInside(OutlineRecord outline, vec2 p) {
    bool inside = false;
    vec2 a = places[outline.first + outline.count - 1u].xy;
    for (uint k = outline.first; k < outline.first + outline.count; ++k) {
        vec2 b = places[k].xy;
        if (crossesRay(a, b, p)) inside = !inside;
        a = b;
    }
    return inside;
}

// The edge that a fast point came through first, if any.
bool findEntry(OutlineRecord outline, Searcher s, inout Touch touch) {
    float first = 2.0f;
    float entry = 0.0f;
    uint start = outline.first + outline.count - 1u;
    vec4 a = places[start];
    for (uint k = outline.first; k < outline.first + outline.count; ++k) {
        vec4 b = places[k];
        float time = 0.0f;
        float along = 0.0f;
        if (comesThrough(s.place, a, b, time, along) && time < first) {
            first = time;
            entry = along;
            touch.a = start;
            touch.b = k;
        }
        start = k;
        a = b;
    }
    if (first > 1.5f) return false;
    touchEntered(touch, s.place, places[touch.a], places[touch.b], entry, s.thickness);
    return true;
}

void findNearest(OutlineRecord outline, Searcher s, bool inside, inout Touch touch) {
    float least = kLargestSquared;
    EdgePoint best;
    best.along = 0.0f;
    best.squared = 0.0f;
    best.offset = vec2(0.0f);
    uint start = outline.first + outline.count - 1u;
    vec2 a = places[start].xy;
    for (uint k = outline.first; k < outline.first + outline.count; ++k) {
        vec2 b = places[k].xy;
        if (inside || !isApart(a, b, s.place.xy, s.thickness)) {
            EdgePoint nearest = nearestOnEdge(a, b, s.place.xy);
            float seeming = nearest.squared;
            if (inside) seeming = apparentDistance(nearest.squared, outward(a, b), s.facing);
            if (seeming < least) {
                least = seeming;
                best = nearest;
                touch.a = start;
                touch.b = k;
            }
        }
        start = k;
        a = b;
    }
    if (touch.a == kNowhere) return;
    touchNearest(touch, inside, best, outward(places[touch.a].xy, places[touch.b].xy), s.thickness);
}

Touch touchClosed(OutlineRecord outline, float squaredPath, Searcher s) {
    Touch touch = noTouch();
    bool inside = isInside(outline, s.place.xy);
    bool fast = isFast(s.place, squaredPath, outline.squaredThin);
    if (fast && findEntry(outline, s, touch)) return touch;
    if (inside || s.thickness > 0.0f) findNearest(outline, s, inside, touch);
    return touch;
}

// Fat points touch each other as discs. Of two in the same place that with the lower number goes to the left.
Touch touchOpen(OutlineRecord outline, Searcher s) {
    Touch best = noTouch();
    for (uint k = outline.first; k < outline.first + outline.count; ++k) {
        Touch touch = noTouch();
        EdgePoint nearest = nearestOnEdge(places[k].xy, places[k].xy, s.place.xy);
        precise float reach = s.thickness + outline.thickness;
        touchNearest(touch, false, nearest, vec2(s.point < k ? -1.0f : 1.0f, 0.0f), reach);
        touch.a = k;
        touch.b = k;
        if (goesBefore(touch, best)) best = touch;
    }
    return best;
}

void look(uint other, Searcher s, inout Touch best) {
    if (other == s.outline || !boxesMeet(states[other].box, s.box)) return;
    OutlineRecord outline = outlines[other];
    bool isClosed = outline.isClosed != 0u;
    if (!isClosed && s.isClosed) return;
    Touch touch = noTouch();
    if (isClosed) touch = touchClosed(outline, states[other].squaredPath, s);
    if (!isClosed) touch = touchOpen(outline, s);
    precise float friction = (s.friction + outline.friction) * 0.5f;
    touch.friction = friction;
    if (goesBefore(touch, best)) best = touch;
}

void lookInLevel(uint level, Searcher s, inout Touch best) {
    float inverse = inverseCellOf(level, space.inverseCell);
    int lastX = cellOf(s.box.z, inverse);
    int lastY = cellOf(s.box.w, inverse);
    for (int y = cellOf(s.box.y, inverse) - 1; y <= lastY; ++y) {
        for (int x = cellOf(s.box.x, inverse) - 1; x <= lastX; ++x) {
            for (uint i = table[1u + bucketOf(x, y, level, space.bucketMask)]; i != 0u; i = states[i - 1u].next)
                look(i - 1u, s, best);
        }
    }
}

Searcher searcherOf(uint k, OutlineRecord own) {
    Searcher s;
    s.point = k;
    s.outline = points[k].outline;
    s.isClosed = own.isClosed != 0u;
    s.thickness = own.thickness;
    s.friction = own.friction;
    s.place = places[k];
    s.box = boxOfWay(s.place, space.sweep);
    s.facing = vec2(0.0f);
    if (s.isClosed) s.facing = outward(places[points[k].before].xy, places[points[k].after].xy);
    return s;
}

float inverseMassOf(uint k) {
    return particles[points[k].particle].w;
}

// Contacts of pinned particles do not count: they move nothing.
void count(uint k, float lever) {
    if (lever > 0.0f && inverseMassOf(k) > 0.0f) atomicAdd(sums[kContactSums * k], 1);
}

void main() {
    if (itemNumber() >= constants.count) return;
    uint k = constants.first + itemNumber();

    contacts[k].a = kNowhere;
    uint outline = points[k].outline;
    if (states[outline].bucket == kNowhere) return;
    Searcher s = searcherOf(k, outlines[outline]);
    Touch best = noTouch();
    for (uint level = 0u; level < kOutlineLevels; ++level) {
        if ((table[0] >> level & 1u) != 0u) lookInLevel(level, s, best);
    }
    if (!(best.depth > 0.0f)) return;
    if (!(yielding(inverseMassOf(k), inverseMassOf(best.a), inverseMassOf(best.b), best.along) > 0.0f)) return;

    OutlineContact contact;
    contact.shift = shiftOf(best, s.place, places[best.a], places[best.b], space.largestShift, space.slop);
    contact.a = best.a;
    contact.b = best.b;
    contact.along = best.along;
    contact.unused = 0u;
    contacts[k] = contact;
    precise float rest = 1.0f - best.along;
    count(k, 1.0f);
    count(best.a, rest);
    count(best.b, best.along);
}
