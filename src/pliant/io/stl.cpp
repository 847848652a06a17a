#include "pliant/io/stl.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "pliant/fail.h"
#include "pliant/io/words.h"
#include "pliant/maths.h"

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "STL is little endian, and so is every machine we know");

constexpr std::size_t kHeaderBytes = 84;  // 80 of any text, and the number of facets
constexpr std::size_t kFacetBytes = 50;   // normal, three vertices, two bytes of attributes
constexpr std::size_t kNormalBytes = 12;

void addVertex(MeshDescription& mesh, vec3 vertex) {
    mesh.faceCorners.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
    mesh.vertices.push_back(vertex);
}

// Line by line, each of which begins with a keyword.
class AsciiParser {
  public:
    AsciiParser(std::string_view text, const std::string& name) : lines_(text) { mesh_.name = name; }

    Result<MeshDescription> run() {
        while (true) {
            const std::string_view keyword = next();
            Status status;
            if (keyword == "solid" && !isInSolid_) isInSolid_ = true;
            else if (keyword == "endsolid" && isInSolid_) isInSolid_ = false;
            else if (keyword == "facet" && isInSolid_) status = addFacet();
            else if (keyword.empty()) break;
            else return failHere(isInSolid_ ? "facet or endsolid" : "solid", keyword);
            if (!status) return status.error();
        }
        if (isInSolid_) return fail("{}: the file ends before endsolid", mesh_.name);
        if (mesh_.faceSizes.empty()) return fail("{}: the file has no faces", mesh_.name);
        return std::move(mesh_);
    }

  private:
    Error failHere(std::string_view expected, std::string_view found) const {
        return fail("{}:{}: '{}' where {} is expected", mesh_.name, lines_.number(), found, expected);
    }

    // The first word of the next line that has any, and the others in line_; empty at the end of the file.
    std::string_view next() {
        while (!lines_.isAtEnd()) {
            line_ = lines_.take();
            const std::string_view word = takeWord(line_);
            if (!word.empty()) return word;
        }
        return {};
    }

    Status expect(std::string_view keyword) {
        const std::string_view found = next();
        if (found == keyword) return {};
        return failHere(keyword, found);
    }

    Status addFacet() {
        if (Status status = expect("outer"); !status) return status;
        for (int corner = 0; corner < 3; ++corner) {
            if (Status status = expect("vertex"); !status) return status;
            if (Status status = addVertexLine(); !status) return status;
        }
        mesh_.faceSizes.push_back(3);
        if (Status status = expect("endloop"); !status) return status;
        return expect("endfacet");
    }

    Status addVertexLine() {
        vec3 vertex;
        for (int axis = 0; axis < 3; ++axis) {
            const std::string_view word = takeWord(line_);
            if (!parse(word, vertex[axis])) return failHere("a coordinate", word);
        }
        if (!isFinite(vertex)) return failHere("finite coordinates", "vertex");
        addVertex(mesh_, vertex);
        return {};
    }

    MeshDescription mesh_;
    Lines lines_;
    std::string_view line_;
    bool isInSolid_ = false;
};

std::uint32_t facetCount(std::string_view bytes) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + kHeaderBytes - sizeof(count), sizeof(count));
    return count;
}

}  // namespace

bool isBinaryStl(std::string_view bytes) {
    return bytes.size() >= kHeaderBytes &&
           bytes.size() - kHeaderBytes == kFacetBytes * std::uint64_t(facetCount(bytes));
}

bool isAsciiStl(std::string_view text) {
    const bool isText = text.find('\0') == std::string_view::npos;
    return isText && takeWord(text).starts_with("solid");
}

Result<MeshDescription> parseBinaryStl(std::string_view bytes, const std::string& name) {
    MeshDescription mesh;
    mesh.name = name;
    const std::uint32_t count = facetCount(bytes);
    for (std::uint32_t facet = 0; facet < count; ++facet) {
        vec3 corners[3];
        const std::size_t first = kHeaderBytes + kFacetBytes * std::size_t(facet) + kNormalBytes;
        std::memcpy(corners, bytes.data() + first, sizeof(corners));
        for (const vec3& corner : corners) {
            if (!isFinite(corner)) {
                return fail("{}: facet {} has a vertex at ({}, {}, {}); coordinates must be finite", name, facet,
                            corner.x, corner.y, corner.z);
            }
            addVertex(mesh, corner);
        }
        mesh.faceSizes.push_back(3);
    }
    if (mesh.faceSizes.empty()) return fail("{}: the file has no faces", name);
    return mesh;
}

Result<MeshDescription> parseAsciiStl(std::string_view text, const std::string& name) {
    return AsciiParser(text, name).run();
}

}  // namespace pliant
