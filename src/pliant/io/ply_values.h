#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "pliant/io/words.h"

namespace pliant {

enum class PlyType : std::uint8_t { Int8, Uint8, Int16, Uint16, Int32, Uint32, Float, Double };
enum class PlyCoding : std::uint8_t { Ascii, LittleEndian, BigEndian };

/// By either of its names: "uchar" and "uint8" are one type.
std::optional<PlyType> plyTypeNamed(std::string_view name);

bool isWhole(PlyType type);

/// The values of a PLY file behind its header, one after another. An ASCII file has a line for every element.
class PlyValues {
  public:
    /// `lines` have given the header.
    PlyValues(const Lines& lines, PlyCoding coding) : lines_(lines), bytes_(lines.rest()), coding_(coding) {}

    /// Whether there is anything left; an ASCII file goes to its next line that is not blank.
    bool beginElement();

    /// The next value, exactly. False where there is none, or none of this type.
    bool take(PlyType type, double& value);

    /// Whether nothing is left of the element's line.
    bool endElement();

    /// The number of the line, of an ASCII file.
    std::optional<std::size_t> lineNumber() const;

  private:
    template <class T>
    bool takeWhole(double& value);
    template <class T>
    bool takeFloating(double& value);
    template <class T>
    bool takeBytes(double& value);

    Lines lines_;
    std::string_view line_;
    std::string_view bytes_;
    PlyCoding coding_;
};

}  // namespace pliant
