#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <type_traits>

namespace pliant::cli {

/// What an option may be: a number of the bounds' type within them.
template <class T>
CLI::Validator numberFrom(T least, T most) {
    CLI::Validator range = CLI::Range(least, most);
    const std::string kind = std::is_integral_v<T> ? "whole number" : "number";
    return CLI::Validator(range).operation([=](std::string& text) {
        const bool isOne = range(text).empty();
        return isOne ? std::string() : fmt::format("'{}' is not a {} from {} to {}", text, kind, least, most);
    });
}

}  // namespace pliant::cli
