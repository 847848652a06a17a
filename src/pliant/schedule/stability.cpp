#include "pliant/schedule/stability.h"

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "pliant/maths.h"
#include "pliant/scene/forces.h"

namespace pliant {
namespace {

using glm::dvec3;
using Index = std::uint32_t;
using Vector = std::vector<dvec3>;

// A spring, linearised: it pulls along `direction` alone; where it has no length, in every direction.
struct LinearSpring {
    Index a, b;
    double stiffness, viscosity;
    dvec3 direction;  // of length 1, or 0
};

// Springs between particles of given inverse masses.
struct SpringNet {
    std::vector<double> rootInverseMasses;  // per particle of the scene
    std::vector<LinearSpring> springs;
};

double dotOf(const Vector& a, const Vector& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += glm::dot(a[i], b[i]);
    return sum;
}

// y = M^-1/2 K M^-1/2 x with the springs' stiffness, or viscosity.
void apply(const SpringNet& net, double LinearSpring::*number, const Vector& x, Vector& y) {
    std::fill(y.begin(), y.end(), dvec3(0.0));
    for (const LinearSpring& spring : net.springs) {
        const double wa = net.rootInverseMasses[spring.a], wb = net.rootInverseMasses[spring.b];
        const dvec3 d = wa * x[spring.a] - wb * x[spring.b];
        const bool isRound = spring.direction == dvec3(0.0);
        const dvec3 pull = spring.*number * (isRound ? d : glm::dot(d, spring.direction) * spring.direction);
        y[spring.a] += wa * pull;
        y[spring.b] -= wb * pull;
    }
}

// The largest eigenvalue of a symmetric tridiagonal matrix, by bisection: how many are below x is the number of
// negative pivots of the matrix minus x (Sturm; Givens 1954).
double largestOf(const std::vector<double>& diagonal, const std::vector<double>& beside) {
    double low = 0.0, high = 0.0;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
        const double left = i > 0 ? beside[i - 1] : 0.0, right = i + 1 < diagonal.size() ? beside[i] : 0.0;
        high = std::max(high, diagonal[i] + left + right);
        low = std::max(low, diagonal[i]);
    }
    const auto isAboveAll = [&](double x) {
        double pivot = 1.0;
        for (std::size_t i = 0; i < diagonal.size(); ++i) {
            const double square = i > 0 ? beside[i - 1] * beside[i - 1] : 0.0;
            pivot = diagonal[i] - x - square / pivot;
            if (!(pivot < 0.0)) return false;
        }
        return true;
    };
    for (int step = 0; step < 100 && low < high; ++step) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) break;
        (isAboveAll(middle) ? high : low) = middle;
    }
    return high;
}

// Numbers without pattern, between -1 and 1, the same on every machine.
double scatter(std::uint64_t seed) {
    seed = (seed + 1) * 0x9e3779b97f4a7c15u;
    seed = (seed ^ (seed >> 29)) * 0xbf58476d1ce4e5b9u;
    return double(seed >> 11) * 0x1p-52 - 1.0;
}

Vector startOf(const SpringNet& net) {
    Vector v(net.rootInverseMasses.size(), dvec3(0.0));
    for (const LinearSpring& spring : net.springs) {
        for (const Index i : {spring.a, spring.b}) {
            const std::uint64_t seed = 3 * std::uint64_t(i);
            v[i] = dvec3(scatter(seed), scatter(seed + 1), scatter(seed + 2));
        }
    }
    const double size = std::sqrt(dotOf(v, v));
    for (dvec3& x : v)
        x /= size;
    return v;
}

// The largest eigenvalue, by the Lanczos process without reorthogonalisation, which finds it all the same.
double largestEigenvalue(const SpringNet& net, double LinearSpring::*number) {
    constexpr int kMostSteps = 120;
    Vector v = startOf(net), before(v.size(), dvec3(0.0)), next(v.size());
    std::vector<double> diagonal, beside;
    double size = 0.0, largest = 0.0;
    for (int step = 0; step < kMostSteps; ++step) {
        apply(net, number, v, next);
        const double along = dotOf(v, next);
        diagonal.push_back(along);
        for (std::size_t i = 0; i < v.size(); ++i)
            next[i] -= along * v[i] + size * before[i];
        largest = largestOf(diagonal, beside);
        size = std::sqrt(dotOf(next, next));
        if (!(size > 1e-12 * largest)) break;
        beside.push_back(size);
        for (std::size_t i = 0; i < v.size(); ++i) {
            before[i] = v[i];
            v[i] = next[i] / size;
        }
    }
    return largest;
}

LinearSpring linearised(const Scene& scene, const SceneStick& stick) {
    const StickMaterial& material = scene.materials[stick.material];
    const dvec3 d = dvec3(scene.positions[stick.a]) - dvec3(scene.positions[stick.b]);
    const double length = glm::length(d), stiffness = double(material.stiffness) / double(stick.complianceFactor);
    return {stick.a, stick.b, stiffness, stiffness * double(material.damping),
            length > 1e-7 && stick.restLength > 0.0f ? d / length : dvec3(0.0)};
}

// The Hooke sticks that an integrator follows, and the shortest and longest time by which they are damped.
struct Followed {
    SpringNet net;
    double leastDamping = std::numeric_limits<double>::infinity();
};

Followed followedBy(const Scene& scene, const std::vector<Integrator>& integrators, Integrator integrator) {
    Followed followed;
    for (std::size_t i = 0; i < scene.masses.size(); ++i)
        followed.net.rootInverseMasses.push_back(scene.pinned[i] ? 0.0 : 1.0 / std::sqrt(double(scene.masses[i])));
    for (const SceneStick& stick : scene.sticks) {
        const StickMaterial& material = scene.materials[stick.material];
        const bool isSpring = material.response == Response::Hooke && material.stiffness > 0.0f;
        const bool isFree = !scene.pinned[stick.a] || !scene.pinned[stick.b];
        if (!isSpring || !isFree) continue;
        const bool isMoved = isForce(scene, integrators, stick);
        if ((isMoved ? integrators[stick.a] : Integrator::Verlet) != integrator) continue;
        followed.net.springs.push_back(linearised(scene, stick));
        followed.leastDamping = std::min(followed.leastDamping, double(material.damping));
    }
    return followed;
}

StabilityBound boundOf(const Scene& scene, const Followed& followed, Integrator integrator, Index iterations) {
    const double squared = largestEigenvalue(followed.net, &LinearSpring::stiffness);
    // Little damping is what explicit Euler suffers from, and much of it the others.
    const double bySprings = integrator == Integrator::ExplicitEuler
                                 ? followed.leastDamping * squared
                                 : largestEigenvalue(followed.net, &LinearSpring::viscosity);
    const double rate = bySprings + double(scene.environment.damping), frequency = std::sqrt(squared);
    return {integrator, frequency, longestSubstep(integrator, frequency, rate, iterations)};
}

// The growth of x'' = -w^2 x - rate x' in one step, the larger of both modes.
double growthOfRungeKutta(double frequency, double rate, double h) {
    const double squared = 0.25 * rate * rate - frequency * frequency, root = std::sqrt(std::abs(squared));
    double largest = 0.0;
    for (const double sign : {root, -root}) {
        const std::complex<double> way = squared < 0.0 ? std::complex(0.0, sign) : std::complex(sign, 0.0);
        const std::complex<double> z = h * (-0.5 * rate + way);
        largest = std::max(largest, std::norm(1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)))));
    }
    return std::sqrt(largest);
}

// The number up to which isStable() holds, which is below `high`.
template <class IsStable>
double lastOf(double high, IsStable&& isStable) {
    double low = 0.0;
    for (int step = 0; step < 100; ++step) {
        const double middle = 0.5 * (low + high);
        (isStable(middle) ? low : high) = middle;
    }
    return low;
}

}  // namespace

double longestSubstep(Integrator integrator, double frequency, double rate, std::uint32_t iterations) {
    const double half = 0.5 * rate, squared = frequency * frequency;
    switch (integrator) {
        case Integrator::ExplicitEuler:
            return half < frequency ? rate / squared : 2.0 / (half + std::sqrt(half * half - squared));
        case Integrator::SemiImplicitEuler: return 2.0 / (half + std::sqrt(half * half + squared));
        case Integrator::VelocityVerlet:
            return lastOf(2.0 / frequency, [&](double h) {
                const double q = 1.0 - h * half;
                return q > -1.0 && h * h * squared * (1.0 + q) < 4.0 * (1.0 + q * q);
            });
        case Integrator::RungeKutta4:
            // Modes are within 2.96 / h of 0, and the stable region has no holes on their way.
            return lastOf(3.0 / frequency, [&](double h) { return growthOfRungeKutta(frequency, rate, h) <= 1.0; });
        case Integrator::BackwardEuler: return std::numeric_limits<double>::infinity();
        case Integrator::Verlet: break;
    }
    return lastOf(1.5 / frequency, [&](double h) {
        const double keep = 1.0 / (1.0 + rate * h);
        const double overshoot = iterations % 2 == 0 ? 1.0 : 1.0 / rootOf(1.0 + 2.0 * keep, iterations);
        return h * h * squared < 1.0 + overshoot;
    });
}

Result<std::vector<StabilityBound>> stabilityOf(const Scene& scene, std::uint32_t iterations) {
    if (Status status = validate(scene); !status) return status.error();
    const std::vector<Integrator> integrators = integratorsOf(scene);
    std::vector<StabilityBound> bounds;
    for (Index i = 0; i < kIntegratorCount; ++i) {
        const Followed followed = followedBy(scene, integrators, Integrator(i));
        if (!followed.net.springs.empty()) bounds.push_back(boundOf(scene, followed, Integrator(i), iterations));
    }
    return bounds;
}

}  // namespace pliant
