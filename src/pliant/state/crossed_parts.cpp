#include "pliant/state/crossed_parts.h"

#include <algorithm>

namespace pliant {
namespace {

constexpr std::uint32_t kNone = ~0u;

}  // namespace

CrossedParts::CrossedParts(std::size_t particles, const std::vector<EdgeEnds>& edges)
    : edges_(edges), neighbours_(particles) {
    for (const auto& [a, b] : edges)
        neighbours_[a].push_back(b), neighbours_[b].push_back(a);
}

// What is not near to a line falls apart into parts as if lines were some edges wide, and so ended at rims. These parts
// grow back up to the lines. What is near all over, as the tip of a bump, becomes a part of its own.
void CrossedParts::find(const std::vector<Crossing>& crossings) {
    noteNear(crossings);
    parts_.assign(neighbours_.size(), kNone);
    sizes_.assign(neighbours_.size(), 0);
    reached_.clear();
    for (std::uint32_t i = 0; i < parts_.size(); ++i)
        if (!isNear_[i]) flood(i, false);
    grow();
    for (std::uint32_t i = 0; i < parts_.size(); ++i)
        flood(i, true);
}

std::optional<int> CrossedParts::wrongEnd(const EdgeEnds& edge) const {
    const std::uint32_t a = parts_[edge[0]], b = parts_[edge[1]];
    if (a == b) return std::nullopt;
    return sizes_[a] < sizes_[b] || (sizes_[a] == sizes_[b] && a > b) ? 0 : 1;
}

// Corners of what is pierced or pierces, and what they have edges to.
void CrossedParts::noteNear(const std::vector<Crossing>& crossings) {
    pierced_.clear();
    isNear_.assign(neighbours_.size(), false);
    for (const Crossing& crossing : crossings) {
        pierced_.push_back(crossing.edge);
        for (const std::uint32_t corner : crossing.edge)
            isNear_[corner] = true;
        for (const std::uint32_t corner : crossing.face)
            isNear_[corner] = true;
    }
    std::sort(pierced_.begin(), pierced_.end());
    noteNeighbours();
}

void CrossedParts::noteNeighbours() {
    const std::vector<bool> before = isNear_;
    for (const auto& [a, b] : edges_)
        if (before[a] || before[b]) isNear_[a] = isNear_[b] = true;
}

void CrossedParts::flood(std::uint32_t from, bool alsoNear) {
    if (parts_[from] != kNone) return;
    const std::size_t first = reached_.size();
    put(from, from);
    for (std::size_t next = first; next < reached_.size(); ++next) {
        const std::uint32_t here = reached_[next];
        for (const std::uint32_t there : neighbours_[here])
            if (parts_[there] == kNone && (alsoNear || !isNear_[there]) && !isPierced(here, there)) put(there, from);
    }
}

// All at once, an edge in each round.
void CrossedParts::grow() {
    for (std::size_t next = 0; next < reached_.size(); ++next) {
        const std::uint32_t here = reached_[next];
        for (const std::uint32_t there : neighbours_[here])
            if (parts_[there] == kNone && !isPierced(here, there)) put(there, parts_[here]);
    }
}

bool CrossedParts::isPierced(std::uint32_t a, std::uint32_t b) const {
    return std::binary_search(pierced_.begin(), pierced_.end(), EdgeEnds{std::min(a, b), std::max(a, b)});
}

void CrossedParts::put(std::uint32_t particle, std::uint32_t part) {
    parts_[particle] = part;
    ++sizes_[part];
    reached_.push_back(particle);
}

}  // namespace pliant
