#include "io/obj.h"

#include <charconv>
#include <cmath>

namespace pliant {
namespace {

constexpr std::string_view kSpace = " \t\r";

// Takes the next word off the front of the line; empty at its end.
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

// What is too small for a normal float is rounded, what is too large becomes infinite.
bool parse(std::string_view word, float& number) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, number);
    if (end != last || error == std::errc::invalid_argument) return false;
    if (error == std::errc()) return true;
    double wide = 0.0;
    if (std::from_chars(word.data(), last, wide).ec == std::errc()) {
        number = static_cast<float>(wide);
    } else {
        const bool isTiny = word.find("e-") != word.npos || word.find("E-") != word.npos;
        number = isTiny ? 0.0f : HUGE_VALF;
    }
    return true;
}

class ObjParser {
  public:
    ObjParser(std::string_view text, const std::string& name) : text_(text) {
        mesh_.name = name;
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
    }

    Result<MeshDescription> run() {
        while (!text_.empty()) {
            std::string_view line = takeLine();
            const std::string_view keyword = takeWord(line);
            Status status;
            if (keyword == "v") status = addVertex(line);
            if (keyword == "f") status = addFace(line);
            if (!status) return status.error();
        }
        if (mesh_.faceSizes.empty()) return fail("{}: the file has no faces", mesh_.name);
        return std::move(mesh_);
    }

  private:
    // A line without its comment. One that ends in a backslash goes on in the next.
    std::string_view takeLine() {
        joined_.clear();
        while (true) {
            const std::string_view line = takePhysicalLine();
            const bool goesOn = line.ends_with('\\') && !text_.empty();
            if (!goesOn && joined_.empty()) return line;
            joined_.append(line.substr(0, line.size() - (goesOn ? 1 : 0))).append(" ");
            if (!goesOn) return joined_;
        }
    }

    std::string_view takePhysicalLine() {
        const std::size_t end = std::min(text_.find('\n'), text_.size());
        std::string_view line = text_.substr(0, end);
        text_.remove_prefix(std::min(end + 1, text_.size()));
        ++lineNumber_;
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line.substr(0, line.find('#'));
    }

    Status addVertex(std::string_view line) {
        vec3 vertex;
        for (int axis = 0; axis < 3; ++axis) {
            const std::string_view word = takeWord(line);
            if (!parse(word, vertex[axis])) return fail("{}:{}: '{}' is no coordinate", mesh_.name, lineNumber_, word);
            if (!(vertex[axis] - vertex[axis] == 0.0f)) {
                return fail("{}:{}: vertex {} has the coordinate {}; it must be finite", mesh_.name, lineNumber_,
                            mesh_.vertices.size() + 1, word);
            }
        }
        mesh_.vertices.push_back(vertex);
        return {};
    }

    // Corners are "7", "7/1", "7//3" or "7/1/3"; negative numbers count back from the last vertex so far.
    Status addFace(std::string_view line) {
        std::uint32_t size = 0;
        for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line)) {
            std::int64_t number = 0;
            if (!parse(word.substr(0, word.find('/')), number)) {
                return fail("{}:{}: '{}' is no corner of a face", mesh_.name, lineNumber_, word);
            }
            const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
            const std::int64_t index = number > 0 ? number - 1 : count + number;
            if (number == 0 || index < 0 || index >= count) {
                return fail("{}:{}: a face uses vertex {}, but there are {} before it (1 to {})", mesh_.name,
                            lineNumber_, number, count, count);
            }
            mesh_.faceCorners.push_back(static_cast<std::uint32_t>(index));
            ++size;
        }
        if (size < 3) return fail("{}:{}: a face has {} corners; it needs three", mesh_.name, lineNumber_, size);
        mesh_.faceSizes.push_back(size);
        return {};
    }

    MeshDescription mesh_;
    std::string_view text_;
    std::string joined_;
    std::size_t lineNumber_ = 0;
};

}  // namespace

Result<MeshDescription> parseObj(std::string_view text, const std::string& name) {
    return ObjParser(text, name).run();
}

}  // namespace pliant
