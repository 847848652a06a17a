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
    std::string message;                   ///< one sentence, without a line end
    ErrorKind kind = ErrorKind::BadInput;  ///< what a program may branch on
};

/// A value, or the reason why there is none. Test it before use; reading the wrong side throws.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : content_(std::move(value)) {}      ///< holds a value
    Result(Error error) : content_(std::move(error)) {}  ///< holds an error

    explicit operator bool() const { return std::holds_alternative<T>(content_); }  ///< whether there is a value
    T& operator*() {
        return std::get<T>(content_);
    }  ///< the value; throws std::bad_variant_access where there is an error
    const T& operator*() const { return std::get<T>(content_); }      ///< likewise
    T* operator->() { return &std::get<T>(content_); }                ///< a member of the value; throws likewise
    const T* operator->() const { return &std::get<T>(content_); }    ///< likewise
    const Error& error() const { return std::get<Error>(content_); }  ///< throws where there is none

  private:
    std::variant<T, Error> content_;
};

/// What a call says that gives no value.
template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;                                  ///< all went well
    Result(Error error) : content_(std::move(error)) {}  ///< holds an error

    explicit operator bool() const { return content_.index() == 0; }  ///< whether all went well
    const Error& error() const { return std::get<Error>(content_); }  ///< throws where there is none

  private:
    std::variant<std::monostate, Error> content_;
};

/// All went well, or the reason why not.
using Status = Result<void>;

}  // namespace pliant
