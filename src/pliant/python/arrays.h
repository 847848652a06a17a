#pragma once

#include <pybind11/numpy.h>

#include <span>

#include "pliant/python/convert.h"

namespace pliant::python {

// Arrays in: anything that numpy takes for an array of numbers, of any integer or floating type; rounded once. Errors
// name the array, and the item where it is one.

/// Shape (n, 3), finite.
std::vector<vec3> readPoints(py::handle from, const std::string& what);

/// Shape (count,), finite; or one number for all.
std::vector<float> readNumbers(py::handle from, const std::string& what, std::size_t count);

/// Shape (n,), of an integer type.
std::vector<std::uint32_t> readIndices(py::handle from, const std::string& what);

/// Shape (n, 2), of an integer type; pair after pair.
std::vector<std::uint32_t> readPairs(py::handle from, const std::string& what);

struct Faces {
    std::vector<std::uint32_t> sizes;
    std::vector<std::uint32_t> corners;
};

/// Shape (n, k), of an integer type; or a sequence of sequences, of faces that have different numbers of corners.
Faces readFaces(py::handle from, const std::string& what);

// Arrays out.

/// (n, 3) of float32, of its own, to be read: what is written to a copy would be lost.
py::array copyOf(const std::vector<vec3>& points);

/// (n,) of its own, to be read.
template <class T>
py::array copyOf(const std::vector<T>& items) {
    py::array_t<T> array(py::ssize_t(items.size()));
    std::copy(items.begin(), items.end(), array.mutable_data());
    array.attr("flags").attr("writeable") = false;
    return array;
}

/// (n, k) of a vector of n structs of k floats, in place. `owner` holds the vector, lives as long as the array, and
/// never lets the vector move.
template <class Vector>
py::array viewOf(std::vector<Vector>& items, py::handle owner) {
    static_assert(sizeof(Vector) % sizeof(float) == 0);
    constexpr auto kWidth = py::ssize_t(sizeof(Vector) / sizeof(float));
    float nothing = 0.0f;  // an address there must be
    float* const data = items.empty() ? &nothing : reinterpret_cast<float*>(items.data());
    return py::array_t<float>({py::ssize_t(items.size()), kWidth}, data, owner);
}

/// The same, to be read.
py::array readOnlyViewOf(const std::vector<std::uint32_t>& items, py::handle owner);

}  // namespace pliant::python
