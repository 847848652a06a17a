#include "pliant/io/obj.h"

#include <utility>

#include "pliant/fail.h"
#include "pliant/io/words.h"

namespace pliant {
namespace {

class ObjParser {
  public:
    ObjParser(std::string_view text, const std::string& name) : lines_(text) { mesh_.name = name; }

    Result<MeshDescription> run() {
        while (!lines_.isAtEnd()) {
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
            const bool goesOn = line.ends_with('\\') && !lines_.isAtEnd();
            if (!goesOn && joined_.empty()) return line;
            joined_.append(line.substr(0, line.size() - (goesOn ? 1 : 0))).append(" ");
            if (!goesOn) return joined_;
        }
    }

    std::string_view takePhysicalLine() {
        const std::string_view line = lines_.take();
        return line.substr(0, line.find('#'));
    }

    Status addVertex(std::string_view line) {
        vec3 vertex;
        for (int axis = 0; axis < 3; ++axis) {
            const std::string_view word = takeWord(line);
            if (word.empty())
                return fail("{}:{}: a vertex has {} coordinates; it needs three", mesh_.name, lines_.number(), axis);
            if (!parse(word, vertex[axis]))
                return fail("{}:{}: '{}' is no coordinate", mesh_.name, lines_.number(), word);
            if (!(vertex[axis] - vertex[axis] == 0.0f)) {
                return fail("{}:{}: vertex {} has the coordinate {}; it must be finite", mesh_.name, lines_.number(),
                            mesh_.vertices.size() + 1, word);
            }
        }
        mesh_.vertices.push_back(vertex);
        lastFace_.push_back(kNoFace);
        return {};
    }

    // Corners are "7", "7/1", "7//3" or "7/1/3"; negative numbers count back from the last vertex so far.
    Status addFace(std::string_view line) {
        std::uint32_t size = 0;
        for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line)) {
            std::int64_t number = 0;
            if (!parse(word.substr(0, word.find('/')), number)) {
                return fail("{}:{}: '{}' is no corner of a face", mesh_.name, lines_.number(), word);
            }
            const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
            const std::int64_t index = number > 0 ? number - 1 : count + number;
            if (number == 0 || index < 0 || index >= count) {
                return fail("{}:{}: a face uses vertex {}, but there are {} before it (1 to {})", mesh_.name,
                            lines_.number(), number, count, count);
            }
            if (std::exchange(lastFace_[std::size_t(index)], mesh_.faceSizes.size()) == mesh_.faceSizes.size()) {
                return fail("{}:{}: a face uses vertex {} twice", mesh_.name, lines_.number(), index + 1);
            }
            mesh_.faceCorners.push_back(static_cast<std::uint32_t>(index));
            ++size;
        }
        if (size < 3) return fail("{}:{}: a face has {} corners; it needs three", mesh_.name, lines_.number(), size);
        mesh_.faceSizes.push_back(size);
        return {};
    }

    static constexpr std::size_t kNoFace = ~std::size_t(0);

    MeshDescription mesh_;
    Lines lines_;
    std::string joined_;
    std::vector<std::size_t> lastFace_;  // per vertex: that used it
};

}  // namespace

Result<MeshDescription> parseObj(std::string_view text, const std::string& name) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return ObjParser(text, name).run();
}

}  // namespace pliant
