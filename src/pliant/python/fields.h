#pragma once

#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

#include "pliant/python/words.h"

namespace pliant::python {

/// A member of a struct as Python sees it: a keyword of what makes it, and an attribute of what it is.
template <class T>
struct Field {
    const char* name;
    const char* doc;
    std::function<void(py::handle, const std::string& what, T&)> read;
    std::function<py::object(const T&)> show;

    template <class Base, class Member>
    Field(const char* name, Member Base::*member, const char* doc)
        : name(name),
          doc(doc),
          read([member](py::handle from, const std::string& what, T& to) { python::read(from, what, to.*member); }),
          show([member](const T& value) { return python::show(value.*member); }) {}

    Field(const char* name, const char* doc, decltype(read) read, decltype(show) show)
        : name(name), doc(doc), read(std::move(read)), show(std::move(show)) {}
};

/// A struct's fields in the order of their declaration.
template <class T>
using Fields = std::vector<Field<T>>;

/// The index of a frame of reference: None is the world.
template <class T>
Field<T> frameField(const char* doc) {
    return {"frame", doc,
            [](py::handle from, const std::string& what, T& to) {
                std::optional<std::uint32_t> frame;
                read(from, what, frame);
                to.frame = frame.value_or(kWorld);
            },
            [](const T& value) { return value.frame == kWorld ? py::object(py::none()) : show(value.frame); }};
}

/// Reads keywords into `to`. An unknown one is a TypeError, as of Python's own functions.
template <class T>
void readFields(const py::kwargs& keywords, const char* function, const Fields<T>& fields, T& to) {
    for (const auto& [key, value] : keywords) {
        const auto name = key.template cast<std::string>();
        const Field<T>* found = nullptr;
        std::string names;
        for (const Field<T>& field : fields) {
            names += (names.empty() ? "" : ", ") + std::string(field.name);
            if (name == field.name) found = &field;
        }
        if (found == nullptr)
            throw py::type_error(fmt::format("{}() has no argument '{}'; it has {}", function, name, names));
        found->read(value, fmt::format("{}: {}", function, name), to);
    }
}

/// "Fabric(areal_density=0.1, ...)", with the values as Python writes them.
template <class T>
std::string listOf(const Fields<T>& fields, const T& value) {
    std::string list;
    for (const Field<T>& field : fields)
        list += fmt::format("{}{}={}", list.empty() ? "" : ", ", field.name, std::string(py::repr(field.show(value))));
    return list;
}

/// What help() and inspect.signature() read: the signature with its defaults, what it does, and what the keywords are.
template <class T>
std::string docOf(const std::string& function, const std::string& first, const Fields<T>& fields, const char* doc) {
    std::string keywords;
    for (const Field<T>& field : fields)
        keywords += fmt::format(", {}={}", field.name, literalOf(field.show(T{})));
    std::string text = fmt::format("{}({}, *{})\n--\n\n{}\n", function, first, keywords, doc);
    for (const Field<T>& field : fields)
        text += fmt::format("\n    {}: {}", field.name, field.doc);
    return text;
}

/// For functions without keywords of a struct: "compile(self)\n--\n\n...".
inline std::string docOf(const std::string& signature, const char* doc) {
    return fmt::format("{}\n--\n\n{}", signature, doc);
}

template <class T>
py::tuple valuesOf(const Fields<T>& fields, const T& value) {
    py::tuple values(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i)
        values[i] = fields[i].show(value);
    return values;
}

/// A class whose objects are read and compared but never changed: what Python has of a struct is a copy, and a change
/// to it would be lost in silence.
template <class T>
py::class_<T> bindResult(py::module_& module, const char* name, const char* doc, const Fields<T>& fields) {
    py::class_<T> made(module, name, doc);
    for (const Field<T>& field : fields)
        made.def_property_readonly(field.name, field.show, field.doc);
    made.def(
        "__repr__", [name, &fields](const T& value) { return fmt::format("{}({})", name, listOf(fields, value)); },
        "__repr__(self)\n--\n\nAs it would be written.");
    made.def(
        "__eq__",
        [&fields](const T& value, py::handle other) -> py::object {
            if (!py::isinstance<T>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
            return py::bool_(valuesOf(fields, value).equal(valuesOf(fields, other.cast<const T&>())));
        },
        py::arg("other"), "__eq__(self, other)\n--\n\nWhether all fields are equal.");
    made.attr("__hash__") = py::none();
    return made;
}

/// The first rule that a new value breaks, if any.
template <class T>
using Check = Status (*)(const T&);

template <class T>
T checked(T value, Check<T> check) {
    take(check(value));
    return value;
}

/// The same for what Python also makes: by keywords, and from another one with some of them changed. What breaks a rule
/// is never made. `fields` must live as long as the module.
template <class T>
py::class_<T> bindRecord(py::module_& module, const char* doc, const Fields<T>& fields, Check<T> check) {
    const char* const name = kRecordName<T>;
    py::class_<T> made = bindResult<T>(module, name, doc, fields);
    made.def(py::init([name, &fields, check](const py::kwargs& keywords) {
                 T value;
                 readFields(keywords, name, fields, value);
                 return checked(value, check);
             }),
             docOf("__init__", "self", fields, doc).c_str());
    made.def(
        "replace",
        [name, &fields, check](const T& value, const py::kwargs& changes) {
            T changed = value;
            readFields(changes, name, fields, changed);
            return checked(changed, check);
        },
        "replace(self, **changes)\n--\n\nThe same with other values for the fields that are named.");
    made.def(py::pickle([&fields](const T& value) { return valuesOf(fields, value); },
                        [name, &fields, check](const py::tuple& values) {
                            T value;
                            if (values.size() != fields.size()) refuse("{}: a pickle of another version", name);
                            for (std::size_t i = 0; i < fields.size(); ++i)
                                fields[i].read(values[i], fmt::format("{}: {}", name, fields[i].name), value);
                            return checked(value, check);
                        }));
    return made;
}

}  // namespace pliant::python
