// What the kernels have in common that write what is drawn: see src/pliant/gpu/gpu_surface.cpp.
#extension GL_GOOGLE_include_directive : require
#include "round_to_even.glsl"

#include "shared/layout.h"
#include "shared/surface_layout.h"

layout(local_size_x_id = 0) in;

// Whether a mesh of the caller's own is drawn; else the surface's vertices are.
layout(constant_id = 1) const uint kHasRenderMesh = 0u;

layout(push_constant) uniform PushConstants { SurfaceConstants constants; };

// States of particles, now or after two steps; and the places that are drawn.
layout(set = 0, binding = 0, std430) readonly buffer States { vec4 states[]; };
layout(set = 0, binding = 1, std430) buffer Places { vec4 places[]; };
layout(set = 0, binding = 2, std430) readonly buffer Corners { uint corners[]; };
layout(set = 0, binding = 3, std430) readonly buffer RowFirst { uint rowFirst[]; };
layout(set = 0, binding = 4, std430) readonly buffer RowEntries { uint rowEntries[]; };
layout(set = 0, binding = 5, std430) writeonly buffer Vertices { float vertices[]; };  // positions, where copied
layout(set = 0, binding = 6, std430) writeonly buffer Normals { float normals[]; };
layout(set = 0, binding = 7, std430) readonly buffer Carried { CarriedVertex carried[]; };  // behind the particles
layout(set = 0, binding = 10, std430) readonly buffer SurfaceVertices { uint surfaceVertices[]; };  // of a render mesh
layout(set = 0, binding = 11, std430) buffer Written { vec4 written[]; };  // positions, as they were written last
layout(set = 0, binding = 12, std430) writeonly buffer Previous { float previous[]; };

#include "item_number.glsl"
