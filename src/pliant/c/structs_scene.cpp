// Structs of what is in a scene.

#include <cmath>
#include <limits>

#include "pliant/c/structs.h"
#include "pliant/fail.h"

namespace pliant::c {
namespace {

void readName(const char* from, std::string& to) {
    if (from) to = from;
}

// Both leave what they do not read at its default.
Status readFabric(const PliantFabric* from, std::optional<Fabric>& to) {
    Fabric fabric;
    if (Status status = read(from, fabric); !status) return status;
    if (from) to = fabric;
    return {};
}

template <class Body>
Status readSheetMaterials(const PliantStickMaterial* structural, const PliantStickMaterial* shear,
                          const PliantStickMaterial* bend, const PliantFabric* fabric, Body& to) {
    if (Status status = read(structural, to.structural); !status) return status;
    if (Status status = read(shear, to.shear); !status) return status;
    if (Status status = read(bend, to.bend); !status) return status;
    return readFabric(fabric, to.fabric);
}

Result<std::vector<std::uint32_t>> readFaceSizes(const PliantPolygons& from) {
    const auto sizes = arrayOf("PliantPolygons::faceSizes", from.faceSizes, from.faceSizes ? from.faceCount : 0);
    if (!sizes) return sizes.error();
    if (from.faceSizes) return std::vector<std::uint32_t>(sizes->begin(), sizes->end());
    if (from.cornerCount % 3 != 0)
        return fail("PliantPolygons::cornerCount is {}; of triangles it is a multiple of 3", from.cornerCount);
    return std::vector<std::uint32_t>(from.cornerCount / 3, 3);
}

template <class Body>
Status readSurface(const PliantPolygons& from, Body& to) {
    auto points = readPoints("PliantPolygons::vertices", from.vertices, from.vertexCount);
    if (!points) return points.error();
    const auto corners = arrayOf("PliantPolygons::faceCorners", from.faceCorners, from.cornerCount);
    if (!corners) return corners.error();
    auto sizes = readFaceSizes(from);
    if (!sizes) return sizes.error();
    to.vertices = std::move(*points);
    to.faceCorners.assign(corners->begin(), corners->end());
    to.faceSizes = std::move(*sizes);
    return {};
}

}  // namespace

Result<std::vector<vec3>> readPoints(const char* name, const float* from, std::size_t count) {
    const auto numbers = arrayOf(name, from, 3 * count);
    if (!numbers) return numbers.error();
    std::vector<vec3> points;
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        points.emplace_back(from[3 * i], from[3 * i + 1], from[3 * i + 2]);
    return points;
}

PliantStickMaterial write(const StickMaterial& m) {
    PliantStickMaterial to{};
    to.response = static_cast<std::uint32_t>(m.response);
    to.compliance = m.compliance;
    to.stiffness = m.stiffness;
    to.oneSided = m.oneSided;
    to.damping = m.damping;
    to.compressionCompliance = m.compressionCompliance;
    to.strainLimit = m.strainLimit.value_or(std::numeric_limits<float>::infinity());
    return to;
}

Status read(const PliantStickMaterial* from, StickMaterial& to) {
    if (Status status = check(from, "StickMaterial"); !status || !from) return status;
    if (Status s = readEnum("PliantStickMaterial::response", from->response, Response::Hooke, to.response); !s)
        return s;
    to.compliance = from->compliance;
    to.stiffness = from->stiffness;
    to.oneSided = from->oneSided != 0;
    to.damping = from->damping;
    to.compressionCompliance = from->compressionCompliance;
    to.strainLimit.reset();
    const bool isNone = std::isinf(from->strainLimit) && from->strainLimit > 0.0f;
    if (!isNone) to.strainLimit = from->strainLimit;
    return {};
}

PliantFabric write(const Fabric& f) {
    return {0,         f.arealDensity, f.stretchCompliance,    f.shearCompliance, f.bendingStiffness,
            f.damping, f.strainLimit,  f.compressionCompliance};
}

Status read(const PliantFabric* from, Fabric& to) {
    if (Status status = check(from, "Fabric"); !status || !from) return status;
    to.arealDensity = from->arealDensity;
    to.stretchCompliance = from->stretchCompliance;
    to.shearCompliance = from->shearCompliance;
    to.bendingStiffness = from->bendingStiffness;
    to.damping = from->damping;
    to.strainLimit = from->strainLimit;
    to.compressionCompliance = from->compressionCompliance;
    return {};
}

PliantSceneSettings write(const Scene& scene) {
    const Environment& e = scene.environment;
    PliantSceneSettings to{};
    to.gravity = write(e.gravity);
    to.damping = e.damping;
    to.airDensity = e.airDensity;
    to.wind = write(e.wind);
    to.dragCoefficient = e.dragCoefficient;
    to.liftCoefficient = e.liftCoefficient;
    to.isPlanar = scene.planar;
    to.tethers = scene.tethers;
    to.tetherSlack = scene.tetherSlack;
    to.hasLevels = scene.levels;
    const Sleep sleep = scene.sleep.value_or(Sleep{});
    to.sleeps = scene.sleep ? 1 : 0;
    to.sleepDistance = sleep.distance;
    to.sleepTime = sleep.time;
    return to;
}

Status read(const PliantSceneSettings* from, Scene& to) {
    if (Status status = check(from, "SceneSettings"); !status || !from) return status;
    to.environment = {read(from->gravity), from->damping,         from->airDensity,
                      read(from->wind),    from->dragCoefficient, from->liftCoefficient};
    to.planar = from->isPlanar != 0;
    to.tethers = from->tethers != 0;
    to.tetherSlack = from->tetherSlack;
    to.levels = from->hasLevels != 0;
    to.sleep.reset();
    if (from->sleeps != 0) to.sleep = Sleep{from->sleepDistance, from->sleepTime};
    return {};
}

PliantRope write(const RopeDescription& r) {
    PliantRope to{};
    to.count = r.count;
    to.from = write(r.from);
    to.to = write(r.to);
    to.length = r.length;
    to.linearDensity = r.linearDensity;
    to.axialCompliance = r.axialCompliance;
    to.bendingStiffness = r.bendingStiffness;
    return to;
}

Status read(const PliantRope* from, RopeDescription& to) {
    if (Status status = check(from, "Rope"); !status || !from) return status;
    readName(from->name, to.name);
    to.from = read(from->from);
    to.to = read(from->to);
    to.count = from->count;
    to.length = from->length;
    to.linearDensity = from->linearDensity;
    to.axialCompliance = from->axialCompliance;
    to.bendingStiffness = from->bendingStiffness;
    return read(from->material, to.material);
}

PliantGrid write(const GridDescription& g) {
    PliantGrid to{};
    to.columns = g.columns;
    to.rows = g.rows;
    to.width = g.width;
    to.height = g.height;
    to.corner = write(g.corner);
    to.alongRow = write(g.alongRow);
    to.alongColumn = write(g.alongColumn);
    to.arealDensity = g.arealDensity;
    return to;
}

Status read(const PliantGrid* from, GridDescription& to) {
    if (Status status = check(from, "Grid"); !status || !from) return status;
    readName(from->name, to.name);
    to.corner = read(from->corner);
    to.alongRow = read(from->alongRow);
    to.alongColumn = read(from->alongColumn);
    to.width = from->width;
    to.height = from->height;
    to.columns = from->columns;
    to.rows = from->rows;
    to.arealDensity = from->arealDensity;
    return readSheetMaterials(from->structural, from->shear, from->bend, from->fabric, to);
}

PliantMesh write(const MeshDescription& m) {
    PliantMesh to{};
    to.arealDensity = m.arealDensity;
    return to;
}

Status read(const PliantMesh* from, MeshDescription& to) {
    if (Status status = check(from, "Mesh"); !status || !from) return status;
    readName(from->name, to.name);
    to.arealDensity = from->arealDensity;
    if (Status status = readSurface(from->surface, to); !status) return status;
    return readSheetMaterials(from->structural, from->shear, from->bend, from->fabric, to);
}

PliantTetMaterial write(const TetMaterial& m) {
    return {0, m.density, m.bulkCompliance, nullptr};
}

Status read(const PliantTetMaterial* from, TetMaterial& to) {
    if (Status status = check(from, "TetMaterial"); !status || !from) return status;
    to.density = from->density;
    to.bulkCompliance = from->bulkCompliance;
    return read(from->edge, to.edge);
}

PliantBlock write(const BlockDescription& b) {
    return {0, {b.cells[0], b.cells[1], b.cells[2]}, write(b.centre), write(b.size), nullptr, nullptr};
}

Status read(const PliantBlock* from, BlockDescription& to) {
    if (Status status = check(from, "Block"); !status || !from) return status;
    readName(from->name, to.name);
    to.centre = read(from->centre);
    to.size = read(from->size);
    to.cells = {from->cells[0], from->cells[1], from->cells[2]};
    return read(from->material, to.material);
}

PliantLattice write(const LatticeDescription& l) {
    PliantLattice to{};
    to.cellSize = l.cellSize;
    return to;
}

Status read(const PliantLattice* from, LatticeDescription& to) {
    if (Status status = check(from, "Lattice"); !status || !from) return status;
    readName(from->name, to.name);
    to.cellSize = from->cellSize;
    if (Status status = readSurface(from->surface, to); !status) return status;
    return read(from->material, to.material);
}

PliantTetBody write(const TetBodyDescription&) {
    return {};
}

Status read(const PliantTetBody* from, TetBodyDescription& to) {
    if (Status status = check(from, "TetBody"); !status || !from) return status;
    readName(from->name, to.name);
    const auto points = readPoints("PliantTetBody::points", from->points, from->pointCount);
    if (!points) return points.error();
    const auto corners = arrayOf("PliantTetBody::corners", from->corners, 4 * std::size_t(from->tetCount));
    if (!corners) return corners.error();
    to.mesh.points.assign(points->begin(), points->end());
    for (std::size_t i = 0; i < corners->size(); i += 4)
        to.mesh.tets.push_back({(*corners)[i], (*corners)[i + 1], (*corners)[i + 2], (*corners)[i + 3]});
    return read(from->material, to.material);
}

PliantEnclosure write(const Enclosure& e) {
    const auto filling = static_cast<std::uint32_t>(e.filling);
    return {0, filling, e.restMeasure, e.inflation, e.compliance, e.pressure, e.outside, e.buoyancy};
}

Status read(const PliantEnclosure* from, Enclosure& to) {
    if (Status status = check(from, "Enclosure"); !status || !from) return status;
    if (Status s = readEnum("PliantEnclosure::filling", from->filling, Filling::Gas, to.filling); !s) return s;
    to.restMeasure = from->restMeasure;
    to.inflation = from->inflation;
    to.compliance = from->compliance;
    to.pressure = from->pressure;
    to.outside = from->outside;
    to.buoyancy = from->buoyancy;
    return {};
}

PliantContact write(const ContactDescription& c) {
    return {0, c.thickness.value_or(0.0f), c.friction, c.category, c.mask};
}

Status read(const PliantContact* from, ContactDescription& to) {
    if (Status status = check(from, "Contact"); !status || !from) return status;
    if (from->thickness != 0.0f) to.thickness = from->thickness;
    to.friction = from->friction;
    to.category = from->category;
    to.mask = from->mask;
    return {};
}

PliantObstacle write(const ObstacleDescription& o) {
    PliantObstacle to{};
    to.thickness = o.thickness;
    to.friction = o.friction;
    to.spacing = o.spacing.value_or(0.0f);
    return to;
}

Status read(const PliantObstacle* from, ObstacleDescription& to) {
    if (Status status = check(from, "Obstacle"); !status || !from) return status;
    readName(from->name, to.name);
    to.thickness = from->thickness;
    to.friction = from->friction;
    if (from->spacing != 0.0f) to.spacing = from->spacing;
    return readSurface(from->surface, to);
}

PliantRigidBody write(const RigidBodyDescription& b) {
    PliantRigidBody to{};
    to.density = b.density;
    to.mass = b.mass.value_or(0.0f);
    to.spacing = b.spacing.value_or(0.0f);
    to.thickness = b.thickness.value_or(0.0f);
    to.friction = b.friction;
    to.category = b.category;
    to.mask = b.mask;
    to.touches = b.touches;
    to.pose = write(b.pose);
    return to;
}

Status read(const PliantRigidBody* from, RigidBodyDescription& to) {
    if (Status status = check(from, "RigidBody"); !status || !from) return status;
    readName(from->name, to.name);
    to.density = from->density;
    if (from->mass != 0.0f) to.mass = from->mass;
    if (from->spacing != 0.0f) to.spacing = from->spacing;
    if (from->thickness != 0.0f) to.thickness = from->thickness;
    to.friction = from->friction;
    to.category = from->category;
    to.mask = from->mask;
    to.touches = from->touches != 0;
    to.pose = read(from->pose);
    return readSurface(from->surface, to);
}

PliantSoftBody write(const SoftBodyDescription& b) {
    PliantSoftBody to{};
    to.mass = b.mass;
    to.keepsShape = b.shapeCompliance.has_value();
    to.shapeCompliance = b.shapeCompliance.value_or(0.0f);
    to.thickness = b.thickness;
    to.friction = b.friction;
    to.touches = b.touches;
    to.integrator = static_cast<std::uint32_t>(b.integrator);
    return to;
}

namespace {

Status readParts(const PliantSoftBody& from, SoftBodyDescription& to) {
    to.isCrossed = from.cross != nullptr;
    if (Status status = read(from.edge, to.edge); !status) return status;
    if (Status status = read(from.cross, to.cross); !status) return status;
    Enclosure filling;
    if (Status status = read(from.filling, filling); !status) return status;
    if (from.filling) to.filling = filling;
    if (from.keepsShape != 0) to.shapeCompliance = from.shapeCompliance;
    return readEnum("PliantSoftBody::integrator", from.integrator, Integrator::BackwardEuler, to.integrator);
}

}  // namespace

Status read(const PliantSoftBody* from, SoftBodyDescription& to) {
    if (Status status = check(from, "SoftBody"); !status || !from) return status;
    readName(from->name, to.name);
    const auto outline = arrayOf("PliantSoftBody::outline", from->outline, 2 * std::size_t(from->pointCount));
    if (!outline) return outline.error();
    for (std::size_t i = 0; i < outline->size(); i += 2)
        to.outline.emplace_back((*outline)[i], (*outline)[i + 1]);
    to.mass = from->mass;
    to.thickness = from->thickness;
    to.friction = from->friction;
    to.touches = from->touches != 0;
    return readParts(*from, to);
}

}  // namespace pliant::c
