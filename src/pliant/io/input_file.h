#pragma once

#include <string>

#include "pliant/result.h"

namespace pliant {

/// All bytes of a file. Errors name it: not there, no plain file, empty, not readable, larger than 16 GiB.
Result<std::string> readInput(const std::string& path);

}  // namespace pliant
