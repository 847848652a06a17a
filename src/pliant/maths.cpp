#include "pliant/maths.h"

#include <cmath>
#include <glm/geometric.hpp>

namespace pliant {
namespace {

using glm::dvec2;
using glm::dvec3;

constexpr double kPi = 3.14159265358979323846;

// By squaring.
double powerOf(double x, std::uint32_t exponent) {
    double power = 1.0;
    for (; exponent > 0; exponent >>= 1, x *= x) {
        if ((exponent & 1u) != 0) power *= x;
    }
    return power;
}

// Of t in 0 ... 1: tan(a / 2) = t / (1 + sqrt(1 + t^2)) three times, then the series.
double arcTangent(double t) {
    for (int i = 0; i < 3; ++i)
        t = t / (1.0 + std::sqrt(1.0 + t * t));
    const double square = t * t;
    double sum = 0.0;
    for (int term = 19; term >= 1; term -= 2)
        sum = 1.0 / term - square * sum;
    return 8.0 * t * sum;
}

}  // namespace

// The series of both, of an angle that is a sixteenth, and doubled four times: (c + i s)^2 = c^2 - s^2 + 2 i c s.
dvec2 directionAt(double angle) {
    if (std::abs(angle) > 7.0) angle -= 2.0 * kPi * std::floor(angle / (2.0 * kPi) + 0.5);
    const double x = angle / 16.0, square = x * x;
    double cosine = 0.0, sine = 0.0;
    for (int term = 12; term >= 0; term -= 2) {
        cosine = 1.0 - cosine * square / ((term + 1.0) * (term + 2.0));
        sine = 1.0 - sine * square / ((term + 2.0) * (term + 3.0));
    }
    dvec2 result(cosine, sine * x);
    for (int i = 0; i < 4; ++i)
        result = {result.x * result.x - result.y * result.y, 2.0 * result.x * result.y};
    return result;
}

double angleOf(const dvec2& direction) {
    const double x = std::abs(direction.x), y = std::abs(direction.y);
    if (x == 0.0 && y == 0.0) return 0.0;
    double angle = y <= x ? arcTangent(y / x) : 0.5 * kPi - arcTangent(x / y);
    if (direction.x < 0.0) angle = kPi - angle;
    return direction.y < 0.0 ? -angle : angle;
}

// x = m 2^(degree e) with m in 1 ... 2^degree; where the degree is so large that a double's exponent has no room for
// that, e = 0. The root of m is within 1/4 ... 2, and halving finds it.
double rootOf(double x, std::uint32_t degree) {
    if (!(x > 0.0)) return 0.0;
    int exponent = 0;
    std::frexp(x, &exponent);  // x = f 2^exponent, f in 1/2 ... 1
    const int whole = degree > 1024 ? 0 : static_cast<int>(std::floor(double(exponent - 1) / degree));
    const double rest = std::ldexp(x, -whole * static_cast<int>(degree));
    double low = 0.25, high = 2.0;
    for (;;) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) return std::ldexp(low, whole);
        (powerOf(middle, degree) <= rest ? low : high) = middle;
    }
}

glm::dquat quaternionOf(const dvec3& turn) {
    const double angle = glm::length(turn);
    if (angle == 0.0) return {1.0, 0.0, 0.0, 0.0};
    const dvec2 half = directionAt(0.5 * angle);
    return {half.x, turn * (half.y / angle)};
}

dvec3 turnOf(const glm::dquat& q) {
    const dvec3 v(q.x, q.y, q.z);
    const double sine = glm::length(v);
    if (sine == 0.0) return dvec3(0.0);
    const double side = q.w < 0.0 ? -1.0 : 1.0;
    return v * (side * 2.0 * angleOf({side * q.w, sine}) / sine);
}

}  // namespace pliant
