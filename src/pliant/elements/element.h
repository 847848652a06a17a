#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "pliant/result.h"
#include "pliant/shared/layout.h"

namespace pliant {

// Elements: constraints that join three or four particles each. Each kind has a header and a source here, which say
// what the scene knows of one, which rules it keeps and which numbers the kernels read; its maths are in
// src/pliant/shared/. docs/ADD_A_CONSTRAINT.md goes through it. A kind is a struct with
//
//     static constexpr std::uint32_t kKind = kElement...;      // of shared/layout.h
//     static constexpr const char *kName = ..., *kPlural = ...;
//     std::array<std::uint32_t, 4> particles{};                // of the scene, all different; or three
//
// with validate(element, index) and numbersOf(element, positions).

/// What kernels read of an element beside its corners: shared/element.h.
template <class Real>
struct ElementNumbers;

}  // namespace pliant
