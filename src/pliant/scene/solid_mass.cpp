#include "pliant/scene/solid_mass.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace pliant {
namespace {

using glm::dmat3;
using glm::dvec3;

constexpr double kMostOnSurface = 0.6;  // share of the mass: all that a ball or a cube allows
constexpr double kLeastOnSurface = 1e-3, kLessOnSurface = 0.9;
// Share of the solid's own spread that is left in each direction: the four points do not lie in a plane.
constexpr double kLeastLeft = 0.15;

// A lower triangular L with L L^T = m; none if m is not positive definite.
std::optional<dmat3> rootOf(const dmat3& m) {
    dmat3 root(0.0);
    for (int column = 0; column < 3; ++column) {
        double left = m[column][column];
        for (int k = 0; k < column; ++k)
            left -= root[k][column] * root[k][column];
        if (!(left > 0.0)) return {};
        root[column][column] = std::sqrt(left);
        for (int row = column + 1; row < 3; ++row) {
            double sum = m[column][row];
            for (int k = 0; k < column; ++k)
                sum -= root[k][row] * root[k][column];
            root[column][row] = sum / root[column][column];
        }
    }
    return root;
}

// A third of each triangle's share of the whole area.
std::vector<double> sharesOfPoints(const TriangleMesh& mesh) {
    std::vector<double> shares(mesh.points.size(), 0.0);
    double whole = 0.0;
    for (std::size_t i = 0; i < mesh.corners.size() / 3; ++i) {
        const Triangle3 t = triangleOf(mesh, i);
        const double area = glm::length(glm::cross(t.b - t.a, t.c - t.a));
        whole += area;
        for (std::size_t k = 3 * i; k < 3 * i + 3; ++k)
            shares[mesh.corners[k]] += area / 3.0;
    }
    for (double& share : shares)
        share /= whole;
    return shares;
}

// Of particles at the points, with these masses, seen from `origin`.
SolidMass massOfPoints(const std::vector<dvec3>& points, const std::vector<double>& masses, const dvec3& origin) {
    SolidMass sum;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const dvec3 x = points[i] - origin;
        sum.mass += masses[i];
        sum.centre += masses[i] * x;
        sum.spread += masses[i] * glm::outerProduct(x, x);
    }
    sum.centre /= sum.mass;
    return sum;
}

}  // namespace

SolidMass solidMassOf(const TriangleMesh& mesh, double density) {
    const dvec3 origin = mesh.points[mesh.corners[0]];
    double volume = 0.0;
    dvec3 first(0.0);
    dmat3 second(0.0);
    for (std::size_t i = 0; i < mesh.corners.size() / 3; ++i) {
        const Triangle3 t = triangleOf(mesh, i);
        const dvec3 a = t.a - origin, b = t.b - origin, c = t.c - origin, sum = a + b + c;
        const double part = glm::dot(a, glm::cross(b, c)) / 6.0;
        volume += part;
        first += part / 4.0 * sum;
        second +=
            part / 20.0 *
            (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) + glm::outerProduct(sum, sum));
    }
    const dvec3 centre = first / volume;
    return {density * volume, origin + centre, density * (second - volume * glm::outerProduct(centre, centre))};
}

std::optional<LumpedMass> lumpedMassOf(const TriangleMesh& mesh, const SolidMass& solid) {
    const std::vector<double> shares = sharesOfPoints(mesh);
    const SolidMass surface = massOfPoints(mesh.points, shares, solid.centre);  // of 1 kg on it
    for (double share = kMostOnSurface; share > kLeastOnSurface; share *= kLessOnSurface) {
        const double onIt = share * solid.mass, left = solid.mass - onIt;
        const dvec3 centre = -onIt / left * surface.centre;
        const dmat3 spread = (solid.spread - onIt * surface.spread) / left - glm::outerProduct(centre, centre);
        if (!rootOf(spread - kLeastLeft / solid.mass * solid.spread)) continue;
        const dmat3 root = *rootOf(spread);
        LumpedMass lumped;
        for (const double of : shares)
            lumped.ofPoints.push_back(onIt * of);
        const dvec3 corners[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
        for (int k = 0; k < 4; ++k)
            lumped.inner[k] = solid.centre + centre + root * corners[k];
        lumped.ofInner = left / 4.0;
        return lumped;
    }
    return {};
}

}  // namespace pliant
