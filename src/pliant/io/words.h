#pragma once

#include <cstdint>
#include <string_view>

namespace pliant {

/// Text, line by line.
class Lines {
  public:
    explicit Lines(std::string_view text) : text_(text) {}

    bool isAtEnd() const { return text_.empty(); }

    /// The next line, without what ends it: a line feed, also after a carriage return. Empty at the end.
    std::string_view take();

    /// Of the line that was taken last, counted from 1.
    std::size_t number() const { return number_; }

    /// What follows the line that was taken last.
    std::string_view rest() const { return text_; }

  private:
    std::string_view text_;
    std::size_t number_ = 0;
};

/// Takes the next word off the front of the line; empty at its end.
std::string_view takeWord(std::string_view& line);

/// Whether the word is a number and nothing else. The nearest float: what is too small for a normal one is rounded,
/// what is too large becomes infinite.
bool parse(std::string_view word, std::int64_t& number);
bool parse(std::string_view word, float& number);
bool parse(std::string_view word, double& number);

}  // namespace pliant
