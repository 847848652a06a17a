#include "schedule/levels.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

#include "schedule/rows.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
constexpr Index kNone = ~0u;
constexpr Index kFewestOfLevel = 8;
constexpr Index kFewestOfComponent = 4;
constexpr Index kMostParents = 4;
constexpr double kNegligibleWeight = 1e-6;

// A level as the next coarser one sees it. The members are its vertices, numbered from 0 in the order of their
// particles, so that the work at a level is in proportion to the level.
struct Graph {
    std::vector<Index> particles;        // per vertex
    std::vector<Index> components;       // per vertex, numbered from 0; the same at all levels
    std::vector<std::uint8_t> mustStay;  // per vertex
    std::vector<Span> spans;             // between vertices
};

enum class Role : std::uint8_t { None, Member, Child };

struct Neighbour {
    float length;
    Index vertex;
    auto operator<=>(const Neighbour&) const = default;
};

// The members next to a child, nearest first, ties by number.
struct Family {
    Index child;
    Index count;
    Neighbour parents[kMostParents];
};

// Numbers the connected components in order of their first vertices.
std::vector<Index> findComponents(Index vertexCount, const std::vector<Span>& spans) {
    std::vector<Index> root(vertexCount);
    std::iota(root.begin(), root.end(), 0u);
    const auto find = [&](Index vertex) {
        while (root[vertex] != vertex)
            vertex = root[vertex] = root[root[vertex]];
        return vertex;
    };
    for (const Span& span : spans) {
        const Index a = find(span.a), b = find(span.b);
        root[std::max(a, b)] = std::min(a, b);
    }

    std::vector<Index> components(vertexCount);
    Index count = 0;
    for (Index v = 0; v < vertexCount; ++v)
        components[v] = find(v) == v ? count++ : components[find(v)];
    return components;
}

Index otherEnd(const Span& span, Index vertex) {
    return span.a ^ span.b ^ vertex;
}

// First fit: every vertex that has no role yet becomes a member unless one of its neighbours is.
void fitFirst(const Graph& graph, const Rows& rows, std::vector<Role>& roles) {
    for (Index v = 0; v < roles.size(); ++v) {
        if (roles[v] != Role::None) continue;
        roles[v] = Role::Member;
        for (const Index entry : rows.of(v))
            roles[otherEnd(graph.spans[entry / 2], v)] = Role::Child;
    }
}

// The maximal independent set. Vertices that must stay take the places of their neighbours afterwards: to start the
// first fit with them moves only one member at a first level, but from the second on a whole column of a grid steps
// aside.
std::vector<Role> chooseMembers(const Graph& graph, const Rows& rows) {
    std::vector<Role> roles(graph.particles.size(), Role::None);
    fitFirst(graph, rows, roles);

    const auto hasNeighbour = [&](Index v, auto test) {
        return std::ranges::any_of(rows.of(v), [&](Index entry) { return test(otherEnd(graph.spans[entry / 2], v)); });
    };
    const auto isMember = [&](Index v) { return roles[v] == Role::Member; };
    const auto mayNotYield = [&](Index v) { return isMember(v) && graph.mustStay[v] != 0; };
    bool isDisturbed = false;
    for (Index v = 0; v < roles.size(); ++v) {
        if (isMember(v) || graph.mustStay[v] == 0 || hasNeighbour(v, mayNotYield)) continue;
        roles[v] = Role::Member;
        for (const Index entry : rows.of(v))
            roles[otherEnd(graph.spans[entry / 2], v)] = Role::Child;
        isDisturbed = true;
    }
    if (!isDisturbed) return roles;

    // Where members have given way, some vertices may have none next to them any more.
    for (Index v = 0; v < roles.size(); ++v) {
        if (!isMember(v) && !hasNeighbour(v, isMember)) roles[v] = Role::None;
    }
    fitFirst(graph, rows, roles);
    return roles;
}

// Takes components out that would have too few members, or hardly fewer than before (a star whose leaves are the
// members).
void dropComponents(const Graph& graph, std::vector<Role>& roles) {
    if (roles.empty()) return;
    const Index count = 1 + *std::max_element(graph.components.begin(), graph.components.end());
    std::vector<Index> vertices(count, 0), members(count, 0);
    for (Index v = 0; v < roles.size(); ++v) {
        ++vertices[graph.components[v]];
        members[graph.components[v]] += roles[v] == Role::Member;
    }
    for (Index v = 0; v < roles.size(); ++v) {
        const Index c = graph.components[v];
        const bool shrinks = std::uint64_t(vertices[c]) * 2 >= std::uint64_t(members[c]) * 3;
        if (members[c] < kFewestOfComponent || !shrinks) roles[v] = Role::None;
    }
}

std::vector<Family> findFamilies(const Graph& graph, const Rows& rows, const std::vector<Role>& roles) {
    std::vector<Family> families;
    families.reserve(std::size_t(std::count(roles.begin(), roles.end(), Role::Child)));
    std::vector<Neighbour> near;
    for (Index v = 0; v < roles.size(); ++v) {
        if (roles[v] != Role::Child) continue;
        near.clear();
        for (const Index entry : rows.of(v)) {
            const Span& span = graph.spans[entry / 2];
            const Index other = otherEnd(span, v);
            if (roles[other] == Role::Member) near.push_back({span.length, other});
        }
        std::sort(near.begin(), near.end());

        Family family{v, 0, {}};
        for (std::size_t i = 0; i < near.size() && family.count < kMostParents; ++i) {
            const Neighbour* end = family.parents + family.count;
            // Parallel spans name a parent more than once; the shortest counts.
            const bool isNew = std::none_of(static_cast<const Neighbour*>(family.parents), end,
                                            [&](const Neighbour& parent) { return parent.vertex == near[i].vertex; });
            if (isNew) family.parents[family.count++] = near[i];
        }
        assert(family.count > 0);  // or the set were not maximal
        families.push_back(family);
    }
    return families;
}

// Weights in proportion to 1 / length^2. The last weight is what the others, summed in order, leave of 1: they come to
// at least a half, so the difference is exact and the sum is 1 to the bit. For that the last one must be more than
// their rounding errors: parents of negligible weight are left out.
Parents makeParents(const Graph& graph, const Family& family) {
    const double nearest = std::max(family.parents[0].length, std::numeric_limits<float>::min());
    double weights[kMostParents] = {1.0};
    double sum = 1.0;
    Index count = 1;
    for (; count < family.count; ++count) {
        const double ratio = nearest / std::max<double>(family.parents[count].length, nearest);
        if (ratio * ratio < kNegligibleWeight) break;
        sum += weights[count] = ratio * ratio;
    }

    Parents parents{graph.particles[family.child], {}, {}};
    float rest = 1.0f, used = 0.0f;
    for (Index i = 0; i < kMostParents; ++i) {
        parents.parent[i] = graph.particles[family.parents[i < count ? i : 0].vertex];
        if (i >= count) continue;
        parents.weight[i] = i + 1 == count ? rest : static_cast<float>(weights[i] / sum);
        used += parents.weight[i];
        rest = 1.0f - used;
    }
    return parents;
}

// Numbers the members from 0.
std::vector<Index> numberMembers(const std::vector<Role>& roles) {
    std::vector<Index> numbers(roles.size(), kNone);
    Index count = 0;
    for (std::size_t v = 0; v < roles.size(); ++v) {
        if (roles[v] == Role::Member) numbers[v] = count++;
    }
    return numbers;
}

// Every vertex belongs to the cell of its nearest member, and a span between two cells makes a path between their
// members:
//
//     a --- u --- v --- b        length d(a, u) + |uv| + d(v, b)
//
// Cells that touch are linked, so what was connected remains so. But the centre of four members belongs to one cell
// only, and the path this way between two of the other three is a detour. So any two parents of a child make a path,
// too. On a grid, cells reach one step and steps between members are two: so all paths are to the eight neighbours,
// however ties are broken.
std::vector<Span> findPaths(const Graph& graph, const std::vector<Index>& numbers,
                            const std::vector<Family>& families) {
    std::vector<Neighbour> cells(numbers.size());
    for (Index v = 0; v < numbers.size(); ++v)
        cells[v] = {0.0f, numbers[v]};
    std::vector<Span> paths;
    paths.reserve(graph.spans.size() + families.size());
    const auto propose = [&](Index a, Index b, double length) {
        if (a != b) paths.push_back({std::min(a, b), std::max(a, b), static_cast<float>(length)});
    };
    for (const Family& family : families) {
        cells[family.child] = {family.parents[0].length, numbers[family.parents[0].vertex]};
        for (Index j = 1; j < family.count; ++j) {
            for (Index i = 0; i < j; ++i) {
                const Neighbour &a = family.parents[i], &b = family.parents[j];
                propose(numbers[a.vertex], numbers[b.vertex], double(a.length) + double(b.length));
            }
        }
    }
    for (const Span& span : graph.spans) {
        const Neighbour &a = cells[span.a], &b = cells[span.b];
        // Both vertices are of one component: either both have a cell or neither.
        if (a.vertex != kNone) propose(a.vertex, b.vertex, double(span.length) + (double(a.length) + double(b.length)));
    }
    return paths;
}

// The shortest path of each pair, ascending by pair.
std::vector<Span> keepShortest(Index vertexCount, const std::vector<Span>& paths) {
    std::vector<Index> first(vertexCount + 1, 0);
    for (const Span& path : paths)
        ++first[path.a + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<Neighbour> sorted(paths.size());
    std::vector<Index> next(first.begin(), first.end() - 1);
    for (const Span& path : paths)
        sorted[next[path.a]++] = {path.length, path.b};

    std::vector<Span> links;
    for (Index a = 0; a < vertexCount; ++a) {
        const auto begin = sorted.begin() + first[a], end = sorted.begin() + first[a + 1];
        std::sort(begin, end, [](const Neighbour& x, const Neighbour& y) {
            return x.vertex != y.vertex ? x.vertex < y.vertex : x.length < y.length;
        });
        for (auto path = begin; path != end; ++path) {
            if (path == begin || path->vertex != (path - 1)->vertex) links.push_back({a, path->vertex, path->length});
        }
    }
    return links;
}

Graph coarsen(const Graph& fine, const std::vector<Role>& roles, const std::vector<Family>& families) {
    Graph coarse;
    for (std::size_t v = 0; v < roles.size(); ++v) {
        if (roles[v] != Role::Member) continue;
        coarse.particles.push_back(fine.particles[v]);
        coarse.components.push_back(fine.components[v]);
        coarse.mustStay.push_back(fine.mustStay[v]);
    }
    const std::vector<Span> paths = findPaths(fine, numberMembers(roles), families);
    coarse.spans = keepShortest(static_cast<Index>(coarse.particles.size()), paths);
    return coarse;
}

Level makeLevel(const Graph& fine, const Graph& coarse, const std::vector<Family>& families) {
    Level level;
    level.particles = coarse.particles;
    level.links.reserve(coarse.spans.size());
    for (const Span& span : coarse.spans)
        level.links.push_back({coarse.particles[span.a], coarse.particles[span.b], span.length});
    level.children.reserve(families.size());
    for (const Family& family : families)
        level.children.push_back(makeParents(fine, family));
    return level;
}

}  // namespace

std::vector<Level> makeLevels(Index vertexCount, const std::vector<Span>& spans,
                              const std::vector<std::uint8_t>& mustStay) {
    assert(mustStay.size() == vertexCount);
    Graph graph{std::vector<Index>(vertexCount), findComponents(vertexCount, spans), mustStay, spans};
    std::iota(graph.particles.begin(), graph.particles.end(), 0u);

    std::vector<Level> levels;
    while (true) {
        const Rows rows = makeRows(static_cast<Index>(graph.particles.size()), graph.spans);
        std::vector<Role> roles = chooseMembers(graph, rows);
        dropComponents(graph, roles);
        if (std::count(roles.begin(), roles.end(), Role::Member) < kFewestOfLevel) return levels;
        const std::vector<Family> families = findFamilies(graph, rows, roles);
        Graph coarse = coarsen(graph, roles, families);
        levels.push_back(makeLevel(graph, coarse, families));
        graph = std::move(coarse);
    }
}

}  // namespace pliant
