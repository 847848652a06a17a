#pragma once

#include <pybind11/pybind11.h>

namespace pliant::python {

/// Structs that Python has a class for. Of these pybind11 would take an object that __new__() made and __init__() never
/// saw, whose memory holds whatever lay there.
template <class T>
inline constexpr bool kIsBound = false;

}  // namespace pliant::python

namespace pybind11::detail {

template <class T>
class type_caster<T, std::enable_if_t<pliant::python::kIsBound<T>>> : public type_caster_base<T> {
  public:
    bool load(handle from, bool convert) {
        if (isinstance<T>(from)) {
            auto* const object = reinterpret_cast<instance*>(from.ptr());
            if (!object->get_value_and_holder().holder_constructed()) return false;
        }
        return type_caster_base<T>::load(from, convert);
    }
};

}  // namespace pybind11::detail
