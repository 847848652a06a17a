// What solvers rely on of plates.

#include <cmath>

#include "pliant/fail.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/tensor_blocks.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

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

Status checkPlates(const Schedule& schedule) {
    if (schedule.plateHinges.empty()) return {};
    if (schedule.firstPlateBend + schedule.plateHinges.size() > schedule.sceneBend.size())
        return fail("the hinges of plates are out of range");
    for (const auto check : {checkTensorRows, checkSolves, checkPushes, checkShares})
        if (Status status = check(schedule); !status) return status;
    return checkCover(schedule.bending, PassKind::SpreadTensors, schedule.plateHinges.size(), "bending");
}

}  // namespace pliant
