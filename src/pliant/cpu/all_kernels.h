#pragma once

// All kernels that are written for any width. Behind the header of the width.

#include "pliant/cpu/bend_kernels.h"
#include "pliant/cpu/cloth_kernels.h"
#include "pliant/cpu/cluster_kernels.h"
#include "pliant/cpu/collide_kernels.h"
#include "pliant/cpu/cut_kernels.h"
#include "pliant/cpu/element_kernels.h"
#include "pliant/cpu/enclosure_kernels.h"
#include "pliant/cpu/find_neighbours.h"
#include "pliant/cpu/force_kernels.h"
#include "pliant/cpu/shape_kernels.h"
#include "pliant/cpu/stick_kernels.h"
#include "pliant/cpu/sweep_tile.h"
#include "pliant/cpu/touch_kernels.h"
