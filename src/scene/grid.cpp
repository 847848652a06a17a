#include "scene/grid.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace pliant {
namespace {

using glm::dvec3;

bool isPositive(float x) {
    return x > 0.0f && std::isfinite(x);
}

bool isUnit(vec3 v) {
    const dvec3 d(v);
    return std::abs(glm::dot(d, d) - 1.0) < 1e-4;
}

// The share of a row's (or column's) length that belongs to one of its `count` particles: ends have half.
double lumpedShare(std::uint32_t index, std::uint32_t count) {
    if (count == 1) return 1.0;
    const bool isEnd = index == 0 || index == count - 1;
    return (isEnd ? 0.5 : 1.0) / (count - 1);
}

Status check(const GridDescription& grid) {
    if (grid.columns == 0 || grid.rows == 0) {
        return fail("cloth '{}' has {} columns and {} rows; it needs at least one of each", grid.name, grid.columns,
                    grid.rows);
    }
    if (!isPositive(grid.width) || !isPositive(grid.height)) {
        return fail("cloth '{}' measures {} x {} m; both must be positive", grid.name, grid.width, grid.height);
    }
    if (!isPositive(grid.arealDensity)) {
        return fail("cloth '{}' has a density of {} kg/m^2; it must be positive", grid.name, grid.arealDensity);
    }
    // Six sticks a particle must be countable, and its lightest particle, a corner, within a scene's limits.
    const std::uint64_t count = std::uint64_t(grid.columns) * grid.rows;
    if (count > kLargestCount / 6) {
        return fail("cloth '{}' would have {} particles; at most {}", grid.name, count, kLargestCount / 6);
    }
    const double corner =
        double(grid.arealDensity) * grid.width * grid.height * lumpedShare(0, grid.columns) * lumpedShare(0, grid.rows);
    if (corner < kSmallestMass) {
        return fail("cloth '{}': with {} x {} particles a corner would weigh {:.3g} kg; at least {} kg", grid.name,
                    grid.columns, grid.rows, corner, kSmallestMass);
    }
    if (!isUnit(grid.alongRow) || !isUnit(grid.alongColumn)) {
        return fail("cloth '{}': the directions of rows and columns must have length 1", grid.name);
    }
    return {};
}

double along(std::uint32_t index, std::uint32_t count, double length) {
    return count == 1 ? 0.0 : length * index / (count - 1);
}

void addParticles(Scene& scene, const GridDescription& grid) {
    const double mass = double(grid.arealDensity) * grid.width * grid.height;
    for (std::uint32_t row = 0; row < grid.rows; ++row) {
        for (std::uint32_t column = 0; column < grid.columns; ++column) {
            const dvec3 p = dvec3(grid.corner) + dvec3(grid.alongRow) * along(column, grid.columns, grid.width) +
                            dvec3(grid.alongColumn) * along(row, grid.rows, grid.height);
            const double share = lumpedShare(column, grid.columns) * lumpedShare(row, grid.rows);
            addParticle(scene, vec3(p), static_cast<float>(mass * share));
        }
    }
}

// A stick from every particle that has a partner `columnStep` columns and `rowStep` rows further on.
struct StickPattern {
    std::int64_t columnStep;
    std::int64_t rowStep;
    StickKind kind;
    StickMaterial material;
};

void addSticks(Scene& scene, const Body& body, const StickPattern& pattern) {
    const std::uint32_t material = addMaterial(scene, pattern.material);
    const std::int64_t columns = body.columns, rows = body.rows;
    for (std::int64_t row = 0; row + pattern.rowStep < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t other = column + pattern.columnStep;
            if (other < 0 || other >= columns) continue;
            const auto a = static_cast<std::uint32_t>(body.firstParticle + row * columns + column);
            const auto b = static_cast<std::uint32_t>(body.firstParticle + (row + pattern.rowStep) * columns + other);
            const float rest = distanceBetween(scene.positions[a], scene.positions[b]);
            scene.sticks.push_back({a, b, rest, material, pattern.kind});
        }
    }
}

void addFaces(Body& body) {
    for (std::uint32_t row = 0; row + 1 < body.rows; ++row) {
        for (std::uint32_t column = 0; column + 1 < body.columns; ++column) {
            const std::uint32_t corner = row * body.columns + column;
            body.faceSizes.push_back(4);
            for (std::uint32_t step : {0u, body.columns, body.columns + 1, 1u})
                body.faceCorners.push_back(corner + step);
        }
    }
}

}  // namespace

Result<std::uint32_t> addGrid(Scene& scene, const GridDescription& grid) {
    if (Status status = check(grid); !status) return status.error();
    const std::uint32_t count = grid.columns * grid.rows;
    Body body;
    body.name = grid.name;
    body.firstParticle = static_cast<std::uint32_t>(scene.positions.size());
    body.particleCount = count;
    body.columns = grid.columns;
    body.rows = grid.rows;
    addParticles(scene, grid);
    for (std::uint32_t i = 0; i < count; ++i)
        body.vertexParticles.push_back(body.firstParticle + i);
    addFaces(body);

    scene.sticks.reserve(scene.sticks.size() + 6 * std::size_t(count));
    for (const StickPattern& pattern :
         {StickPattern{1, 0, StickKind::Structural, grid.structural},
          StickPattern{0, 1, StickKind::Structural, grid.structural}, StickPattern{1, 1, StickKind::Shear, grid.shear},
          StickPattern{-1, 1, StickKind::Shear, grid.shear}, StickPattern{2, 0, StickKind::Bend, grid.bend},
          StickPattern{0, 2, StickKind::Bend, grid.bend}}) {
        addSticks(scene, body, pattern);
    }
    scene.bodies.push_back(std::move(body));
    return static_cast<std::uint32_t>(scene.bodies.size() - 1);
}

}  // namespace pliant
