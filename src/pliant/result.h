#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace pliant {

/// What went wrong, for a program to branch on.
enum class ErrorKind : std::uint8_t {
    BadInput,     ///< a value, an index or the order of calls breaks a rule
    OutOfMemory,  ///< what is wanted does not fit, on the host or on the device: less may
    DeviceLost,   ///< the Vulkan device is gone, and all that was on it has to be made anew
    Unsupported,  ///< this machine, its driver or device cannot do it
    File,         ///< a file is not there, cannot be read or written, or is not what it should be
    Stopped,      ///< because the caller wanted it
};

/// What the world broke, in one sentence for a person: it names the file or the index, and the rule.
struct Error {
    std::string message;
    ErrorKind kind = ErrorKind::BadInput;
};

/// A value, or the reason why there is none. Test it before use; reading the wrong side throws.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : content_(std::move(value)) {}
    Result(Error error) : content_(std::move(error)) {}

    explicit operator bool() const { return std::holds_alternative<T>(content_); }
    T& operator*() { return std::get<T>(content_); }
    const T& operator*() const { return std::get<T>(content_); }
    T* operator->() { return &std::get<T>(content_); }
    const T* operator->() const { return &std::get<T>(content_); }
    const Error& error() const { return std::get<Error>(content_); }

  private:
    std::variant<T, Error> content_;
};

template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : content_(std::move(error)) {}

    explicit operator bool() const { return content_.index() == 0; }
    const Error& error() const { return std::get<Error>(content_); }

  private:
    std::variant<std::monostate, Error> content_;
};

using Status = Result<void>;

}  // namespace pliant
