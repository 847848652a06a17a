#include "pliant/scene/obstacle.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "pliant/fail.h"
#include "pliant/scene/faces.h"
#include "pliant/scene/mesh.h"
#include "pliant/schedule/step_inputs.h"
#include "pliant/shared/obstacle.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr double kMostPoints = 4194304.0;
constexpr float kUsualSpacing = 0.6f;  // of the thickness
constexpr float kNearest = 0.7f;       // of the spacing: nearer than that there is one only

// Points of a surface: what its particles are, by the numbers that the vertices' particles have in the body.
class Sampler {
  public:
    Sampler(const std::vector<vec3>& places, float spacing) : places_(places), spacing_(spacing) {}

    void addTriangle(const std::array<Index, 3>& t) {
        const dvec3 a(places_[t[0]]), normal = glm::cross(dvec3(places_[t[1]]) - a, dvec3(places_[t[2]]) - a);
        const double size = glm::length(normal);
        const dvec3 unit = size > 0.0 ? normal / size : dvec3(0.0);
        for (int k = 0; k < 3; ++k) {
            const Index from = t[k], to = t[(k + 1) % 3];
            sides_.push_back({std::min(from, to), std::max(from, to), from < to ? unit : -unit});
        }
        triangles_.push_back(t);
    }

    /// Those along sharp edges, those within triangles, and those along the other edges. Of points that are too near to
    /// each other the first stays: sharp edges have theirs all the way, since cuts look at these piece by piece.
    void finish() {
        const auto endsOf = [](const Side& side) { return std::pair(side.a, side.b); };
        std::stable_sort(sides_.begin(), sides_.end(),
                         [&](const Side& one, const Side& other) { return endsOf(one) < endsOf(other); });
        std::vector<std::array<Index, 2>> sharp, flat;
        for (std::size_t first = 0, end = 0; first < sides_.size(); first = end) {
            while (end < sides_.size() && endsOf(sides_[end]) == endsOf(sides_[first]))
                ++end;
            (isSharp(first, end) ? sharp : flat).push_back({sides_[first].a, sides_[first].b});
        }
        addAlong(sharp);
        for (const std::array<Index, 3>& t : triangles_)
            addWithin(t);
        addAlong(flat);
    }

    std::vector<ObstaclePoint> points;

  private:
    using dvec3 = glm::dvec3;

    // Of a triangle.
    struct Side {
        Index a, b;    // its ends, the lower number first
        dvec3 normal;  // of the triangle, as if its corners went round from a to b
    };

    // Of an edge whose triangles have these sides: whether there are other than two, or these differ by 34 degrees.
    bool isSharp(std::size_t first, std::size_t end) const {
        constexpr double kCosine = 0.829;
        return end - first != 2 || -glm::dot(sides_[first].normal, sides_[first + 1].normal) < kCosine;
    }

    // Those between the ends of edges.
    void addAlong(const std::vector<std::array<Index, 2>>& edges) {
        for (const auto& [a, b] : edges) {
            const Index parts = partsOf(a, b);
            for (Index i = 1; i < parts; ++i)
                add({a, b, a}, {weight(i, parts), weight(parts - i, parts), 0.0f});
        }
    }

    void addWithin(const std::array<Index, 3>& t) {
        Index parts = 1;
        for (int k = 0; k < 3; ++k)
            parts = std::max(parts, partsOf(t[k], t[(k + 1) % 3]));
        for (Index i = 1; i < parts; ++i)
            for (Index j = 1; i + j < parts; ++j)
                add(t, {weight(i, parts), weight(j, parts), weight(parts - i - j, parts)});
    }

    Index partsOf(Index a, Index b) const {
        const double parts = std::ceil(double(distanceBetween(places_[a], places_[b])) / double(spacing_));
        return static_cast<Index>(std::max(parts, 1.0));
    }

    static float weight(Index part, Index parts) { return static_cast<float>(double(part) / parts); }

    void add(const std::array<Index, 3>& vertices, const std::array<float, 3>& weights) {
        points.push_back({vertices, weights});
    }

    const std::vector<vec3>& places_;
    float spacing_;
    std::vector<std::array<Index, 3>> triangles_;
    std::vector<Side> sides_;
};

vec3 placeOf(const ObstaclePoint& point, std::span<const vec3> vertices) {
    const auto& [a, b, c] = point.vertices;
    return pointOnTriangle<float>(vertices[a], vertices[b], vertices[c], point.weights[1], point.weights[2]);
}

// At least as many as there will be.
double countOf(const Body& body, const std::vector<vec3>& positions, float spacing) {
    double count = body.particleCount;
    forEachTriangle(body, positions, [&](Index a, Index b, Index c) {
        double longest = 0.0;
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
            longest = std::max(longest, double(distanceBetween(positions[from], positions[to])));
        const double parts = std::ceil(longest / double(spacing));
        count += 0.5 * parts * (parts + 5.0);
    });
    return count;
}

Status check(const ObstacleDescription& d) {
    if (d.spacing && !(*d.spacing > 0.0f))
        return fail("obstacle '{}' has a spacing of {} m; it must be above 0", d.name, *d.spacing);
    Scene probe;
    addParticle(probe, vec3(0.0f), 1.0f);
    return validate(Contact{0, 1, d.thickness, d.friction}, 0, probe);
}

MeshDescription meshOf(const ObstacleDescription& d) {
    MeshDescription mesh;
    mesh.name = d.name;
    mesh.vertices = d.vertices;
    mesh.faceSizes = d.faceSizes;
    mesh.faceCorners = d.faceCorners;
    mesh.arealDensity = 1e3f;
    return mesh;
}

// Points that are not near one that was there before them.
class Thinner {
  public:
    explicit Thinner(float apart) : apart_(double(apart)) {}

    bool keeps(const glm::dvec3& place) {
        const Cell cell = cellOf(place);
        for (std::int64_t z = -1; z <= 1; ++z)
            for (std::int64_t y = -1; y <= 1; ++y)
                for (std::int64_t x = -1; x <= 1; ++x)
                    if (isNear(place, {cell[0] + x, cell[1] + y, cell[2] + z})) return false;
        kept_[cell].push_back(place);
        return true;
    }

  private:
    using Cell = std::array<std::int64_t, 3>;

    Cell cellOf(const glm::dvec3& place) const {
        Cell cell;
        for (int axis = 0; axis < 3; ++axis)
            cell[axis] = static_cast<std::int64_t>(std::floor(place[axis] / apart_));
        return cell;
    }

    bool isNear(const glm::dvec3& place, const Cell& cell) const {
        const auto found = kept_.find(cell);
        if (found == kept_.end()) return false;
        return std::any_of(found->second.begin(), found->second.end(), [&](const glm::dvec3& other) {
            const glm::dvec3 way = place - other;
            return glm::dot(way, way) < apart_ * apart_;
        });
    }

    double apart_;  // [m]
    std::map<Cell, std::vector<glm::dvec3>> kept_;
};

// The points of an obstacle: first those that others touch, then vertices that are near one of these.
struct Points {
    std::vector<ObstaclePoint> points;
    std::vector<Index> pointOfVertex;  // per particle that the mesh alone would have
    Index touched = 0;
};

Points pointsOf(const Body& body, const std::vector<vec3>& positions, const ObstacleDescription& d, float spacing) {
    std::vector<Index> vertexOf(body.particleCount);
    for (std::size_t v = body.vertexParticles.size(); v-- > 0;)
        if (body.vertexParticles[v] != kNoParticle) vertexOf[body.vertexParticles[v]] = static_cast<Index>(v);
    Sampler sampler(d.vertices, spacing);
    for (const Index vertex : vertexOf)
        sampler.points.push_back({{vertex, vertex, vertex}, {1.0f, 0.0f, 0.0f}});
    forEachTriangle(body, positions, [&](Index a, Index b, Index c) {
        sampler.addTriangle({vertexOf[a], vertexOf[b], vertexOf[c]});
    });
    sampler.finish();
    Points result;
    result.pointOfVertex.resize(vertexOf.size());
    std::vector<Index> nearOthers;
    Thinner thinner(kNearest * spacing);
    for (Index i = 0; i < sampler.points.size(); ++i) {
        const bool isVertex = i < vertexOf.size();
        if (thinner.keeps(glm::dvec3(placeOf(sampler.points[i], d.vertices)))) {
            if (isVertex) result.pointOfVertex[i] = static_cast<Index>(result.points.size());
            result.points.push_back(sampler.points[i]);
        } else if (isVertex) {
            nearOthers.push_back(i);
        }
    }
    result.touched = static_cast<Index>(result.points.size());
    for (const Index i : nearOthers) {
        result.pointOfVertex[i] = static_cast<Index>(result.points.size());
        result.points.push_back(sampler.points[i]);
    }
    return result;
}

// Of one that is in another scene the body is something else.
bool isOf(const Obstacle& obstacle, const Body& body) {
    const std::size_t vertices = body.vertexParticles.size();
    return obstacle.points.size() == body.particleCount &&
           std::all_of(obstacle.points.begin(), obstacle.points.end(), [&](const ObstaclePoint& point) {
               return std::all_of(point.vertices.begin(), point.vertices.end(),
                                  [&](Index vertex) { return vertex < vertices; });
           });
}

}  // namespace

Result<Obstacle> addObstacle(Scene& scene, const ObstacleDescription& d) {
    if (scene.planar) return fail("obstacle '{}' is in a planar scene; there, colliders are in the way", d.name);
    if (Status status = check(d); !status) return status.error();
    const float spacing = d.spacing.value_or(kUsualSpacing * d.thickness);
    Scene alone;  // an error leaves nothing behind
    if (const auto added = addMesh(alone, meshOf(d)); !added) return added.error();
    Body& body = alone.bodies[0];
    const double count = countOf(body, alone.positions, spacing);
    if (!(count <= kMostPoints)) {
        return fail("obstacle '{}' would have {:.0f} particles {} m apart; at most {:.0f}", d.name, count, spacing,
                    kMostPoints);
    }
    Points points = pointsOf(body, alone.positions, d, spacing);
    body.firstParticle = static_cast<Index>(scene.positions.size());
    body.particleCount = static_cast<Index>(points.points.size());
    for (Index& particle : body.vertexParticles)
        if (particle != kNoParticle) particle = body.firstParticle + points.pointOfVertex[particle];
    for (const ObstaclePoint& point : points.points)
        scene.pinned[addParticle(scene, placeOf(point, d.vertices), 1.0f)] = 1;
    scene.contacts.push_back(
        {body.firstParticle, points.touched, d.thickness, d.friction, kObstacleCategory, ~kObstacleCategory});
    scene.bodies.push_back(std::move(body));
    return Obstacle{static_cast<Index>(scene.bodies.size() - 1), std::move(points.points)};
}

Status validate(const Obstacle& obstacle, const Scene& scene) {
    if (obstacle.body >= scene.bodies.size())
        return fail("there is no body {} to move; the scene has {}", obstacle.body, scene.bodies.size());
    const Body& body = scene.bodies[obstacle.body];
    if (isOf(obstacle, body)) return {};
    return fail("body {}, '{}', is not this obstacle", obstacle.body, body.name);
}

Status moveObstacle(const Scene& scene, const Obstacle& obstacle, std::span<const vec3> vertices, StepInputs& inputs) {
    if (Status status = validate(obstacle, scene); !status) return status;
    const Body& body = scene.bodies[obstacle.body];
    if (vertices.size() != body.vertexParticles.size()) {
        return fail("obstacle '{}' has {} vertices, not {}", body.name, body.vertexParticles.size(), vertices.size());
    }
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (!isPoint(vertices[v])) {
            return fail(
                "vertex {} of obstacle '{}' would be at ({}, {}, {}); coordinates must be finite and within {} m", v,
                body.name, vertices[v].x, vertices[v].y, vertices[v].z, kLargestCoordinate);
        }
    }
    if (obstacle.points.size() + inputs.pins.size() > kMostPinInputs) {
        return fail("obstacle '{}' has {} particles; a step takes {} pins", body.name, obstacle.points.size(),
                    kMostPinInputs);
    }
    for (std::size_t i = 0; i < obstacle.points.size(); ++i) {
        PinInput pin;
        pin.particle = body.firstParticle + static_cast<Index>(i);
        pin.target = placeOf(obstacle.points[i], vertices);
        inputs.pins.push_back(pin);
    }
    return {};
}

}  // namespace pliant
