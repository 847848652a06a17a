#pragma once

#include <deque>

#include "pliant/scene/scene.h"
#include "pliant/state/snapshot.h"

namespace pliant::viewer {

/// What is told of a body, or of the whole scene, over the last seconds.
struct Curve {
    std::string name;
    std::deque<float> energy;   ///< [J], kinetic and potential, of gravity from where it lay at first
    std::deque<float> stretch;  ///< largest of a structural stick, as a share
    float sag = 0.0f;           ///< of a rope below the middle between its ends, now [m]
    bool isRope = false;
};

/// Energy and stretch as curves, of small scenes: each rope on its own where there are few, else the whole.
class Curves {
  public:
    static constexpr double kEvery = 0.05;        ///< [s], of the person's time
    static constexpr std::size_t kSamples = 160;  ///< that are kept
    static constexpr std::size_t kMostParticles = 4096;

    void reset(const Scene& scene);
    /// Whether it is time for another sample, `elapsed` [s] after the last call. Never of a large scene.
    bool isDue(double elapsed);
    void add(const Snapshot& snapshot);
    const std::vector<Curve>& curves() const { return curves_; }

  private:
    struct Part {
        Scene scene;
        std::uint32_t first = 0;  // of its particles
        double rest = 0.0;        // energy at first [J]
    };
    static Part partOf(const Scene& scene, const Body& body);

    std::vector<Part> parts_;
    std::vector<Curve> curves_;
    double waited_ = 0.0;  // [s]
};

/// Particles of the snapshot from `first` on, so many.
Snapshot partOf(const Snapshot& snapshot, std::uint32_t first, std::size_t count);

}  // namespace pliant::viewer
