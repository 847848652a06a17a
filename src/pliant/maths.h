#pragma once

#include <cmath>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

/// What else would come from the C library, whose sin, acos, pow and the like differ in the last bit from one machine
/// to the next. Made of + - * / and square roots in double, all of which IEEE 754 fixes, and of what takes a number
/// apart or rounds it to a whole one, which is exact.
namespace pliant {

/// Cosine and sine of an angle [rad], to within 1e-14 up to 7, and 1e-16 of the angle beyond.
glm::dvec2 directionAt(double angle);

/// The angle from the x axis to a direction of any length [rad], from -pi to pi; 0 of (0, 0). atan2(y, x).
double angleOf(const glm::dvec2& direction);

/// The positive root of y^degree = x, for a finite x from 0 and a degree from 1 on, but for a few last bits.
double rootOf(double x, std::uint32_t degree);

/// A turn about an axis by an angle, the axis of length 1 times the angle [rad], as a unit quaternion. And back, by the
/// shorter way. Exact for small turns too, of which the real part says nothing.
glm::dquat quaternionOf(const glm::dvec3& turn);
glm::dvec3 turnOf(const glm::dquat& rotation);

/// Whether all three coordinates are numbers, and none is infinite.
inline bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace pliant
