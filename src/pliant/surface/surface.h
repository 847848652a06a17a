#pragma once

#include <span>

#include "pliant/export.h"
#include "pliant/schedule/schedule.h"
#include "pliant/shared/embedding.h"
#include "pliant/surface/render_mesh.h"

namespace pliant {

/// What of a scene is drawn, as triangles and lines of vertices. The first vertices are the particles of the schedule,
/// so that without skins all indices fit GpuSolver::positions() as it is; behind them follow the points of skins.
struct Surface {
    std::vector<CarriedVertex> carried;    ///< points of skins; those at one place are one vertex
    std::vector<std::uint32_t> triangles;  ///< three corners each, of all bodies, in the order of their faces
    std::vector<std::uint32_t> lines;      ///< two ends each, of all bodies that are ropes

    /// The triangles of body i are those from bodyFirstTriangle[i] up to bodyFirstTriangle[i + 1]; three indices each.
    std::vector<std::uint32_t> bodyFirstTriangle = {};

    /// The triangles around vertex i are rowEntries[rowFirst[i] .. rowFirst[i + 1]), ascending.
    std::vector<std::uint32_t> rowFirst;
    std::vector<std::uint32_t> rowEntries;  ///< indices of triangles, see rowFirst

    /// The vertices of body i are bodyVertices[bodyFirst[i] .. bodyFirst[i + 1]): those that are shown.
    std::vector<std::uint32_t> bodyFirst = {};
    std::vector<std::uint32_t> bodyVertices = {};  ///< see bodyFirst

    RenderMesh renderMesh = {};  ///< what is drawn in place of these vertices, triangles and lines; empty: they are
};

/// Faces are cut into triangles as the scene has them, see FaceCutter; those that welding has closed up are left out.
/// Empty if the scene has not as many particles as the schedule.
PLIANT_API Surface surfaceOf(const Scene& scene, const Schedule& schedule);

/// Per vertex of a body, as the user has described it, which vertex of the surface it is; kNoParticle where it is none.
/// Errors: no such body, a scene that has not as many particles as the schedule.
PLIANT_API Result<std::vector<std::uint32_t>> surfaceVertices(const Scene& scene, const Schedule& schedule,
                                                              std::uint32_t body);

/// Where the surface's vertices are: the given places of particles, in schedule order, and behind them those of the
/// points that they carry. The same bits as GpuSurface.
template <class Place>
std::vector<Place> verticesOf(const Surface& surface, std::vector<Place> places) {
    for (const CarriedVertex& v : surface.carried) {
        const auto at = [&](std::uint32_t particle) { return vec3(places[particle]); };
        Place place(1.0f);
        const vec3 carried = carriedPlace<float>(at(v.a), at(v.b), at(v.c), at(v.d), vec3(v.x, v.y, v.z));
        for (int axis = 0; axis < 3; ++axis)
            place[axis] = carried[axis];
        places.push_back(place);
    }
    return places;
}

/// Per vertex the unit normal of the surface there: the mean of its triangles' normals, weighted by their areas
/// (Gouraud 1971), with the triangles' winding. (0, 1, 0) where there is none: no triangle around, or they cancel out.
/// `places` are those of verticesOf(); the fourth component is not looked at. The same bits as GpuSurface.
PLIANT_API std::vector<vec3> normalsOf(const Surface& surface, std::span<const vec4> places);

/// Per vertex of a render mesh that is valid and has texture coordinates, as glTF has them: the unit vector at right
/// angles to the normal along which s grows, and the sign w that makes w (normal x tangent) the direction in which t
/// becomes smaller. Where t goes up in the texture, w is the opposite. Triangles of the mesh around a vertex count by
/// their areas in the texture; any direction along the surface where it has none. The same bits as GpuSurface.
PLIANT_API std::vector<vec4> tangentsOf(const Surface& surface, std::span<const vec4> places);

/// A box with sides along the axes, to its faces. Without anything in it the lower corner is above the upper one.
struct Bounds {
    vec3 low;   ///< [m]
    vec3 high;  ///< [m]
};

/// Per body of the scene the box around its vertices, exactly. Coordinates that are no number do not count. The same
/// bits as GpuSurface.
PLIANT_API std::vector<Bounds> boundsOf(const Surface& surface, std::span<const vec4> places);

/// What vertices of the surface have, such as places or normals, per vertex that is drawn. A render mesh is valid.
template <class T>
std::vector<T> atDrawnVertices(const Surface& surface, std::vector<T> items) {
    if (surface.renderMesh.isEmpty()) return items;
    std::vector<T> drawn;
    for (const std::uint32_t vertex : surface.renderMesh.surfaceVertices)
        drawn.push_back(items[vertex]);
    return drawn;
}

}  // namespace pliant
