#pragma once

// Not for users of the library: its interface does without fmt.

#include <fmt/format.h>

#include <utility>

#include "pliant/result.h"

namespace pliant {

/// `return failAs(ErrorKind::File, "{}: ...", path);`
template <class... Args>
Error failAs(ErrorKind kind, fmt::format_string<Args...> text, Args&&... args) {
    return Error{fmt::format(text, std::forward<Args>(args)...), kind};
}

/// `return fail("stick {}: ...", index);` A bad input.
template <class... Args>
Error fail(fmt::format_string<Args...> text, Args&&... args) {
    return failAs(ErrorKind::BadInput, text, std::forward<Args>(args)...);
}

}  // namespace pliant
