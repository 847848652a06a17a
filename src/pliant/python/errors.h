#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <string>
#include <utility>

#include "pliant/fail.h"
#include "pliant/result.h"

namespace pliant::python {

namespace py = pybind11;

/// An Error on its way to Python, where it becomes the subclass of pliant.Error that belongs to its kind.
class Refusal : public std::exception {
  public:
    explicit Refusal(Error error) : error_(std::move(error)) {}
    const Error& error() const { return error_; }
    const char* what() const noexcept override { return error_.message.c_str(); }

  private:
    Error error_;
};

/// The value; or throws the error.
template <class T>
T take(Result<T> result) {
    if (!result) throw Refusal(result.error());
    return std::move(*result);
}

inline void take(const Status& status) {
    if (!status) throw Refusal(status.error());
}

/// `refuse("{}: ...", what);` A bad input.
template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> text, Args&&... args) {
    throw Refusal(fail(text, std::forward<Args>(args)...));
}

/// Adds pliant.Error and a subclass per kind to the module, and has Refusal become them.
void bindErrors(py::module_& module);

}  // namespace pliant::python
