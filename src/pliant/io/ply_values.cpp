#include "pliant/io/ply_values.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace pliant {

static_assert(std::endian::native == std::endian::little, "what is big endian is turned round here, and nothing else");

std::optional<PlyType> plyTypeNamed(std::string_view name) {
    using enum PlyType;
    constexpr struct {
        std::string_view old, sized;
        PlyType type;
    } kTypes[] = {{"char", "int8", Int8},       {"uchar", "uint8", Uint8},    {"short", "int16", Int16},
                  {"ushort", "uint16", Uint16}, {"int", "int32", Int32},      {"uint", "uint32", Uint32},
                  {"float", "float32", Float},  {"double", "float64", Double}};
    for (const auto& t : kTypes) {
        if (name == t.old || name == t.sized) return t.type;
    }
    return std::nullopt;
}

bool isWhole(PlyType type) {
    return type != PlyType::Float && type != PlyType::Double;
}

bool PlyValues::beginElement() {
    if (coding_ != PlyCoding::Ascii) return !bytes_.empty();
    line_ = {};
    while (line_.find_first_not_of(" \t\r") == std::string_view::npos) {
        if (lines_.isAtEnd()) return false;
        line_ = lines_.take();
    }
    return true;
}

bool PlyValues::endElement() {
    return coding_ != PlyCoding::Ascii || takeWord(line_).empty();
}

std::optional<std::size_t> PlyValues::lineNumber() const {
    if (coding_ != PlyCoding::Ascii) return std::nullopt;
    return lines_.number();
}

bool PlyValues::take(PlyType type, double& value) {
    switch (type) {
        case PlyType::Int8: return takeWhole<std::int8_t>(value);
        case PlyType::Uint8: return takeWhole<std::uint8_t>(value);
        case PlyType::Int16: return takeWhole<std::int16_t>(value);
        case PlyType::Uint16: return takeWhole<std::uint16_t>(value);
        case PlyType::Int32: return takeWhole<std::int32_t>(value);
        case PlyType::Uint32: return takeWhole<std::uint32_t>(value);
        case PlyType::Float: return takeFloating<float>(value);
        case PlyType::Double: return takeFloating<double>(value);
    }
    return false;
}

template <class T>
bool PlyValues::takeWhole(double& value) {
    if (coding_ != PlyCoding::Ascii) return takeBytes<T>(value);
    std::int64_t number = 0;
    if (!parse(takeWord(line_), number)) return false;
    value = static_cast<double>(number);
    return number >= std::numeric_limits<T>::min() && number <= std::numeric_limits<T>::max();
}

template <class T>
bool PlyValues::takeFloating(double& value) {
    if (coding_ != PlyCoding::Ascii) return takeBytes<T>(value);
    T number = 0;
    const bool isNumber = parse(takeWord(line_), number);
    value = number;
    return isNumber;
}

template <class T>
bool PlyValues::takeBytes(double& value) {
    char bytes[sizeof(T)];
    if (bytes_.size() < sizeof(T)) return false;
    std::memcpy(bytes, bytes_.data(), sizeof(T));
    bytes_.remove_prefix(sizeof(T));
    if (coding_ == PlyCoding::BigEndian) std::reverse(bytes, bytes + sizeof(T));
    T number;
    std::memcpy(&number, bytes, sizeof(T));
    value = static_cast<double>(number);
    return true;
}

}  // namespace pliant
