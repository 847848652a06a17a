#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "pliant/result.h"

namespace pliant {

// What glTF's own description is made of, read with suspicion. Errors name the key and what it must be; who asks says
// of what.

using Json = nlohmann::json;

/// What an object has under a key; null where it has nothing, or is no object.
const Json* memberOf(const Json& object, const char* key);

/// A whole number from 0 on; none where the key is missing.
Result<std::optional<std::uint64_t>> wholeNumberOf(const Json& object, const char* key);

/// The same, of a key that must be there, and of one that stands for `otherwise` where it is missing.
Result<std::uint64_t> neededNumberOf(const Json& object, const char* key);
Result<std::uint64_t> numberOr(const Json& object, const char* key, std::uint64_t otherwise);

/// An array, empty where the key is missing.
Result<const Json*> arrayOf(const Json& object, const char* key);

/// An array of whole numbers, empty where the key is missing.
Result<std::vector<std::uint64_t>> indicesOf(const Json& object, const char* key);

/// `count` numbers; none where the key is missing.
Result<std::optional<std::vector<double>>> numbersOf(const Json& object, const char* key, std::size_t count);

/// An object of one of the arrays at the root.
Result<const Json*> entryOf(const Json& root, const char* array, std::uint64_t index);

}  // namespace pliant
