#include "pliant/schedule/tiling.h"

#include <algorithm>
#include <glm/common.hpp>
#include <span>

#include "pliant/schedule/sorting.h"
#include "pliant/schedule/stretch_levels.h"
#include "pliant/schedule/together.h"
#include "pliant/threads.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// Particles, body after body in the order of the first of each; within one, by place.
struct Bodies {
    std::vector<Index> particles;
    std::vector<Index> first;  // per body, and the end

    std::span<Index> of(std::size_t body) {
        return {particles.data() + first[body], particles.data() + first[body + 1]};
    }
};

Bodies listBodies(const Scene& scene, const std::vector<Index>& place) {
    constexpr Index kNone = ~0u;
    const auto count = static_cast<Index>(place.size());
    std::vector<Index> byPlace(count), bodyOf(count), bodyOfRoot(count, kNone);
    for (Index i = 0; i < count; ++i)
        byPlace[place[i]] = i;
    Sets sets = joinedIn(scene);
    Index bodyCount = 0;
    for (const Index i : byPlace) {
        Index& body = bodyOfRoot[sets.find(i)];
        if (body == kNone) body = bodyCount++;
        bodyOf[i] = body;
    }
    const auto body = [&](Index i) { return bodyOf[i]; };
    return {sortedBy(byPlace, bodyCount, body), groupStarts(byPlace, bodyCount, body)};
}

int longestAxis(const Scene& scene, std::span<const Index> particles) {
    vec3 low = scene.positions[particles[0]], high = low;
    for (const Index i : particles) {
        low = glm::min(low, scene.positions[i]);
        high = glm::max(high, scene.positions[i]);
    }
    const vec3 size = high - low;
    if (size.x >= size.y && size.x >= size.z) return 0;
    return size.y >= size.z ? 1 : 2;
}

struct Cutter {
    const Scene& scene;
    const std::vector<Index>& place;

    // Sorts `particles` so that they are `tileCount` tiles one after another; `first` receives where each begins.
    void cut(std::span<Index> particles, Index tileCount, Index offset, Index* first) const {
        constexpr std::size_t kWorthSharing = 4096;
        if (tileCount == 1) {
            std::sort(particles.begin(), particles.end(), [&](Index a, Index b) { return place[a] < place[b]; });
            *first = offset;
            return;
        }
        const int axis = longestAxis(scene, particles);
        const Index lowerTiles = tileCount / 2;
        const auto lower = static_cast<Index>(std::uint64_t(particles.size()) * lowerTiles / tileCount);
        std::nth_element(particles.begin(), particles.begin() + lower, particles.end(), [&](Index a, Index b) {
            const float x = scene.positions[a][axis], y = scene.positions[b][axis];
            return x < y || (x == y && place[a] < place[b]);
        });
        const auto cutLower = [&] { cut(particles.first(lower), lowerTiles, offset, first); };
        const auto cutUpper = [&] {
            cut(particles.subspan(lower), tileCount - lowerTiles, offset + lower, first + lowerTiles);
        };
        if (particles.size() < kWorthSharing) {
            cutLower();
            cutUpper();
        } else {
            parallelInvoke(cutLower, cutUpper);
        }
    }
};

bool isAllVerlet(const Scene& scene) {
    return std::all_of(scene.bodies.begin(), scene.bodies.end(),
                       [](const Body& body) { return body.integrator == Integrator::Verlet; });
}

// Nothing but what a whole body's own passes know acts on its particles.
bool canBeWhole(const Scene& scene) {
    return scene.shapes.empty() && scene.enclosures.empty() && scene.outlines.empty() && scene.contacts.empty();
}

struct Sizes {
    Index wholeMost;   // bodies up to here are whole
    Index tiledLeast;  // and those from here on are cut
};

Sizes sizesFor(const Scene& scene, const CompileOptions& options) {
    constexpr Index kNever = ~0u;
    const Index wholeMost = canBeWhole(scene) ? options.wholeParticles : 0;
    switch (options.tiles) {
        case TileUse::Auto: return {wholeMost, std::max(wholeMost + 1, kTiledFrom)};
        case TileUse::Always: return {wholeMost, wholeMost + 1};
        case TileUse::Never: break;
    }
    return {wholeMost, kNever};
}

}  // namespace

Tiling cutIntoTiles(const Scene& scene, const std::vector<Index>& place, const CompileOptions& options) {
    constexpr Index kFullEnough = 64;  // a tile of small bodies takes no more from here on
    Tiling tiling;
    const Sizes sizes = isAllVerlet(scene) ? sizesFor(scene, options) : Sizes{0, ~0u};
    Bodies bodies = listBodies(scene, place);
    const std::vector<std::uint8_t> isStretched = findStretched(scene);
    const auto needsLevels = [&](Index particle) { return !isStretched.empty() && isStretched[particle] != 0; };
    std::vector<Index> cut, whole;
    for (Index b = 0; b + 1 < bodies.first.size(); ++b) {
        const std::span<Index> body = bodies.of(b);
        const bool isSmall = body.size() <= sizes.wholeMost;
        if (isSmall && std::none_of(body.begin(), body.end(), needsLevels)) whole.push_back(b);
        else if (body.size() >= sizes.tiledLeast) cut.push_back(b);
        else tiling.order.insert(tiling.order.end(), body.begin(), body.end());
    }
    // Of no tile: bodies may lie anyhow among each other.
    std::sort(tiling.order.begin(), tiling.order.end(), [&](Index a, Index b) { return place[a] < place[b]; });

    for (const Index b : cut) {
        const std::span<Index> body = bodies.of(b);
        const auto count = static_cast<Index>((body.size() - 1) / options.tileParticles + 1);
        const auto offset = static_cast<Index>(tiling.order.size());
        tiling.first.resize(tiling.first.size() + count);
        Cutter{scene, place}.cut(body, count, offset, tiling.first.data() + tiling.first.size() - count);
        tiling.order.insert(tiling.order.end(), body.begin(), body.end());
    }
    tiling.wholeFirst = static_cast<Index>(tiling.first.size());
    for (const Index b : whole) {
        const std::span<Index> body = bodies.of(b);
        const auto end = static_cast<Index>(tiling.order.size());
        const bool isNew = tiling.first.size() == tiling.wholeFirst || end - tiling.first.back() >= kFullEnough ||
                           end - tiling.first.back() + body.size() > options.wholeParticles;
        if (isNew) tiling.first.push_back(end);
        tiling.order.insert(tiling.order.end(), body.begin(), body.end());
    }
    tiling.first.push_back(static_cast<Index>(tiling.order.size()));
    return tiling;
}

}  // namespace pliant
