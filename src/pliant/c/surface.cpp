// What is drawn of a solver on a borrowed device.

#include <algorithm>

#include "pliant/c/structs.h"
#include "pliant/fail.h"

namespace {

using namespace pliant;
using namespace pliant::c;

// surfaceOf() takes a scene at its word; through C another one may come.
Status checkScene(const Scene& scene, const Schedule& schedule) {
    if (scene.positions.size() == schedule.particles.size()) return {};
    return fail("the scene has {} particles, but the schedule has {}: it was compiled from another",
                scene.positions.size(), schedule.particles.size());
}

PliantVertexStream write(const VertexStream& stream) {
    return {stream.buffer, stream.offset, stream.stride};
}

// A call that records for a surface whose solver must still be there.
template <class Record>
PliantResult record(const char* call, PliantSurface* surface, Record&& record) {
    return guarded(call, [&]() -> Status {
        if (Status status = hold({{"surface", surface}}); !status) return status;
        const auto solver = surface->solver.lock();
        if (!solver) return fail("the surface's solver has been destroyed");
        return record(surface->surface, *solver);
    });
}

}  // namespace

PliantResult pliantCreateSurface(const PliantSolver* solver, const PliantScene* scene, const PliantVertexLayout* layout,
                                 PliantSurface** surface) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"solver", solver}, {"scene", scene}, {"surface", surface}}); !s) return s;
        if (!solver->gpu || !solver->gpu->gpu()->isBorrowed())
            return fail("the solver is not on a borrowed device, and nobody else could draw the surface");
        VertexLayout wanted;
        if (Status status = read(layout, wanted); !status) return status;
        const Schedule& schedule = *solver->gpu->schedule();
        if (Status status = checkScene(scene->scene, schedule); !status) return status;
        Surface drawn = surfaceOf(scene->scene, schedule);
        if (layout) {
            if (Status status = read(layout->mesh, drawn.renderMesh); !status) return status;
        }
        auto made = GpuSurface::create(*solver->gpu, drawn, wanted);
        if (!made) return made.error();
        *surface = alive(new PliantSurface{std::move(*made), solver->gpu});
        return {};
    });
}

void pliantDestroySurface(PliantSurface* surface) {
    destroy(__func__, surface);
}

PliantResult pliantGetSurfaceBuffers(const PliantSurface* surface, PliantSurfaceBuffers* buffers, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"surface", surface}}); !status) return status;
        const GpuSurface& s = surface->surface;
        if (surface->solver.expired())
            return fail("the surface's solver has been destroyed, and with it the positions");
        PliantSurfaceBuffers value{};
        value.vertexCount = s.vertexCount();
        value.positions = write(s.positions());
        value.normals = write(s.normals());
        value.previous = write(s.previousPositions());
        value.tangents = write(s.tangents());
        value.bounds = write(s.bounds());
        value.boundsCount = s.boundsCount();
        value.triangles = s.triangles();
        value.lines = s.lines();
        value.triangleIndices = s.triangleIndices();
        value.lineIndices = s.lineIndices();
        return give(value, "SurfaceBuffers", buffers, structSize);
    });
}

PliantResult pliantRecordSurfaceUpload(PliantSurface* surface, VkCommandBuffer commands) {
    return record(__func__, surface, [&](GpuSurface& s, const GpuSolver&) { return s.recordUpload(commands); });
}

PliantResult pliantReleaseSurfaceUpload(PliantSurface* surface) {
    return record(__func__, surface, [&](GpuSurface& s, const GpuSolver&) -> Status {
        s.releaseUpload();
        return {};
    });
}

PliantResult pliantRecordSurfaceState(PliantSurface* surface, VkCommandBuffer commands) {
    return record(__func__, surface, [&](GpuSurface& s, const GpuSolver&) { return s.recordState(commands); });
}

PliantResult pliantRecordSurface(PliantSurface* surface, VkCommandBuffer commands, float share,
                                 const PliantDVec3* origin) {
    return record(__func__, surface, [&](GpuSurface& s, const GpuSolver& solver) {
        return s.record(commands, share, worldView(solver.frames(), origin ? read(*origin) : glm::dvec3(0.0)));
    });
}

PliantResult pliantGetSurfaceVertices(const PliantSchedule* schedule, const PliantScene* scene, uint32_t body,
                                      uint32_t* vertices, uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"schedule", schedule}, {"scene", scene}, {"vertices", vertices}}); !s) return s;
        if (Status status = checkScene(scene->scene, *schedule->schedule); !status) return status;
        if (Status status = checkBody(scene->scene, body); !status) return status;
        const auto found = surfaceVertices(scene->scene, *schedule->schedule, body);
        if (!found) return found.error();
        if (Status status = checkRoom("vertices", count, found->size()); !status) return status;
        std::copy(found->begin(), found->end(), vertices);
        return {};
    });
}
