#include "pliant/io/words.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pliant {
namespace {

constexpr std::string_view kSpace = " \t\r";

template <class Number>
bool parseFloating(std::string_view word, Number& number) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, number);
    if (end != last || error == std::errc::invalid_argument) return false;
    if (error == std::errc()) return true;
    double wide = 0.0;
    if (std::from_chars(word.data(), last, wide).ec == std::errc()) {
        number = static_cast<Number>(wide);
    } else {
        const bool isTiny = word.find("e-") != word.npos || word.find("E-") != word.npos;
        number = isTiny ? Number(0) : static_cast<Number>(HUGE_VAL);
    }
    return true;
}

}  // namespace

std::string_view Lines::take() {
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    std::string_view line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::string_view takeWord(std::string_view& line) {
    const std::size_t first = line.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return line = {};
    const std::size_t last = std::min(line.find_first_of(kSpace, first), line.size());
    const std::string_view word = line.substr(first, last - first);
    line.remove_prefix(last);
    return word;
}

bool parse(std::string_view word, std::int64_t& number) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size();
}

bool parse(std::string_view word, float& number) {
    return parseFloating(word, number);
}

bool parse(std::string_view word, double& number) {
    return parseFloating(word, number);
}

}  // namespace pliant
