#pragma once

#include "pliant/python/records.h"

namespace pliant::python {

/// What solvers get from step()'s arguments: copies, which other threads of Python cannot change while it runs.
StepSettings readSettings(py::handle from);
StepInputs readInputs(py::handle from);

/// A sequence of Collider.
std::vector<Collider> readColliders(py::handle from, const std::string& what);

}  // namespace pliant::python
