#include "pliant/scene/grid.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <cstdlib>
#include <numeric>

#include "pliant/fail.h"
#include "pliant/maths.h"
#include "pliant/parallel.h"
#include "pliant/scene/materials.h"

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

float densityOf(const GridDescription& grid) {
    return grid.fabric ? grid.fabric->arealDensity : grid.arealDensity;
}

// [kg]; rows and columns need not be square to each other.
double massOf(const GridDescription& grid) {
    const double cosine = glm::dot(dvec3(grid.alongRow), dvec3(grid.alongColumn));
    return double(densityOf(grid)) * grid.width * grid.height * std::sqrt(1.0 - cosine * cosine);
}

// Between neighbours in a row or column; of a grid without neighbours there, all there is.
double spacing(float length, std::uint32_t count) {
    return count > 1 ? double(length) / (count - 1) : length;
}

Status check(const GridDescription& grid) {
    if (grid.columns == 0 || grid.rows == 0) {
        return fail("cloth '{}' has {} columns and {} rows; it needs at least one of each", grid.name, grid.columns,
                    grid.rows);
    }
    if (!isPositive(grid.width) || !isPositive(grid.height)) {
        return fail("cloth '{}' measures {} x {} m; both must be positive", grid.name, grid.width, grid.height);
    }
    const std::string what = fmt::format("cloth '{}'", grid.name);
    if (Status status = validateSheet(grid.fabric, {grid.structural, grid.shear, grid.bend}, what); !status)
        return status;
    if (!isPositive(densityOf(grid))) {
        return fail("cloth '{}' has a density of {} kg/m^2; it must be positive", grid.name, densityOf(grid));
    }
    // Six sticks a particle must be countable, and its lightest particle, a corner, within a scene's limits.
    const std::uint64_t count = std::uint64_t(grid.columns) * grid.rows;
    if (count > kLargestCount / 6) {
        return fail("cloth '{}' would have {} particles; at most {}", grid.name, count, kLargestCount / 6);
    }
    const double dx = spacing(grid.width, grid.columns), dy = spacing(grid.height, grid.rows);
    if (!(static_cast<float>(dx) > 0.0f && static_cast<float>(dy) > 0.0f)) {
        return fail("cloth '{}': with {} x {} particles on {} x {} m neighbours would lie in the same place", grid.name,
                    grid.columns, grid.rows, grid.width, grid.height);
    }
    if (!isUnit(grid.alongRow) || !isUnit(grid.alongColumn)) {
        return fail("cloth '{}': the directions of rows and columns must have length 1", grid.name);
    }
    if (std::abs(glm::dot(dvec3(grid.alongRow), dvec3(grid.alongColumn))) > 0.9999)
        return fail("cloth '{}': rows and columns must not lie along one line", grid.name);
    const double corner = massOf(grid) * lumpedShare(0, grid.columns) * lumpedShare(0, grid.rows);
    if (corner < kSmallestMass) {
        return fail("cloth '{}': with {} x {} particles a corner would weigh {:.3g} kg; at least {} kg", grid.name,
                    grid.columns, grid.rows, corner, kSmallestMass);
    }
    if (!isFinite(grid.corner)) {
        return fail("cloth '{}' has its corner at ({}, {}, {}); it must be a finite point", grid.name, grid.corner.x,
                    grid.corner.y, grid.corner.z);
    }
    return {};
}

double along(std::uint32_t index, std::uint32_t count, double length) {
    return count == 1 ? 0.0 : length * index / (count - 1);
}

// Calls body(row) for all rows, large grids on all cores; many rows to a part.
template <class Body>
void forRows(std::uint32_t rows, std::uint32_t columns, Body&& body) {
    const std::size_t rowsAtOnce = kItemsAtOnce / columns + 1;
    parallelRanges(std::size_t(0), std::size_t(rows), rowsAtOnce, [&](std::size_t first, std::size_t last) {
        for (std::size_t row = first; row < last; ++row)
            body(static_cast<std::uint32_t>(row));
    });
}

void addParticles(Scene& scene, const GridDescription& grid) {
    const double mass = massOf(grid);
    const std::size_t first = scene.positions.size(), count = first + std::size_t(grid.columns) * grid.rows;
    scene.positions.resize(count);
    scene.masses.resize(count);
    scene.pinned.resize(count, 0);
    forRows(grid.rows, grid.columns, [&](std::uint32_t row) {
        for (std::uint32_t column = 0; column < grid.columns; ++column) {
            const dvec3 p = dvec3(grid.corner) + dvec3(grid.alongRow) * along(column, grid.columns, grid.width) +
                            dvec3(grid.alongColumn) * along(row, grid.rows, grid.height);
            const double share = lumpedShare(column, grid.columns) * lumpedShare(row, grid.rows);
            const std::size_t i = first + std::size_t(row) * grid.columns + column;
            scene.positions[i] = vec3(p);
            scene.masses[i] = static_cast<float>(mass * share);
        }
    });
}

// A stick from every particle that has a partner `columnStep` columns and `rowStep` rows further on. Sticks along the
// cloth's edge stand for a strip of half the width of the others.
struct StickPattern {
    std::int64_t columnStep;
    std::int64_t rowStep;
    StickKind kind;
    StickMaterial material;
    double complianceFactor = 1.0;
    double factorOnEdge = 1.0;
};

bool runsAlongEdge(const Body& body, const StickPattern& pattern, std::int64_t column, std::int64_t row) {
    const bool isAcross = pattern.rowStep == 0 && (row == 0 || row == std::int64_t(body.rows) - 1);
    const bool isDown = pattern.columnStep == 0 && (column == 0 || column == std::int64_t(body.columns) - 1);
    return (isAcross && body.rows > 1) || (isDown && body.columns > 1);
}

void addSticks(Scene& scene, const Body& body, const StickPattern& pattern) {
    const std::uint32_t material = addMaterial(scene, pattern.material);
    const std::int64_t columns = body.columns, rows = body.rows - pattern.rowStep;
    const std::int64_t perRow = columns - std::abs(pattern.columnStep);
    if (rows <= 0 || perRow <= 0) return;
    const std::size_t first = scene.sticks.size();
    scene.sticks.resize(first + static_cast<std::size_t>(rows * perRow));
    forRows(static_cast<std::uint32_t>(rows), body.columns, [&](std::int64_t row) {
        SceneStick* next = scene.sticks.data() + first + row * perRow;
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t other = column + pattern.columnStep;
            if (other < 0 || other >= columns) continue;
            const auto a = static_cast<std::uint32_t>(body.firstParticle + row * columns + column);
            const auto b = static_cast<std::uint32_t>(body.firstParticle + (row + pattern.rowStep) * columns + other);
            const float rest = distanceBetween(scene.positions[a], scene.positions[b]);
            const bool onEdge = runsAlongEdge(body, pattern, column, row);
            const double factor = pattern.complianceFactor * (onEdge ? pattern.factorOnEdge : 1.0);
            *next++ = {a, b, rest, material, pattern.kind, static_cast<float>(factor)};
        }
    });
}

// About six sticks a particle, each as its material says.
std::vector<StickPattern> patternsOf(const GridDescription& grid) {
    return {{1, 0, StickKind::Structural, grid.structural},
            {0, 1, StickKind::Structural, grid.structural},
            {1, 1, StickKind::Shear, grid.shear},
            {-1, 1, StickKind::Shear, grid.shear},
            {2, 0, StickKind::Bend, grid.bend},
            {0, 2, StickKind::Bend, grid.bend}};
}

// Four sticks a particle. A stick of length l for a strip of width w stretches as much as l / w square pieces in a row.
// The diagonals D of a cell of dx dy change by g dx dy / D under a shear of g, which gives the factor for G g^2 / 2 per
// area.
std::vector<StickPattern> patternsOf(const Fabric& fabric, double dx, double dy) {
    const StickMaterial stretch = stretchMaterial(fabric), shear = shearMaterial(fabric);
    const double diagonal = 2.0 * dx * dy / (dx * dx + dy * dy);
    return {{1, 0, StickKind::Structural, stretch, dx / dy, 2.0},
            {0, 1, StickKind::Structural, stretch, dy / dx, 2.0},
            {1, 1, StickKind::Shear, shear, diagonal},
            {-1, 1, StickKind::Shear, shear, diagonal}};
}

void addBends(Scene& scene, const Body& body, const Fabric& fabric, double dx, double dy) {
    std::vector<SceneBend> bends = bendsOfGrid(body.firstParticle, body.columns, body.rows, static_cast<float>(dx),
                                               static_cast<float>(dy), fabric.bendingStiffness, fabric.damping);
    if (scene.bends.empty()) scene.bends = std::move(bends);
    else scene.bends.insert(scene.bends.end(), bends.begin(), bends.end());
}

void addFaces(Body& body) {
    if (body.rows == 1 || body.columns == 1) return;
    const std::size_t perRow = body.columns - 1;
    body.faceSizes.assign((body.rows - 1) * perRow, 4);
    body.faceCorners.resize(4 * body.faceSizes.size());
    forRows(body.rows - 1, body.columns, [&](std::uint32_t row) {
        std::uint32_t* next = body.faceCorners.data() + 4 * row * perRow;
        for (std::uint32_t column = 0; column + 1 < body.columns; ++column) {
            const std::uint32_t corner = row * body.columns + column;
            for (std::uint32_t step : {0u, body.columns, body.columns + 1, 1u})
                *next++ = corner + step;
        }
    });
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
    body.vertexParticles.resize(count);
    std::iota(body.vertexParticles.begin(), body.vertexParticles.end(), body.firstParticle);
    addFaces(body);

    const double dx = spacing(grid.width, grid.columns), dy = spacing(grid.height, grid.rows);
    for (const StickPattern& pattern : grid.fabric ? patternsOf(*grid.fabric, dx, dy) : patternsOf(grid))
        addSticks(scene, body, pattern);
    if (grid.fabric) addBends(scene, body, *grid.fabric, dx, dy);
    scene.bodies.push_back(std::move(body));
    return static_cast<std::uint32_t>(scene.bodies.size() - 1);
}

}  // namespace pliant
