#include "pliant/schedule/stretch_levels.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "pliant/schedule/axes.h"
#include "pliant/shared/cluster.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

constexpr Index kNone = ~0u;
constexpr double kNoShare = 1e-9;       // of a tension: rounding has left it
constexpr double kSubstep = 1.0 / 720;  // [s]

// From a node to the next along a row, a column, and either diagonal.
struct Step {
    int column, row;
};
constexpr std::array<Step, 4> kSteps{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

// Sticks of one level.
struct Numbers {
    std::vector<double> lengths, compliances, dampings;
};

// A rope or a grid on one level. A rope is a grid of one row.
struct Net {
    GridAxes axes;
    bool isHeld = false;                       // clusters of other sticks keep it from stretching
    std::vector<Index> nodes;                  // row after row: particles, or clusters of the level
    std::array<std::vector<Index>, 4> sticks;  // by step, and by the node where they begin; kNone where there is none

    explicit Net(GridAxes of) : axes(std::move(of)), nodes(std::size_t(axes.columns.count()) * axes.rows.count()) {
        for (std::vector<Index>& list : sticks)
            list.assign(nodes.size(), kNone);
    }
    bool has(int column, int row) const {
        return column >= 0 && column < int(axes.columns.count()) && row >= 0 && row < int(axes.rows.count());
    }
    std::size_t at(int column, int row) const { return std::size_t(row) * axes.columns.count() + std::size_t(column); }
    // How far it gives way to a unit of pull [1/kg].
    double mobilityAt(int column, int row) const {
        const bool isPinned = axes.columns.isPinned[std::size_t(column)] || axes.rows.isPinned[std::size_t(row)];
        return isPinned ? 0.0 : 1.0 / massAt(column, row);
    }
    double massAt(int column, int row) const {
        return axes.columns.masses[std::size_t(column)] * axes.rows.masses[std::size_t(row)];
    }
    template <class Visit>
    void forEachNode(Visit&& visit) const {
        for (int row = 0; row < int(axes.rows.count()); ++row)
            for (int column = 0; column < int(axes.columns.count()); ++column)
                visit(column, row);
    }
};

bool isExact(const Net& net, const Numbers& numbers) {
    double most = 0.0;
    for (std::size_t s = 0; s < kSteps.size(); ++s)
        net.forEachNode([&](int column, int row) {
            const Index stick = net.sticks[s][net.at(column, row)];
            if (stick == kNone) return;
            const double mobility =
                net.mobilityAt(column, row) + net.mobilityAt(column + kSteps[s].column, row + kSteps[s].row);
            most = std::max(most, mobility * kSubstep * kSubstep / numbers.compliances[stick]);
        });
    return most <= double(kExactStretch);
}

// Makes the sticks of a net's next level. The mass of a cluster could be carried to the next one along lines of sticks
// that all lead the same way: what goes through each is its share.
class Coarsener {
  public:
    Coarsener(const Net& fine, const Threes& columns, const Threes& rows, Net& coarse,
              std::vector<StretchStick>& sticks)
        : fine_(fine), columns_(columns), rows_(rows), coarse_(coarse), sticks_(sticks) {}

    void run() {
        for (std::size_t s = 0; s < kSteps.size(); ++s)
            coarse_.forEachNode([&](int column, int row) {
                if (coarse_.has(column + kSteps[s].column, row + kSteps[s].row)) add(s, column, row);
            });
    }

  private:
    void add(std::size_t step, int column, int row) {
        const std::size_t from = coarse_.at(column, row),
                          to = coarse_.at(column + kSteps[step].column, row + kSteps[step].row);
        std::vector<StretchShare> shares = sharesOf(step, column, row);
        if (shares.empty()) return;
        coarse_.sticks[step][from] = static_cast<Index>(sticks_.size());
        sticks_.push_back({{coarse_.nodes[from], coarse_.nodes[to]}, 0.0, 0.0, 0.0, std::move(shares)});
    }

    // What a place has of the mass of a cluster.
    double shareAt(int column, int row, int ofColumn, int ofRow) const {
        const auto i = std::size_t(column), j = std::size_t(row);
        const bool isOf = columns_.of[i] == Index(ofColumn) && rows_.of[j] == Index(ofRow);
        return isOf ? columns_.shares[i] * rows_.shares[j] : 0.0;
    }

    // None where they are not all there: along diagonals between clusters of two sizes, for one.
    std::vector<StretchShare> sharesOf(std::size_t s, int column, int row) const {
        const Step step = kSteps[s];
        const int nextColumn = column + step.column, nextRow = row + step.row;
        const int left = int(columns_.first[std::size_t(std::min(column, nextColumn))]);
        const int right = int(columns_.first[std::size_t(std::max(column, nextColumn)) + 1]);
        const int top = int(rows_.first[std::size_t(row)]), bottom = int(rows_.first[std::size_t(nextRow) + 1]);
        const auto isInside = [&](int i, int j) { return i >= left && i < right && j >= top && j < bottom; };
        std::vector<double> carried(std::size_t(right - left) * std::size_t(bottom - top), 0.0);
        const auto carriedAt = [&](int i, int j) -> double& {
            return carried[std::size_t(j - top) * std::size_t(right - left) + std::size_t(i - left)];
        };
        std::vector<StretchShare> shares;
        for (int j = top; j < bottom; ++j)
            for (int i = left; i < right; ++i) {
                const int before = i - step.column, rowBefore = j - step.row;
                double& here = carriedAt(i, j);
                here = shareAt(i, j, column, row) - shareAt(i, j, nextColumn, nextRow);
                if (isInside(before, rowBefore)) here += carriedAt(before, rowBefore);
                if (std::abs(here) < kNoShare) here = 0.0;
                if (here == 0.0) continue;
                const Index stick = fine_.sticks[s][fine_.at(i, j)];
                if (here < 0.0 || stick == kNone || !isInside(i + step.column, j + step.row)) return {};
                shares.push_back({stick, here});
            }
        return shares;
    }

    const Net& fine_;
    const Threes &columns_, &rows_;
    Net& coarse_;
    std::vector<StretchStick>& sticks_;
};

bool stretchesFreely(const StickMaterial& material) {
    return material.response == Response::Compliant && material.compliance > 0.0f && !material.strainLimit &&
           !material.oneSided && material.compressionCompliance == 0.0f;
}

// The scene's ropes and grids with their sticks. No particle is in two of them.
class NetFinder {
  public:
    NetFinder(const Scene& scene, const std::vector<std::uint8_t>& isTaken) : scene_(scene), isTaken_(isTaken) {
        if (std::none_of(scene.materials.begin(), scene.materials.end(), stretchesFreely)) return;
        netOf_.assign(scene.positions.size(), kNone);
        for (const Body& body : scene.bodies)
            addNet(body);
        for (Index stick = 0; stick < scene.sticks.size(); ++stick)
            place(stick);
        for (const SceneStrain& strain : scene.strains)  // sticks of woven cloth are slack
            for (const Index corner : strain.particles)
                if (netOf_[corner] != kNone) nets_[netOf_[corner]].isHeld = true;
        std::erase_if(nets_, [](const Net& net) { return net.isHeld; });
    }

    std::vector<Net> nets() && { return std::move(nets_); }

  private:
    void addNet(const Body& body) {
        for (Index i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i)
            if (netOf_[i] != kNone || (!isTaken_.empty() && isTaken_[i] != 0)) return;
        std::optional<GridAxes> axes = axesOf(scene_, body);
        if (!axes) return;
        Net net(std::move(*axes));
        for (Index i = 0; i < net.nodes.size(); ++i) {
            net.nodes[i] = body.firstParticle + i;
            netOf_[body.firstParticle + i] = static_cast<Index>(nets_.size());
        }
        nets_.push_back(std::move(net));
    }

    void place(Index index) {
        const SceneStick& stick = scene_.sticks[index];
        const Index number = netOf_[stick.a];
        if (stick.kind == StickKind::Bend || number == kNone || netOf_[stick.b] != number) return;
        Net& net = nets_[number];
        const StickMaterial& material = scene_.materials[stick.material];
        if (material.response == Response::Rigid || material.strainLimit) net.isHeld = true;
        if (!stretchesFreely(material)) return;
        const int columns = int(net.axes.columns.count());
        const int first = int(std::min(stick.a, stick.b) - net.nodes[0]),
                  last = int(std::max(stick.a, stick.b) - net.nodes[0]);
        const int column = first % columns, row = first / columns;
        for (std::size_t s = 0; s < kSteps.size(); ++s) {
            const int nextColumn = column + kSteps[s].column, nextRow = row + kSteps[s].row;
            if (!net.has(nextColumn, nextRow) || nextRow * columns + nextColumn != last) continue;
            Index& at = net.sticks[s][std::size_t(first)];
            if (at == kNone) at = index;
        }
    }

    const Scene& scene_;
    const std::vector<std::uint8_t>& isTaken_;
    std::vector<Index> netOf_;  // per particle of the scene
    std::vector<Net> nets_;
};

Numbers numbersOf(const Scene& scene) {
    Numbers numbers;
    for (const SceneStick& stick : scene.sticks) {
        numbers.lengths.push_back(stick.restLength);
        numbers.compliances.push_back(double(scene.materials[stick.material].compliance) * stick.complianceFactor);
        numbers.dampings.push_back(scene.materials[stick.material].damping);
    }
    return numbers;
}

// Numbers of sticks from those below: P^T L, and what P^T C P comes to where all have one tension; damping counts by
// that.
Numbers carryUp(std::vector<StretchStick>& sticks, const Numbers& below) {
    std::vector<double> sums(below.lengths.size(), 0.0);
    for (const StretchStick& stick : sticks)
        for (const StretchShare& share : stick.shares)
            sums[share.stick] += share.number;
    Numbers numbers;
    for (StretchStick& stick : sticks) {
        for (const StretchShare& share : stick.shares) {
            stick.length += share.number * below.lengths[share.stick];
            const double compliance = share.number * below.compliances[share.stick] * sums[share.stick];
            stick.compliance += compliance;
            stick.damping += compliance * below.dampings[share.stick];
        }
        stick.damping /= stick.compliance;
        numbers.lengths.push_back(stick.length);
        numbers.compliances.push_back(stick.compliance);
        numbers.dampings.push_back(stick.damping);
    }
    return numbers;
}

// Adds the clusters of a net to a level. `centres`: of the nodes below.
void addClusters(const Net& fine, const Threes& columns, const Threes& rows, const std::vector<vec3>& centres,
                 const Net& coarse, ClusterLevel& level) {
    coarse.forEachNode([&](int column, int row) { level.masses.push_back(coarse.massAt(column, row)); });
    std::vector<dvec3> sums(level.masses.size(), dvec3(0.0));
    fine.forEachNode([&](int column, int row) {
        const auto i = std::size_t(column), j = std::size_t(row);
        const Index node = fine.nodes[fine.at(column, row)];
        const Index cluster = coarse.nodes[coarse.at(int(columns.of[i]), int(rows.of[j]))];
        level.clusterOf[node] = cluster;
        level.shares[node] = columns.shares[i] * rows.shares[j];
        sums[cluster] += level.shares[node] * dvec3(centres[node]);
    });
    for (std::size_t c = level.centres.size(); c < sums.size(); ++c)
        level.centres.emplace_back(sums[c]);
}

// The next level of nets, which become those of it; none if no stick needs it.
std::optional<StretchLevel> nextLevel(std::vector<Net>& nets, Numbers& numbers, const std::vector<vec3>& centres) {
    StretchLevel level;
    level.clusters.clusterOf.assign(centres.size(), kNoCluster);
    level.clusters.shares.assign(centres.size(), 0.0);
    std::vector<Net> coarseNets;
    for (const Net& fine : nets) {
        if (isExact(fine, numbers)) continue;
        const Threes columns = cutIntoThrees(fine.axes.columns), rows = cutIntoThrees(fine.axes.rows);
        Net coarse({columns.coarse, rows.coarse});
        if (coarse.nodes.size() == fine.nodes.size()) continue;
        for (Index i = 0; i < coarse.nodes.size(); ++i)
            coarse.nodes[i] = static_cast<Index>(level.clusters.masses.size()) + i;
        const std::size_t before = level.sticks.size();
        Coarsener(fine, columns, rows, coarse, level.sticks).run();
        if (level.sticks.size() == before) continue;
        addClusters(fine, columns, rows, centres, coarse, level.clusters);
        coarseNets.push_back(std::move(coarse));
    }
    if (level.sticks.empty()) return std::nullopt;
    numbers = carryUp(level.sticks, numbers);
    nets = std::move(coarseNets);
    return level;
}

}  // namespace

std::vector<std::uint8_t> findStretched(const Scene& scene) {
    std::vector<std::uint8_t> isStretched;
    if (!scene.levels) return isStretched;
    const std::vector<std::uint8_t> isTaken;
    const std::vector<Net> nets = NetFinder(scene, isTaken).nets();
    if (nets.empty()) return isStretched;
    const Numbers numbers = numbersOf(scene);
    for (const Net& net : nets) {
        if (isExact(net, numbers)) continue;
        isStretched.resize(scene.positions.size(), 0);
        std::fill_n(isStretched.begin() + net.nodes[0], net.nodes.size(), std::uint8_t(1));
    }
    return isStretched;
}

std::vector<StretchLevel> makeStretchLevels(const Scene& scene, const std::vector<std::uint8_t>& isTaken) {
    std::vector<StretchLevel> levels;
    if (!scene.levels) return levels;
    std::vector<Net> nets = NetFinder(scene, isTaken).nets();
    if (nets.empty()) return levels;
    Numbers numbers = numbersOf(scene);
    std::vector<vec3> centres = scene.positions;
    while (std::optional<StretchLevel> level = nextLevel(nets, numbers, centres)) {
        centres = level->clusters.centres;
        levels.push_back(std::move(*level));
    }
    return levels;
}

void joinLevels(const std::vector<Index>& localParticle, std::vector<StretchLevel>& stretch,
                std::vector<ClusterLevel>& levels) {
    std::size_t nodes = localParticle.size();
    for (std::size_t number = 0; number < std::max(stretch.size(), levels.size()); ++number) {
        if (number == levels.size()) levels.emplace_back();
        ClusterLevel& level = levels[number];
        level.clusterOf.resize(nodes, kNoCluster);
        level.shares.resize(nodes, 0.0);
        nodes = level.masses.size();
        if (number >= stretch.size()) continue;
        StretchLevel& added = stretch[number];
        added.firstCluster = static_cast<Index>(nodes);
        for (std::size_t i = 0; i < added.clusters.clusterOf.size(); ++i) {
            if (added.clusters.clusterOf[i] == kNoCluster) continue;
            const std::size_t node = number == 0 ? localParticle[i] : stretch[number - 1].firstCluster + i;
            level.clusterOf[node] = added.firstCluster + added.clusters.clusterOf[i];
            level.shares[node] = added.clusters.shares[i];
        }
        level.masses.insert(level.masses.end(), added.clusters.masses.begin(), added.clusters.masses.end());
        level.centres.insert(level.centres.end(), added.clusters.centres.begin(), added.clusters.centres.end());
        nodes = level.masses.size();
    }
}

}  // namespace pliant
