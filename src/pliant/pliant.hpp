#pragma once

/// @file
/// All that a program needs of the library. What reads and writes files is in io/.

/// @namespace pliant
/// Soft bodies: a Scene is described, compile() makes a Schedule of it, and CpuSolver and GpuSolver replay that, to the
/// same bits.

#include "pliant/cpu/cpu_solver.h"
#include "pliant/gpu/gpu_obstacle.h"
#include "pliant/gpu/gpu_solver.h"
#include "pliant/gpu/gpu_surface.h"
#include "pliant/gpu/tiles.h"
#include "pliant/scene/bending.h"
#include "pliant/scene/block.h"
#include "pliant/scene/collider.h"
#include "pliant/scene/contact.h"
#include "pliant/scene/enclosure.h"
#include "pliant/scene/fabric.h"
#include "pliant/scene/forces.h"
#include "pliant/scene/frame.h"
#include "pliant/scene/grid.h"
#include "pliant/scene/lattice.h"
#include "pliant/scene/mesh.h"
#include "pliant/scene/obstacle.h"
#include "pliant/scene/outline.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/rigid_body.h"
#include "pliant/scene/rope.h"
#include "pliant/scene/scene.h"
#include "pliant/scene/shape.h"
#include "pliant/scene/skin.h"
#include "pliant/scene/sleep.h"
#include "pliant/scene/soft_body.h"
#include "pliant/scene/solids.h"
#include "pliant/scene/tet_body.h"
#include "pliant/schedule/schedule.h"
#include "pliant/schedule/stability.h"
#include "pliant/schedule/step_inputs.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/state/rigid_motion.h"
#include "pliant/state/snapshot.h"
#include "pliant/state/step_report.h"
#include "pliant/state/stretch.h"
#include "pliant/surface/render_mesh.h"
#include "pliant/surface/surface.h"
#include "pliant/surface/world.h"
#include "pliant/version.h"
