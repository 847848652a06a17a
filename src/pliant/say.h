#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace pliant {

/// Writes a message for a person to standard error. One that cannot be written is lost, and nothing else is:
/// fmt::print() throws there, and a full disk under a log must not end a program.
template <class... Args>
void say(fmt::format_string<Args...> text, Args&&... args) noexcept {
    try {
        const std::string message = fmt::format(text, std::forward<Args>(args)...);
        std::fputs(message.c_str(), stderr);
    } catch (...) {
        std::fputs("out of memory\n", stderr);
    }
}

}  // namespace pliant
