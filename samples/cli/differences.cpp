#include "differences.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::cli {
namespace {

// Of two vectors: how far apart, and the coordinate that differs most.
struct Apart {
    double distance = 0.0;
    std::uint64_t ulp = 0;

    void add(const Apart& other) {
        distance = std::max(distance, other.distance);
        ulp = std::max(ulp, other.ulp);
    }
};

Apart apart(vec3 a, vec3 b) {
    Apart result;
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t ulp = ulpDistance(a[axis], b[axis]);
        if (ulp == 0) continue;
        const double difference = double(a[axis]) - double(b[axis]);
        result.ulp = std::max(result.ulp, ulp);
        sum += difference * difference;
    }
    result.distance = std::isfinite(sum) ? std::sqrt(sum) : std::numeric_limits<double>::infinity();
    return result;
}

bool isWorse(const Apart& place, const FrameDifference& than) {
    if (!than.worst || place.distance != than.metres) return !than.worst || place.distance > than.metres;
    return place.ulp > than.ulp;
}

}  // namespace

Result<FrameDifference> Differences::add(std::uint32_t frame, const Snapshot& a, const Snapshot& b) {
    const Result<Comparison> comparison = compare(a, b);
    if (!comparison) return comparison.error();
    lost = std::max(a.lost, b.lost);
    lastA = a.positions;
    lastB = b.positions;
    turns = std::max(turns, comparison->differingTurns);
    FrameDifference found{.frame = frame};
    if (comparison->differing == 0) return found;

    double sum = 0.0;
    for (std::size_t i = comparison->firstParticle; i < count(); ++i) {
        Apart place = apart(a.positions[i], b.positions[i]);
        place.add(apart(a.previous[i], b.previous[i]));
        Apart velocity;
        if (i < a.velocities.size()) velocity = apart(a.velocities[i], b.velocities[i]);
        maxVelocity = std::max(maxVelocity, velocity.distance);
        place.ulp = std::max(place.ulp, velocity.ulp);
        if (place.ulp == 0) continue;
        differs_[i] = 1;
        distances_[i] = std::max(distances_[i], place.distance);
        maxUlp = std::max(maxUlp, place.ulp);
        sum += place.distance * place.distance;
        ++found.differing;
        if (place.distance > tolerance_) ++found.beyond;
        if (!found.first) found.first = i;
        if (!isWorse(place, found)) continue;
        found.worst = i;
        found.metres = place.distance;
        found.ulp = place.ulp;
        found.where = a.positions[i];
    }
    found.rms = std::sqrt(sum / double(count()));
    if (!first) first = found;
    if (!worst || found.metres > worst->metres) worst = found;
    return found;
}

bool Differences::isMore(std::size_t place, const Differences& other, std::size_t otherPlace) const {
    return !differs(place) || (other.differs(otherPlace) && other.distance(otherPlace) > distance(place));
}

void Differences::takeDistance(std::size_t place, const Differences& other, std::size_t otherPlace) {
    if (!isMore(place, other, otherPlace)) return;
    distances_[place] = other.distances_[otherPlace];
    differs_[place] = other.differs_[otherPlace];
}

void Differences::take(std::size_t place, const Differences& other, std::size_t otherPlace) {
    if (!isMore(place, other, otherPlace)) return;
    takeDistance(place, other, otherPlace);
    lastA[place] = other.lastA[otherPlace];
    lastB[place] = other.lastB[otherPlace];
}

std::size_t Differences::differing() const {
    return static_cast<std::size_t>(std::count(differs_.begin(), differs_.end(), 1));
}

std::size_t Differences::beyond() const {
    const auto isBeyond = [&](double distance) { return distance > tolerance_; };
    return static_cast<std::size_t>(std::count_if(distances_.begin(), distances_.end(), isBeyond));
}

}  // namespace pliant::cli
