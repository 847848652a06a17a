#include "pliant/cpu/step_implicitly.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

#include "pliant/cpu/kernels.h"
#include "pliant/shared/verlet.h"

namespace pliant::cpu {

using glm::dmat3;
using glm::dvec3;
using Index = std::uint32_t;

ImplicitWork::ImplicitWork(const Schedule& schedule) {
    const auto isImplicit = [](const Pass& pass) { return pass.kind == PassKind::StepImplicitly; };
    if (std::none_of(schedule.integrate.begin(), schedule.integrate.end(), isImplicit)) return;
    const std::size_t count = schedule.particles.size() - schedule.firstForced;
    for (std::vector<dvec3>* array : {&velocity, &residual, &direction, &image, &change})
        array->assign(count, dvec3(0.0));
    coupling.assign(schedule.springEnds.size(), dmat3(0.0));
}

namespace {

// One linearly implicit step of backward Euler (Baraff and Witkin 1998, eq. 6), in velocities:
//     (M - h D - h^2 K) dv = h (f + h K v),    v' = v + dv,    x' = x + h v'
// with K = df/dx and D = df/dv at the substep's start. For a spring of length l along n
//     K = -k (n n^T + max(0, 1 - L / l) (1 - n n^T)),    D = -c n n^T:
// the second term of K is left out where the spring is pressed together, so that the matrix stays positive definite
// (Choi and Ko 2002). Sums run in the order of particles and springs, in double: the same bits on any number of
// threads.
struct System {
    const Buffers& b;
    const PassConstants& constants;
    Index first, last;  // particles
    double h = constants.step;
    ImplicitWork& w = *b.implicitWork;
    const Schedule& s = *b.schedule;

    Index own(Index i) const { return i - constants.firstForced; }
    double inverseMass(Index i) const { return b.particles[i].w; }
    bool isFree(Index i) const { return b.particles[i].w != 0.0f; }
    dvec3 place(Index i) const { return dvec3(vec3(b.particles[i])); }

    template <class Take>
    void forEachSpring(Index i, Take&& take) const {
        for (Index e = s.springFirst[own(i)]; e < s.springFirst[own(i) + 1]; ++e)
            take(e, s.springEnds[e], s.springEnds[e].other & ~kSpringOneSided);
    }

    // h times the force on particle i by one spring, and h^2 times its Jacobian by its velocity; notes the coupling.
    dvec3 pushOf(Index i, Index e, const SpringEnd& spring, Index other) const {
        w.coupling[e] = dmat3(0.0);
        const dvec3 d = place(i) - place(other), dv = w.velocity[own(i)] - w.velocity[own(other)];
        const double squared = glm::dot(d, d);
        if (!(squared > 1e-14 && squared < double(kLargestSquared))) return dvec3(0.0);
        const double length = std::sqrt(squared), stretch = length - double(spring.restLength);
        if ((spring.other & kSpringOneSided) != 0 && !(stretch > 0.0)) return dvec3(0.0);
        const dvec3 n = d / length;
        const dmat3 along = glm::outerProduct(n, n);
        const double k = spring.stiffness, c = spring.viscosity;
        const dmat3 stiffness = k * (along + std::max(0.0, stretch / length) * (dmat3(1.0) - along));
        w.coupling[e] = h * c * along + h * h * stiffness;
        return -h * (k * stretch + c * glm::dot(n, dv)) * n - h * h * (stiffness * dv);
    }

    // The right side, as first residual and direction.
    void begin() const {
        for (Index i = first; i < last; ++i)
            w.velocity[own(i)] = dvec3(vec3(b.velocities[own(i)]));
        for (Index i = first; i < last; ++i) {
            dvec3 sum(0.0);
            forEachSpring(i,
                          [&](Index e, const SpringEnd& spring, Index other) { sum += pushOf(i, e, spring, other); });
            const dvec3 world = dvec3(constants.gravity) - double(constants.damping) * w.velocity[own(i)];
            if (isFree(i)) sum += h * world / inverseMass(i);
            w.residual[own(i)] = isFree(i) ? sum : dvec3(0.0);
            w.direction[own(i)] = w.residual[own(i)];
            w.change[own(i)] = dvec3(0.0);
        }
    }

    // image = A direction. Pinned particles do not take part.
    void apply() const {
        for (Index i = first; i < last; ++i) {
            dvec3& image = w.image[own(i)];
            image = dvec3(0.0);
            if (!isFree(i)) continue;
            image = (1.0 + h * double(constants.damping)) / inverseMass(i) * w.direction[own(i)];
            forEachSpring(i, [&](Index e, const SpringEnd&, Index other) {
                image += w.coupling[e] * (w.direction[own(i)] - w.direction[own(other)]);
            });
        }
    }

    double product(const std::vector<dvec3>& a, const std::vector<dvec3>& other) const {
        double sum = 0.0;
        for (Index i = own(first); i < own(last); ++i)
            sum += glm::dot(a[i], other[i]);
        return sum;
    }

    // Hestenes and Stiefel 1952.
    void solve() const {
        constexpr double kSmallShare = 1e-24;
        double squared = product(w.residual, w.residual);
        const double enough = kSmallShare * squared;
        for (int step = 0; step < kConjugateSteps && squared > enough; ++step) {
            apply();
            const double share = squared / product(w.direction, w.image);
            for (Index i = own(first); i < own(last); ++i) {
                w.change[i] += share * w.direction[i];
                w.residual[i] -= share * w.image[i];
            }
            const double next = product(w.residual, w.residual);
            for (Index i = own(first); i < own(last); ++i)
                w.direction[i] = w.residual[i] + (next / squared) * w.direction[i];
            squared = next;
        }
    }

    void finish() const {
        for (Index i = first; i < last; ++i) {
            const vec4 x = b.particles[i];
            b.previous[i] = x;
            if (!isFree(i)) continue;
            const dvec3 v = w.velocity[own(i)] + w.change[own(i)];
            const vec3 moved = storable3<float>(vec3(place(i) + h * v));
            b.particles[i] = vec4(moved, x.w);
            b.velocities[own(i)] = vec4(storable3<float>(vec3(v)), 0.0f);
            b.stages[own(i)].displacement = vec4(difference<float>(moved, vec3(x)), 0.0f);
        }
    }
};

}  // namespace

void stepImplicitly(const Buffers& buffers, Index, const PassConstants& constants, Index first, Index last) {
    const System system{buffers, constants, first, last};
    system.begin();
    system.solve();
    system.finish();
}

}  // namespace pliant::cpu
