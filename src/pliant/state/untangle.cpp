#include "pliant/state/untangle.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "pliant/fail.h"
#include "pliant/scene/shape.h"
#include "pliant/state/crossed_parts.h"
#include "pliant/state/touching_parts.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;

// In shares of the edge that goes through, or of the face if that is smaller: the longest way of a round, and how far
// beyond a face the end of an edge is brought. Farther, and more new crossings come up than old ones go.
constexpr double kLongestPush = 0.2;
constexpr double kClearance = 0.05;
// Of the way of the round before. Without it bodies that cross from end to end have not come apart after 400 rounds;
// with 0.8 of it crumpled cloth takes more than twice as many.
constexpr double kInertia = 0.9;
// Sweeps over all bounds in a round.
constexpr int kSweeps = 4;
// In the last quarter of so many rounds lines alone count, and no parts: two of these can hold each other for ever.
constexpr std::uint32_t kPeriod = 64;
// So many in a row in which nothing crosses: what has come apart goes on a little, and does not just touch.
constexpr std::uint32_t kCalmRounds = 3;

// Two particles that are to be no farther apart [m].
struct Bound {
    Index a, b;
    double length;
};

class Untangling {
  public:
    Untangling(const Scene& scene, const Snapshot& snapshot)
        : scene_(scene),
          faces_(facesOf(scene, snapshot.positions)),
          edges_(edgesOf(scene, snapshot.positions, faces_)),
          thirds_(edges_.size()),
          parts_(snapshot.positions.size(), edges_),
          places_(snapshot.positions.begin(), snapshot.positions.end()),
          ways_(places_.size(), dvec3(0.0)),
          pushes_(places_.size()) {
        for (const auto& [a, b, c] : faces_)
            addThird(a, b, c), addThird(b, c, a), addThird(c, a, b);
        findMasses(snapshot);
        findBounds();
    }

    std::vector<vec3> positions() const { return {places_.begin(), places_.end()}; }

    std::vector<Crossing> crossings() const { return crossingsAmong(scene_, positions(), faces_, edges_); }

    // Of them those that have anything that can move.
    std::size_t countFree(const std::vector<Crossing>& crossings) const {
        const auto isHeld = [&](Index particle) { return inverseMasses_[particle] == 0.0; };
        return std::size_t(std::count_if(crossings.begin(), crossings.end(), [&](const Crossing& crossing) {
            return !std::all_of(crossing.edge.begin(), crossing.edge.end(), isHeld) ||
                   !std::all_of(crossing.face.begin(), crossing.face.end(), isHeld);
        }));
    }

    // Rounds are counted from 0.
    void goRound(std::uint32_t round, const std::vector<Crossing>& crossings) {
        countsParts_ = round % kPeriod < kPeriod / 4 * 3;
        if (countsParts_) parts_.find(crossings);
        for (const Crossing& crossing : crossings)
            push(crossing);
        const std::vector<dvec3> before = places_;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (inverseMasses_[i] == 0.0) continue;
            places_[i] += kInertia * ways_[i];
            if (pushes_[i].count > 0) places_[i] += pushes_[i].sum / double(pushes_[i].count);
            pushes_[i] = {};
        }
        for (int sweep = 0; sweep < kSweeps; ++sweep)
            keepBounds();
        for (std::size_t i = 0; i < places_.size(); ++i)
            ways_[i] = places_[i] - before[i];
    }

  private:
    // A particle goes the mean of what is asked of it.
    struct Push {
        dvec3 sum{0.0};
        std::size_t count = 0;
    };

    std::vector<Index>& thirdsOf(Index a, Index b) {
        const auto found = std::lower_bound(edges_.begin(), edges_.end(), EdgeEnds{std::min(a, b), std::max(a, b)});
        return thirds_[std::size_t(found - edges_.begin())];
    }

    void addThird(Index a, Index b, Index c) { thirdsOf(a, b).push_back(c); }

    void findMasses(const Snapshot& snapshot) {
        const std::vector<std::uint8_t>& pinned = snapshot.pinned.empty() ? scene_.pinned : snapshot.pinned;
        inverseMasses_.resize(places_.size());
        for (std::size_t i = 0; i < places_.size(); ++i)
            inverseMasses_[i] = pinned[i] || !isPoint(snapshot.positions[i]) ? 0.0 : 1.0 / double(scene_.masses[i]);
        for (const SceneShape& shape : scene_.shapes)
            for (const Index particle : shape.particles)
                if (shape.compliance == 0.0f) inverseMasses_[particle] = 0.0;
    }

    void addBound(Index a, Index b, double rest) {
        const double now = glm::length(places_[b] - places_[a]);
        if (std::isfinite(now) && inverseMasses_[a] + inverseMasses_[b] > 0.0)
            bounds_.push_back({a, b, std::max(rest, now)});
    }

    void addBound(Index a, Index b) {
        addBound(a, b, glm::length(dvec3(scene_.positions[b]) - dvec3(scene_.positions[a])));
    }

    void findBounds() {
        for (const SceneStick& stick : scene_.sticks)
            addBound(stick.a, stick.b, double(stick.restLength));
        for (const auto& [a, b] : edges_)
            addBound(a, b);
        for (const SceneTet& tet : scene_.tets)
            for (int i = 0; i < 4; ++i)
                for (int k = 0; k < i; ++k)
                    addBound(tet.particles[k], tet.particles[i]);
    }

    void keepBounds() {
        for (const auto& [a, b, length] : bounds_) {
            const dvec3 line = places_[b] - places_[a];
            const double now = glm::length(line);
            if (now <= length) continue;
            const dvec3 push = line * ((now - length) / now / (inverseMasses_[a] + inverseMasses_[b]));
            if (inverseMasses_[a] > 0.0) places_[a] += inverseMasses_[a] * push;
            if (inverseMasses_[b] > 0.0) places_[b] -= inverseMasses_[b] * push;
        }
    }

    void add(Index particle, const dvec3& way) {
        pushes_[particle].sum += way;
        ++pushes_[particle].count;
    }

    // `ends` and the face go apart by a way, each by its share of the masses.
    void moveApart(std::initializer_list<Index> ends, const FaceCorners& face, const dvec3& way) {
        double ofEnds = 0.0, ofFace = 0.0;
        for (const Index end : ends)
            ofEnds += inverseMasses_[end] / double(ends.size());
        for (const Index corner : face)
            ofFace += inverseMasses_[corner] / 3.0;
        if (ofEnds + ofFace == 0.0) return;
        for (const Index end : ends)
            add(end, way * (ofEnds / (ofEnds + ofFace)));
        for (const Index corner : face)
            add(corner, -way * (ofFace / (ofEnds + ofFace)));
    }

    void push(const Crossing& crossing) {
        const auto [u, v] = crossing.edge;
        const auto [a, b, c] = crossing.face;
        const dvec3 across = glm::cross(places_[b] - places_[a], places_[c] - places_[a]);
        const dvec3 along = places_[v] - places_[u];
        const double area = glm::length(across), length = glm::length(along);
        if (area == 0.0 || length == 0.0) return;
        const dvec3 normal = across / area;
        const double scale = std::min(length, std::sqrt(area));
        const std::array<double, 2> heights{glm::dot(places_[u] - places_[a], normal),
                                            glm::dot(places_[v] - places_[a], normal)};
        if (const std::optional<int> wrong = countsParts_ ? parts_.wrongEnd(crossing.edge) : std::nullopt) {
            const double height = heights[*wrong];
            const double way = std::min(std::abs(height) + kClearance * scale, kLongestPush * scale);
            return moveApart({crossing.edge[*wrong]}, crossing.face, normal * (height > 0.0 ? -way : way));
        }
        const dvec3 way = shorteningWay(u, v, along / length, normal);
        constexpr double kStraight = 0.1;  // below it what is left is the noise of a straight line
        moveApart({u, v}, crossing.face,
                  way * (kLongestPush * scale / std::sqrt(glm::dot(way, way) + kStraight * kStraight)));
    }

    // In which direction an edge would have to go so that the lines that begin there, in which its faces meet another
    // one, become shorter: of a line along r from where an edge along e goes through a face with the normal n it is
    // r - (r.e / n.e) n.
    dvec3 shorteningWay(Index u, Index v, const dvec3& along, const dvec3& normal) {
        dvec3 way(0.0);
        const double slope = glm::dot(normal, along);
        for (const Index third : thirdsOf(u, v)) {
            const dvec3 inwards = places_[third] - places_[u];
            dvec3 line = glm::cross(normal, glm::cross(along, inwards));
            const double length = glm::length(line);
            if (length == 0.0 || slope == 0.0) continue;
            line /= length;
            const double inside = glm::dot(line, inwards) - glm::dot(line, along) * glm::dot(along, inwards);
            if (inside < 0.0) line = -line;
            way += line - normal * (glm::dot(line, along) / slope);
        }
        return way;
    }

    const Scene& scene_;
    std::vector<FaceCorners> faces_;
    std::vector<EdgeEnds> edges_;
    std::vector<std::vector<Index>> thirds_;  // per edge: the corners of its faces that are not its ends
    CrossedParts parts_;
    bool countsParts_ = true;
    std::vector<dvec3> places_;
    std::vector<dvec3> ways_;  // in the last round
    std::vector<Push> pushes_;
    std::vector<double> inverseMasses_;
    std::vector<Bound> bounds_;
};

Status checkFit(const Scene& scene, const Snapshot& snapshot) {
    const std::size_t count = scene.positions.size();
    if (snapshot.positions.size() != count)
        return fail("there are {} positions; the scene has {} particles", snapshot.positions.size(), count);
    if (snapshot.previous.size() != count)
        return fail("there are {} previous positions; the scene has {} particles", snapshot.previous.size(), count);
    if (!snapshot.pinned.empty() && snapshot.pinned.size() != count)
        return fail("there are {} pins; the scene has {} particles", snapshot.pinned.size(), count);
    return validate(scene);
}

// Velocities, which are differences to the places before, stay.
float moveTo(const std::vector<vec3>& places, Snapshot& snapshot) {
    float farthest = 0.0f;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (sameBits(places[i], snapshot.positions[i])) continue;
        farthest = std::max(farthest, distanceBetween(places[i], snapshot.positions[i]));
        snapshot.previous[i] = places[i] - (snapshot.positions[i] - snapshot.previous[i]);
        snapshot.positions[i] = places[i];
    }
    return farthest;
}

}  // namespace

Result<Untangled> untangle(const Scene& scene, Snapshot& snapshot, std::uint32_t mostRounds) {
    if (Status status = checkFit(scene, snapshot); !status) return status.error();
    Untangling untangling(scene, snapshot);
    std::vector<Crossing> crossings = untangling.crossings();
    Untangled done{crossings.size(), crossings.size()};
    std::size_t fewest = untangling.countFree(crossings);
    if (fewest == 0) return done;
    std::vector<vec3> best = snapshot.positions;
    std::uint32_t calm = 0;
    for (std::uint32_t round = 0; calm < kCalmRounds && round < mostRounds; ++round) {
        untangling.goRound(round, crossings);
        crossings = untangling.crossings();
        const std::size_t left = untangling.countFree(crossings);
        calm = left == 0 ? calm + 1 : 0;
        if (left >= fewest && calm == 0) continue;
        fewest = left;
        done = {done.before, crossings.size(), round + 1};
        best = untangling.positions();
    }
    done.farthest = moveTo(best, snapshot);
    return done;
}

}  // namespace pliant
