// Rims of bodies that touch: see shared/rim.h.

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "pliant/fail.h"
#include "pliant/scene/edges.h"
#include "pliant/scene/faces.h"
#include "pliant/schedule/families.h"
#include "pliant/shared/rim.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr std::size_t kFewestNodes = 6;
constexpr int kRimRows = 16;  // a rim, and the lines behind it

std::uint64_t keyOf(Index a, Index b) {
    return std::uint64_t(std::min(a, b)) << 32 | std::max(a, b);
}

// Particles of the scene, one after another, and back to the first.
using Line = std::vector<Index>;

// The other ends of a particle's edges that one triangle has each.
class FreeEdges {
  public:
    explicit FreeEdges(const std::vector<Index>& corners) {
        for (const EdgeUse& edge : edgeUses(corners)) {
            if (edge.upward + edge.downward != 1) continue;
            ends_[edge.low].add(edge.high);
            ends_[edge.high].add(edge.low);
        }
    }

    // From the particle on, or none: it is on no line that comes back to it.
    Line lineFrom(Index first) {
        Line line;
        for (Index last = kNoParticle, next = first; line.empty() || next != first;) {
            const auto found = ends_.find(next);
            if (found == ends_.end() || found->second.count != 2 || found->second.isMet) return {};
            found->second.isMet = true;
            line.push_back(next);
            const auto& of = found->second.of;
            const Index after = of[0] == last ? of[1] : of[0];
            last = next;
            next = after;
        }
        return line;
    }

  private:
    struct Ends {
        Index of[2] = {};
        Index count = 0;
        bool isMet = false;

        void add(Index end) {
            if (count < 2) of[count] = end;
            ++count;
        }
    };
    std::unordered_map<Index, Ends> ends_;
};

// How long each stick between two particles may become [m]; none where it has no bound.
class Lengths {
  public:
    explicit Lengths(const Scene& scene) {
        for (const SceneStick& stick : scene.sticks) {
            const StickMaterial& material = scene.materials[stick.material];
            const bool isRigid = material.response == Response::Rigid;
            const bool isHeld = isRigid || (material.response == Response::Compliant && material.strainLimit);
            if (stick.kind != StickKind::Structural || !isHeld) continue;
            longest_[keyOf(stick.a, stick.b)] = double(stick.restLength) * (1.0 + material.strainLimit.value_or(0.0f));
        }
    }

    std::optional<double> of(const Line& line) const {
        double length = 0.0;
        for (std::size_t k = 0; k < line.size(); ++k) {
            const auto found = longest_.find(keyOf(line[k], line[(k + 1) % line.size()]));
            if (found == longest_.end()) return {};
            length += found->second;
        }
        return length;
    }

  private:
    std::unordered_map<std::uint64_t, double> longest_;
};

void addRim(const Line& line, double length, Schedule& s) {
    const auto links = double(line.size());
    const auto mean = static_cast<float>(length / links);
    s.rims.push_back({static_cast<Index>(s.rimNodes.size()), static_cast<Index>(line.size()), mean,
                      static_cast<float>(length - double(mean) * links)});
    for (const Index particle : line)
        s.rimNodes.push_back(s.localParticle[particle]);
}

// Grids have none that could bear them: they are flat, and held by nothing but their corners and middles.
bool mayHaveRims(const Body& body, const Schedule& s) {
    const auto first = body.firstParticle;
    const auto touches = [&](Index i) { return s.neighbourRest[s.localParticle[i]].w != 0.0f; };
    bool doesOne = false;
    for (Index i = first; i < first + body.particleCount && !doesOne; ++i)
        doesOne = touches(i);
    return doesOne && body.columns == 0 && !body.faceSizes.empty() && body.touchFaces.empty();
}

// Of triangles, three corners each, takes away those that a line has a corner of: then another line is their edge.
void peel(const Line& line, std::vector<Index>& corners) {
    const std::unordered_set<Index> onLine(line.begin(), line.end());
    std::size_t kept = 0;
    for (std::size_t k = 0; k < corners.size(); k += 3) {
        const auto isOn = [&](Index corner) { return onLine.count(corner) != 0; };
        if (std::any_of(corners.begin() + k, corners.begin() + k + 3, isOn)) continue;
        std::copy_n(corners.begin() + k, 3, corners.begin() + kept);
        kept += 3;
    }
    corners.resize(kept);
}

// Lines of free edges that may be held; then they are peeled off.
void addRimsOf(std::vector<Index>& corners, const Body& body, const Lengths& lengths, Schedule& schedule) {
    FreeEdges edges(corners);
    for (Index i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
        const Line line = edges.lineFrom(i);
        if (line.size() < kFewestNodes || line.size() > kMostRimNodes) continue;
        const std::optional<double> length = lengths.of(line);
        if (!length) continue;
        addRim(line, *length, schedule);
        peel(line, corners);
    }
}

}  // namespace

void compileRims(const Scene& scene, Schedule& schedule) {
    std::optional<Lengths> lengths;
    for (const Body& body : scene.bodies) {
        if (!mayHaveRims(body, schedule)) continue;
        if (!lengths) lengths.emplace(scene);
        std::vector<Index> corners;
        forEachTriangle(body, scene.positions, [&](Index a, Index b, Index c) {
            corners.insert(corners.end(), {a, b, c});
        });
        for (int row = 0; row < kRimRows; ++row)
            addRimsOf(corners, body, *lengths, schedule);
    }
}

Status checkRims(const Schedule& s) {
    std::size_t nodes = 0;
    for (std::size_t i = 0; i < s.rims.size(); ++i) {
        const Rim& rim = s.rims[i];
        if (rim.firstNode != nodes || rim.nodeCount < 3 || rim.nodeCount > kMostRimNodes)
            return fail("rim {} is not a line of 3 to {} particles behind those before it", i, kMostRimNodes);
        if (!(rim.meanLink > 0.0f) || !std::isfinite(rim.remainder)) return fail("rim {} has no length", i);
        nodes += rim.nodeCount;
    }
    return nodes == s.rimNodes.size() ? Status{} : fail("the particles of rims have a wrong number");
}

}  // namespace pliant
