// Ropes, and what of them hangs between two pins.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pliant/fail.h"
#include "pliant/schedule/cluster_rows.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/sorting.h"
#include "pliant/schedule/step_plan.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
constexpr Index kNone = kNoSource;

// Of the sticks that tell a rope from what is none.
struct Joints {
    std::vector<Index> count;           // per particle
    std::vector<std::uint8_t> isOther;  // per particle: it has one that is not rigid, or is moved by forces
    std::vector<Span> links;            // rigid ones between particles that have two at most
};

bool isRigid(const StickMaterial& material) {
    return material.response == Response::Rigid;
}

Joints jointsOf(const Scene& scene, const Schedule& schedule) {
    const std::size_t particles = schedule.particles.size();
    Joints joints{std::vector<Index>(particles, 0), std::vector<std::uint8_t>(particles, 0), {}};
    std::fill(joints.isOther.begin() + schedule.firstForced, joints.isOther.end(), std::uint8_t(1));
    const auto ends = [&](const SceneStick& stick) {
        const auto [a, b] = std::minmax(schedule.localParticle[stick.a], schedule.localParticle[stick.b]);
        return std::array<Index, 2>{a, b};
    };
    for (const SceneStick& stick : scene.sticks) {
        if (stick.kind == StickKind::Bend) continue;
        for (const Index end : ends(stick)) {
            ++joints.count[end];
            if (!isRigid(scene.materials[stick.material])) joints.isOther[end] = 1;
        }
    }
    for (const SceneStick& stick : scene.sticks) {
        const auto [a, b] = ends(stick);
        const auto isOfRope = [&](Index end) { return joints.count[end] <= 2 && joints.isOther[end] == 0; };
        if (stick.kind == StickKind::Bend || !isOfRope(a) || !isOfRope(b)) continue;
        const float limit = scene.materials[stick.material].strainLimit.value_or(0.0f);
        joints.links.push_back({a, b, stick.restLength * (1.0f + limit)});
    }
    return joints;
}

// Particles one after another, from the end with the lower index on, with the length of each link behind them.
struct Line {
    std::vector<Index> particles;
    std::vector<float> links;  // one fewer
};

// The other end of a particle's link that does not lead back, in the graph.
Index nextOf(const SurfaceGraph& graph, Index particle, Index before) {
    for (Index e = graph.first[particle]; e < graph.first[particle + 1]; ++e)
        if (graph.neighbour[e] != before) return e;
    return kNone;
}

// Lines that begin and end at particles with one joint.
std::vector<Line> linesOf(const Joints& joints, const Schedule& schedule) {
    std::vector<Line> lines;
    if (joints.links.empty()) return lines;
    const SurfaceGraph graph = makeSurfaceGraph(static_cast<Index>(schedule.particles.size()), joints.links);
    std::vector<std::uint8_t> isMet(graph.vertexCount(), 0);
    for (Index start = 0; start < graph.vertexCount(); ++start) {
        if (isMet[start] != 0 || joints.count[start] != 1 || graph.of(start).size() != 1) continue;
        Line line{{start}, {}};
        Index before = kNone;
        for (Index edge = nextOf(graph, start, before); edge != kNone;) {
            before = line.particles.back();
            line.particles.push_back(graph.neighbour[edge]);
            line.links.push_back(graph.length[edge]);
            edge = nextOf(graph, line.particles.back(), before);
        }
        const Index end = line.particles.back();
        isMet[end] = 1;
        if (joints.count[end] == 1 && line.particles.size() > 2) lines.push_back(std::move(line));
    }
    return lines;
}

// Nodes of one level along a line.
struct Nodes {
    std::vector<Index> nodes;   // particles, or clusters of the level
    std::vector<Index> before;  // per node: so many of the line's particles come before those that it is of

    void add(Index node, Index place) {
        if (!nodes.empty() && nodes.back() == node) return;
        nodes.push_back(node);
        before.push_back(place);
    }
};

// Clusters of the level that these nodes are in; none if they are in none.
Nodes clustersOf(const Nodes& fine, const ClusterLevel& level) {
    Nodes coarse;
    for (std::size_t i = 0; i < fine.nodes.size(); ++i) {
        const Index cluster = level.clusterOf[fine.nodes[i]];
        if (cluster == kNoCluster) return {};
        coarse.add(cluster, fine.before[i]);
    }
    return coarse;
}

// What there is of one rope, level by level.
std::vector<Nodes> levelsOf(const Line& line, const std::vector<ClusterLevel>& levels) {
    Nodes particles{line.particles, countUp(line.particles.size())};
    std::vector<Nodes> all{std::move(particles)};
    for (const ClusterLevel& level : levels) {
        if (all.back().nodes.size() <= kMostStrandNodes) break;  // any strand is held there, if not before
        Nodes coarse = clustersOf(all.back(), level);
        if (coarse.nodes.empty()) break;
        all.push_back(std::move(coarse));
    }
    return all;
}

// Adds a rope, but for its places among strands.
void addRope(const Line& line, const std::vector<ClusterLevel>& levels, const ClusterRows& rows, Schedule& schedule) {
    const std::vector<Nodes> all = levelsOf(line, levels);
    schedule.ropes.push_back({static_cast<Index>(schedule.ropeLevels.size()), static_cast<Index>(all.size())});
    for (Index level = 0; level < all.size(); ++level) {
        const auto count = static_cast<Index>(all[level].nodes.size());
        schedule.ropeLevels.push_back({static_cast<Index>(schedule.strandNodes.size()), count, 0, 0});
        for (Index i = 0; i < count; ++i) {
            const Index node = all[level].nodes[i];
            schedule.strandNodes.push_back(level == 0 ? node : rows.of(level - 1, node));
            schedule.particlesBefore.push_back(all[level].before[i]);
            schedule.ropeLinks.push_back(level == 0 && i < line.links.size() ? line.links[i] : 0.0f);
        }
    }
}

// Between two pinned particles of a rope, counted along it.
struct Piece {
    Index from, to;
    Index level = 0;                 // the finest on which it has few enough nodes strictly between
    Index firstNode = 0, nodes = 0;  // along the rope
};

class RopePieces {
  public:
    RopePieces(const Schedule& schedule, const Rope& rope)
        : schedule_(schedule), rope_(rope), particles_(schedule.ropeLevels[rope.firstLevel]) {}

    // Those that have nodes, by level.
    std::vector<std::vector<Piece>> between(const std::vector<std::uint8_t>& pinned) const {
        std::vector<std::vector<Piece>> pieces(rope_.levelCount);
        Index from = kNone;
        for (Index i = 0; i < particles_.nodeCount; ++i) {
            if (pinned[particleAt(i)] == 0) continue;
            if (from != kNone && i > from + 1) {
                const Piece piece = pieceOf(from, i);
                if (piece.nodes > 0) pieces[piece.level].push_back(piece);
            }
            from = i;
        }
        return pieces;
    }

    Strand strandOf(const Piece& piece) const {
        double length = 0.0;
        for (Index i = piece.from; i < piece.to; ++i)
            length += double(schedule_.ropeLinks[particles_.firstNode + i]);
        const double links = piece.nodes + 1.0;
        const auto mean = static_cast<float>(length / links);
        const Index firstNode = schedule_.ropeLevels[rope_.firstLevel + piece.level].firstNode + piece.firstNode;
        return {particleAt(piece.from),
                particleAt(piece.to),
                firstNode,
                piece.nodes,
                static_cast<float>(length),
                mean,
                static_cast<float>(length - double(mean) * links),
                0};
    }

    // A place among strands that nothing is in.
    Strand none() const { return {particleAt(0), particleAt(0), particles_.firstNode, 0, 0.0f, 0.0f, 0.0f, 0}; }

  private:
    Index particleAt(Index i) const { return schedule_.strandNodes[particles_.firstNode + i]; }

    Piece pieceOf(Index from, Index to) const {
        Piece piece{from, to};
        for (piece.level = 0; piece.level < rope_.levelCount; ++piece.level) {
            const RopeLevel& level = schedule_.ropeLevels[rope_.firstLevel + piece.level];
            const auto begin = schedule_.particlesBefore.begin() + level.firstNode, end = begin + level.nodeCount;
            // Nodes whose particles are all behind `from`, up to those that end before `to`.
            const auto first = std::upper_bound(begin, end, from);
            const auto behind = std::upper_bound(begin, end, to) - 1;
            piece.firstNode = static_cast<Index>(first - begin);
            piece.nodes = first < behind ? static_cast<Index>(behind - first) : 0;
            if (piece.nodes <= kMostStrandNodes) return piece;
        }
        piece.nodes = 0;
        return piece;
    }

    const Schedule& schedule_;
    const Rope& rope_;
    const RopeLevel& particles_;
};

// So many strands a level can have at most: one has a node on the finest, and more than kMostStrandNodes on the level
// before any other.
Index mostStrands(const Schedule& schedule, const Rope& rope, Index level) {
    if (level == 0) return schedule.ropeLevels[rope.firstLevel].nodeCount / 2;
    return schedule.ropeLevels[rope.firstLevel + level - 1].nodeCount / (kMostStrandNodes + 1);
}

std::vector<std::uint8_t> pinnedOf(const Schedule& schedule) {
    std::vector<std::uint8_t> pinned(schedule.particles.size());
    for (std::size_t i = 0; i < pinned.size(); ++i)
        pinned[i] = schedule.particles[i].w == 0.0f ? 1 : 0;
    return pinned;
}

// Gives each level of each rope its places, level after level.
std::vector<StrandRange> layOut(Schedule& schedule) {
    const std::vector<std::uint8_t> pinned = pinnedOf(schedule);
    Index levelCount = 0;
    for (const Rope& rope : schedule.ropes) {
        levelCount = std::max(levelCount, rope.levelCount);
        const auto pieces = RopePieces(schedule, rope).between(pinned);
        for (Index level = 0; level < rope.levelCount; ++level) {
            const Index wanted = static_cast<Index>(pieces[level].size()) + kSpareStrands;
            schedule.ropeLevels[rope.firstLevel + level].strandCount =
                std::min(wanted, mostStrands(schedule, rope, level));
        }
    }
    std::vector<StrandRange> ranges;
    Index next = 0;
    for (Index level = 0; level < levelCount; ++level) {
        const Index first = next;
        for (const Rope& rope : schedule.ropes) {
            if (level >= rope.levelCount) continue;
            RopeLevel& own = schedule.ropeLevels[rope.firstLevel + level];
            own.firstStrand = next;
            next += own.strandCount;
        }
        ranges.push_back({first, next - first});
    }
    return ranges;
}

// Where there is no room for all, the shortest are left out.
void keepLongest(std::vector<Piece>& pieces, std::size_t most) {
    if (pieces.size() <= most) return;
    const auto isLonger = [](const Piece& a, const Piece& b) { return a.to - a.from > b.to - b.from; };
    std::stable_sort(pieces.begin(), pieces.end(), isLonger);
    pieces.resize(most);
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.from < b.from; });
}

}  // namespace

std::vector<StrandRange> compileStrands(const Scene& scene, const std::vector<ClusterLevel>& levels,
                                        const ClusterRows& rows, Schedule& schedule) {
    if (!scene.levels) return {};
    std::vector<Line> lines = linesOf(jointsOf(scene, schedule), schedule);
    const auto key = [&](Index line) { return wholeKey(schedule, lines[line].particles[0]); };
    for (const Index line : sortedBy(countUp(lines.size()), rows.keyCount(), key))
        addRope(lines[line], levels, rows, schedule);
    std::vector<StrandRange> ranges = layOut(schedule);
    ranges.resize(levels.size() + 1);
    schedule.strands = strandsFor(schedule, pinnedOf(schedule));
    return ranges;
}

std::vector<Strand> strandsFor(const Schedule& schedule, const std::vector<std::uint8_t>& pinned) {
    std::size_t count = 0;
    for (const RopeLevel& level : schedule.ropeLevels)
        count += level.strandCount;
    std::vector<Strand> strands(count);
    for (const Rope& rope : schedule.ropes) {
        const RopePieces pieces(schedule, rope);
        std::vector<std::vector<Piece>> byLevel = pieces.between(pinned);
        for (Index level = 0; level < rope.levelCount; ++level) {
            const RopeLevel& own = schedule.ropeLevels[rope.firstLevel + level];
            keepLongest(byLevel[level], own.strandCount);
            for (Index i = 0; i < own.strandCount; ++i)
                strands[own.firstStrand + i] =
                    i < byLevel[level].size() ? pieces.strandOf(byLevel[level][i]) : pieces.none();
        }
    }
    return strands;
}

// That its nodes are of one rope, one after another, and that it is no shorter than its ends are apart at rest.
Status checkStrands(const Schedule& s) {
    const std::size_t nodes = s.strandNodes.size();
    if (s.particlesBefore.size() != nodes || s.ropeLinks.size() != nodes)
        return fail("the nodes of strands have a wrong number");
    for (const RopeLevel& level : s.ropeLevels) {
        if (level.firstNode > nodes || level.nodeCount > nodes - level.firstNode ||
            level.firstStrand > s.strands.size() || level.strandCount > s.strands.size() - level.firstStrand)
            return fail("a level of a rope is out of range");
        for (Index i = level.firstStrand; i < level.firstStrand + level.strandCount; ++i) {
            const Strand& strand = s.strands[i];
            if (strand.nodeCount > kMostStrandNodes) return fail("strand {} has {} nodes", i, strand.nodeCount);
            if (strand.from >= s.particles.size() || strand.to >= s.particles.size())
                return fail("strand {} ends at a particle out of range", i);
            if (strand.nodeCount == 0) continue;
            if (strand.firstNode < level.firstNode ||
                strand.firstNode + strand.nodeCount > level.firstNode + level.nodeCount)
                return fail("strand {} has nodes that are not its rope's", i);
            if (s.particles[strand.from].w != 0.0f || s.particles[strand.to].w != 0.0f)
                return fail("strand {} does not hang between two pins", i);
            const double links = strand.nodeCount + 1.0;
            const double length = links * double(strand.meanLink) + double(strand.remainder);
            if (!(std::abs(length - double(strand.reach)) <= 1e-6 * length))
                return fail("the links of strand {} do not add up to its length", i);
        }
    }
    for (const Pass& pass : s.levels) {
        if (pass.kind != PassKind::HoldStrands) continue;
        const bool hasParticles = pass.response == kLevelHoldParticles;
        for (Index i = pass.first; i < pass.first + pass.count; ++i)
            for (Index k = 0; k < s.strands[i].nodeCount; ++k)
                if ((s.strandNodes[s.strands[i].firstNode + k] < s.particles.size()) != hasParticles)
                    return fail("strand {} is held on another level", i);
    }
    return checkCover(s.levels, PassKind::HoldStrands, s.strands.size(), "strands");
}

}  // namespace pliant
