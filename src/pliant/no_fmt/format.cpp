#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace fmt {
inline namespace of_pliant {
namespace {

struct Form {
    char side = 0;  // < or >; 0: as the kind of value has it
    bool hasZeros = false;
    int width = 0, precision = -1;
    char letter = 0;  // x f g
};

int takeNumber(std::string_view& from) {
    int number = 0;
    for (; !from.empty() && from[0] >= '0' && from[0] <= '9'; from.remove_prefix(1))
        number = 10 * number + (from[0] - '0');
    return number;
}

// Of ":>9", ":016x", ":.3g" or nothing.
Form formOf(std::string_view text) {
    Form form;
    if (text.empty()) return form;
    text.remove_prefix(1);
    const auto takes = [&text](char c) {
        const bool is = text.starts_with(c);
        text.remove_prefix(is ? 1 : 0);
        return is;
    };
    for (const char side : {'<', '>'})
        if (takes(side)) form.side = side;
    form.hasZeros = takes('0');
    form.width = takeNumber(text);
    if (takes('.')) form.precision = takeNumber(text);
    if (!text.empty()) form.letter = text[0];
    return form;
}

template <class T>
std::string printed(const char* how, int precision, T value) {
    char text[400];  // the largest double has 309 digits before its point
    std::snprintf(text, sizeof text, how, precision, value);
    for (char& c : text)
        if (c == ',') c = '.';  // where the program has set a locale
    return text;
}

// With as few digits as tell this number from all others, "d.dde+dd".
template <class T>
std::string shortest(T value) {
    for (int precision = 0; precision < std::numeric_limits<T>::max_digits10; ++precision) {
        char text[40];
        std::snprintf(text, sizeof text, "%.*e", precision, double(value));
        const double back = std::is_same_v<T, float> ? double(std::strtof(text, nullptr)) : std::strtod(text, nullptr);
        if (back == double(value)) return printed("%.*e", precision, double(value));
    }
    return printed("%.*e", std::numeric_limits<T>::max_digits10 - 1, double(value));
}

// Without an exponent from 1e-4 on and below 1e16.
template <class T>
std::string plain(T value) {
    std::string text = shortest(value);
    const std::size_t e = text.find('e');
    const int exponent = std::atoi(text.c_str() + e + 1);
    if (exponent < -4 || exponent >= 16) return text;
    std::string digits, plain = text[0] == '-' ? "-" : "";
    for (const char c : text.substr(0, e))
        if (c >= '0' && c <= '9') digits += c;
    if (exponent < 0) return plain.append("0.").append(std::size_t(-exponent - 1), '0').append(digits);
    const std::size_t whole = std::size_t(exponent) + 1;
    if (digits.size() <= whole) return plain.append(digits).append(whole - digits.size(), '0');
    return plain.append(digits, 0, whole).append(".").append(digits, whole);
}

template <class T>
std::string written(T value, const Form& form) {
    if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    if (form.letter == 'f') return printed("%.*f", form.precision < 0 ? 6 : form.precision, double(value));
    if (form.letter == 'g') return printed("%.*g", form.precision < 0 ? 6 : form.precision, double(value));
    return plain(value);
}

std::string written(std::uint64_t value, const Form& form) {
    char text[24];
    std::snprintf(text, sizeof text, form.letter == 'x' ? "%llx" : "%llu", static_cast<unsigned long long>(value));
    return text;
}

std::string written(std::int64_t value, const Form& form) {
    const std::uint64_t size = value < 0 ? std::uint64_t{0} - std::uint64_t(value) : std::uint64_t(value);
    return std::string(value < 0 ? "-" : "").append(written(size, form));
}

std::string written(bool value, const Form&) {
    return value ? "true" : "false";
}

std::string written(char value, const Form&) {
    return std::string(1, value);
}

std::string written(std::string_view value, const Form&) {
    return std::string(value);
}

void appendOne(std::string& to, const Value& value, const Form& form) {
    const std::string text = std::visit([&form](const auto& one) { return written(one, form); }, value);
    const std::size_t width = static_cast<std::size_t>(form.width);
    const std::size_t missing = text.size() < width ? width - text.size() : 0;
    const bool isNumber = value.index() >= Value(std::int64_t{}).index() && value.index() <= Value(0.0).index();
    const bool isRight = form.side ? form.side == '>' : isNumber;
    if (form.hasZeros && isNumber) {
        const std::size_t sign = text.starts_with('-') ? 1 : 0;
        to.append(text, 0, sign).append(missing, '0').append(text, sign);
    } else if (isRight) {
        to.append(missing, ' ').append(text);
    } else {
        to.append(text).append(missing, ' ');
    }
}

}  // namespace

void append(std::string& to, std::string_view text, std::span<const Value> values) {
    for (const Value& value : values) {
        const std::size_t open = text.find('{'), close = text.find('}', open);
        to += text.substr(0, open);
        appendOne(to, value, formOf(text.substr(open + 1, close - open - 1)));
        text.remove_prefix(close + 1);
    }
    to += text;
}

}  // namespace of_pliant
}  // namespace fmt
