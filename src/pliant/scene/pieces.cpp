#include "pliant/scene/pieces.h"

#include <bit>
#include <numeric>

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr int kHalfFull = 32;  // parts
constexpr CellMask kFirstX = 0x1111111111111111, kFirstY = 0x000f000f000f000f, kFirstZ = 0x000000000000ffff;

// The layer of parts with the lowest x, y or z, and how far apart layers are.
struct Axis {
    CellMask firstLayer;
    int stride;
};
constexpr Axis kAxes[] = {{kFirstX, 1}, {kFirstY, 4}, {kFirstZ, 16}};

// Directions are 0, 1: down and up along x; 2, 3: along y; 4, 5: along z.
CellMask layerTowards(int direction, int depth) {
    const Axis& axis = kAxes[direction / 2];
    return axis.firstLayer << (axis.stride * (direction % 2 == 0 ? depth : 3 - depth));
}

// Whether parts of a cell lie against those of the next one in a direction.
bool doMeet(CellMask here, CellMask there, int direction) {
    const Axis& axis = kAxes[direction / 2];
    if (direction % 2 == 0) std::swap(here, there);
    return ((here >> (3 * axis.stride)) & there & axis.firstLayer) != 0;
}

// Those parts of `all` that are connected with the lowest one, by sides.
CellMask connectedWithLowest(CellMask all) {
    CellMask found = all & (~all + 1);
    for (CellMask before = 0; before != found;) {
        before = found;
        for (const Axis& axis : kAxes) {
            const CellMask lastLayer = axis.firstLayer << (3 * axis.stride);
            found |= ((found & ~lastLayer) << axis.stride | (found & ~axis.firstLayer) >> axis.stride) & all;
        }
    }
    return found;
}

bool isHeavy(const Piece& piece) {
    return std::popcount(piece.inside) >= kHalfFull;
}

struct Builder {
    const CellGrid& grid;
    Pieces result;

    void split(const std::vector<CellMask>& inside, const std::vector<CellMask>& touched);
    void fill();
    bool isLayer(const Piece& piece) const;
    bool isHinge(const Piece& piece) const;
    void joinCorners();

    // The cell next to one, if there is any.
    bool step(std::array<Index, 3>& cell, int direction) const {
        Index& place = cell[direction / 2];
        if (direction % 2 == 0 ? place == 0 : place + 1 == grid.counts[direction / 2]) return false;
        place += direction % 2 == 0 ? -1 : 1;
        return true;
    }
    std::span<const Piece> of(const std::array<Index, 3>& cell) const {
        return result.ofCell(grid.cellAt(cell[0], cell[1], cell[2]));
    }

    template <class Take>
    void forNeighbours(const Piece& piece, int direction, Take&& take) const {
        std::array<Index, 3> cell = piece.cell;
        if (!step(cell, direction)) return;
        for (const Piece& other : of(cell)) {
            if (doMeet(piece.taken, other.taken, direction)) take(other);
        }
    }
};

void Builder::split(const std::vector<CellMask>& inside, const std::vector<CellMask>& touched) {
    result.firstOfCell.assign(grid.cellCount() + 1, 0);
    for (Index z = 0; z < grid.counts[2]; ++z) {
        for (Index y = 0; y < grid.counts[1]; ++y) {
            for (Index x = 0; x < grid.counts[0]; ++x) {
                const std::size_t cell = grid.cellAt(x, y, z);
                for (CellMask left = inside[cell] | touched[cell]; left != 0;) {
                    const CellMask taken = connectedWithLowest(left);
                    result.pieces.push_back({{x, y, z}, taken, inside[cell] & taken});
                    left &= ~taken;
                }
                result.firstOfCell[cell + 1] = static_cast<Index>(result.pieces.size());
            }
        }
    }
}

bool Builder::isLayer(const Piece& piece) const {
    if (isHeavy(piece)) return false;
    CellMask left = piece.taken;
    for (int direction = 0; direction < 6; ++direction) {
        forNeighbours(piece, direction, [&](const Piece& other) {
            if (isHeavy(other)) left &= ~(layerTowards(direction, 0) | layerTowards(direction, 1));
        });
    }
    return left == 0;
}

// Whether it lies in a corner between a piece that is heavy and a filled one that would else hang on that by an edge.
bool Builder::isHinge(const Piece& piece) const {
    bool hinges = false;
    for (int d = 0; d < 6; ++d) {
        for (int e = 0; e < 6; ++e) {
            if (d / 2 == e / 2) continue;
            std::array<Index, 3> across = piece.cell;
            if (!step(across, d) || !step(across, e)) continue;
            const auto isBridged = [&](const Piece& heavy, const Piece& light) {
                for (const Piece& p : of(across)) {
                    if (p.isFilled && doMeet(heavy.taken, p.taken, e) && doMeet(light.taken, p.taken, d)) return true;
                }
                return false;
            };
            forNeighbours(piece, d, [&](const Piece& heavy) {
                forNeighbours(piece, e, [&](const Piece& light) {
                    hinges |= isHeavy(heavy) && light.isFilled && !isHeavy(light) && !isBridged(heavy, light);
                });
            });
        }
    }
    return hinges;
}

void Builder::fill() {
    for (Piece& piece : result.pieces)
        piece.isFilled = !isLayer(piece);
    std::vector<Index> hinges;
    for (Index i = 0; i < result.pieces.size(); ++i) {
        if (!result.pieces[i].isFilled && isHinge(result.pieces[i])) hinges.push_back(i);
    }
    for (const Index i : hinges)
        result.pieces[i].isFilled = true;
}

// Corners of pieces as a forest, each tree one corner; roots are the lowest.
class Joined {
  public:
    explicit Joined(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0u); }

    Index rootOf(Index corner) {
        while (parents_[corner] != corner)
            corner = parents_[corner] = parents_[parents_[corner]];
        return corner;
    }
    void join(Index a, Index b) {
        a = rootOf(a);
        b = rootOf(b);
        parents_[std::max(a, b)] = std::min(a, b);
    }

  private:
    std::vector<Index> parents_;
};

void Builder::joinCorners() {
    std::vector<Piece>& pieces = result.pieces;
    Joined joined(8 * pieces.size());
    for (Index i = 0; i < pieces.size(); ++i) {
        for (const int direction : {1, 3, 5}) {
            const Index bit = 1u << (direction / 2);
            forNeighbours(pieces[i], direction, [&](const Piece& other) {
                const auto j = static_cast<Index>(&other - pieces.data());
                for (Index corner = 0; corner < 8; ++corner) {
                    if (corner & bit) joined.join(8 * i + corner, 8 * j + (corner ^ bit));
                }
            });
        }
    }
    std::vector<Index> numbers(8 * pieces.size());
    for (Index i = 0; i < numbers.size(); ++i) {
        const Index root = joined.rootOf(i);
        numbers[i] = root == i ? result.cornerCount++ : numbers[root];
        pieces[i / 8].corners[i % 8] = numbers[i];
    }
}

}  // namespace

double Piece::insideShare() const {
    return std::popcount(inside) / 64.0;
}

Pieces piecesOf(const CellGrid& grid, const std::vector<CellMask>& inside, const std::vector<CellMask>& touched) {
    Builder builder{grid, {}};
    builder.split(inside, touched);
    builder.fill();
    builder.joinCorners();
    return std::move(builder.result);
}

PieceLists piecesOfCorners(const Pieces& pieces) {
    PieceLists lists;
    lists.first.assign(pieces.cornerCount + 1, 0);
    for (const Piece& piece : pieces.pieces) {
        for (const Index corner : piece.corners)
            ++lists.first[corner + 1];
    }
    std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
    lists.entries.resize(lists.first.back());
    std::vector<Index> next(lists.first.begin(), lists.first.end() - 1);
    for (Index i = 0; i < pieces.pieces.size(); ++i) {
        for (const Index corner : pieces.pieces[i].corners)
            lists.entries[next[corner]++] = i;
    }
    return lists;
}

}  // namespace pliant
