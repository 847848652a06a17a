#pragma once

#include <optional>
#include <vector>

#include "pliant/state/touching_parts.h"

namespace pliant {

/// The parts into which surfaces are cut by the lines in which they cross. Such a line goes through pierced edges and
/// pierced faces; where it ends near a rim, as that of two sheets of nearly the same width, it counts as if it went on.
class CrossedParts {
  public:
    /// Of `edges`, which stay where they are as long as this, between `particles` of them.
    CrossedParts(std::size_t particles, const std::vector<EdgeEnds>& edges);

    void find(const std::vector<Crossing>& crossings);

    /// Which end of a pierced edge is on the wrong side: that in the smaller part, by particles. None where both are in
    /// one, since the line does not cut that.
    std::optional<int> wrongEnd(const EdgeEnds& edge) const;

  private:
    void noteNear(const std::vector<Crossing>& crossings);
    void noteNeighbours();
    void flood(std::uint32_t from, bool alsoNear);
    void grow();
    bool isPierced(std::uint32_t a, std::uint32_t b) const;
    void put(std::uint32_t particle, std::uint32_t part);

    const std::vector<EdgeEnds>& edges_;
    std::vector<std::vector<std::uint32_t>> neighbours_;  // per particle, along edges
    std::vector<EdgeEnds> pierced_;                       // ascending
    std::vector<bool> isNear_;                            // per particle: to such a line
    std::vector<std::uint32_t> parts_;                    // per particle: the first one of its part
    std::vector<std::uint32_t> sizes_;                    // of parts, by that one
    std::vector<std::uint32_t> reached_;                  // in the order in which they were
};

}  // namespace pliant
