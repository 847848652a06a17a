// What plates add to a schedule: hinges, rows of tensors, and passes over them.

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <utility>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/sorting.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/schedule/tensor_levels.h"

namespace pliant {
namespace {

using Index = std::uint32_t;
using glm::dmat3;
using glm::dvec2;
using glm::dvec3;

// What something depends on of tensors: a number for each component.
struct Part {
    Index of;
    dvec3 numbers;
};
using Parts = std::vector<Part>;

void addTo(Parts& parts, Index of, const dvec3& numbers) {
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.of == of; });
    if (found != parts.end()) found->numbers += numbers;
    else parts.push_back({of, numbers});
}

// The same of tensors of the level above.
Parts carried(const Parts& parts, const ShareRows& shares) {
    Parts above;
    for (const Part& part : parts)
        for (const Share& share : shares[part.of])
            addTo(above, share.of, share.number * part.numbers);
    return above;
}

// n n, as components of a tensor count: m = xx Mxx + yy Myy + xy Mxy.
dvec3 alongNormal(const dvec2& n) {
    return {n.x * n.x, n.y * n.y, 2.0 * n.x * n.y};
}

double areaOf(const PlateTriangle& t) {
    const dvec2 u = t.corners[1] - t.corners[0], v = t.corners[2] - t.corners[0];
    return 0.5 * std::abs(u.x * v.y - u.y * v.x);
}

// The component of a triangle's tensor for a unit of the moment at each of its edges: columns.
dmat3 tensorsOfEdges(const PlateTriangle& t) {
    dmat3 rows;
    for (int k = 0; k < 3; ++k) {
        const dvec2 edge = glm::normalize(t.corners[(k + 1) % 3] - t.corners[k]);
        rows[k] = alongNormal({-edge.y, edge.x});
    }
    return glm::inverse(glm::transpose(rows));
}

// As numbers of M : M, whose mixed component counts twice.
const dvec3 kTwice{1.0, 1.0, 2.0};

// Blocks of a level while they are put together.
class Blocks {
  public:
    explicit Blocks(Index count) : rows_(count) {
        for (Index i = 0; i < count; ++i)
            rows_[i].push_back({i, dmat3(0.0)});
    }

    // In every two that both have a part: u v, times `number`. Rows of the block are components of the first.
    void add(const Parts& parts, double number) {
        for (const Part& row : parts)
            for (const Part& column : parts)
                at(row.of, column.of) += glm::outerProduct(number * row.numbers, column.numbers);
    }

    struct Block {
        Index other;
        dmat3 entries;
    };
    const std::vector<Block>& operator[](Index row) const { return rows_[row]; }

  private:
    dmat3& at(Index row, Index other) {
        std::vector<Block>& blocks = rows_[row];
        const auto found =
            std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) { return block.other == other; });
        if (found != blocks.end()) return found->entries;
        blocks.push_back({other, dmat3(0.0)});
        return blocks.back().entries;
    }

    std::vector<std::vector<Block>> rows_;
};

void store(const dmat3& entries, float (&to)[9]) {
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            to[3 * row + column] = static_cast<float>(entries[column][row]);
}

// Which hinges push a particle, and how much.
struct Push {
    Index hinge;
    double weight;
};

std::array<double, 4> weightsOf(const Bend& bend) {
    return {bend.ka, -(double(bend.ka) + bend.kc + bend.kd), bend.kc, bend.kd};
}

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

    double complianceOf(const PlateTriangle& triangle, const dmat3& tensors, int i, int j) const {
        const double both =
            net_.hinges[triangle.hinges[i]].inverseStiffness * net_.hinges[triangle.hinges[j]].inverseStiffness;
        return areaOf(triangle) * glm::dot(tensors[i] * kTwice, tensors[j]) * std::sqrt(both);
    }

    void addCompliances(const PlateTriangle& triangle,
                        std::vector<std::vector<std::pair<Index, double>>>& shared) const {
        const dmat3 tensors = tensorsOfEdges(triangle);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                if (triangle.hinges[i] == kNoHinge || triangle.hinges[j] == kNoHinge) continue;
                const double compliance = complianceOf(triangle, tensors, i, j);
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
                ofNode[node].push_back({became_[h], 0.5});
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
        for (const std::vector<Push>& pushes : pushes_) {
            Parts parts;
            for (const Push& push : pushes)
                for (const Index node : netHinge(push.hinge).nodes)
                    addTo(parts, node, dvec3(0.0));
            addUp(std::move(parts), 0.0, blocks);
        }
        for (const PlateTriangle& triangle : net_.triangles)
            addEnergy(triangle, blocks);
        return blocks;
    }

    const NetHinge& netHinge(Index number) const { return net_.hinges[hingeAt_[number]]; }

    void addUp(Parts parts, double number, std::vector<Blocks>& blocks) const {
        for (std::size_t level = 0; level < levels_.size() && !parts.empty(); ++level) {
            parts = carried(parts, levels_[level].shares);
            blocks[level].add(parts, number);
        }
    }

    // area M : M / stiffness, component by component.
    void addEnergy(const PlateTriangle& triangle, std::vector<Blocks>& blocks) const {
        const dmat3 tensors = tensorsOfEdges(triangle);
        for (int component = 0; component < 3; ++component) {
            Parts parts;
            for (int k = 0; k < 3; ++k) {
                if (triangle.hinges[k] == kNoHinge) continue;
                const NetHinge& hinge = net_.hinges[triangle.hinges[k]];
                const double number = 0.5 * tensors[k][component] * std::sqrt(hinge.inverseStiffness);
                for (const Index node : hinge.nodes)
                    addTo(parts, node, number * alongNormal(hinge.normal));
            }
            addUp(std::move(parts), areaOf(triangle) * kTwice[component], blocks);
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
        const float damping = dampingOf();
        for (Index c = 0; c < colourCount; ++c)
            addRows(PassKind::SolveTensors, 0, 3 * count, first[c + 1] - first[c],
                    [&](Index i) { addSolved(level, order[first[c] + i], blocks, damping); });
    }

    void addSolved(std::size_t level, Index tensor, const Blocks& blocks, float damping) {
        const auto firstBlock = static_cast<Index>(schedule_.tensorBlocks.size());
        for (const Blocks::Block& block : blocks[tensor]) {
            TensorBlock record{tensorPlace(level, block.other), {}, {}};
            store(block.entries, record.compliance);
            schedule_.tensorBlocks.push_back(record);
        }
        schedule_.tensorRows.push_back(
            {firstBlock, static_cast<Index>(blocks[tensor].size()), tensorPlace(level, tensor), damping});
    }

    // Their mean: clusters are of several.
    float dampingOf() const {
        double sum = 0.0;
        for (std::size_t i = 0; i < net_.hinges.size(); ++i)
            sum += schedule_.bendNumbers[schedule_.firstPlateBend + i].damping;
        return static_cast<float>(sum / double(net_.hinges.size()));
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

// Mobilities of blocks, from what a schedule says alone.
class BlockMeasurer {
  public:
    BlockMeasurer(const Schedule& schedule, const std::vector<std::uint8_t>& pinned)
        : s_(schedule), pinned_(pinned), rows_(schedule.tensorLevels.size()), sums_(schedule.tensorBlocks.size()) {}

    std::vector<TensorBlock> run() {
        for (std::size_t level = 1; level < rows_.size(); ++level)
            findRows(level);
        for (Index row = s_.firstPushRow; row < s_.tensorRows.size(); ++row)
            if (pinned_[s_.tensorRows[row].place] == 0) addParticle(s_.tensorRows[row]);
        std::vector<TensorBlock> blocks = s_.tensorBlocks;
        for (std::size_t i = 0; i < blocks.size(); ++i)
            store(sums_[i], blocks[i].mobility);
        return blocks;
    }

  private:
    Index firstPlace(std::size_t level) const { return s_.tensorRows[s_.tensorLevels[level].given].place; }

    // Of each tensor, the row in which it is solved.
    void findRows(std::size_t level) {
        const TensorLevel& record = s_.tensorLevels[level];
        rows_[level].resize(record.count);
        for (Index row = record.solved; row < record.solved + record.count; ++row)
            rows_[level][(s_.tensorRows[row].place - firstPlace(level)) / 3] = row;
    }

    std::span<const TensorLink> linksOf(const TensorRow& row) const {
        return {s_.tensorLinks.data() + row.firstLink, row.linkCount};
    }

    // How the tensors of vertices move a particle, then those of clusters, level by level.
    void addParticle(const TensorRow& particle) {
        const auto firstMoment = static_cast<Index>(firstHingeMoment(s_));
        Parts parts;
        for (const TensorLink& link : linksOf(particle)) {
            const PlateHinge& hinge = s_.plateHinges[link.place - firstMoment];
            const dvec3 numbers = double(link.number) * dvec3(hinge.xx, hinge.yy, hinge.xy);
            for (const Index place : {hinge.tensorA, hinge.tensorB})
                addTo(parts, (place - firstPlace(0)) / 3, numbers);
        }
        for (std::size_t level = 1; level < rows_.size(); ++level) {
            Parts above;
            for (const Part& part : parts)
                for (const TensorLink& link : linksOf(s_.tensorRows[s_.tensorLevels[level - 1].given + part.of]))
                    addTo(above, (link.place - firstPlace(level)) / 3, double(link.number) * part.numbers);
            parts = std::move(above);
            addToBlocks(level, parts, s_.inverseMasses[particle.place]);
        }
    }

    void addToBlocks(std::size_t level, const Parts& parts, double inverseMass) {
        for (const Part& one : parts) {
            const TensorRow& row = s_.tensorRows[rows_[level][one.of]];
            for (const Part& other : parts) {
                const Index place = firstPlace(level) + 3 * other.of;
                Index block = row.firstLink;
                while (s_.tensorBlocks[block].place != place)
                    ++block;
                sums_[block] += glm::outerProduct(inverseMass * one.numbers, other.numbers);
            }
        }
    }

    const Schedule& s_;
    const std::vector<std::uint8_t>& pinned_;
    std::vector<std::vector<Index>> rows_;  // per level and tensor
    std::vector<dmat3> sums_;               // per block
};

// That rows lead to what there is: places in scratch, links, blocks, hinges.
Status checkTensorRows(const Schedule& s) {
    const std::size_t first = firstHingeMoment(s), end = scratchCount(s);
    for (const Pass& pass : s.bending) {
        if (traitsOf(pass.kind).items != Items::TensorRows) continue;
        const bool isSolved = pass.kind == PassKind::SolveTensors, isPush = pass.kind == PassKind::PushHinges;
        const bool isOfHinges = pass.response == kTensorOfHinges;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            const TensorRow& row = s.tensorRows[i];
            const std::size_t links = isSolved ? s.tensorBlocks.size() : s.tensorLinks.size();
            if (row.firstLink > links || row.linkCount > links - row.firstLink)
                return fail("the links of tensor {} are out of range", i);
            if (!isPush && (row.place < first + s.plateHinges.size() || row.place + 3 > end))
                return fail("tensor {} is out of range", i);
            if (isSolved && (row.linkCount == 0 || s.tensorBlocks[row.firstLink].place != row.place))
                return fail("tensor {} has no block of its own", i);
            for (Index l = row.firstLink; l < row.firstLink + row.linkCount; ++l) {
                const Index place = isSolved ? s.tensorBlocks[l].place : s.tensorLinks[l].place;
                const bool isGood = isOfHinges ? place < s.plateHinges.size()
                                    : isPush   ? place >= first && place < first + s.plateHinges.size()
                                               : place >= first + s.plateHinges.size() && place + 3 <= end;
                if (!isGood) return fail("link {} of tensor {} leads nowhere", l - row.firstLink, i);
            }
        }
    }
    return {};
}

// No tensor is solved with one that it shares a block with, and blocks are the same from both sides.
Status checkSolves(const Schedule& s) {
    std::vector<Index> colourAt(scratchCount(s), ~0u);
    for (const Pass& pass : s.bending) {
        if (pass.kind != PassKind::SolveTensors) continue;
        for (Index i = pass.first; i < pass.first + pass.count; ++i)
            colourAt[s.tensorRows[i].place] = pass.colour;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            const TensorRow& row = s.tensorRows[i];
            for (Index l = row.firstLink + 1; l < row.firstLink + row.linkCount; ++l)
                if (colourAt[s.tensorBlocks[l].place] == pass.colour)
                    return fail("tensor {} is solved together with one that it knows of", i);
        }
    }
    return {};
}

// What hinges do to particles is what moments do to them.
Status checkPushes(const Schedule& s) {
    std::vector<double> sums(s.plateHinges.size(), 0.0), squares(s.plateHinges.size(), 0.0);
    for (std::size_t row = s.firstPushRow; row < s.tensorRows.size(); ++row)
        for (Index l = s.tensorRows[row].firstLink; l < s.tensorRows[row].firstLink + s.tensorRows[row].linkCount;
             ++l) {
            const std::size_t hinge = s.tensorLinks[l].place - firstHingeMoment(s);
            sums[hinge] += s.tensorLinks[l].number;
            squares[hinge] += double(s.tensorLinks[l].number) * s.tensorLinks[l].number;
        }
    for (Index h = 0; h < sums.size(); ++h) {
        double wanted = 0.0;
        for (const double weight : weightsOf(s.bends[s.firstPlateBend + h]))
            wanted += weight * weight;
        if (!(std::abs(sums[h]) <= 1e-5 * std::sqrt(wanted)) || !(std::abs(squares[h] - wanted) <= 1e-5 * wanted))
            return fail("hinge {} of a plate does not push as its bend does", h);
    }
    return {};
}

// Of each vertex or cluster that is in some of the next level, shares add up to 1.
Status checkShares(const Schedule& s) {
    for (std::size_t level = 0; level + 1 < s.tensorLevels.size(); ++level)
        for (Index i = 0; i < s.tensorLevels[level].count; ++i) {
            const TensorRow& row = s.tensorRows[s.tensorLevels[level].given + i];
            double sum = 0.0;
            for (Index l = row.firstLink; l < row.firstLink + row.linkCount; ++l)
                sum += s.tensorLinks[l].number;
            if (row.linkCount > 0 && !(std::abs(sum - 1.0) <= 1e-5))
                return fail("tensor {} of level {} is made of shares that add up to {}", i, level, sum);
        }
    return {};
}

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

std::vector<TensorBlock> tensorBlocksFor(const Schedule& schedule, const std::vector<std::uint8_t>& pinned) {
    return BlockMeasurer(schedule, pinned).run();
}

Status checkPlates(const Schedule& schedule) {
    if (schedule.plateHinges.empty()) return {};
    if (schedule.firstPlateBend + schedule.plateHinges.size() > schedule.sceneBend.size())
        return fail("the hinges of plates are out of range");
    for (const auto check : {checkTensorRows, checkSolves, checkPushes, checkShares})
        if (Status status = check(schedule); !status) return status;
    return checkCover(schedule.bending, PassKind::SpreadTensors, schedule.plateHinges.size(), "bending");
}

}  // namespace pliant
