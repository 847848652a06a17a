#pragma once

#include "pliant/export.h"
#include "pliant/io/output_file.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// The positions of all bodies' vertices, body after body, as the user numbered them, those of skins where bodies have
/// one; those without a particle stay where they were. `positions` are the scene's particles.
PLIANT_API std::vector<vec3> userVertices(const Scene& scene, const std::vector<vec3>& positions);

/// Whether all are finite, which no reader of files would survive otherwise. The error names the first that is not.
PLIANT_API Status checkFinite(const std::vector<vec3>& vertices);

/// One frame as Wavefront OBJ: the bodies' own vertices and faces, ropes as lines. Numbers are written so that reading
/// them gives the same bits. Errors, here and below: those of OutputFile, a vertex that is not finite; nothing is
/// written then.
PLIANT_API Status writeObj(OutputFile& file, const Scene& scene, const std::vector<vec3>& positions);

/// The same as ASCII PLY; ropes are edges.
PLIANT_API Status writePly(OutputFile& file, const Scene& scene, const std::vector<vec3>& positions);

}  // namespace pliant
