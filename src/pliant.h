#pragma once

// All of the library. Files that read and write are in io/.

#include "cpu/cpu_solver.h"
#include "gpu/gpu_solver.h"
#include "gpu/gpu_surface.h"
#include "gpu/tiles.h"
#include "scene/bending.h"
#include "scene/collider.h"
#include "scene/fabric.h"
#include "scene/forces.h"
#include "scene/grid.h"
#include "scene/mesh.h"
#include "scene/pins.h"
#include "scene/rope.h"
#include "schedule/schedule.h"
#include "schedule/stability.h"
#include "schedule/step_inputs.h"
#include "schedule/step_plan.h"
#include "state/snapshot.h"
#include "state/step_report.h"
#include "state/stretch.h"
#include "surface/surface.h"
