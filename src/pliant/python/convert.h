#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pliant/pliant.hpp"
#include "pliant/python/bound.h"
#include "pliant/python/errors.h"

namespace pliant::python {

// Between Python's values and ours. read() refuses what is no such value, or none that `to` can hold, and names `what`;
// whether it is a sensible one is for the library to say. show() is the way back.

void read(py::handle from, const std::string& what, bool& to);
void read(py::handle from, const std::string& what, int& to);
void read(py::handle from, const std::string& what, std::uint32_t& to);
void read(py::handle from, const std::string& what, std::uint64_t& to);  // up to 2^63
void read(py::handle from, const std::string& what, float& to);
void read(py::handle from, const std::string& what, double& to);
void read(py::handle from, const std::string& what, std::string& to);
void read(py::handle from, const std::string& what, vec3& to);
void read(py::handle from, const std::string& what, glm::dvec3& to);
void read(py::handle from, const std::string& what, glm::quat& to);
void read(py::handle from, const std::string& what, glm::dquat& to);
void read(py::handle from, const std::string& what, std::array<std::uint32_t, 3>& to);
void read(py::handle from, const std::string& what, Fabric& to);     // also by its name
void read(py::handle from, const std::string& what, Pose& to);       // also a place alone
void read(py::handle from, const std::string& what, FramePose& to);  // likewise

py::object show(bool value);
py::object show(int value);
py::object show(std::uint32_t value);
py::object show(std::uint64_t value);
py::object show(float value);
py::object show(double value);
py::object show(const std::string& value);
py::object show(const vec3& value);
py::object show(const glm::dvec3& value);
py::object show(const glm::quat& value);  // w first
py::object show(const glm::dquat& value);
py::object show(const std::array<std::uint32_t, 3>& value);

/// An enumerator and the word that Python has for it.
template <class E>
struct Word {
    const char* text;
    E value;
};

/// The words of an enumeration, an array of Word<E>: see words.h.
template <class E>
inline constexpr std::array<Word<E>, 0> kWords{};

template <class E>
requires std::is_enum_v<E>
void read(py::handle from, const std::string& what, E& to) {
    std::string text, words;
    read(from, what, text);
    for (const Word<E>& word : kWords<E>) {
        if (text == word.text) {
            to = word.value;
            return;
        }
        words += (words.empty() ? "" : ", ") + std::string(word.text);
    }
    refuse("{} is '{}'; it must be one of {}", what, text, words);
}

template <class E>
requires std::is_enum_v<E> py::object show(E value) {
    for (const Word<E>& word : kWords<E>) {
        if (word.value == value) return py::str(word.text);
    }
    return py::int_(int(value));
}

/// A default as inspect.signature() can read it: a literal, or "..." for what has none.
std::string literalOf(py::handle value);

/// Structs that Python has a class for, see bindRecord(): their names there.
template <class T>
inline constexpr const char* kRecordName = nullptr;
template <>
inline constexpr const char* kRecordName<StickMaterial> = "StickMaterial";
template <>
inline constexpr const char* kRecordName<TetMaterial> = "TetMaterial";
template <>
inline constexpr const char* kRecordName<Fabric> = "Fabric";
template <>
inline constexpr const char* kRecordName<Pose> = "Pose";
template <>
inline constexpr const char* kRecordName<FramePose> = "FramePose";
template <>
inline constexpr const char* kRecordName<Collider> = "Collider";
template <>
inline constexpr const char* kRecordName<Environment> = "Environment";
template <>
inline constexpr const char* kRecordName<Sleep> = "Sleep";
template <>
inline constexpr const char* kRecordName<StepSettings> = "StepSettings";
template <>
inline constexpr const char* kRecordName<Enclosure> = "Enclosure";
template <>
inline constexpr const char* kRecordName<ContactDescription> = "ContactDescription";

template <class T>
requires(kRecordName<T> != nullptr) inline constexpr bool kIsBound<T> = true;
template <>
inline constexpr bool kIsBound<Scene> = true;
template <>
inline constexpr bool kIsBound<Body> = true;
template <>
inline constexpr bool kIsBound<StepInputs> = true;
template <>
inline constexpr bool kIsBound<Obstacle> = true;
template <>
inline constexpr bool kIsBound<RigidBody> = true;
template <>
inline constexpr bool kIsBound<Comparison> = true;
template <>
inline constexpr bool kIsBound<Stretch> = true;
template <>
inline constexpr bool kIsBound<StepReport> = true;
template <>
inline constexpr bool kIsBound<Untangled> = true;
template <>
inline constexpr bool kIsBound<StabilityBound> = true;
template <>
inline constexpr bool kIsBound<DeviceInfo> = true;

[[noreturn]] void refuseType(py::handle from, const std::string& what, const char* wanted);

template <class T>
requires(kRecordName<T> != nullptr) void readRecord(py::handle from, const std::string& what, T& to) {
    if (!py::isinstance<T>(from)) refuseType(from, what, kRecordName<T>);
    to = from.cast<T>();
}

template <class T>
requires(kRecordName<T> != nullptr) void read(py::handle from, const std::string& what, T& to) {
    readRecord(from, what, to);
}

template <class T>
requires(kRecordName<T> != nullptr) py::object show(const T& value) {
    return py::cast(value);
}

/// None is nothing.
template <class T>
void read(py::handle from, const std::string& what, std::optional<T>& to) {
    to.reset();
    if (!from.is_none()) read(from, what, to.emplace());
}

template <class T>
py::object show(const std::optional<T>& value) {
    return value ? show(*value) : py::object(py::none());
}

}  // namespace pliant::python
