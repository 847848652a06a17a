#pragma once

// What nearly every file reads, read once: half of the time that a small file takes. Each still includes what it uses,
// as samples/web/build.sh, which has none of this, wants it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pliant/schedule/schedule.h"
