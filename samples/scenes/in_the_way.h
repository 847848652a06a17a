#pragma once

#include <span>

#include "pliant/scene/mesh.h"
#include "scenes/shape_in_the_way.h"

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

/// All that `--collider` puts in the way of a scene.
struct InTheWay {
    std::vector<MeshInTheWay> meshes;
    std::vector<ShapeInTheWay> shapes;
};

/// Whether there is a mesh among what the options put in the way: for these bodies need contact.
bool hasMeshInTheWay(const SceneOptions& options);

/// Reads what the options name. Errors, with the file and the sample: those of readMesh() and Pc2Reader, a cache
/// without samples, or of another number of points than the mesh, a place that is none; those of shapeOf().
Result<InTheWay> readInTheWay(const SceneOptions& options);

/// Where the vertices are at a time [s], in a straight line between two samples; there are `samplesPerSecond`, the
/// first at 0, and where the last has them they stay.
std::vector<vec3> verticesAt(std::span<const std::vector<vec3>> samples, double samplesPerSecond, double time);

/// Makes the meshes obstacles, and has the inputs of the scene move them; they have the solids among their colliders.
/// Errors: those of addObstacle() and addShapeInTheWay(); more particles that move than a step has pins for.
Status addInTheWay(SampleScene& sample, InTheWay inTheWay, const SceneOptions& options);

}  // namespace pliant::samples
