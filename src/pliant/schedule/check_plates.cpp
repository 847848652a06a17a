// What solvers rely on of plates.

#include <algorithm>
#include <cmath>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/tensor_blocks.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

// Where the parts of plates stand in scratch.
struct Ranges {
    std::size_t moments, tensors, end;

    explicit Ranges(const Schedule& s)
        : moments(firstHingeMoment(s)), tensors(moments + s.plateHinges.size()), end(scratchCount(s)) {}
    bool isTensor(std::size_t place) const { return place >= tensors && place + 3 <= end; }
    bool isMoment(std::size_t place) const { return place >= moments && place < tensors; }
};

// Before anything else: those of levels, hinges and particles.
Status checkRanges(const Schedule& s) {
    const Ranges ranges(s);
    if (s.firstPlateBend + s.plateHinges.size() > s.sceneBend.size() || s.tensorLevels.empty())
        return fail("the hinges of plates are out of range");
    for (std::size_t level = 0; level < s.tensorLevels.size(); ++level) {
        const TensorLevel& l = s.tensorLevels[level];
        const std::size_t last = std::max(std::size_t(l.given), std::size_t(l.solved)) + l.count;
        if (l.count == 0 || last > s.firstPushRow) return fail("level {} of plates is out of range", level);
    }
    if (s.firstPushRow > s.tensorRows.size()) return fail("the particles of plates are out of range");
    for (Index h = 0; h < s.plateHinges.size(); ++h)
        if (!ranges.isTensor(s.plateHinges[h].tensorA) || !ranges.isTensor(s.plateHinges[h].tensorB))
            return fail("hinge {} of a plate has a tensor out of range", h);
    return {};
}

Status checkRow(const Schedule& s, const Ranges& ranges, const Pass& pass, Index i) {
    const TensorRow& row = s.tensorRows[i];
    const bool isSolved = pass.kind == PassKind::SolveTensors, isPush = pass.kind == PassKind::PushHinges;
    const std::size_t links = isSolved ? s.tensorBlocks.size() : s.tensorLinks.size();
    if (row.firstLink > links || row.linkCount > links - row.firstLink)
        return fail("the links of tensor {} are out of range", i);
    const bool hasRest = !isSolved || ranges.isTensor(std::size_t(row.place) + pass.rows);
    if ((!isPush && !ranges.isTensor(row.place)) || !hasRest) return fail("tensor {} is out of range", i);
    if (isPush != (i >= s.firstPushRow)) return fail("row {} of tensors is in a pass of another kind", i);
    if (isSolved && (row.linkCount == 0 || s.tensorBlocks[row.firstLink].place != row.place))
        return fail("tensor {} has no block of its own", i);
    for (Index l = row.firstLink; l < row.firstLink + row.linkCount; ++l) {
        const std::size_t place = isSolved ? s.tensorBlocks[l].place : s.tensorLinks[l].place;
        const bool isGood = pass.response == kTensorOfHinges ? place < s.plateHinges.size()
                            : isPush                         ? ranges.isMoment(place)
                                                             : ranges.isTensor(place);
        if (!isGood) return fail("link {} of tensor {} leads nowhere", l - row.firstLink, i);
    }
    return {};
}

// That rows lead to what there is, and that each is in one pass; and that hinges have the places of theirs.
Status checkTensorRows(const Schedule& s) {
    const Ranges ranges(s);
    std::vector<bool> isMet(s.tensorRows.size(), false);
    std::size_t met = 0;
    for (const Pass& pass : s.bending) {
        const bool ofBends = pass.kind == PassKind::MeasureHinges, ofHinges = pass.kind == PassKind::SpreadTensors;
        const Index from = ofBends ? s.firstPlateBend : 0;
        const bool isWhole = pass.first == from && pass.count == s.plateHinges.size();
        if ((ofBends || ofHinges) && (!isWhole || pass.rows + from != Index(ranges.moments)))
            return fail("a pass over the hinges of plates has others");
        if (pass.response == kTensorOfHinges && pass.kind == PassKind::GatherTensors && pass.rows != ranges.moments)
            return fail("a pass over the hinges of plates has others");
        if (traitsOf(pass.kind).items != Items::TensorRows) continue;
        for (Index i = pass.first; i < pass.first + pass.count; ++i) {
            if (Status status = checkRow(s, ranges, pass, i); !status) return status;
            if (isMet[i]) return fail("row {} of tensors is met twice", i);
            isMet[i] = true;
            ++met;
        }
    }
    return met == isMet.size() ? Status{} : Status(fail("{} of {} rows of tensors are met", met, isMet.size()));
}

// The block of a row with the tensor at a place; null if there is none.
const TensorBlock* blockWith(const Schedule& s, const TensorRow& row, Index place) {
    for (Index l = row.firstLink; l < row.firstLink + row.linkCount; ++l)
        if (s.tensorBlocks[l].place == place) return &s.tensorBlocks[l];
    return nullptr;
}

bool areTurned(const float (&one)[9], const float (&other)[9]) {
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            if (!(std::abs(one[3 * row + column] - other[3 * column + row]) <=
                  1e-4f * (std::abs(one[3 * row + column]) + 1e-20f)))
                return false;
    return true;
}

// No tensor is solved with one that it shares a block with; blocks are ascending, and the same from both sides.
Status checkSolves(const Schedule& s) {
    constexpr Index kNever = ~0u;
    std::vector<Index> rowAt(scratchCount(s), kNever), colourAt(scratchCount(s), kNever);
    for (const Pass& pass : s.bending)
        for (Index i = pass.first; pass.kind == PassKind::SolveTensors && i < pass.first + pass.count; ++i) {
            rowAt[s.tensorRows[i].place] = i;
            colourAt[s.tensorRows[i].place] = pass.colour;
        }
    for (const Index i : rowAt) {
        if (i == kNever) continue;
        const TensorRow& row = s.tensorRows[i];
        for (Index l = row.firstLink + 1; l < row.firstLink + row.linkCount; ++l) {
            const TensorBlock& block = s.tensorBlocks[l];
            if (colourAt[block.place] == colourAt[row.place])
                return fail("tensor {} is solved together with one that it knows of", i);
            const bool isAfter = l == row.firstLink + 1 || block.place > s.tensorBlocks[l - 1].place;
            const Index other = rowAt[block.place];
            const TensorBlock* back = other == kNever ? nullptr : blockWith(s, s.tensorRows[other], row.place);
            if (!isAfter || !back || !areTurned(block.mobility, back->mobility) ||
                !areTurned(block.compliance, back->compliance))
                return fail("a block of tensor {} is not the same from both sides", i);
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

Status checkPlates(const Schedule& schedule) {
    if (schedule.plateHinges.empty()) return {};
    for (const auto check : {checkRanges, checkTensorRows, checkSolves, checkPushes, checkShares})
        if (Status status = check(schedule); !status) return status;
    return checkCover(schedule.bending, PassKind::SpreadTensors, schedule.plateHinges.size(), "bending");
}

}  // namespace pliant
