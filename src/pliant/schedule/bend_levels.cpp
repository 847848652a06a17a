#include "pliant/schedule/bend_levels.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "pliant/parallel.h"
#include "pliant/schedule/axes.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr Index kNone = ~0u;
constexpr double kNoShare = 1e-9;  // of a moment: rounding has left it

// Numbers of places that follow one another.
struct Spread {
    Index first = 0;
    std::vector<double> numbers;
};

// Of one axis: what places of the next level stand for.
struct Cut : Threes {
    std::vector<Spread> parts;        // shares of the mass
    std::vector<Spread> lines;        // moments of lines, by their middle; none for the first place and the last
    std::vector<Spread> differences;  // moments of differences of neighbours, by the first of both; none for the last
};

// Of a line of the places before, at and after `i`: it is 0 for what is straight.
std::array<double, 3> lineWeights(const Axis& axis, Index i) {
    const double before = axis.places[i] - axis.places[i - 1], after = axis.places[i + 1] - axis.places[i];
    const double mean = 0.5 * (before + after);
    return {mean / before, -mean / before - mean / after, mean / after};
}

// What `weights` at places of the next level, from `from` on, pull at the places that these are made of.
Spread pullsOf(const Axis& axis, const Threes& cut, Index from, std::span<const double> weights) {
    Spread pulls{cut.first[from], {}};
    for (Index i = pulls.first; i < cut.first[from + weights.size()]; ++i)
        pulls.numbers.push_back(weights[cut.of[i] - from] * axis.masses[i] / cut.coarse.masses[cut.of[i]]);
    return pulls;
}

// The moments of lines that pull as much, found as those of a beam are from its loads.
Spread lineMoments(const Axis& axis, Spread pulls) {
    Spread moments{pulls.first, std::vector<double>(pulls.numbers.size(), 0.0)};
    for (std::size_t i = 1; i + 1 < pulls.numbers.size(); ++i) {
        const std::array<double, 3> weights = lineWeights(axis, pulls.first + static_cast<Index>(i));
        moments.numbers[i] = pulls.numbers[i - 1] / weights[0];
        for (std::size_t k = 0; k < 3; ++k)
            pulls.numbers[i - 1 + k] -= moments.numbers[i] * weights[k];
    }
    return moments;
}

// Likewise of differences.
Spread differenceMoments(const Spread& pulls) {
    Spread moments{pulls.first, {}};
    double sum = 0.0;
    for (const double pull : pulls.numbers)
        moments.numbers.push_back(sum -= pull);
    return moments;
}

Cut cutAxis(const Axis& axis) {
    Cut cut{cutIntoThrees(axis), {}, {}, {}};
    const Axis& coarse = cut.coarse;
    constexpr std::array<double, 1> kOne{1.0};
    constexpr std::array<double, 2> kDifference{-1.0, 1.0};
    cut.lines.resize(coarse.count());
    cut.differences.resize(coarse.count());
    for (Index i = 0; i < coarse.count(); ++i) {
        cut.parts.push_back(pullsOf(axis, cut, i, kOne));
        if (i + 1 < coarse.count()) cut.differences[i] = differenceMoments(pullsOf(axis, cut, i, kDifference));
        if (i > 0 && i + 1 < coarse.count())
            cut.lines[i] = lineMoments(axis, pullsOf(axis, cut, i - 1, lineWeights(coarse, i)));
    }
    return cut;
}

// Bends of a grid by their middle, or their first corner; kNone where there is none.
using BendsAt = std::vector<Index>;

// A rope or a grid on one level: which bend it has where, and what stands in for its particles. A rope is a grid of one
// row.
struct Plate {
    Axis columns, rows;
    std::vector<Index> nodes;  // row after row: particles, or clusters of the level
    BendsAt alongRows, alongColumns, twists;

    Plate(Axis columns, Axis rows) : columns(std::move(columns)), rows(std::move(rows)) {
        nodes.resize(std::size_t(this->columns.count()) * this->rows.count());
        for (BendsAt* bends : {&alongRows, &alongColumns, &twists})
            bends->assign(nodes.size(), kNone);
    }
    Index at(Index column, Index row) const { return row * columns.count() + column; }
    Index node(Index column, Index row) const { return nodes[at(column, row)]; }
};

// A bend between clusters, with what those below it have of its moment.
struct Coarse {
    ClusterBend bend;
    std::vector<BendShare> shares;
};

// Those of bends at (column, row) with what their numbers multiply to. None if one of them is not there.
std::vector<BendShare> sharesOf(const Plate& plate, const BendsAt& bends, const Spread& columns, const Spread& rows) {
    std::vector<BendShare> shares;
    for (std::size_t j = 0; j < rows.numbers.size(); ++j)
        for (std::size_t i = 0; i < columns.numbers.size(); ++i) {
            const double number = columns.numbers[i] * rows.numbers[j];
            if (std::abs(number) < kNoShare) continue;
            const Index bend = bends[plate.at(columns.first + Index(i), rows.first + Index(j))];
            if (bend == kNone) return {};
            shares.push_back({bend, number});
        }
    return shares;
}

// As hingeBetween() does: they add up to 0 after rounding.
std::array<float, 4> toWeights(const std::array<double, 3>& w) {
    const auto a = static_cast<float>(w[0]), c = static_cast<float>(w[2]);
    return {a, static_cast<float>(-double(a) - c), c, 0.0f};
}

// Makes the bends of a plate's next level.
class Coarsener {
  public:
    Coarsener(const Plate& fine, const Cut& columns, const Cut& rows, Plate& coarse, std::vector<Coarse>& bends)
        : fine_(fine), columns_(columns), rows_(rows), coarse_(coarse), bends_(bends) {}

    void run() {
        for (Index j = 0; j < coarse_.rows.count(); ++j)
            for (Index i = 0; i < coarse_.columns.count(); ++i) {
                if (i > 0 && i + 1 < coarse_.columns.count()) addAlongRow(i, j);
                if (j > 0 && j + 1 < coarse_.rows.count()) addAlongColumn(i, j);
                if (i + 1 < coarse_.columns.count() && j + 1 < coarse_.rows.count()) addTwist(i, j);
            }
    }

  private:
    Index node(Index column, Index row) const { return coarse_.node(column, row); }

    void addAlongRow(Index i, Index j) {
        const Index last = node(i + 1, j);
        const ClusterBend bend{
            BendKind::Line, {node(i - 1, j), node(i, j), last, last}, toWeights(lineWeights(coarse_.columns, i))};
        add(bend, sharesOf(fine_, fine_.alongRows, columns_.lines[i], rows_.parts[j]),
            coarse_.alongRows[coarse_.at(i, j)]);
    }

    void addAlongColumn(Index i, Index j) {
        const Index last = node(i, j + 1);
        const ClusterBend bend{
            BendKind::Line, {node(i, j - 1), node(i, j), last, last}, toWeights(lineWeights(coarse_.rows, j))};
        add(bend, sharesOf(fine_, fine_.alongColumns, columns_.parts[i], rows_.lines[j]),
            coarse_.alongColumns[coarse_.at(i, j)]);
    }

    void addTwist(Index i, Index j) {
        const ClusterBend bend{BendKind::Quad,
                               {node(i, j), node(i + 1, j), node(i, j + 1), node(i + 1, j + 1)},
                               {1.0f, -1.0f, -1.0f, 1.0f}};
        add(bend, sharesOf(fine_, fine_.twists, columns_.differences[i], rows_.differences[j]),
            coarse_.twists[coarse_.at(i, j)]);
    }

    void add(const ClusterBend& bend, std::vector<BendShare>&& shares, Index& place) {
        if (shares.empty()) return;
        place = static_cast<Index>(bends_.size());
        bends_.push_back({bend, std::move(shares)});
    }

    const Plate& fine_;
    const Cut &columns_, &rows_;
    Plate& coarse_;
    std::vector<Coarse>& bends_;
};

// Bends of one level: what is known of those below it when the next is made.
struct Known {
    std::vector<double> mobilities;  // W, where nothing is pinned [1/kg]
    std::vector<float> dampings;
    BendShares together;  // compliances [m/N]
};

void append(BendShares& to, const std::vector<BendShare>& list) {
    to.all.insert(to.all.end(), list.begin(), list.end());
    to.first.push_back(static_cast<Index>(to.all.size()));
}

std::span<const BendShare> listOf(const BendShares& shares, Index i) {
    return {shares.all.data() + shares.first[i], shares.all.data() + shares.first[i + 1]};
}

// Per bend of the level below, those that it has a share of.
BendShares turned(const std::vector<Coarse>& bends, std::size_t count) {
    BendShares given;
    given.first.assign(count + 1, 0);
    for (const Coarse& coarse : bends)
        for (const BendShare& share : coarse.shares)
            ++given.first[share.bend + 1];
    for (std::size_t i = 0; i < count; ++i)
        given.first[i + 1] += given.first[i];
    given.all.resize(given.first[count]);
    std::vector<Index> next(given.first.begin(), given.first.end() - 1);
    for (Index c = 0; c < bends.size(); ++c)
        for (const BendShare& share : bends[c].shares)
            given.all[next[share.bend]++] = {c, share.number};
    return given;
}

// P^T C P: compliances that bends have together, each itself first.
BendShares compliancesOf(const std::vector<Coarse>& bends, const BendShares& given, const Known& below) {
    std::vector<std::vector<BendShare>> lists(bends.size());
    forAll(bends.size(), [&](std::size_t c) {
        std::vector<BendShare>& list = lists[c];
        list.push_back({static_cast<Index>(c), 0.0});
        const auto add = [&](Index other, double compliance) {
            const auto isOther = [&](const BendShare& share) { return share.bend == other; };
            const auto found = std::find_if(list.begin(), list.end(), isOther);
            if (found != list.end()) found->number += compliance;
            else list.push_back({other, compliance});
        };
        for (const BendShare& own : bends[c].shares)
            for (const BendShare& compliance : listOf(below.together, own.bend))
                for (const BendShare& others : listOf(given, compliance.bend))
                    add(others.bend, own.number * compliance.number * others.number);
    });
    BendShares together;
    for (const std::vector<BendShare>& list : lists)
        append(together, list);
    return together;
}

// Of the softest of these.
double softestOf(const Known& known, const BendsAt& bends) {
    double most = 0.0;
    for (const Index bend : bends) {
        if (bend == kNone) continue;
        most = std::max(most, softnessOf(known.mobilities[bend], listOf(known.together, bend)[0].number));
    }
    return most;
}

bool isExact(const Known& known, const Plate& plate) {
    const auto isSoft = [&](const BendsAt& bends) { return softestOf(known, bends) <= kExactBending; };
    return isSoft(plate.alongRows) && isSoft(plate.alongColumns) && isSoft(plate.twists);
}

// The scene's bends, by the plates that they are in. No particle is in two of them.
class PlateFinder {
  public:
    PlateFinder(const Scene& scene, const Schedule& schedule)
        : scene_(scene), schedule_(schedule), plateOf_(scene.positions.size(), kNone) {
        for (const Body& body : scene.bodies)
            addPlate(body);
        for (Index bend = 0; bend < scene.bends.size(); ++bend)
            place(bend);
    }

    std::vector<Plate> plates() && { return std::move(plates_); }

  private:
    void addPlate(const Body& body) {
        const auto first = plateOf_.begin() + body.firstParticle, last = first + body.particleCount;
        if (std::any_of(first, last, [](Index plate) { return plate != kNone; })) return;
        std::optional<Plate> plate = plateOf(body);
        if (!plate) return;
        std::fill(first, last, static_cast<Index>(plates_.size()));
        plates_.push_back(std::move(*plate));
        firstParticle_.push_back(body.firstParticle);
    }

    std::optional<Plate> plateOf(const Body& body) const {
        std::optional<GridAxes> axes = axesOf(scene_, body);
        if (!axes) return std::nullopt;
        Plate plate(std::move(axes->columns), std::move(axes->rows));
        for (Index i = 0; i < plate.nodes.size(); ++i)
            plate.nodes[i] = schedule_.localParticle[body.firstParticle + i];
        return plate;
    }

    void place(Index index) {
        const SceneBend& bend = scene_.bends[index];
        const Index number = plateOf_[bend.particles[0]];
        const auto isOfPlate = [&](Index particle) { return plateOf_[particle] == number; };
        if (number == kNone || !std::all_of(bend.particles.begin(), bend.particles.end(), isOfPlate)) return;
        std::array<Index, 4> p;
        for (int i = 0; i < 4; ++i)
            p[i] = bend.particles[i] - firstParticle_[number];
        if (Index* at = placeOf(plates_[number], bend, p); at && *at == kNone) *at = index;
    }

    static Index* placeOf(Plate& plate, const SceneBend& bend, const std::array<Index, 4>& p) {
        const Index columns = plate.columns.count(), column = p[0] % columns;
        using Weights = std::array<float, 4>;
        const auto leads = [&](Index step) { return p[1] == p[0] + step && p[2] == p[1] + step; };
        if (bend.kind == BendKind::Line && bend.weights == Weights{1, -2, 1, 0}) {
            if (leads(1) && column + 2 < columns) return &plate.alongRows[p[1]];
            return leads(columns) ? &plate.alongColumns[p[1]] : nullptr;
        }
        const bool isTwist = bend.kind == BendKind::Quad && bend.weights == Weights{1, -1, -1, 1} &&
                             column + 1 < columns && p[1] == p[0] + 1 && p[2] == p[0] + columns && p[3] == p[2] + 1;
        return isTwist ? &plate.twists[p[0]] : nullptr;
    }

    const Scene& scene_;
    const Schedule& schedule_;
    std::vector<Index> plateOf_;        // per particle of the scene
    std::vector<Plate> plates_;         // and, of each,
    std::vector<Index> firstParticle_;  // its first particle
};

Known knownOf(const Scene& scene) {
    Known known;
    for (Index i = 0; i < scene.bends.size(); ++i) {
        const SceneBend& bend = scene.bends[i];
        std::array<double, 4> masses;
        for (int k = 0; k < 4; ++k)
            masses[k] = scene.masses[bend.particles[k]];
        known.mobilities.push_back(mobilityOf(bend.weights, masses));
        known.dampings.push_back(bend.damping);
        known.together.all.push_back({i, double(bend.compliance)});
        known.together.first.push_back(i + 1);
    }
    return known;
}

// That of the next level, from what bends below have of its moments.
float dampingOf(const Coarse& coarse, const Known& below) {
    double sum = 0.0, squares = 0.0;
    for (const BendShare& share : coarse.shares) {
        sum += share.number * share.number * below.dampings[share.bend];
        squares += share.number * share.number;
    }
    return static_cast<float>(sum / squares);
}

// Adds the clusters of a plate to a level.
void addClusters(const Plate& fine, const Cut& columns, const Cut& rows, ClusterLevel& level, const Plate& coarse) {
    for (Index j = 0; j < coarse.rows.count(); ++j)
        for (Index i = 0; i < coarse.columns.count(); ++i)
            level.masses.push_back(coarse.columns.masses[i] * coarse.rows.masses[j]);
    for (Index j = 0; j < fine.rows.count(); ++j)
        for (Index i = 0; i < fine.columns.count(); ++i) {
            const Index node = fine.node(i, j);
            level.clusterOf[node] = coarse.node(columns.of[i], rows.of[j]);
            level.shares[node] = columns.parts[columns.of[i]].numbers[i - columns.first[columns.of[i]]] *
                                 rows.parts[rows.of[j]].numbers[j - rows.first[rows.of[j]]];
        }
}

// The next level of plates, which become those of it; none if no bend needs it.
std::optional<BendLevel> nextLevel(std::vector<Plate>& plates, Known& known, std::size_t nodeCount) {
    BendLevel level;
    level.clusters.clusterOf.assign(nodeCount, kNoCluster);
    level.clusters.shares.assign(nodeCount, 0.0);
    std::vector<Coarse> bends;
    std::vector<Plate> coarsePlates;
    for (const Plate& fine : plates) {
        if (isExact(known, fine)) continue;
        const Cut columns = cutAxis(fine.columns), rows = cutAxis(fine.rows);
        Plate coarse(columns.coarse, rows.coarse);
        if (coarse.nodes.size() == fine.nodes.size()) continue;
        for (Index i = 0; i < coarse.nodes.size(); ++i)
            coarse.nodes[i] = static_cast<Index>(level.clusters.masses.size()) + i;
        const std::size_t before = bends.size();
        Coarsener(fine, columns, rows, coarse, bends).run();
        if (bends.size() == before) continue;
        addClusters(fine, columns, rows, level.clusters, coarse);
        coarsePlates.push_back(std::move(coarse));
    }
    if (bends.empty()) return std::nullopt;
    level.given = turned(bends, known.mobilities.size());
    level.together = compliancesOf(bends, level.given, known);
    Known next;
    for (Coarse& coarse : bends) {
        coarse.bend.damping = dampingOf(coarse, known);
        std::array<double, 4> masses;
        for (int k = 0; k < 4; ++k)
            masses[k] = level.clusters.masses[coarse.bend.clusters[k]];
        next.mobilities.push_back(mobilityOf(coarse.bend.weights, masses));
        next.dampings.push_back(coarse.bend.damping);
        level.bends.push_back(coarse.bend);
    }
    next.together = level.together;
    known = std::move(next);
    plates = std::move(coarsePlates);
    return level;
}

}  // namespace

double mobilityOf(const std::array<float, 4>& weights, const std::array<double, 4>& masses) {
    double sum = 0.0;
    for (int i = 0; i < 4; ++i)
        if (weights[i] != 0.0f) sum += double(weights[i]) * weights[i] / masses[i];
    return sum;
}

double softnessOf(double mobility, double compliance) {
    return mobility * kLongestBending * kLongestBending / std::max(compliance, 1e-30);
}

std::vector<BendLevel> makeBendLevels(const Scene& scene, const Schedule& schedule) {
    std::vector<BendLevel> levels;
    if (!scene.levels || scene.bends.empty()) return levels;
    std::vector<Plate> plates = PlateFinder(scene, schedule).plates();
    Known known = knownOf(scene);
    std::size_t nodes = scene.positions.size();
    while (std::optional<BendLevel> level = nextLevel(plates, known, nodes)) {
        nodes = level->clusters.masses.size();
        levels.push_back(std::move(*level));
    }
    return levels;
}

}  // namespace pliant
