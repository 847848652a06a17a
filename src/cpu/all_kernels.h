#pragma once

// All kernels that are written for any width. Behind the header of the width.

#include "cpu/cloth_kernels.h"
#include "cpu/cluster_kernels.h"
#include "cpu/collide_kernels.h"
#include "cpu/element_kernels.h"
#include "cpu/enclosure_kernels.h"
#include "cpu/force_kernels.h"
#include "cpu/shape_kernels.h"
#include "cpu/stick_kernels.h"
#include "cpu/sweep_tile.h"
