// What the renderer's shaders and its C++ have in common. Every member fits std430 as C++ lays it out: vec4s first.
#ifndef PLIANT_VIEWER_VIEW_H
#define PLIANT_VIEWER_VIEW_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

namespace pliant::viewer {
using glm::mat4;
using glm::vec4;
using uint = std::uint32_t;
#endif

// Bindings of the one descriptor set.
const uint kBindFrame = 0u;
const uint kBindBounds = 1u;
const uint kBindPositions = 2u;      // of the surface: particles, and behind them vertices that they carry
const uint kBindPlaces = 3u;         // per vertex
const uint kBindStyles = 4u;         // per body
const uint kBindSegments = 5u;       // of ropes
const uint kBindValues = 6u;         // per vertex what is shown as colour
const uint kBindStrainFirst = 7u;    // rows of structural sticks
const uint kBindStrainEntries = 8u;  // the other end, and the rest length's bits
const uint kBindSolids = 9u;         // colliders and grounds
const uint kBindDots = 10u;
const uint kBindCreases = 11u;    // Creases::table
const uint kBindCarried = 12u;    // per carried vertex four particles, and the weights of all but the first
const uint kBindShadow = 13u;     // the key light's depths
const uint kBindSkyShadow = 14u;  // the same from straight above
const uint kBindingCount = 15u;

// What Show is called here, but for what shaders do not ask for.
const uint kShowFabric = 0u;
const uint kShowStretch = 1u;
const uint kShowColours = 2u;
const uint kShowThickness = 5u;
const uint kShowSleep = 6u;

const uint kPatternPlain = 0u;
const uint kPatternCheck = 1u;
const uint kPatternStripes = 2u;
const uint kPatternRope = 3u;

const uint kLightCount = 2u;       // the key light; the sky above, for what it does not reach
const uint kShadowTexels = 1024u;  // along a side of the key light's map
const uint kSkyTexels = 512u;
const uint kGroupSize = 256u;

struct FrameData {
    mat4 clipFromWorld;
    vec4 eye;    // [m]; w: what one pixel spans at a distance of 1 m [m]
    vec4 right;  // the camera's axes; these two reach to the edges of the picture at distance 1, or of a flat one
    vec4 up;
    vec4 forward;
    vec4 target;   // [m]; w: where the ground has gone into the haze [m from the target]
    vec4 axes[6];  // of each light x, y, z; z points towards it
    float fullStretch;
    float cell;  // of the ground's grid [m]
    uint show;
    uint encodes;  // the target does not encode sRGB by itself
    uint particles;
    uint vertices;
    uint isFlat;
    float pixel;  // of a flat picture: what one spans [m]
    float reach;  // of what is drawn around particles [m]
    uint unused0, unused1, unused2;
};

// Looks of a body. Colours are linear.
struct Style {
    vec4 front;  // w: kPattern...
    vec4 back;   // w: radius of a rope [m]
    vec4 accent;
    vec4 size;  // of a grid [m]; z: repeats of the pattern over its longer side
};

// What ColliderShape is called here.
const uint kColliderPlane = 0u;
const uint kColliderSphere = 1u;
const uint kColliderCapsule = 2u;
const uint kColliderBox = 3u;
const uint kColliderCylinder = 4u;

const uint kNoParticle = 0xffffffffu;

// A collider, or an ornament of a particle, beside which its frame lies then:
// world = frame * (round * size.w + straight * size.xyz), see solids.cpp.
struct Solid {
    mat4 frame;
    vec4 size;
    vec4 colour;
    uint shape;
    uint particle;  // or kNoParticle
    uint unused0, unused1;
};

// What changes from draw to draw.
struct DrawData {
    vec4 colour;
    vec4 pinned;  // colour of dots at pinned particles
    uint light;
    uint sides;  // of tubes and balls; even
    uint first;  // of the dots; of a rope: pieces of a segment
    float size;  // of dots, and of the rim of flat lines [pixels]
};

#ifdef __cplusplus
static_assert(sizeof(FrameData) == 288 && sizeof(Style) == 64 && sizeof(Solid) == 112 && sizeof(DrawData) == 48);
}  // namespace pliant::viewer
#endif
#endif
