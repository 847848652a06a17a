#include "pliant/scene/pins.h"

#include <cmath>

#include "pliant/fail.h"

namespace pliant {
namespace {

Status checkBody(const Scene& scene, std::uint32_t body) {
    if (body >= scene.bodies.size()) return fail("there is no body {}; the scene has {}", body, scene.bodies.size());
    if (scene.pinned.size() != scene.positions.size()) {
        return fail("the scene has {} positions and {} pin flags; they must be equal", scene.positions.size(),
                    scene.pinned.size());
    }
    return validate(scene.bodies[body], body, scene);
}

bool isInside(vec3 p, vec3 low, vec3 high) {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y && p.z >= low.z && p.z <= high.z;
}

// Every `step`th vertex from `first`, `count` of them.
void pinRange(Scene& scene, const Body& body, std::uint32_t first, std::uint32_t step, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i)
        scene.pinned[body.vertexParticles[first + i * step]] = 1;
}

}  // namespace

Status pinVertices(Scene& scene, std::uint32_t body, std::span<const std::uint32_t> vertices) {
    if (Status status = checkBody(scene, body); !status) return status;
    const std::size_t count = shownVertexCount(scene.bodies[body]);
    for (const std::uint32_t vertex : vertices) {
        if (vertex >= count) {
            return fail("cannot pin vertex {} of '{}': it has {} (0 to {})", vertex, scene.bodies[body].name, count,
                        std::ptrdiff_t(count) - 1);
        }
        if (shownParticle(scene.bodies[body], vertex) == kNoParticle) {
            return fail("cannot pin vertex {} of '{}': no face uses it, so it does not move", vertex,
                        scene.bodies[body].name);
        }
    }
    for (const std::uint32_t vertex : vertices)
        scene.pinned[shownParticle(scene.bodies[body], vertex)] = 1;
    return {};
}

Status pinPlace(Scene& scene, std::uint32_t bodyIndex, GridPlace place) {
    if (Status status = checkBody(scene, bodyIndex); !status) return status;
    const Body& body = scene.bodies[bodyIndex];
    if (body.columns == 0) return fail("'{}' is no grid: it has no rows, columns or corners to pin", body.name);

    if (place > GridPlace::FourCorners) return fail("there is no place {} of a grid", static_cast<int>(place));

    const std::uint32_t columns = body.columns, rows = body.rows;
    const std::uint32_t lastRow = (rows - 1) * columns;
    switch (place) {
        case GridPlace::FirstRow: pinRange(scene, body, 0, 1, columns); break;
        case GridPlace::LastRow: pinRange(scene, body, lastRow, 1, columns); break;
        case GridPlace::FirstColumn: pinRange(scene, body, 0, columns, rows); break;
        case GridPlace::LastColumn: pinRange(scene, body, columns - 1, columns, rows); break;
        case GridPlace::FirstRowStart: pinRange(scene, body, 0, 1, 1); break;
        case GridPlace::FirstRowEnd: pinRange(scene, body, columns - 1, 1, 1); break;
        case GridPlace::LastRowStart: pinRange(scene, body, lastRow, 1, 1); break;
        case GridPlace::LastRowEnd: pinRange(scene, body, lastRow + columns - 1, 1, 1); break;
        case GridPlace::FirstRowCorners: pinRange(scene, body, 0, columns - 1, 2); break;
        case GridPlace::FourCorners:
            pinRange(scene, body, 0, columns - 1, 2);
            pinRange(scene, body, lastRow, columns - 1, 2);
            break;
    }
    return {};
}

Status pinBox(Scene& scene, std::uint32_t bodyIndex, vec3 low, vec3 high) {
    if (Status status = checkBody(scene, bodyIndex); !status) return status;
    const bool isFinite = isPoint(low) && isPoint(high);
    const bool isOrdered = isFinite && low.x <= high.x && low.y <= high.y && low.z <= high.z;
    if (!isOrdered) {
        return fail(
            "a box from ({}, {}, {}) to ({}, {}, {}) is empty: its corners must be finite, the first the lower in x, y "
            "and z",
            low.x, low.y, low.z, high.x, high.y, high.z);
    }
    const Body& body = scene.bodies[bodyIndex];
    std::uint32_t caught = 0;
    for (std::uint32_t i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
        if (!isInside(scene.positions[i], low, high)) continue;
        scene.pinned[i] = 1;
        ++caught;
    }
    if (caught == 0) {
        return fail("no particle of '{}' lies in the box from ({}, {}, {}) to ({}, {}, {})", body.name, low.x, low.y,
                    low.z, high.x, high.y, high.z);
    }
    return {};
}

}  // namespace pliant
