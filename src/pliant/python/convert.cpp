#include "pliant/python/convert.h"

#include <fmt/format.h>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace pliant::python {
namespace {

// A number that is one; a NaN is never meant.
double numberOf(py::handle from, const std::string& what) {
    const double value = py::isinstance<py::str>(from) ? -1.0 : PyFloat_AsDouble(from.ptr());
    if (PyErr_Occurred() != nullptr || py::isinstance<py::str>(from)) {
        PyErr_Clear();
        refuseType(from, what, "a number");
    }
    if (std::isnan(value)) refuse("{} is nan", what);
    return value;
}

long long integerOf(py::handle from, const std::string& what, long long low, long long high) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(from.ptr()));
    if (!index || py::isinstance<py::bool_>(from)) {
        PyErr_Clear();
        refuseType(from, what, "a whole number");
    }
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0 || value < low || value > high) {
        refuse("{} is {}; it must be from {} to {}", what, std::string(py::str(from)), low, high);
    }
    return value;
}

// So many values, each read by itself.
template <class Component, class At>
void readEach(py::handle from, const std::string& what, std::size_t count, At at) {
    const bool isText = py::isinstance<py::str>(from) || py::isinstance<py::bytes>(from);
    const auto items = isText ? py::object() : py::reinterpret_steal<py::object>(PySequence_Fast(from.ptr(), ""));
    if (!items) {
        PyErr_Clear();
        refuseType(from, what, count == 3 ? "three numbers" : "four numbers");
    }
    const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.ptr()));
    if (size != count) refuse("{} has {} numbers; it must have {}", what, size, count);
    for (std::size_t i = 0; i < count; ++i) {
        Component component{};
        read(PySequence_Fast_GET_ITEM(items.ptr(), py::ssize_t(i)), fmt::format("{}[{}]", what, i), component);
        at(i) = component;
    }
}

template <class Component, class Vector>
void readVector(py::handle from, const std::string& what, Vector& to) {
    readEach<Component>(from, what, 3, [&](std::size_t i) -> Component& { return to[int(i)]; });
}

template <class Component, class Quaternion>
void readQuaternion(py::handle from, const std::string& what, Quaternion& to) {
    Component* const parts[] = {&to.w, &to.x, &to.y, &to.z};
    readEach<Component>(from, what, 4, [&](std::size_t i) -> Component& { return *parts[i]; });
}

}  // namespace

void refuseType(py::handle from, const std::string& what, const char* wanted) {
    refuse("{} is of type {}; it must be {}", what, Py_TYPE(from.ptr())->tp_name, wanted);
}

std::string literalOf(py::handle value) {
    if (py::isinstance<py::float_>(value) && std::isinf(value.cast<double>())) return "1e999";
    const bool isLiteral = value.is_none() || py::isinstance<py::bool_>(value) || py::isinstance<py::int_>(value) ||
                           py::isinstance<py::float_>(value) || py::isinstance<py::str>(value) ||
                           py::isinstance<py::tuple>(value);
    return isLiteral ? std::string(py::repr(value)) : "...";
}

void read(py::handle from, const std::string& what, bool& to) {
    const std::string_view type = Py_TYPE(from.ptr())->tp_name;
    const bool isNumpys = type == "numpy.bool_" || type == "numpy.bool";  // before numpy 2 and since
    if (!py::isinstance<py::bool_>(from) && !isNumpys) refuseType(from, what, "True or False");
    to = PyObject_IsTrue(from.ptr()) == 1;
}

void read(py::handle from, const std::string& what, int& to) {
    using Limits = std::numeric_limits<int>;
    to = static_cast<int>(integerOf(from, what, Limits::min(), Limits::max()));
}

void read(py::handle from, const std::string& what, std::uint32_t& to) {
    to = static_cast<std::uint32_t>(integerOf(from, what, 0, std::numeric_limits<std::uint32_t>::max()));
}

void read(py::handle from, const std::string& what, std::uint64_t& to) {
    to = static_cast<std::uint64_t>(integerOf(from, what, 0, std::numeric_limits<long long>::max()));
}

void read(py::handle from, const std::string& what, double& to) {
    to = numberOf(from, what);
}

void read(py::handle from, const std::string& what, float& to) {
    const double value = numberOf(from, what);
    const auto rounded = static_cast<float>(value);
    if (std::isinf(rounded) && !std::isinf(value)) refuse("{} is {}, beyond what a float32 holds", what, value);
    to = rounded;
}

void read(py::handle from, const std::string& what, std::string& to) {
    if (!py::isinstance<py::str>(from)) refuseType(from, what, "a str");
    py::ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(from.ptr(), &size);
    if (text == nullptr) {
        PyErr_Clear();
        refuse("{} is no valid Unicode", what);
    }
    to.assign(text, std::size_t(size));
}

void read(py::handle from, const std::string& what, vec3& to) {
    readVector<float>(from, what, to);
}

void read(py::handle from, const std::string& what, glm::dvec3& to) {
    readVector<double>(from, what, to);
}

void read(py::handle from, const std::string& what, glm::quat& to) {
    readQuaternion<float>(from, what, to);
}

void read(py::handle from, const std::string& what, glm::dquat& to) {
    readQuaternion<double>(from, what, to);
}

void read(py::handle from, const std::string& what, std::array<std::uint32_t, 3>& to) {
    readEach<std::uint32_t>(from, what, 3, [&](std::size_t i) -> std::uint32_t& { return to[i]; });
}

void read(py::handle from, const std::string& what, Fabric& to) {
    if (!py::isinstance<py::str>(from)) return readRecord(from, what, to);
    std::string name;
    read(from, what, name);
    to = take(fabricNamed(name));
}

void read(py::handle from, const std::string& what, Pose& to) {
    if (py::isinstance<Pose>(from)) return readRecord(from, what, to);
    to = Pose{};
    read(from, what, to.position);
}

void read(py::handle from, const std::string& what, FramePose& to) {
    if (py::isinstance<FramePose>(from)) return readRecord(from, what, to);
    to = FramePose{};
    read(from, what, to.origin);
}

py::object show(bool value) {
    return py::bool_(value);
}

py::object show(int value) {
    return py::int_(value);
}

py::object show(std::uint32_t value) {
    return py::int_(value);
}

py::object show(std::uint64_t value) {
    return py::int_(value);
}

py::object show(float value) {
    // The shortest number that is this float, so that 0.15 comes back as 0.15.
    return py::float_(std::strtod(fmt::format("{}", value).c_str(), nullptr));
}

py::object show(double value) {
    return py::float_(value);
}

py::object show(const std::string& value) {
    // Names of drivers and files may be any bytes.
    PyObject* const text = PyUnicode_DecodeUTF8(value.data(), py::ssize_t(value.size()), "replace");
    if (text == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(text);
}

py::object show(const vec3& value) {
    return py::make_tuple(show(value.x), show(value.y), show(value.z));
}

py::object show(const glm::dvec3& value) {
    return py::make_tuple(value.x, value.y, value.z);
}

py::object show(const glm::quat& value) {
    return py::make_tuple(show(value.w), show(value.x), show(value.y), show(value.z));
}

py::object show(const glm::dquat& value) {
    return py::make_tuple(value.w, value.x, value.y, value.z);
}

py::object show(const std::array<std::uint32_t, 3>& value) {
    return py::make_tuple(value[0], value[1], value[2]);
}

}  // namespace pliant::python
