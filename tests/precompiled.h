#pragma once

// What nearly every test reads, read once; see src/pliant/precompiled.h.

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "pliant/cpu/cpu_solver.h"
#include "pliant/precompiled.h"
#include "support.h"
