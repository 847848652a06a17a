// Kernels of enclosures.

#include "cpu/kernels.h"
#include "shared/enclosure.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// Where the particles are that `places` are of.
vec3 gradientAt(const Schedule& schedule, const vec4* places, Index response, const EnclosureMember& member,
                float scale) {
    const Index* pairs = schedule.enclosurePairs.data() + 2 * std::size_t(member.firstPair);
    const auto place = [&](Index i) { return vec3(places[pairs[i]]); };
    if (response == kEnclosureOutline) return measureGradient<float>(outlineNormal<float>(place(0), place(1)), scale);
    const vec3 x(places[member.particle]);
    vec3 sum(0.0f);
    for (Index i = 0; i < member.pairCount; ++i)
        sum = addNormal<float>(sum, areaNormal<float>(x, place(2 * i), place(2 * i + 1)));
    return measureGradient<float>(sum, scale);
}

}  // namespace

void measureEnclosures(const Buffers& buffers, std::uint32_t response, const PassConstants& constants, Index first,
                       Index last) {
    const Schedule& s = *buffers.schedule;
    const float inverseDimension = response == kEnclosureOutline ? 0.5f : 0.33333334f;
    for (Index i = first; i < last; ++i) {
        const EnclosureMember& member = s.enclosureMembers[i];
        const EnclosureRecord& enclosure = s.enclosures[member.owner];
        vec3 gradient = gradientAt(s, buffers.particles, response, member, enclosure.gradientScale);
        const float part = measurePart<float>(gradient, vec3(buffers.particles[member.particle]),
                                              vec3(buffers.particles[enclosure.reference]), inverseDimension);
        if (constants.secondOrder != 0) {
            const vec3 before = gradientAt(s, buffers.previous, response, member, enclosure.gradientScale);
            gradient = heldGradient<float>(gradient, before);
        }
        buffers.bodySums[enclosure.gradients + i] = vec4(gradient, part);
    }
}

void sumEnclosures(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    const Schedule& s = *buffers.schedule;
    for (Index c = first; c < last; ++c) {
        const Chunk& chunk = s.chunks[c];
        const EnclosureRecord& enclosure = s.enclosures[chunk.owner];
        vec3 sums(0.0f);
        for (Index i = chunk.first; i < chunk.first + chunk.count; ++i) {
            const vec4 measured = buffers.bodySums[enclosure.gradients + i];
            const float inverseMass = buffers.particles[s.enclosureMembers[i].particle].w;
            sums = addMember<float>(sums, vec3(measured), measured.w, inverseMass);
        }
        buffers.bodySums[enclosure.sums + c - enclosure.firstChunk] = vec4(storable3<float>(sums), 0.0f);
    }
}

void solveEnclosures(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    for (Index i = first; i < last; ++i) {
        const EnclosureRecord& enclosure = buffers.schedule->enclosures[i];
        vec3 sums(0.0f);
        for (Index c = 0; c < enclosure.chunkCount; ++c)
            sums = addSums<float>(sums, vec3(buffers.bodySums[enclosure.sums + c]));
        vec4& state = buffers.bodySums[enclosure.push];
        const float multiplier = constants.firstIteration == 0 ? state.y : 0.0f;
        const float push = enclosurePush<float>(fillingOf<float>(enclosure), sums, constants, multiplier);
        state = vec4(push, addToMultiplier<float>(multiplier, push), isMeasured<float>(sums) ? 1.0f : 0.0f, 0.0f);
    }
}

void pushEnclosures(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const Schedule& s = *buffers.schedule;
    for (Index i = first; i < last; ++i) {
        const EnclosureMember& member = s.enclosureMembers[i];
        const EnclosureRecord& enclosure = s.enclosures[member.owner];
        vec4& x = buffers.particles[member.particle];
        if (x.w == 0.0f) continue;
        const vec4 state = buffers.bodySums[enclosure.push];
        float push = state.x;
        if (constants.firstIteration != 0) {
            const vec3 reference(buffers.previous[enclosure.reference]);
            const vec3 weight =
                buffers.frames ? vec3(buffers.frames[buffers.frameOf[member.particle]].weight) : constants.fall;
            const vec3 place(constants.secondOrder != 0 ? buffers.previous[member.particle] : x);
            push = addBuoyancy<float>(push, buoyancy<float>(enclosure.displaced, place, reference, weight, state.z));
        }
        const vec3 gradient(buffers.bodySums[enclosure.gradients + i]);
        x = vec4(moveAlong<float>(vec3(x), gradient, x.w, push), x.w);
    }
}

}  // namespace pliant::cpu
