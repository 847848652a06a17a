#include "pliant/python/errors.h"

namespace pliant::python {
namespace {

struct Kind {
    const char* name;
    const char* word;
    PyObject* builtin;  // also caught as this, as of Python's own modules; null: nothing there fits
    const char* doc;
};

constexpr std::size_t kKindCount = std::size_t(ErrorKind::Stopped) + 1;
PyObject* classes[kKindCount] = {};  // as long as the process: an exception may outlive the module

// A new class of exceptions with its word for the kind.
py::object makeClass(const char* name, const char* doc, const py::object& bases, const py::object& kind) {
    py::dict members;
    members["kind"] = kind;
    PyObject* made =
        PyErr_NewExceptionWithDoc(("pliant." + std::string(name)).c_str(), doc, bases.ptr(), members.ptr());
    if (made == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(made);
}

}  // namespace

void bindErrors(py::module_& module) {
    // In the order of ErrorKind.
    const Kind kinds[kKindCount] = {
        {"BadInput", "bad-input", PyExc_ValueError,
         "A value, an index or the order of calls breaks a rule. Nothing has changed."},
        {"OutOfMemory", "out-of-memory", PyExc_MemoryError,
         "What is wanted does not fit, on the host or on the device: less may."},
        {"DeviceLost", "device-lost", nullptr,
         "The Vulkan device is gone, and all that was on it has to be made anew."},
        {"Unsupported", "unsupported", nullptr, "This machine, its driver or device cannot do it."},
        {"FileError", "file", nullptr, "A file is not there, cannot be read, or is not what it should be."},
        {"Stopped", "stopped", nullptr, "The caller wanted it: restore() brings back a state."},
    };
    const py::object base =
        makeClass("Error", "What went wrong, in one sentence; `kind` says of what kind it is, as a word.",
                  py::reinterpret_borrow<py::object>(PyExc_Exception), py::str("error"));
    module.attr("Error") = base;
    for (std::size_t i = 0; i < kKindCount; ++i) {
        const Kind& kind = kinds[i];
        const py::object bases =
            kind.builtin == nullptr ? py::object(base) : py::make_tuple(base, py::handle(kind.builtin));
        py::object made = makeClass(kind.name, kind.doc, bases, py::str(kind.word));
        module.attr(kind.name) = made;
        classes[i] = made.release().ptr();
    }
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const Refusal& refusal) {
            PyErr_SetString(classes[std::size_t(refusal.error().kind)], refusal.what());
        }
    });
}

}  // namespace pliant::python
