#pragma once

#include "io/output_file.h"
#include "scene/scene.h"

namespace pliant {

/// The positions of all bodies' vertices, body after body, as the user numbered them. `positions` are the scene's particles.
std::vector<vec3> userVertices(const Scene& scene, const std::vector<vec3>& positions);

/// One frame as Wavefront OBJ: the bodies' own vertices and faces, ropes as lines. Numbers are written so that reading them
/// gives the same bits.
Status writeObj(OutputFile& file, const Scene& scene, const std::vector<vec3>& positions);

/// The same as ASCII PLY; ropes are edges.
Status writePly(OutputFile& file, const Scene& scene, const std::vector<vec3>& positions);

}  // namespace pliant
