#pragma once

#include <span>

#include "pliant/scene/inside.h"

namespace pliant {

/// What one connected piece of a mesh, with its inside, takes up of one cell. Two legs in a cell that keep apart there
/// are two pieces, and get two sets of corners: they are not glued together. Parts of 4 x 4 x 4 say what is connected,
/// so legs half a cell apart always are two, and nearer ones may be one.
struct Piece {
    std::array<std::uint32_t, 3> cell{};
    CellMask taken = 0;   ///< parts that it takes up
    CellMask inside = 0;  ///< those of them whose middle is inside
    /// Else it lies in the halves of cells next to ones that are at least half full: these carry it.
    bool isFilled = false;
    std::array<std::uint32_t, 8> corners{};  ///< by their bits, 1: along x, 2: along y, 4: along z

    double insideShare() const;
};

/// The pieces of all cells, the cells in their order, and what is joined to what.
struct Pieces {
    std::vector<Piece> pieces;
    std::vector<std::uint32_t> firstOfCell;  ///< per cell, and one more
    std::uint32_t cornerCount = 0;

    std::span<const Piece> ofCell(std::size_t cell) const {
        return {pieces.data() + firstOfCell[cell], pieces.data() + firstOfCell[cell + 1]};
    }
};

/// Cuts what is touched or inside into pieces, decides which are filled, and joins the corners of those that meet in a
/// side. Filled is every piece but those that are thin layers on others, so that nothing of the mesh is lost, however
/// thin, and what is thick is not wrapped in cells that are nearly empty.
Pieces piecesOf(const CellGrid& grid, const std::vector<CellMask>& inside, const std::vector<CellMask>& touched);

/// The pieces of every corner: of corner i those at entries[first[i]] up to entries[first[i + 1]], ascending.
struct PieceLists {
    std::vector<std::uint32_t> first, entries;

    std::span<const std::uint32_t> of(std::uint32_t corner) const {
        return {entries.data() + first[corner], entries.data() + first[corner + 1]};
    }
};
PieceLists piecesOfCorners(const Pieces& pieces);

}  // namespace pliant
