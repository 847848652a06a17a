#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

namespace pliant {

/// What the world broke, in one sentence for a person: it names the file or the index, and the rule.
struct Error {
    std::string message;
};

/// `return fail("stick {}: ...", index);`
template <class... Args>
Error fail(fmt::format_string<Args...> text, Args&&... args) {
    return Error{fmt::format(text, std::forward<Args>(args)...)};
}

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
