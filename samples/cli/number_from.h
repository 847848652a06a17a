#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <type_traits>

namespace pliant::cli {

/// What an option may be: a number of the bounds' type within them, which nan is not.
template <class T>
CLI::Validator numberFrom(T least, T most) {
    CLI::Validator range = CLI::Range(least, most);  // for what --help says of it
    return range.operation([least, most](std::string& text) {
        T number{};
        const bool isOne = CLI::detail::lexical_cast(text, number) && number >= least && number <= most;
        const char* kind = std::is_integral_v<T> ? "whole number" : "number";
        return isOne ? std::string() : fmt::format("'{}' is not a {} from {} to {}", text, kind, least, most);
    });
}

/// The same, or one of two words that turn something on and off.
template <class T>
CLI::Validator onOffOrFrom(T least, T most) {
    CLI::Validator number = numberFrom(least, most);
    const auto isNone = [number](std::string& text) {
        const std::string problem = text == "on" || text == "off" ? std::string() : number(text);
        return problem.empty() ? problem : problem + ", nor on or off";
    };
    return CLI::Validator(isNone, number.get_description());
}

}  // namespace pliant::cli
