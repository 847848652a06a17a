#include "pliant/scene/obstacle_points.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <set>
#include <utility>

#include "pliant/scene/faces.h"
#include "pliant/scene/triangulate.h"
#include "pliant/shared/obstacle.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;
using Corners = std::array<Index, 3>;

// Shares of the spacing: nearer than that there is one point only. Sharp edges have more of theirs: an edge that is a
// little longer than the spacing has two pieces.
constexpr float kNearest = 0.7f;
constexpr float kNearestOfSharp = 0.49f;
constexpr Index kNone = ~0u;

// Points that a triangle has beside its corners: those numbered from first to before end.
struct Range {
    Index first, end;
};

// Points of a surface, by the numbers of its vertices: its vertices, those along sharp edges, those within triangles,
// and those along the other edges. Of points that are too near to each other the first one stays: sharp edges have
// theirs all the way, since cuts look at these piece by piece.
class Sampler {
  public:
    Sampler(const std::vector<vec3>& places, float spacing, const std::vector<Index>& vertices)
        : places_(places), spacing_(spacing), vertices_(static_cast<Index>(vertices.size())) {
        for (const Index vertex : vertices)
            points.push_back({{vertex, vertex, vertex}, {1.0f, 0.0f, 0.0f}});
    }

    void sample(const std::vector<Corners>& triangles) {
        for (const Corners& t : triangles)
            addSides(t);
        std::stable_sort(sides_.begin(), sides_.end(),
                         [](const Side& one, const Side& other) { return one.ends < other.ends; });
        std::vector<Edge> sharp, flat;
        for (std::size_t first = 0, end = 0; first < sides_.size(); first = end) {
            while (end < sides_.size() && sides_[end].ends == sides_[first].ends)
                ++end;
            (isSharp(first, end) ? sharp : flat).push_back(sides_[first].ends);
        }
        for (const Edge& edge : sharp) {
            sharpEnds_.insert({edge.first, edge.second});
            addAlong(edge);
        }
        sharpEnd_ = static_cast<Index>(points.size());
        for (const Corners& t : triangles)
            addWithin(t);
        for (const Edge& edge : flat)
            addAlong(edge);
    }

    /// Calls take(point) for those along the edges of a triangle, and within it.
    template <class Take>
    void forEach(std::size_t triangle, const Corners& t, Take&& take) const {
        const auto takeAll = [&](const Range& range) {
            for (Index i = range.first; i < range.end; ++i)
                take(i);
        };
        for (int k = 0; k < 3; ++k)
            takeAll(along_.at(edgeOf(t[k], t[(k + 1) % 3])));
        takeAll(within_[triangle]);
    }

    /// Of the spacing: as near as a point may be to those before it.
    float nearestOf(Index point) const {
        const bool isSharp = point < vertices_ ? sharpEnds_.count(points[point].vertices[0]) != 0 : point < sharpEnd_;
        return isSharp ? kNearestOfSharp : kNearest;
    }

    /// Whether a point is neither a vertex nor on an edge.
    bool isWithin(Index point) const { return points[point].weights[2] != 0.0f; }

    std::vector<ObstaclePoint> points;

  private:
    using Edge = std::pair<Index, Index>;  // its ends, the lower number first

    // Of a triangle.
    struct Side {
        Edge ends;
        dvec3 normal;  // of the triangle, as if its corners went round from the first end to the second
    };

    static Edge edgeOf(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

    void addSides(const Corners& t) {
        const dvec3 a(places_[t[0]]), normal = glm::cross(dvec3(places_[t[1]]) - a, dvec3(places_[t[2]]) - a);
        const double size = glm::length(normal);
        const dvec3 unit = size > 0.0 ? normal / size : dvec3(0.0);
        for (int k = 0; k < 3; ++k) {
            const Index from = t[k], to = t[(k + 1) % 3];
            sides_.push_back({edgeOf(from, to), from < to ? unit : -unit});
        }
    }

    // Of an edge whose triangles have these sides: whether there are other than two, or these differ by 34 degrees.
    bool isSharp(std::size_t first, std::size_t end) const {
        constexpr double kCosine = 0.829;
        return end - first != 2 || -glm::dot(sides_[first].normal, sides_[first + 1].normal) < kCosine;
    }

    void addAlong(const Edge& edge) {
        const auto& [a, b] = edge;
        const auto first = static_cast<Index>(points.size());
        const Index parts = partsOf(a, b);
        for (Index i = 1; i < parts; ++i)
            points.push_back({{a, b, a}, {weight(i, parts), weight(parts - i, parts), 0.0f}});
        along_[edge] = {first, static_cast<Index>(points.size())};
    }

    void addWithin(const Corners& t) {
        const auto first = static_cast<Index>(points.size());
        Index parts = 1;
        for (int k = 0; k < 3; ++k)
            parts = std::max(parts, partsOf(t[k], t[(k + 1) % 3]));
        for (Index i = 1; i < parts; ++i)
            for (Index j = 1; i + j < parts; ++j)
                points.push_back({t, {weight(i, parts), weight(j, parts), weight(parts - i - j, parts)}});
        within_.push_back({first, static_cast<Index>(points.size())});
    }

    Index partsOf(Index a, Index b) const {
        const double parts = std::ceil(double(distanceBetween(places_[a], places_[b])) / double(spacing_));
        return static_cast<Index>(std::max(parts, 1.0));
    }

    static float weight(Index part, Index parts) { return static_cast<float>(double(part) / parts); }

    const std::vector<vec3>& places_;
    float spacing_;
    std::vector<Side> sides_;
    std::set<Index> sharpEnds_;      // vertices
    Index vertices_, sharpEnd_ = 0;  // points before which are those, and those along sharp edges
    std::map<Edge, Range> along_;
    std::vector<Range> within_;  // per triangle
};

// Which points are not near one that was there before them.
class Thinner {
  public:
    explicit Thinner(double farthest) : cell_(farthest) {}

    /// The number of the nearest point that was kept, if it is nearer than that [m]; else kNone.
    Index nearTo(const dvec3& place, double apart) const {
        const Cell cell = cellOf(place);
        double least = apart * apart;
        Index nearest = kNone;
        for (int n = 0; n < 27; ++n) {
            const auto found = kept_.find({cell[0] + n % 3 - 1, cell[1] + n / 3 % 3 - 1, cell[2] + n / 9 - 1});
            if (found == kept_.end()) continue;
            for (const auto& [other, number] : found->second) {
                const double squared = glm::dot(place - other, place - other);
                if (!(squared < least)) continue;
                least = squared;
                nearest = number;
            }
        }
        return nearest;
    }

    void keep(const dvec3& place, Index number) { kept_[cellOf(place)].emplace_back(place, number); }

  private:
    using Cell = std::array<std::int64_t, 3>;

    Cell cellOf(const dvec3& place) const {
        Cell cell;
        for (int axis = 0; axis < 3; ++axis)
            cell[axis] = static_cast<std::int64_t>(std::floor(place[axis] / cell_));
        return cell;
    }

    double cell_;  // [m]
    std::map<Cell, std::vector<std::pair<dvec3, Index>>> kept_;
};

// The weights of a triangle's corners at a point of it.
dvec3 weightsIn(const Corners& t, const ObstaclePoint& point) {
    dvec3 weights(0.0);
    for (int k = 0; k < 3; ++k)
        for (int corner = 0; corner < 3; ++corner)
            if (point.vertices[k] == t[corner]) weights[corner] += double(point.weights[k]);
    return weights;
}

Corners sorted(Corners t) {
    std::sort(t.begin(), t.end());
    return t;
}

// One of two different corners is an edge, see Body::touchFaces.
void takeFace(Corners t, std::vector<Corners>& faces) {
    if (t[0] == t[1]) std::swap(t[0], t[2]);
    if (t[0] == t[2]) std::swap(t[0], t[1]);
    if (t[1] == t[2] && t[0] > t[1]) t = {t[1], t[0], t[0]};
    if (t[0] != t[1] && t[0] != t[2]) faces.push_back(t);
}

// Whether the corners of a triangle are on a line, but for a hundred thousandth of its longest side.
bool isFlat(const std::vector<vec3>& places, const Corners& t) {
    const dvec3 a(places[t[0]]), u = dvec3(places[t[1]]) - a, v = dvec3(places[t[2]]) - a;
    const double longest = std::max({glm::dot(u, u), glm::dot(v, v), glm::dot(u - v, u - v)});
    return glm::length(glm::cross(u, v)) <= 1e-5 * longest;
}

// Between the points of a triangle: a point of the surface has the number `numbers` says, if it is not left out.
void addFaces(const Corners& t, const Corners& corners, std::size_t triangle, const Sampler& sampler,
              const std::vector<vec3>& vertices, const std::vector<Index>& numbers, std::vector<Corners>& faces) {
    std::vector<Index> on{corners[0], corners[1], corners[2]};
    std::vector<dvec3> weights;
    sampler.forEach(triangle, t, [&](Index i) {
        if (numbers[i] == kNone) return;
        on.push_back(numbers[i]);
        weights.push_back(weightsIn(t, sampler.points[i]));
    });
    for (const auto& [a, b, c] :
         triangulate({dvec3(vertices[t[0]]), dvec3(vertices[t[1]]), dvec3(vertices[t[2]])}, weights))
        takeFace({on[a], on[b], on[c]}, faces);
}

// Each once, whichever way round it goes; and edges that are no side of a face.
void makeUnique(std::vector<Corners>& faces) {
    const auto isBefore = [](const Corners& s, const Corners& t) { return sorted(s) < sorted(t); };
    const auto isSame = [](const Corners& s, const Corners& t) { return sorted(s) == sorted(t); };
    std::stable_sort(faces.begin(), faces.end(), isBefore);
    faces.erase(std::unique(faces.begin(), faces.end(), isSame), faces.end());
    const auto isEdge = [](const Corners& t) { return t[1] == t[2]; };
    if (std::none_of(faces.begin(), faces.end(), isEdge)) return;
    std::set<std::pair<Index, Index>> sides;
    for (const auto& [a, b, c] : faces)
        if (b != c) sides.insert({std::minmax(a, b), std::minmax(b, c), std::minmax(c, a)});
    const auto isSide = [&](const Corners& t) { return isEdge(t) && sides.count(std::minmax(t[0], t[1])) != 0; };
    faces.erase(std::remove_if(faces.begin(), faces.end(), isSide), faces.end());
}

}  // namespace

vec3 placeOf(const ObstaclePoint& point, std::span<const vec3> vertices) {
    const auto& [a, b, c] = point.vertices;
    return pointOnTriangle<float>(vertices[a], vertices[b], vertices[c], point.weights[1], point.weights[2]);
}

ObstaclePoints pointsOf(const Body& body, const std::vector<vec3>& positions, const std::vector<vec3>& vertices,
                        float spacing) {
    std::vector<Index> vertexOf(body.particleCount);
    for (std::size_t v = body.vertexParticles.size(); v-- > 0;)
        if (body.vertexParticles[v] != kNoParticle) vertexOf[body.vertexParticles[v]] = static_cast<Index>(v);
    std::vector<Corners> particles, triangles;
    std::set<Corners> seen;
    forEachTriangle(body, positions, [&](Index a, Index b, Index c) {
        if (!seen.insert(sorted({a, b, c})).second) return;
        particles.push_back({a, b, c});
        triangles.push_back({vertexOf[a], vertexOf[b], vertexOf[c]});
    });
    Sampler sampler(vertices, spacing, vertexOf);
    sampler.sample(triangles);

    ObstaclePoints result;
    result.pointOfVertex.resize(vertexOf.size());
    std::vector<Index> numbers(sampler.points.size()), nearOthers;
    Thinner thinner(double(kNearest * spacing));
    for (Index i = 0; i < sampler.points.size(); ++i) {
        const bool isVertex = i < vertexOf.size();
        const dvec3 place(placeOf(sampler.points[i], vertices));
        const Index near = thinner.nearTo(place, double(sampler.nearestOf(i) * spacing));
        numbers[i] = near == kNone ? static_cast<Index>(result.points.size()) : sampler.isWithin(i) ? kNone : near;
        if (isVertex && near != kNone) nearOthers.push_back(i);
        if (near != kNone) continue;
        if (isVertex) result.pointOfVertex[i] = numbers[i];
        thinner.keep(place, numbers[i]);
        result.points.push_back(sampler.points[i]);
    }
    result.touched = static_cast<Index>(result.points.size());
    for (std::size_t k = 0; k < triangles.size(); ++k) {
        const auto& [a, b, c] = particles[k];
        if (isFlat(vertices, triangles[k])) continue;
        addFaces(triangles[k], {numbers[a], numbers[b], numbers[c]}, k, sampler, vertices, numbers, result.faces);
    }
    makeUnique(result.faces);
    for (const Index i : nearOthers) {
        result.pointOfVertex[i] = static_cast<Index>(result.points.size());
        result.points.push_back(sampler.points[i]);
    }
    return result;
}

}  // namespace pliant
