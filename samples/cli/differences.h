#pragma once

#include <optional>

#include "pliant/state/snapshot.h"

namespace pliant::cli {

/// What differs in one frame. A place is a particle, or a vertex of a file, numbered from 0.
struct FrameDifference {
    std::uint32_t frame = 0;
    std::size_t differing = 0;         ///< places with any other bit, of their velocities too
    std::size_t beyond = 0;            ///< places further apart than the tolerance
    std::optional<std::size_t> first;  ///< lowest that differs
    std::optional<std::size_t> worst;  ///< that lies furthest apart, of those that differ
    double metres = 0.0;    ///< and by how much, now or before the last substep; infinite from what is no place
    std::uint64_t ulp = 0;  ///< and its coordinate that differs most, in units in the last place
    vec3 where{0.0f};       ///< and where the first run has it [m]
    double rms = 0.0;       ///< over all places [m]
};

/// By how much two runs differ in all their frames together.
class Differences {
  public:
    /// `tolerance` [m].
    Differences(std::size_t places, double tolerance) : tolerance_(tolerance), distances_(places), differs_(places) {}

    /// Takes one more frame into account, and says what differs in it. Errors: those of compare().
    Result<FrameDifference> add(std::uint32_t frame, const Snapshot& a, const Snapshot& b);

    /// Makes a place that of another's, if it does not differ more already.
    void take(std::size_t place, const Differences& other, std::size_t otherPlace);
    /// The same, but that it stays where it is.
    void takeDistance(std::size_t place, const Differences& other, std::size_t otherPlace);

    std::size_t count() const { return distances_.size(); }
    std::size_t differing() const;  ///< places that differ in any frame
    std::size_t beyond() const;     ///< by more than the tolerance
    double tolerance() const { return tolerance_; }

    std::optional<FrameDifference> first;  ///< the frame in which anything differs first
    std::optional<FrameDifference> worst;  ///< the frame in which a place lies furthest apart
    std::uint64_t maxUlp = 0;              ///< of any coordinate
    double maxVelocity = 0.0;              ///< [m/s], where there are velocities
    std::size_t turns = 0;                 ///< shapes whose turns differ, in the frame with most of them
    std::uint64_t lost = 0;                ///< positions that were not kept, on the side that lost more
    std::vector<vec3> lastA, lastB;        ///< positions in the last frame

    double distance(std::size_t place) const { return distances_[place]; }  ///< largest of any frame [m]
    bool differs(std::size_t place) const { return differs_[place] != 0; }

  private:
    bool isMore(std::size_t place, const Differences& other, std::size_t otherPlace) const;

    double tolerance_;
    std::vector<double> distances_;
    std::vector<std::uint8_t> differs_;
};

}  // namespace pliant::cli
