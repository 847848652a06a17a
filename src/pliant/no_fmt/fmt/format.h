#pragma once

// What the library's sentences need of fmt, under fmt's names, for builds that do without it (PLIANT_FMT=OFF): the same
// text for the same values. {}, and {:FILL} with < > 0 width .precision and x f g. The test NoFmt says which.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace fmt {
inline namespace of_pliant {  // a program may have fmt itself

using Value = std::variant<bool, char, std::int64_t, std::uint64_t, float, double, std::string_view>;

/// Appends the text with the values in place of its braces.
void append(std::string& to, std::string_view text, std::span<const Value> values);

template <class T>
Value valueOf(const T& from) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, char> || std::is_floating_point_v<T>) return from;
    else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) return std::int64_t{from};
    else if constexpr (std::is_integral_v<T>) return std::uint64_t{from};
    else return std::string_view(from);
}

/// A text with so many pairs of braces. Another number of them does not compile.
template <std::size_t kCount>
struct Text {
    std::string_view text;

    template <std::size_t kSize>
    consteval Text(const char (&literal)[kSize]) : text(literal, kSize - 1) {
        std::size_t count = 0;
        for (const char c : text)
            count += c == '{' ? 1 : 0;
        if (count != kCount) throw "as many values as braces";
    }
};

template <class... Args>
using format_string = Text<sizeof...(Args)>;

template <class... Args>
void format_to(std::back_insert_iterator<std::string> end, format_string<Args...> text, const Args&... args) {
    std::string piece;
    append(piece, text.text, std::array<Value, sizeof...(Args)>{valueOf(args)...});
    for (const char c : piece)
        *end++ = c;
}

template <class... Args>
std::string format(format_string<Args...> text, const Args&... args) {
    std::string all;
    append(all, text.text, std::array<Value, sizeof...(Args)>{valueOf(args)...});
    return all;
}

}  // namespace of_pliant
}  // namespace fmt
