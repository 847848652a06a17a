#include "viewer/touching.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "pliant/shared/neighbour.h"

namespace pliant::viewer {
namespace {

using glm::dvec3;

constexpr float kNear = 1.05f;  // thicknesses

// A particle of a contact in a grid, sorted by its cell.
struct Cell {
    std::array<std::int64_t, 3> cell;
    std::uint32_t particle = 0;  // of the scene

    bool operator<(const Cell& other) const { return cell < other.cell; }
};

class Grid {
  public:
    Grid(const Schedule& schedule, std::span<const vec3> places)
        : size_(double(kNear * schedule.neighbourSpace.largest)) {
        for (const std::uint32_t local : schedule.neighbourOrder) {
            const std::uint32_t i = schedule.sceneParticle[local];
            if (isPoint(places[i])) cells_.push_back({cellOf(places[i]), i});
        }
        std::sort(cells_.begin(), cells_.end());
    }

    // Each pair of those in cells beside each other, once each way.
    template <class Visit>
    void forEachPair(Visit&& visit) const {
        for (const Cell& one : cells_) {
            for (std::int64_t x = -1; x <= 1; ++x)
                for (std::int64_t y = -1; y <= 1; ++y)
                    visitColumn(one, one.cell[0] + x, one.cell[1] + y, visit);
        }
    }

  private:
    std::array<std::int64_t, 3> cellOf(vec3 place) const {
        const dvec3 scaled = glm::floor(dvec3(place) / size_);
        return {static_cast<std::int64_t>(scaled.x), static_cast<std::int64_t>(scaled.y),
                static_cast<std::int64_t>(scaled.z)};
    }

    // Three cells, one behind the other in the list.
    template <class Visit>
    void visitColumn(const Cell& one, std::int64_t x, std::int64_t y, Visit&& visit) const {
        const Cell first{{x, y, one.cell[2] - 1}};
        for (auto other = std::lower_bound(cells_.begin(), cells_.end(), first); other != cells_.end(); ++other) {
            if (other->cell[0] != x || other->cell[1] != y || other->cell[2] > one.cell[2] + 1) return;
            if (other->particle != one.particle) visit(one, *other);
        }
    }

    double size_ = 1.0;  // of a cell [m]
    std::vector<Cell> cells_;
};

void note(Touching& touching, float pressed, vec3 away) {
    touching.touches = true;
    touching.pressed = std::max(touching.pressed, pressed);
    touching.away += away;
}

void noteContacts(const Schedule& s, std::span<const vec3> places, std::vector<Touching>& all) {
    const auto bodyOf = [&](std::uint32_t local) { return s.neighbourBodies[bodyOfNumber(s.neighbourRest[local].w)]; };
    Grid(s, places).forEachPair([&](const Cell& a, const Cell& b) {
        const std::uint32_t i = s.localParticle[a.particle], j = s.localParticle[b.particle];
        const NeighbourBody mine = bodyOf(i), its = bodyOf(j);
        const float thickness = meanOf<float>(mine.thickness, its.thickness);
        const vec3 apart = places[a.particle] - places[b.particle];
        const float distance = glm::length(apart);
        if (!(distance < kNear * thickness)) return;
        const bool areAtAJoint = areJoined(s.neighbourJoints[i], s.neighbourJoints[j]);
        if (!areStrangers(mine, its, s.neighbourRest[i], s.neighbourRest[j], areAtAJoint)) return;
        note(all[a.particle], 1.0f - distance / thickness, distance > 0.0f ? apart / distance : vec3(0.0f));
    });
}

// Out of the collider, by differences.
vec3 outOf(const Collider& collider, const dvec3& place) {
    const double step = 1e-3 * double(collider.thickness) + 1e-9;
    dvec3 slope(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        dvec3 ahead = place, behind = place;
        ahead[axis] += step;
        behind[axis] -= step;
        slope[axis] = signedDistance(collider, ahead) - signedDistance(collider, behind);
    }
    const double length = glm::length(slope);
    return length > 0.0 ? vec3(slope / length) : vec3(0.0f);
}

void noteColliders(const Scene& scene, std::span<const vec3> places, std::span<const Collider> colliders,
                   std::vector<Touching>& all) {
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!isPoint(places[i]) || scene.pinned[i] != 0) continue;
        for (const Collider& collider : colliders) {
            const dvec3 place(places[i]);
            const auto distance = static_cast<float>(signedDistance(collider, place));
            if (!(distance < kNear * collider.thickness)) continue;
            note(all[i], collider.thickness > 0.0f ? 1.0f - distance / collider.thickness : 0.0f,
                 outOf(collider, place));
        }
    }
}

}  // namespace

std::vector<Touching> touchingIn(const Scene& scene, const Schedule& schedule, std::span<const vec3> places,
                                 std::span<const Collider> colliders) {
    constexpr float kBalanced = 1e-3f;
    std::vector<Touching> all(places.size());
    noteContacts(schedule, places, all);
    noteColliders(scene, places, colliders, all);
    for (Touching& touching : all) {
        const float length = glm::length(touching.away);
        touching.away = length > kBalanced ? touching.away / length : vec3(0.0f);
        touching.pressed = std::clamp(touching.pressed, 0.0f, 1.0f);
    }
    return all;
}

}  // namespace pliant::viewer
