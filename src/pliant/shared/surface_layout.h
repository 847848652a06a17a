// What the kernels are told that write what is drawn. Laid out as the structs of shared/layout.h.
#ifndef PLIANT_SHARED_SURFACE_LAYOUT_H
#define PLIANT_SHARED_SURFACE_LAYOUT_H

#include "basic_types.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Where an attribute of vertices lies in its buffer, in floats.
struct AttributePlace {
    uint offset;
    uint stride;  // 0: it is not written
};

struct SurfaceConstants {
    uint count;  // vertices of the surface: particles, and behind them what they carry
    uint particles;
    uint drawn;       // vertices that are drawn: those, or those of a render mesh
    uint older;       // where in the noted states the one before the last begins
    uint newer;       // and the last
    float share;      // of the way from the one to the other
    uint hasWritten;  // whether vertices have been written before
    AttributePlace position;
    AttributePlace normal;
    AttributePlace previous;  // position: where the vertex was
    AttributePlace tangent;
    uint firstNode;  // of a level of bounds
    uint nodeCount;
};

// Of a triangle with texture coordinates: see alongTexture() of shared/tangent.h.
struct TextureMap {
    float tangentOfB;
    float tangentOfC;
    float bitangentOfB;
    float bitangentOfC;
};

// Bounds of some vertices of a body, or of what has bounds already.
struct BoundsNode {
    uint first;
    uint count;
    uint result;       // where its own go
    uint hasVertices;  // else it has nodes
};

#ifdef __cplusplus
static_assert(sizeof(SurfaceConstants) == 68 && sizeof(TextureMap) == 16 && sizeof(BoundsNode) == 16);
}  // namespace pliant
#endif
#endif
