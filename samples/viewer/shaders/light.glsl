// Light and shadow. The key light is a far disc; the sky lights from above, the ground from below.
#include "bounds.glsl"

layout(set = 0, binding = kBindShadow) uniform sampler2D shadowMap;
layout(set = 0, binding = kBindSkyShadow) uniform sampler2D skyMap;

const vec3 kKey = vec3(2.55, 2.38, 2.12);
const vec3 kSkyLight = vec3(0.66, 0.76, 0.92);
const vec3 kGroundLight = vec3(0.40, 0.36, 0.32);
const vec3 kZenith = vec3(0.25, 0.42, 0.66);
const vec3 kHorizon = vec3(0.80, 0.85, 0.90);

vec3 skyColour(vec3 direction) {
    const float height = max(direction.y, 0.0);
    return mix(kHorizon, kZenith, 1.0 - exp(-2.6 * height));
}

vec3 skyLightOn(vec3 normal) {
    return mix(kGroundLight, kSkyLight, 0.5 + 0.5 * normal.y);
}

// Evenly over a disc (Vogel 1979), turned by an angle.
vec2 onDisc(uint index, uint count, float turn) {
    const float angle = 2.39996323 * float(index) + turn;
    return sqrt((float(index) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// A number per pixel that is spread well over its neighbours (Jimenez 2014).
float noiseAt(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// A place that light falls on, as its light sees it.
struct Receiver {
    LightBox box;
    vec3 q;      // in the light's axes [m]
    vec2 slope;  // of the surface there: rise of z along x and y
    float texel;
    float turn;
    float leniency;  // a blocker counts where it is that steep above the surface
};

Receiver receiverAt(uint light, vec3 world, vec3 normal, float offTexels, float leniency) {
    Receiver r;
    r.box = boxOf(light, texelsOf(light));
    r.texel = r.box.extent / texelsOf(light);
    const vec3 n = toLight(light, normal);
    const float facing = n.z < 0.0 ? -1.0 : 1.0;
    // Moved off the surface, to the side of it where the light is.
    r.q = toLight(light, world + normal * facing * offTexels * r.texel);
    r.slope = clamp(-n.xy / (facing * max(abs(n.z), 1e-3)), vec2(-3.0), vec2(3.0));
    r.leniency = leniency;
    r.turn = 6.28318530718 * noiseAt(gl_FragCoord.xy);
    return r;
}

bool isOutside(Receiver r, float margin) {
    const vec2 inBox = r.q.xy - r.box.corner;
    return any(lessThan(inBox, vec2(-margin))) || any(greaterThan(inBox, vec2(r.box.extent + margin)));
}

// How much higher than the receiver's surface what is there reaches [m]; below 0: nothing in the way.
float blockerOver(Receiver r, sampler2D map, vec2 offset) {
    const float depth = textureLod(map, (r.q.xy + offset - r.box.corner) / r.box.extent, 0.0).r;
    if (depth >= 1.0) return -1.0;
    const float bias = r.texel * (0.6 + 0.75 * length(r.slope)) + r.leniency * length(offset);
    return r.box.top - depth * r.box.depth - (r.q.z + dot(r.slope, offset)) - bias;
}

// Share of a light of angular radius `spread` (as a slope) that is seen (Fernando 2005: the mean blocker's height
// gives the width of the penumbra). Blockers are looked for at places that are turned by searchTurn; where fewer than
// `sure` of them find one, they darken in part.
float lightReaching(Receiver r, sampler2D map, float spread, float widest, uint taps, float searchTurn, float sure) {
    const float reach = clamp(spread * (r.box.top - r.q.z), 3.0 * r.texel, widest * r.box.extent);
    if (isOutside(r, reach)) return 1.0;
    // What rises just above the surface may be the surface itself, as coarse as the map is: it counts in part.
    const float certain = 2.0 * r.texel * (1.0 + length(r.slope));
    float sum = 0.0, count = 0.0;
    for (uint i = 0u; i < taps; ++i) {
        const float height = blockerOver(r, map, reach * onDisc(i, taps, searchTurn));
        const float counts = clamp(height / certain, 0.0, 1.0);
        sum += counts * height;
        count += counts;
    }
    if (count < 0.01) return 1.0;
    const float radius = clamp(spread * sum / count, 3.0 * r.texel, reach);
    float lit = 0.0;
    for (uint i = 0u; i < taps; ++i)
        lit += 1.0 - clamp(blockerOver(r, map, radius * onDisc(i, taps, r.turn)) / certain, 0.0, 1.0);
    return mix(1.0, lit / float(taps), min(count / sure, 1.0));
}

const uint kKeyTaps = 20u;
const uint kSkyTaps = 16u;

// Round bodies are drawn smooth and are made of flat triangles: where the light grazes them, these stand in each
// other's light by turns. So what throws a shadow counts less the flatter the light falls, and a body's dark side
// begins softly.
float unlessGrazed(float reaching, float facing, float wide) {
    return mix(1.0, reaching, smoothstep(0.0, wide, abs(facing)));
}

// Its places are the same in all pixels, so that neighbours find the same blockers.
float keyReaching(vec3 world, vec3 normal, uint taps) {
    const Receiver r = receiverAt(0u, world, normal, 1.5, 0.12);
    const float reaching = lightReaching(r, shadowMap, 0.085, 0.08, taps, 0.0, 1.0);
    return unlessGrazed(reaching, dot(normal, frame.axes[2].xyz), 0.3);
}

// The sky is wide: what is near overhead darkens, what is far does not. Places are far from each other, and every pixel
// looks at others: where the same found a blocker in one and none in the next, that would be seen as an edge.
float skyReaching(vec3 world, vec3 normal, uint taps) {
    const Receiver r = receiverAt(1u, world, normal, 4.0, 0.3);
    const float reaching = lightReaching(r, skyMap, 0.9, 0.2, taps, r.turn, 0.25 * float(taps));
    return unlessGrazed(reaching, normal.y, 0.6);
}

vec3 keyDirection() {
    return frame.axes[2].xyz;
}

// Bright colours are bent into range and keep their hue (after Khronos's PBR Neutral).
vec3 toneMapped(vec3 colour) {
    const float kStart = 0.76;
    const float peak = max(colour.r, max(colour.g, colour.b));
    if (peak < kStart) return colour;
    const float room = 1.0 - kStart;
    const float bent = 1.0 - room * room / (peak + room - kStart);
    const float white = 1.0 - 1.0 / (0.15 * (peak - bent) + 1.0);
    return mix(colour * bent / peak, vec3(bent), white);
}

vec3 toSrgb(vec3 linear) {
    const vec3 low = 12.92 * linear;
    const vec3 high = 1.055 * pow(max(linear, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThan(linear, vec3(0.0031308)));
}

// As it is, for pictures without light.
vec4 encoded(vec3 colour) {
    return vec4(frame.encodes != 0u ? toSrgb(colour) : colour, 1.0);
}

// The last thing that happens to a colour. Noise of one step of eight bits hides the bands of a smooth sky.
vec4 finished(vec3 colour) {
    const vec3 mapped = toneMapped(colour);
    const vec3 step = 2.2 * pow(max(mapped, vec3(0.0)), vec3(0.55)) / 255.0;
    return encoded(max(mapped + (noiseAt(gl_FragCoord.xy) - 0.5) * step, vec3(0.0)));
}
