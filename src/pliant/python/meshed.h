#pragma once

#include "pliant/python/arrays.h"
#include "pliant/python/fields.h"

namespace pliant::python {

/// The arrays and keywords of what is described by a mesh: a mesh itself, a lattice, an obstacle, a rigid body.
template <class Description>
Description readMeshed(const char* function, const Fields<Description>& fields, py::handle vertices, py::handle faces,
                       const py::kwargs& keywords) {
    Description description;
    description.vertices = readPoints(vertices, fmt::format("{}: vertices", function));
    Faces read = readFaces(faces, fmt::format("{}: faces", function));
    description.faceSizes = std::move(read.sizes);
    description.faceCorners = std::move(read.corners);
    readFields(keywords, function, fields, description);
    return description;
}

}  // namespace pliant::python
