#include "viewer/creases.h"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>

namespace pliant::viewer {
namespace {

using Index = std::uint32_t;

constexpr float kSharpCosine =
    0.64f;  // between the normals: 50 degrees, a ball is rounder with a dozen triangles around it
constexpr float kHalfAsSharp = 0.906f;  // of half that angle: where all are so near to one, no two are sharp

struct Finder {
    const Surface& surface;
    std::vector<vec3> normals;                // per triangle, of length 1; 0 where it has no area
    std::vector<std::vector<Index>> parts{};  // around the particle looked at: triangles

    // Of the triangle's corners that at which the particle is, and the two that follow it.
    std::array<Index, 3> from(Index particle, Index triangle) const {
        const Index* corner = surface.triangles.data() + 3 * std::size_t(triangle);
        const std::size_t at = corner[0] == particle ? 0 : corner[1] == particle ? 1 : 2;
        return {particle, corner[(at + 1) % 3], corner[(at + 2) % 3]};
    }

    bool isSmoothAround(Index particle) const;
    bool flowInto(Index particle, Index one, Index other) const;
    void divide(Index particle);
};

bool isSharp(vec3 a, vec3 b, float cosine) {
    constexpr float kHasArea = 0.5f;  // of a squared length of 0 or 1
    return glm::dot(a, a) > kHasArea && glm::dot(b, b) > kHasArea && glm::dot(a, b) < cosine;
}

bool Finder::isSmoothAround(Index particle) const {
    const Index begin = surface.rowFirst[particle], end = surface.rowFirst[particle + 1];
    for (Index e = begin; e < end; ++e)
        if (isSharp(normals[surface.rowEntries[begin]], normals[surface.rowEntries[e]], kHalfAsSharp)) return false;
    return true;
}

// Whether two triangles share an edge at the particle, and are not sharp there.
bool Finder::flowInto(Index particle, Index one, Index other) const {
    const std::array<Index, 3> a = from(particle, one), b = from(particle, other);
    const bool share = a[1] == b[1] || a[1] == b[2] || a[2] == b[1] || a[2] == b[2];
    return share && !isSharp(normals[one], normals[other], kSharpCosine);
}

// Triangle by triangle: each joins the parts that it flows into.
void Finder::divide(Index particle) {
    parts.clear();
    for (Index e = surface.rowFirst[particle]; e < surface.rowFirst[particle + 1]; ++e) {
        const Index triangle = surface.rowEntries[e];
        std::vector<Index> joined{triangle};
        std::erase_if(parts, [&](const std::vector<Index>& part) {
            const auto flows = [&](Index other) { return flowInto(particle, triangle, other); };
            if (std::none_of(part.begin(), part.end(), flows)) return false;
            joined.insert(joined.end(), part.begin(), part.end());
            return true;
        });
        parts.push_back(std::move(joined));
    }
}

std::vector<vec3> normalsOf(const Surface& surface, const std::vector<vec3>& places) {
    std::vector<vec3> normals;
    for (std::size_t i = 0; i < surface.triangles.size(); i += 3) {
        const vec3 a = places[surface.triangles[i]], b = places[surface.triangles[i + 1]],
                   c = places[surface.triangles[i + 2]];
        const vec3 area = glm::cross(b - a, c - a);
        const float length = glm::length(area);
        normals.push_back(length > 0.0f ? area / length : vec3(0.0f));
    }
    return normals;
}

// The parts that corners belong to, as Creases::table has them.
struct Parts {
    static constexpr Index kNone = ~0u;
    const Surface& surface;
    std::vector<Index> ofCorner = std::vector<Index>(surface.triangles.size(), kNone);  // where it begins in `rows`
    std::vector<Index> rows{};

    void add(const Finder& finder, Index particle);
};

void Parts::add(const Finder& finder, Index particle) {
    for (const std::vector<Index>& part : finder.parts) {
        const auto begin = static_cast<Index>(rows.size());
        rows.push_back(static_cast<Index>(part.size()));
        for (const Index triangle : part) {
            const std::array<Index, 3> around = finder.from(particle, triangle);
            rows.insert(rows.end(), {around[1], around[2]});
            for (std::size_t i = 3 * std::size_t(triangle), end = i + 3; i < end; ++i)
                if (surface.triangles[i] == particle) ofCorner[i] = begin;
        }
    }
}

}  // namespace

Creases creasesOf(const Surface& surface, const std::vector<vec3>& places) {
    Finder finder{surface, normalsOf(surface, places)};
    Parts parts{surface};
    for (Index particle = 0; particle + 1 < surface.rowFirst.size(); ++particle) {
        if (finder.isSmoothAround(particle)) continue;
        finder.divide(particle);
        if (finder.parts.size() > 1) parts.add(finder, particle);
    }
    Creases creases;
    if (parts.rows.empty()) return creases;

    std::vector<std::size_t> corners;  // of triangles that have a corner on a crease
    for (std::size_t i = 0; i < surface.triangles.size(); i += 3) {
        const auto isOnCrease = [&](std::size_t corner) { return parts.ofCorner[corner] != Parts::kNone; };
        const bool isSharp = isOnCrease(i) || isOnCrease(i + 1) || isOnCrease(i + 2);
        if (isSharp) corners.insert(corners.end(), {i, i + 1, i + 2});
        else creases.smooth.insert(creases.smooth.end(), &surface.triangles[i], &surface.triangles[i] + 3);
    }
    for (const std::size_t corner : corners) {
        if (parts.ofCorner[corner] != Parts::kNone) continue;
        finder.divide(surface.triangles[corner]);
        parts.add(finder, surface.triangles[corner]);
    }
    creases.cornerCount = static_cast<Index>(corners.size());
    for (const std::size_t corner : corners) {
        const Index first = 2 * creases.cornerCount;  // what stands before the rows
        creases.table.insert(creases.table.end(), {surface.triangles[corner], first + parts.ofCorner[corner]});
    }
    creases.table.insert(creases.table.end(), parts.rows.begin(), parts.rows.end());
    return creases;
}

}  // namespace pliant::viewer
