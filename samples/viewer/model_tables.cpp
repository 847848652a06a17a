#include "viewer/model_tables.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace pliant::viewer {
namespace {

constexpr float kPatternRepeats = 9.0f;  // of checks
constexpr float kStripeRepeats = 5.0f;   // over the shorter side, along the longer one

struct Builder {
    const Scene& scene;
    const Schedule& schedule;
    ModelTables& tables;
    std::size_t firstCarried = schedule.particles.size();

    std::uint32_t local(const Body& body, std::size_t vertex) const {
        return schedule.localParticle[body.vertexParticles[vertex]];
    }
    vec3 at(const Body& body, std::size_t vertex) const { return scene.positions[body.vertexParticles[vertex]]; }

    void addBody(std::uint32_t index);
    void placeGrid(const Body& body, Style& style);
    void placeRope(const Body& body, Style& style);
    void addSegments(const Body& body);
    void addStrains();
    void measure();
};

void Builder::addBody(std::uint32_t index) {
    const Body& body = scene.bodies[index];
    Style style = styleOf(index);
    for (std::uint32_t i = 0; i < body.particleCount; ++i)
        tables.places[schedule.localParticle[body.firstParticle + i]].z = floatOfBits(index);
    for (std::size_t i = 0; i < body.skin.points.size(); ++i)
        tables.places[firstCarried++].z = floatOfBits(index);
    const bool isGrid = body.columns > 1 && body.rows > 1;
    if (isGrid) placeGrid(body, style);
    if (body.isLine && !body.vertexParticles.empty()) {
        placeRope(body, style);
        addSegments(body);
    }
    tables.styles[index] = style;
}

// A grid is laid out flat, so its sides are as long as at rest.
void Builder::placeGrid(const Body& body, Style& style) {
    const std::uint32_t columns = body.columns, rows = body.rows;
    const float width = glm::distance(at(body, 0), at(body, columns - 1));
    const float height = glm::distance(at(body, 0), at(body, std::size_t(rows - 1) * columns));
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            vec4& place = tables.places[local(body, std::size_t(row) * columns + column)];
            place.x = width * static_cast<float>(column) / static_cast<float>(columns - 1);
            place.y = height * static_cast<float>(row) / static_cast<float>(rows - 1);
        }
    }
    const bool isSquare = std::abs(width - height) < 0.1f * std::max(width, height);
    style.front.w = static_cast<float>(isSquare ? kPatternCheck : kPatternStripes);
    const float shorter = std::max(std::min(width, height), 1e-6f);
    const float repeats = isSquare ? kPatternRepeats : kStripeRepeats * std::max(width, height) / shorter;
    style.size = vec4(width, height, repeats, 0.0f);
}

void Builder::placeRope(const Body& body, Style& style) {
    float length = 0.0f;
    for (std::size_t i = 0; i < body.vertexParticles.size(); ++i) {
        if (i > 0) length += glm::distance(at(body, i - 1), at(body, i));
        tables.places[local(body, i)].x = length;
    }
    style.front.w = static_cast<float>(kPatternRope);
    style.back.w = ropeRadius(length);
}

void Builder::addSegments(const Body& body) {
    const std::size_t count = body.vertexParticles.size();
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const std::size_t before = i > 0 ? i - 1 : i;
        const std::size_t after = std::min(i + 2, count - 1);
        tables.segments.emplace_back(local(body, i), local(body, i + 1), local(body, before), local(body, after));
    }
    tables.ropeEnds.push_back(local(body, 0));
    if (count > 1) tables.ropeEnds.push_back(local(body, count - 1));
}

// Count, prefix sums, fill.
void Builder::addStrains() {
    const auto counts = [](const SceneStick& s) { return s.kind == StickKind::Structural && s.restLength > 0.0f; };
    std::vector<std::uint32_t>& first = tables.strainFirst;
    first.assign(schedule.particles.size() + 1, 0);
    for (const SceneStick& s : scene.sticks) {
        if (!counts(s)) continue;
        ++first[schedule.localParticle[s.a] + 1];
        ++first[schedule.localParticle[s.b] + 1];
    }
    for (std::size_t i = 1; i < first.size(); ++i)
        first[i] += first[i - 1];
    tables.strainEntries.resize(first.back());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (const SceneStick& s : scene.sticks) {
        if (!counts(s)) continue;
        const std::uint32_t a = schedule.localParticle[s.a], b = schedule.localParticle[s.b];
        const auto rest = bitsOfFloat(s.restLength);
        tables.strainEntries[next[a]++] = glm::uvec2(b, rest);
        tables.strainEntries[next[b]++] = glm::uvec2(a, rest);
    }
}

struct Box {
    vec3 low{INFINITY};
    vec3 high{-INFINITY};
    void add(vec3 p) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    float diagonal() const { return low.x <= high.x ? glm::distance(low, high) : 0.0f; }
};

// What hangs may come down by the size of its body before it reaches the floor.
void Builder::measure() {
    Box all;
    for (const vec3& p : scene.positions)
        all.add(p);
    if (scene.positions.empty()) return;
    float largest = 0.0f;
    for (const Body& body : scene.bodies) {
        Box box;
        for (std::uint32_t i = 0; i < body.particleCount; ++i)
            box.add(scene.positions[body.firstParticle + i]);
        largest = std::max(largest, box.diagonal());
    }
    tables.size = std::max(all.diagonal(), 1e-3f);
    const bool hangs = std::find(scene.pinned.begin(), scene.pinned.end(), 1) != scene.pinned.end();
    tables.ground = all.low.y - (hangs ? 0.85f : 0.3f) * largest;
}

// Calls found(low, high, count) for every edge of `count` triangles. Edges are sorted into rows by their lower end; the
// upper ends of a row are few.
template <class Found>
void forEachEdge(const std::vector<std::uint32_t>& triangles, std::size_t vertices, Found&& found) {
    const auto forEach = [&](auto&& visit) {
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            const std::uint32_t a = triangles[i], b = triangles[i % 3 == 2 ? i - 2 : i + 1];
            visit(std::min(a, b), std::max(a, b));
        }
    };
    std::vector<std::uint32_t> first(vertices + 1, 0);
    forEach([&](std::uint32_t low, std::uint32_t) { ++first[low + 1]; });
    for (std::size_t i = 1; i < first.size(); ++i)
        first[i] += first[i - 1];
    std::vector<std::uint32_t> highs(first.back()), next(first.begin(), first.end() - 1);
    forEach([&](std::uint32_t low, std::uint32_t high) { highs[next[low]++] = high; });
    for (std::uint32_t low = 0; low < vertices; ++low) {
        const auto begin = highs.begin() + first[low], end = highs.begin() + first[low + 1];
        std::sort(begin, end);
        for (auto it = begin; it != end;) {
            const auto after = std::upper_bound(it, end, *it);
            found(low, *it, after - it);
            it = after;
        }
    }
}

void addEdges(ModelTables& tables, const std::vector<std::uint32_t>& triangles, std::size_t vertices, bool isFlat) {
    forEachEdge(triangles, vertices, [&](std::uint32_t low, std::uint32_t high, std::ptrdiff_t count) {
        tables.edges.insert(tables.edges.end(), {low, high});
        if (isFlat && count == 1) tables.outlines.emplace_back(low, high, low, high);
    });
}

// In the schedule's order.
std::vector<vec3> atRest(const Scene& scene, const Schedule& schedule) {
    std::vector<vec3> places;
    for (const std::uint32_t particle : schedule.sceneParticle)
        places.push_back(scene.positions[particle]);
    return places;
}

}  // namespace

float ropeRadius(float restLength) {
    return 0.008f * restLength;
}

ModelTables tablesOf(const samples::SampleScene& sample, const Schedule& schedule, const Surface& surface) {
    const Scene& scene = sample.scene;
    ModelTables tables;
    const auto bodyCount = static_cast<std::uint32_t>(scene.bodies.size());
    const std::size_t vertexCount = schedule.particles.size() + surface.carried.size();
    tables.places.assign(vertexCount, vec4(0.0f, 0.0f, floatOfBits(bodyCount), 0.0f));
    tables.styles.assign(bodyCount + 1, styleOf(bodyCount));
    Builder builder{scene, schedule, tables};
    for (std::uint32_t i = 0; i < bodyCount; ++i)
        builder.addBody(i);
    builder.addStrains();
    builder.measure();
    tables.creases = creasesOf(surface, verticesOf(surface, atRest(scene, schedule)));
    if (sample.outlook) tables.ground = sample.outlook->floor;
    addEdges(tables, surface.triangles, vertexCount, sample.outlook && sample.outlook->isFlat);
    return tables;
}

}  // namespace pliant::viewer
