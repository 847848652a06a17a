// What structs in GPU buffers are made of, for the GLSL compiler and for the C++ compiler.
#ifndef PLIANT_SHARED_BASIC_TYPES_H
#define PLIANT_SHARED_BASIC_TYPES_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace pliant {
using glm::vec3;
using glm::vec4;
using uint = std::uint32_t;
#endif

const uint kNowhere = 0xffffffffu;  // an index that nothing has

#ifdef __cplusplus
}  // namespace pliant
#endif
#endif
