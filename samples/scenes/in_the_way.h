#pragma once

#include <span>

#include "pliant/scene/mesh.h"
#include "scenes/scenes.h"

namespace pliant::samples {

/// The files that `--collider` names.
struct ColliderFiles {
    std::string mesh;
    std::string cache;  ///< a PC2 point cache of its motion; empty: it stands still
};

/// Of "FILE", or "CACHE.pc2@FILE".
ColliderFiles colliderFilesOf(const std::string& text);

/// A mesh that the bodies of a scene touch.
struct MeshInTheWay {
    MeshDescription mesh;                    ///< with its vertices as they are when the scene begins
    std::vector<std::vector<vec3>> samples;  ///< of its cache; none: it stands still
};

/// Reads what the options name. Errors, with the file and the sample: those of readMesh() and Pc2Reader, a cache
/// without samples, or of another number of points than the mesh, a place that is none.
Result<std::vector<MeshInTheWay>> readMeshesInTheWay(const SceneOptions& options);

/// Where the vertices are at a time [s], in a straight line between two samples; there are `samplesPerSecond`, the
/// first at 0, and where the last has them they stay.
std::vector<vec3> verticesAt(std::span<const std::vector<vec3>> samples, double samplesPerSecond, double time);

/// Makes the meshes obstacles, and has the inputs of the scene move them. Errors: those of addObstacle(); more
/// particles that move than a step has pins for.
Status addMeshesInTheWay(SampleScene& sample, std::vector<MeshInTheWay> meshes, const SceneOptions& options);

}  // namespace pliant::samples
