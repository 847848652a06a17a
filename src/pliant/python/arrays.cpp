#include "pliant/python/arrays.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace pliant::python {
namespace {

static_assert(sizeof(vec3) == 3 * sizeof(float), "arrays of vec3 are seen as (n, 3) floats");

std::string shapeOf(const py::array& array) {
    return py::str(array.attr("shape"));
}

py::array arrayOf(py::handle from, const std::string& what, bool ofIntegers) {
    const py::array array = py::array::ensure(from);  // clears Python's error, as of ragged lists
    if (!array) refuseType(from, what, "an array of numbers");
    const char kind = array.dtype().kind();
    const bool isInteger = kind == 'i' || kind == 'u';
    if (isInteger || (kind == 'f' && !ofIntegers) || array.size() == 0) return array;
    refuse("{} is an array of {}; it must be one of {}", what, std::string(py::str(array.dtype())),
           ofIntegers ? "an integer type" : "numbers");
}

void checkWidth(const py::array& array, const std::string& what, py::ssize_t width) {
    if (array.ndim() != 2 || array.shape(1) != width)
        refuse("{} has shape {}; it must be (n, {})", what, shapeOf(array), width);
}

// "[3, 1]" of an item, counted as it lies in memory.
std::string placeOf(const py::array& array, py::ssize_t item) {
    if (array.ndim() == 0) return "";
    if (array.ndim() == 1) return fmt::format("[{}]", item);
    return fmt::format("[{}, {}]", item / array.shape(1), item % array.shape(1));
}

// All items as floats, row after row.
template <class Item>
std::vector<Item> floatsOf(const py::array& array, const std::string& what) {
    const auto numbers = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array);
    if (!numbers) throw py::error_already_set();
    constexpr std::size_t kWidth = sizeof(Item) / sizeof(float);
    const std::span<const double> from(numbers.data(), std::size_t(numbers.size()));
    std::vector<Item> items(from.size() / kWidth);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto rounded = static_cast<float>(from[i]);
        if (!std::isfinite(rounded)) {
            refuse("{}{} is {}; it must be a finite float32", what, placeOf(array, py::ssize_t(i)), from[i]);
        }
        std::memcpy(reinterpret_cast<char*>(items.data()) + i * sizeof(float), &rounded, sizeof rounded);
    }
    return items;
}

std::vector<std::uint32_t> integersOf(const py::array& array, const std::string& what) {
    const auto numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
    if (!numbers) throw py::error_already_set();
    const std::span<const std::int64_t> from(numbers.data(), std::size_t(numbers.size()));
    std::vector<std::uint32_t> items(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i] < 0 || from[i] > std::int64_t(kLargestCount)) {
            refuse("{}{} is {}; it must be from 0 to {}", what, placeOf(array, py::ssize_t(i)), from[i], kLargestCount);
        }
        items[i] = static_cast<std::uint32_t>(from[i]);
    }
    return items;
}

Faces polygonsOf(py::handle from, const std::string& what) {
    Faces faces;
    for (const py::handle face : py::reinterpret_borrow<py::sequence>(from)) {
        const std::string name = fmt::format("{}[{}]", what, faces.sizes.size());
        const std::vector<std::uint32_t> corners = readIndices(face, name);
        faces.sizes.push_back(static_cast<std::uint32_t>(corners.size()));
        faces.corners.insert(faces.corners.end(), corners.begin(), corners.end());
    }
    return faces;
}

}  // namespace

std::vector<vec3> readPoints(py::handle from, const std::string& what) {
    const py::array array = arrayOf(from, what, false);
    checkWidth(array, what, 3);
    return floatsOf<vec3>(array, what);
}

std::vector<float> readNumbers(py::handle from, const std::string& what, std::size_t count) {
    const py::array array = arrayOf(from, what, false);
    const std::vector<float> numbers = floatsOf<float>(array, what);
    if (array.ndim() == 0) return std::vector<float>(count, numbers[0]);
    if (array.ndim() != 1 || numbers.size() != count)
        refuse("{} has shape {}; it must be ({},) or one number", what, shapeOf(array), count);
    return numbers;
}

std::vector<std::uint32_t> readIndices(py::handle from, const std::string& what) {
    const py::array array = arrayOf(from, what, true);
    if (array.ndim() != 1) refuse("{} has shape {}; it must be (n,)", what, shapeOf(array));
    return integersOf(array, what);
}

std::vector<std::uint32_t> readPairs(py::handle from, const std::string& what) {
    const py::array array = arrayOf(from, what, true);
    checkWidth(array, what, 2);
    return integersOf(array, what);
}

Faces readFaces(py::handle from, const std::string& what) {
    if (py::isinstance<py::list>(from) || py::isinstance<py::tuple>(from)) return polygonsOf(from, what);
    const py::array array = arrayOf(from, what, true);
    if (array.ndim() != 2 || array.shape(1) < 3)
        refuse("{} has shape {}; it must be (n, 3), or (n, k) of faces with k corners", what, shapeOf(array));
    const auto count = static_cast<std::size_t>(array.shape(0));
    return {std::vector<std::uint32_t>(count, std::uint32_t(array.shape(1))), integersOf(array, what)};
}

py::array copyOf(const std::vector<vec3>& points) {
    py::array_t<float> array({py::ssize_t(points.size()), py::ssize_t(3)});
    if (!points.empty()) std::memcpy(array.mutable_data(), points.data(), points.size() * sizeof(vec3));
    array.attr("flags").attr("writeable") = false;
    return array;
}

py::array readOnlyViewOf(const std::vector<std::uint32_t>& items, py::handle owner) {
    const std::uint32_t nothing = 0;
    py::array_t<std::uint32_t> view({py::ssize_t(items.size())}, items.empty() ? &nothing : items.data(), owner);
    view.attr("flags").attr("writeable") = false;
    return view;
}

}  // namespace pliant::python
