#include "fine_reference.h"

#include <glm/geometric.hpp>

namespace pliant::cli {

using glm::dvec3;

FineReference::FineReference(const Scene& scene)
    : gravity_(scene.environment.gravity), damping_(scene.environment.damping) {
    for (std::size_t i = 0; i < scene.positions.size(); ++i) {
        x_.emplace_back(scene.positions[i]);
        masses_.push_back(scene.pinned[i] ? 0.0 : double(scene.masses[i]));
    }
    v_.assign(x_.size(), dvec3(0.0));
    for (const SceneStick& stick : scene.sticks) {
        const StickMaterial& material = scene.materials[stick.material];
        const double stiffness = double(material.stiffness) / double(stick.complianceFactor);
        springs_.push_back({stick.a, stick.b, stick.restLength, stiffness, stiffness * double(material.damping)});
    }
}

FineReference::Vectors FineReference::accelerations(const Vectors& x, const Vectors& v) const {
    Vectors a(x.size(), dvec3(0.0));
    for (const Spring& spring : springs_) {
        const dvec3 d = x[spring.b] - x[spring.a];
        const double length = glm::length(d), growth = glm::dot(d, v[spring.b] - v[spring.a]) / length;
        const dvec3 pull = (spring.stiffness * (length - spring.length) + spring.viscosity * growth) / length * d;
        a[spring.a] += pull;
        a[spring.b] -= pull;
    }
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = masses_[i] > 0.0 ? a[i] / masses_[i] + gravity_ - damping_ * v[i] : dvec3(0.0);
    return a;
}

void FineReference::advance(double time, std::uint32_t steps) {
    const double h = time / steps;
    const auto moved = [](const Vectors& from, double share, const Vectors& by) {
        Vectors to = from;
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] += share * by[i];
        return to;
    };
    for (std::uint32_t step = 0; step < steps; ++step) {
        const Vectors a1 = accelerations(x_, v_);
        const Vectors v2 = moved(v_, 0.5 * h, a1), a2 = accelerations(moved(x_, 0.5 * h, v_), v2);
        const Vectors v3 = moved(v_, 0.5 * h, a2), a3 = accelerations(moved(x_, 0.5 * h, v2), v3);
        const Vectors v4 = moved(v_, h, a3), a4 = accelerations(moved(x_, h, v3), v4);
        for (std::size_t i = 0; i < x_.size(); ++i) {
            x_[i] += h / 6.0 * (v_[i] + 2.0 * v2[i] + 2.0 * v3[i] + v4[i]);
            v_[i] += h / 6.0 * (a1[i] + 2.0 * a2[i] + 2.0 * a3[i] + a4[i]);
        }
    }
}

double FineReference::energy() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < x_.size(); ++i)
        sum += masses_[i] * (0.5 * glm::dot(v_[i], v_[i]) - glm::dot(gravity_, x_[i]));
    for (const Spring& spring : springs_) {
        const double stretch = glm::length(x_[spring.b] - x_[spring.a]) - spring.length;
        sum += 0.5 * spring.stiffness * stretch * stretch;
    }
    return sum;
}

}  // namespace pliant::cli
