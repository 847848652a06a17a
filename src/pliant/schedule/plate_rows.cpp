// What plates add to a schedule: hinges, rows of tensors, and passes over them.

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vec3.hpp>
#include <utility>

#include "pliant/schedule/families.h"
#include "pliant/schedule/sorting.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/schedule/tensor_blocks.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dmat3;
using glm::dvec2;
using glm::dvec3;

// n n, as components of a tensor count: m = xx Mxx + yy Myy + xy Mxy.
dvec3 alongNormal(const dvec2& n) {
    return {n.x * n.x, n.y * n.y, 2.0 * n.x * n.y};
}

double areaOf(const PlateTriangle& t) {
    const dvec2 u = t.corners[1] - t.corners[0], v = t.corners[2] - t.corners[0];
    return 0.5 * std::abs(u.x * v.y - u.y * v.x);
}

// As numbers of M : M, whose mixed component counts twice.
const dvec3 kTwice{1.0, 1.0, 2.0};

// The moments of a triangle's edges as one tensor.
struct EdgeTensors {
    dmat3 tensors;  // column by column: for a unit of the moment at each edge
    double area;    // [m^2]
};

EdgeTensors tensorsOf(const PlateTriangle& t) {
    dmat3 rows;
    for (int k = 0; k < 3; ++k) {
        const dvec2 edge = glm::normalize(t.corners[(k + 1) % 3] - t.corners[k]);
        rows[k] = alongNormal({-edge.y, edge.x});
    }
    return {glm::inverse(glm::transpose(rows)), areaOf(t)};
}

// Which hinges push a particle, and how much.
struct Push {
    Index hinge;
    double weight;
};

// First fit.
std::vector<Index> coloursOf(const Blocks& blocks, Index count) {
    std::vector<Index> colours(count, ~0u), taken;
    for (Index i = 0; i < count; ++i) {
        taken.clear();
        for (const Blocks::Block& block : blocks[i])
            taken.push_back(colours[block.other]);
        Index colour = 0;
        while (std::find(taken.begin(), taken.end(), colour) != taken.end())
            ++colour;
        colours[i] = colour;
    }
    return colours;
}

class PlateCompiler {
  public:
    PlateCompiler(const PlateNet& net, Schedule& schedule)
        : net_(net), levels_(makeTensorLevels(net)), schedule_(schedule) {}

    std::vector<Pass> run() {
        const auto hinges = static_cast<Index>(net_.hinges.size());
        firstMoment_ = static_cast<Index>(firstHingeMoment(schedule_));
        placeTensors(hinges);
        orderHinges();
        listPushes();
        addHinges();
        gatherUp(hinges);
        solveDown();
        add({PassKind::SpreadTensors, 0, 0, 0, hinges}, firstMoment_);
        pushParticles();
        schedule_.tensorBlocks = tensorBlocksFor(schedule_, pinnedNow());
        return std::move(passes_);
    }

  private:
    void add(Pass pass, Index rows) {
        pass.rows = rows;
        passes_.push_back(pass);
    }

    Index countOf(std::size_t level) const {
        return level == 0 ? static_cast<Index>(net_.particles.size()) : levels_[level - 1].count;
    }

    // Where in scratch the tensors of a level are; those of clusters are followed by what is gathered for them.
    void placeTensors(Index hinges) {
        Index next = firstMoment_ + hinges;
        for (std::size_t level = 0; level <= levels_.size(); ++level) {
            places_.push_back(next);
            next += (level == 0 ? 3 : 6) * countOf(level);
        }
    }

    // Bends are sorted by colour: which one each hinge of the net has become.
    void orderHinges() {
        std::vector<Index> hingeOf(schedule_.sceneBend.size(), kNoHinge);
        for (Index h = 0; h < net_.hinges.size(); ++h)
            hingeOf[net_.hinges[h].bend] = h;
        became_.resize(net_.hinges.size());
        for (Index i = 0; i < net_.hinges.size(); ++i) {
            hingeAt_.push_back(hingeOf[schedule_.sceneBend[schedule_.firstPlateBend + i]]);
            became_[hingeAt_.back()] = i;
        }
    }

    void listPushes() {
        pushes_.resize(schedule_.particles.size());
        for (Index i = 0; i < net_.hinges.size(); ++i) {
            const Bend& bend = schedule_.bends[schedule_.firstPlateBend + i];
            const std::array<double, 4> weights = weightsOf(bend);
            const std::array<Index, 4> corners{bend.a, bend.b, bend.c, bend.d};
            for (int k = 0; k < 4; ++k)
                pushes_[corners[k]].push_back({i, weights[k]});
        }
    }

    // Their tensors, and the compliances that they share with the other hinges of their triangles.
    void addHinges() {
        schedule_.plateHinges.resize(net_.hinges.size());
        std::vector<std::vector<std::pair<Index, double>>> shared(net_.hinges.size());
        for (Index h = 0; h < net_.hinges.size(); ++h) {
            const NetHinge& hinge = net_.hinges[h];
            const dvec3 half = 0.5 * alongNormal(hinge.normal);
            schedule_.plateHinges[became_[h]] = {tensorPlace(0, hinge.nodes[0]), tensorPlace(0, hinge.nodes[1]),
                                                 static_cast<float>(half.x), static_cast<float>(half.y),
                                                 static_cast<float>(half.z)};
            shared[became_[h]].push_back({became_[h], 0.0});
            schedule_.bendNumbers[schedule_.firstPlateBend + became_[h]].damping =
                static_cast<float>(net_.damping[hinge.nodes[0]]);
        }
        for (const PlateTriangle& triangle : net_.triangles)
            addCompliances(triangle, shared);
        for (Index i = 0; i < shared.size(); ++i) {
            BendNumbers& numbers = schedule_.bendNumbers[schedule_.firstPlateBend + i];
            numbers.firstLink = static_cast<Index>(schedule_.bendLinks.size());
            numbers.linkCounts = static_cast<Index>(shared[i].size()) << 16;
            for (const auto& [other, compliance] : shared[i])
                schedule_.bendLinks.push_back({firstMoment_ + other, static_cast<float>(compliance)});
            schedule_.bends[schedule_.firstPlateBend + i].compliance = static_cast<float>(shared[i][0].second);
        }
    }

    double complianceOf(const PlateTriangle& triangle, const EdgeTensors& edges, int i, int j) const {
        const double both =
            net_.hinges[triangle.hinges[i]].inverseStiffness * net_.hinges[triangle.hinges[j]].inverseStiffness;
        return edges.area * glm::dot(edges.tensors[i] * kTwice, edges.tensors[j]) * std::sqrt(both);
    }

    void addCompliances(const PlateTriangle& triangle,
                        std::vector<std::vector<std::pair<Index, double>>>& shared) const {
        const EdgeTensors edges = tensorsOf(triangle);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                if (triangle.hinges[i] == kNoHinge || triangle.hinges[j] == kNoHinge) continue;
                const double compliance = complianceOf(triangle, edges, i, j);
                auto& list = shared[became_[triangle.hinges[i]]];
                if (i == j) list[0].second += compliance;
                else list.push_back({became_[triangle.hinges[j]], compliance});
            }
    }

    Index tensorPlace(std::size_t level, Index tensor) const { return places_[level] + 3 * tensor; }
    Index restPlace(std::size_t level, Index tensor) const {
        return tensorPlace(level, tensor) + (level == 0 ? 0 : 3 * countOf(level));
    }

    template <class Links>
    void addRow(Index place, float damping, const Links& links) {
        const auto first = static_cast<Index>(schedule_.tensorLinks.size());
        for (const auto& [to, number] : links)
            schedule_.tensorLinks.push_back({to, static_cast<float>(number)});
        schedule_.tensorRows.push_back(
            {first, static_cast<Index>(schedule_.tensorLinks.size()) - first, place, damping});
    }

    template <class AddRow>
    void addRows(PassKind kind, Index response, Index rows, Index count, AddRow&& addOne) {
        const auto first = static_cast<Index>(schedule_.tensorRows.size());
        for (Index i = 0; i < count; ++i)
            addOne(i);
        if (count > 0) add({kind, response, 0, first, count}, rows);
    }

    void gatherUp(Index hinges) {
        add({PassKind::MeasureHinges, 0, 0, schedule_.firstPlateBend, hinges}, firstMoment_ - schedule_.firstPlateBend);
        std::vector<std::vector<std::pair<Index, double>>> ofNode(countOf(0));
        for (Index h = 0; h < net_.hinges.size(); ++h)
            for (const Index node : net_.hinges[h].nodes)
                ofNode[node].push_back({became_[h], 1.0});
        addRows(PassKind::GatherTensors, kTensorOfHinges, firstMoment_, countOf(0),
                [&](Index i) { addRow(restPlace(0, i), 0.0f, ofNode[i]); });
        for (std::size_t level = 1; level <= levels_.size(); ++level) {
            const ShareRows members = turned(levels_[level - 1].shares, countOf(level));
            addRows(PassKind::GatherTensors, kTensorOfTensors, 0, countOf(level), [&](Index i) {
                std::vector<std::pair<Index, double>> links;
                for (const Share& share : members[i])
                    links.push_back({restPlace(level - 1, share.of), share.number});
                addRow(restPlace(level, i), 0.0f, links);
            });
        }
    }

    // What a level's tensors begin with: those of the level above; of the last level nothing.
    void addGiven(std::size_t level) {
        addRows(PassKind::GatherTensors, kTensorOfTensors, 0, countOf(level), [&](Index i) {
            std::vector<std::pair<Index, double>> links;
            if (level < levels_.size())
                for (const Share& share : levels_[level].shares[i])
                    links.push_back({tensorPlace(level + 1, share.of), share.number});
            addRow(tensorPlace(level, i), 0.0f, links);
        });
    }

    void solveDown() {
        schedule_.tensorLevels.resize(levels_.size() + 1);
        std::vector<Blocks> blocks = blocksOf();
        for (std::size_t level = levels_.size() + 1; level-- > 0;) {
            TensorLevel& record = schedule_.tensorLevels[level];
            record = {static_cast<Index>(schedule_.tensorRows.size()), 0, countOf(level)};
            addGiven(level);
            if (level > 0) addSolves(level, blocks[level - 1]);
        }
    }

    // Where any particle moves both: all that mobility can ever be; and compliances.
    std::vector<Blocks> blocksOf() const {
        std::vector<Blocks> blocks;
        for (std::size_t level = 1; level <= levels_.size(); ++level)
            blocks.emplace_back(countOf(level));
        for (const std::vector<Push>& pushes : pushes_)
            joinAround(pushes, blocks);
        for (const PlateTriangle& triangle : net_.triangles)
            addEnergy(triangle, blocks);
        return blocks;
    }

    void joinAround(const std::vector<Push>& pushes, std::vector<Blocks>& blocks) const {
        std::vector<Index> tensors;
        for (const Push& push : pushes)
            for (const Index node : net_.hinges[hingeAt_[push.hinge]].nodes)
                tensors.push_back(node);
        for (std::size_t level = 0; level < levels_.size() && !tensors.empty(); ++level) {
            std::vector<Index> above;
            for (const Index tensor : onceEach(tensors))
                for (const Share& share : levels_[level].shares[tensor])
                    above.push_back(share.of);
            tensors = onceEach(above);
            blocks[level].join(tensors);
        }
    }

    static std::vector<Index> onceEach(std::vector<Index> tensors) {
        std::sort(tensors.begin(), tensors.end());
        tensors.erase(std::unique(tensors.begin(), tensors.end()), tensors.end());
        return tensors;
    }

    // M : M / stiffness, a column for each component.
    void addEnergy(const PlateTriangle& triangle, std::vector<Blocks>& blocks) const {
        const EdgeTensors edges = tensorsOf(triangle);
        TensorParts<dmat3> parts;
        for (int k = 0; k < 3; ++k) {
            if (triangle.hinges[k] == kNoHinge) continue;
            const NetHinge& hinge = net_.hinges[triangle.hinges[k]];
            const dvec3 tensor = 0.5 * std::sqrt(hinge.inverseStiffness) * edges.tensors[k];
            for (const Index node : hinge.nodes)
                addTo<dmat3>(parts, node, glm::outerProduct(alongNormal(hinge.normal), tensor));
        }
        for (std::size_t level = 0; level < levels_.size() && !parts.empty(); ++level) {
            parts = carried<dmat3>(parts, levels_[level].shares);
            blocks[level].add(parts, edges.area * kTwice);
        }
    }

    void addSolves(std::size_t level, const Blocks& blocks) {
        const Index count = countOf(level);
        const std::vector<Index> colours = coloursOf(blocks, count);
        const Index colourCount = 1 + *std::max_element(colours.begin(), colours.end());
        const auto colourOf = [&](Index i) { return colours[i]; };
        const std::vector<Index> order = sortedBy(countUp(count), colourCount, colourOf);
        const std::vector<Index> first = groupStarts(order, colourCount, colourOf);
        schedule_.tensorLevels[level].solved = static_cast<Index>(schedule_.tensorRows.size());
        const std::vector<float> dampings = dampingsOf(level);
        for (Index c = 0; c < colourCount; ++c)
            addRows(PassKind::SolveTensors, 0, 3 * count, first[c + 1] - first[c],
                    [&](Index i) { addSolved(level, order[first[c] + i], blocks, dampings); });
    }

    void addSolved(std::size_t level, Index tensor, const Blocks& blocks, const std::vector<float>& dampings) {
        const auto firstBlock = static_cast<Index>(schedule_.tensorBlocks.size());
        const auto addBlock = [&](const Blocks::Block& block) {
            TensorBlock record{tensorPlace(level, block.other), {}, {}};
            store(block.entries, record.compliance);
            schedule_.tensorBlocks.push_back(record);
        };
        for (const bool isOwn : {true, false})  // first its own, then the others, ascending
            for (const Blocks::Block& block : blocks[tensor])
                if ((block.other == tensor) == isOwn) addBlock(block);
        schedule_.tensorRows.push_back(
            {firstBlock, static_cast<Index>(blocks[tensor].size()), tensorPlace(level, tensor), dampings[tensor]});
    }

    // Of the tensors of a level, those of their plates.
    std::vector<float> dampingsOf(std::size_t level) const {
        std::vector<float> dampings(net_.damping.begin(), net_.damping.end());
        for (std::size_t below = 0; below < level; ++below) {
            std::vector<float> above(levels_[below].count, 0.0f);
            for (Index i = 0; i < dampings.size(); ++i)
                for (const Share& share : levels_[below].shares[i])
                    above[share.of] = dampings[i];
            dampings = std::move(above);
        }
        return dampings;
    }

    void pushParticles() {
        schedule_.firstPushRow = static_cast<Index>(schedule_.tensorRows.size());
        std::vector<Index> pushed;
        for (Index i = 0; i < pushes_.size(); ++i)
            if (!pushes_[i].empty()) pushed.push_back(i);
        addRows(PassKind::PushHinges, 0, 0, static_cast<Index>(pushed.size()), [&](Index i) {
            std::vector<std::pair<Index, double>> links;
            for (const Push& push : pushes_[pushed[i]])
                links.push_back({firstMoment_ + push.hinge, push.weight});
            addRow(pushed[i], 0.0f, links);
        });
    }

    std::vector<std::uint8_t> pinnedNow() const {
        std::vector<std::uint8_t> pinned;
        for (const vec4& particle : schedule_.particles)
            pinned.push_back(particle.w == 0.0f ? 1 : 0);
        return pinned;
    }

    const PlateNet& net_;
    std::vector<TensorClusters> levels_;
    Schedule& schedule_;
    std::vector<Pass> passes_;
    Index firstMoment_ = 0;
    std::vector<Index> places_;              // per level, vertices first
    std::vector<Index> became_;              // per hinge of the net: which one of the schedule's plates
    std::vector<Index> hingeAt_;             // and back
    std::vector<std::vector<Push>> pushes_;  // per particle of the schedule
};

}  // namespace

std::size_t tensorPlaceCount(const Schedule& schedule) {
    std::size_t count = 0;
    for (std::size_t level = 0; level < schedule.tensorLevels.size(); ++level)
        count += (level == 0 ? 3 : 6) * std::size_t(schedule.tensorLevels[level].count);
    return schedule.plateHinges.size() + count;
}

std::vector<Pass> addPlates(const PlateNet& net, Schedule& schedule) {
    if (net.hinges.empty()) return {};
    return PlateCompiler(net, schedule).run();
}

}  // namespace pliant
