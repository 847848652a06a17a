#pragma once

#include <span>

#include "schedule/schedule.h"

namespace pliant {

/// What of a scene is drawn, in particles of the schedule, so that its indices fit GpuSolver::positions() as it is.
struct Surface {
    std::vector<std::uint32_t> triangles;  ///< three corners each, of all bodies, in the order of their faces
    std::vector<std::uint32_t> lines;      ///< two ends each, of all bodies that are ropes

    // The triangles around particle i are rowEntries[rowFirst[i] .. rowFirst[i + 1]), ascending.
    std::vector<std::uint32_t> rowFirst;
    std::vector<std::uint32_t> rowEntries;
};

/// Faces are cut into triangles as the scene has them, see FaceCutter; those that welding has closed up are left out.
Surface surfaceOf(const Scene& scene, const Schedule& schedule);

/// Per particle the unit normal of the surface there: the mean of its triangles' normals, weighted by their areas
/// (Gouraud 1971), with the triangles' winding. (0, 1, 0) where there is none: no triangle around, or they cancel out.
/// `places` are in schedule order; the fourth component is not looked at. The same bits as GpuSurface.
std::vector<vec3> normalsOf(const Surface& surface, std::span<const vec4> places);

}  // namespace pliant
