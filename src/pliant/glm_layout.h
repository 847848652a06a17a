#pragma once

/// @file
/// glm's types, of which structs of the interface are made, and what lies where in them are what the library was
/// compiled with. A program whose own macros change that does not compile; it may leave them out where it includes
/// `<pliant/...>`, or call `<pliant/pliant.h>`, whose structs are plain.

#include <cstddef>
#include <glm/gtc/quaternion.hpp>
#include <type_traits>

namespace pliant {

static_assert(glm::defaultp == glm::packed_highp,
              "GLM_FORCE_DEFAULT_ALIGNED_GENTYPES gives glm's vectors a size that they do not have in the library: "
              "leave it out where <pliant/...> is included");
static_assert(offsetof(glm::quat, w) == 3 * sizeof(float) && offsetof(glm::dquat, w) == 3 * sizeof(double),
              "GLM_FORCE_QUAT_DATA_WXYZ puts w first in glm's quaternions, which the library has last: "
              "leave it out where <pliant/...> is included");

static_assert(std::is_same_v<glm::length_t, int>,
              "GLM_FORCE_SIZE_T_LENGTH makes glm's vectors other types than the library's functions take: "
              "leave it out where <pliant/...> is included");

}  // namespace pliant
