#pragma once

#include "pliant/scene/scene.h"

namespace pliant::cli {

/// Particles on springs in double, by classical Runge and Kutta in steps so small that they count as exact: what
/// integrators are measured against. Shares no code with them. Hooke sticks alone, of both sides.
class FineReference {
  public:
    explicit FineReference(const Scene& scene);

    /// Errors grow with the fourth power of time / steps.
    void advance(double time, std::uint32_t steps);

    const std::vector<glm::dvec3>& positions() const { return x_; }

    /// Of motion, of springs and of height [J].
    double energy() const;

  private:
    struct Spring {
        std::uint32_t a, b;
        double length, stiffness, viscosity;
    };
    using Vectors = std::vector<glm::dvec3>;
    Vectors accelerations(const Vectors& x, const Vectors& v) const;

    std::vector<Spring> springs_;
    std::vector<double> masses_;  // 0: pinned
    glm::dvec3 gravity_;
    double damping_;
    Vectors x_, v_;
};

}  // namespace pliant::cli
