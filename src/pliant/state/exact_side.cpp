#include "pliant/state/exact_side.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <limits>

namespace pliant {
namespace {

using glm::dvec3;

// A sum of doubles without error: the parts do not overlap, and each is smaller than the next.
class ExactSum {
  public:
    // The product of three floats. That of two fits a double; halves of it times the third do, too.
    void add(float a, float b, double c) {
        constexpr double kSplitter = 134217729.0;  // 2^27 + 1 (Dekker 1971)
        const double product = double(a) * double(b), shifted = product * kSplitter;
        const double high = shifted - (shifted - product);
        add(high * c);
        add((product - high) * c);
    }

    int sign() const {
        for (int k = count_; k-- > 0;)
            if (parts_[k] != 0.0) return parts_[k] > 0.0 ? 1 : -1;
        return 0;
    }

  private:
    void add(double x) {
        for (int k = 0; k < count_; ++k) {  // two numbers become their sum and what it lost (Knuth 1969)
            const double part = parts_[k], sum = part + x, second = sum - part;
            parts_[k] = (part - (sum - second)) + (x - second);
            x = sum;
        }
        parts_[count_++] = x;
    }

    std::array<double, 48> parts_;  // of four determinants
    int count_ = 0;
};

// The determinant of three rows, or its opposite.
void addDeterminant(ExactSum& sum, double sign, const vec3& a, const vec3& b, const vec3& c) {
    sum.add(a.x, b.y, sign * double(c.z));
    sum.add(a.y, b.z, sign * double(c.x));
    sum.add(a.z, b.x, sign * double(c.y));
    sum.add(a.x, b.z, -sign * double(c.y));
    sum.add(a.y, b.x, -sign * double(c.z));
    sum.add(a.z, b.y, -sign * double(c.x));
}

// The determinant of a - d, b - d and c - d, without a difference.
int exactSideOf(const vec3& a, const vec3& b, const vec3& c, const vec3& d) {
    ExactSum sum;
    addDeterminant(sum, 1.0, a, b, c);
    addDeterminant(sum, -1.0, a, b, d);
    addDeterminant(sum, 1.0, a, c, d);
    addDeterminant(sum, -1.0, b, c, d);
    return sum.sign();
}

}  // namespace

int sideOf(const vec3& a, const vec3& b, const vec3& c, const vec3& point) {
    const dvec3 d(point), u = dvec3(a) - d, v = dvec3(b) - d, w = dvec3(c) - d;
    const double determinant = glm::dot(u, glm::cross(v, w));
    const dvec3 x = glm::abs(u), y = glm::abs(v), z = glm::abs(w);
    const dvec3 sizes(y.y * z.z + z.y * y.z, y.z * z.x + z.z * y.x, y.x * z.y + z.x * y.y);
    constexpr double kHalfUlp = std::numeric_limits<double>::epsilon() / 2.0, kBound = 8.0 * kHalfUlp;
    const double error = kBound * glm::dot(x, sizes);
    // The determinant is above 0 where d sees them clockwise.
    if (std::abs(determinant) > error) return determinant > 0.0 ? -1 : 1;
    return error > 0.0 ? -exactSideOf(a, b, c, point) : 0;  // 0: all products are, as in a sheet across an axis
}

bool isPierced(const std::array<vec3, 3>& triangle, const vec3& p, const vec3& q) {
    const auto& [a, b, c] = triangle;
    if (sideOf(a, b, c, p) * sideOf(a, b, c, q) >= 0) return false;
    const int ab = sideOf(a, b, p, q), bc = sideOf(b, c, p, q), ca = sideOf(c, a, p, q);
    const bool isLeft = ab > 0 || bc > 0 || ca > 0, isRight = ab < 0 || bc < 0 || ca < 0;
    const bool isAtCorner = (ab == 0) + (bc == 0) + (ca == 0) > 1;
    return !(isLeft && isRight) && !isAtCorner;
}

}  // namespace pliant
