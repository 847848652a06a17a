#include "pliant/io/ply.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pliant/fail.h"
#include "pliant/io/ply_values.h"
#include "pliant/maths.h"

namespace pliant {
namespace {

struct Property {
    std::string_view name;
    PlyType type;
    std::optional<PlyType> countType;  // of a list: the type of its length
};

struct Element {
    std::string_view name;
    std::uint64_t count = 0;
    std::vector<Property> properties;

    std::optional<std::size_t> find(std::string_view property) const {
        const auto found =
            std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.name == property; });
        if (found == properties.end()) return std::nullopt;
        return static_cast<std::size_t>(found - properties.begin());
    }
};

struct Header {
    std::optional<PlyCoding> coding;
    std::vector<Element> elements;

    const Element* find(std::string_view name) const {
        const auto found =
            std::find_if(elements.begin(), elements.end(), [&](const Element& e) { return e.name == name; });
        return found == elements.end() ? nullptr : &*found;
    }
};

class HeaderParser {
  public:
    HeaderParser(Lines& lines, const std::string& name) : lines_(lines), name_(name) {}

    Result<Header> run() {
        lines_.take();  // "ply"
        while (!lines_.isAtEnd()) {
            std::string_view line = lines_.take();
            const std::string_view keyword = takeWord(line);
            if (keyword == "end_header") {
                if (!header_.coding) return fail("{}: the header names no format", name_);
                return std::move(header_);
            }
            if (Status status = addLine(keyword, line); !status) return status.error();
        }
        return fail("{}: the header has no end_header", name_);
    }

  private:
    Status addLine(std::string_view keyword, std::string_view line) {
        if (keyword == "format") return addFormat(line);
        if (keyword == "element") return addElement(line);
        if (keyword == "property") return addProperty(line);
        if (keyword.empty() || keyword == "comment" || keyword == "obj_info") return {};
        return fail("{}:{}: '{}' has no meaning in the header of a PLY file", name_, lines_.number(), keyword);
    }

    Status addFormat(std::string_view line) {
        const std::string_view format = takeWord(line);
        if (format == "ascii") header_.coding = PlyCoding::Ascii;
        else if (format == "binary_little_endian") header_.coding = PlyCoding::LittleEndian;
        else if (format == "binary_big_endian") header_.coding = PlyCoding::BigEndian;
        else return fail("{}:{}: '{}' is no format of PLY", name_, lines_.number(), format);
        return {};
    }

    Status addElement(std::string_view line) {
        const std::string_view name = takeWord(line), count = takeWord(line);
        std::int64_t number = -1;
        if (!parse(count, number) || number < 0)
            return fail("{}:{}: '{}' is no number of elements", name_, lines_.number(), count);
        if (name == "vertex" && header_.find(name))
            return fail("{}:{}: vertices are announced twice", name_, lines_.number());
        header_.elements.push_back({name, static_cast<std::uint64_t>(number), {}});
        return {};
    }

    Status addProperty(std::string_view line) {
        if (header_.elements.empty()) return fail("{}:{}: the property is of no element", name_, lines_.number());
        Property property;
        std::string_view typeName = takeWord(line);
        if (typeName == "list") {
            const std::string_view countName = takeWord(line);
            property.countType = plyTypeNamed(countName);
            if (!property.countType || !isWhole(*property.countType))
                return fail("{}:{}: '{}' is no type of a list's length", name_, lines_.number(), countName);
            typeName = takeWord(line);
        }
        const std::optional<PlyType> type = plyTypeNamed(typeName);
        if (!type) return fail("{}:{}: '{}' is no type of a property", name_, lines_.number(), typeName);
        property.type = *type;
        property.name = takeWord(line);
        header_.elements.back().properties.push_back(property);
        return {};
    }

    Lines& lines_;
    const std::string& name_;
    Header header_;
};

class BodyParser {
  public:
    BodyParser(const Header& header, const Lines& lines, const std::string& name)
        : header_(header), values_(lines, *header.coding) {
        mesh_.name = name;
        if (const Element* vertices = header.find("vertex")) vertexCount_ = vertices->count;
    }

    Result<MeshDescription> run() {
        for (const Element& element : header_.elements) {
            Status status;
            if (element.name == "vertex") status = readVertices(element);
            else if (element.name == "face") status = readLists(element, &BodyParser::addFace);
            else if (element.name == "tristrips") status = readLists(element, &BodyParser::addStrip);
            else status = readElements(element, [] { return Status(); });
            if (!status) return status.error();
        }
        if (mesh_.faceSizes.empty()) return fail("{}: the file has no faces", mesh_.name);
        return std::move(mesh_);
    }

  private:
    template <class... Args>
    Error failHere(fmt::format_string<Args...> text, Args&&... args) const {
        const std::optional<std::size_t> line = values_.lineNumber();
        const std::string place = line ? fmt::format(":{}", *line) : "";
        return fail("{}{}: {} {}: {}", mesh_.name, place, element_->name, index_,
                    fmt::format(text, std::forward<Args>(args)...));
    }

    // Reads all elements of a kind, and calls take() after each: scalars_ and list_ are its values.
    template <class Take>
    Status readElements(const Element& element, Take&& take) {
        if (element.properties.empty()) return {};  // of no bytes, however many are announced
        element_ = &element;
        scalars_.assign(element.properties.size(), 0.0);
        for (index_ = 0; index_ < element.count; ++index_) {
            if (!values_.beginElement()) {
                return fail("{}: the header announces {} of element {}, but the file ends after {}", mesh_.name,
                            element.count, element.name, index_);
            }
            for (std::size_t i = 0; i < element.properties.size(); ++i) {
                if (Status status = readProperty(i); !status) return status;
            }
            if (!values_.endElement()) return failHere("the line has more values than the header says");
            if (Status status = take(); !status) return status;
        }
        return {};
    }

    Status readProperty(std::size_t index) {
        const Property& property = element_->properties[index];
        if (!property.countType) return readValue(property, property.type, scalars_[index]);
        double count = 0.0;
        if (Status status = readValue(property, *property.countType, count); !status) return status;
        if (count < 0.0)
            return failHere("the list {} has the length {}", property.name, static_cast<std::int64_t>(count));
        const bool isWanted = index == wantedList_;
        if (isWanted) list_.clear();
        for (std::uint64_t i = 0, n = static_cast<std::uint64_t>(count); i < n; ++i) {
            double value = 0.0;
            if (Status status = readValue(property, property.type, value); !status) return status;
            if (isWanted) list_.push_back(value);
        }
        return {};
    }

    Status readValue(const Property& property, PlyType type, double& value) {
        if (values_.take(type, value)) return {};
        return failHere("a value of {} is missing, or is none of its type", property.name);
    }

    Status readVertices(const Element& element) {
        std::array<std::size_t, 3> axes;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::string_view name = std::string_view("xyz").substr(axis, 1);
            const std::optional<std::size_t> index = element.find(name);
            if (!index || element.properties[*index].countType)
                return fail("{}: the vertices have no {}", mesh_.name, name);
            axes[axis] = *index;
        }
        wantedList_ = element.properties.size();
        return readElements(element, [&]() -> Status {
            const vec3 p(scalars_[axes[0]], scalars_[axes[1]], scalars_[axes[2]]);
            if (!isFinite(p)) return failHere("it lies at ({}, {}, {}); coordinates must be finite", p.x, p.y, p.z);
            mesh_.vertices.push_back(p);
            return {};
        });
    }

    Status readLists(const Element& element, Status (BodyParser::*add)()) {
        if (element.count == 0) return {};
        std::optional<std::size_t> index = element.find("vertex_indices");
        if (!index) index = element.find("vertex_index");
        if (!index || !element.properties[*index].countType || !isWhole(element.properties[*index].type)) {
            return fail("{}: element {} has no list of whole numbers 'vertex_indices'", mesh_.name, element.name);
        }
        wantedList_ = *index;
        return readElements(element, [&] { return (this->*add)(); });
    }

    Status checkVertex(double vertex) const {
        if (vertex >= 0.0 && vertex < static_cast<double>(vertexCount_)) return {};
        return failHere("it uses vertex {}, but there are {} (from 0 on)", static_cast<std::int64_t>(vertex),
                        vertexCount_);
    }

    Status addFace() {
        for (const double vertex : list_) {
            if (Status status = checkVertex(vertex); !status) return status;
        }
        if (list_.size() < 3) return {};
        sorted_ = list_;
        std::sort(sorted_.begin(), sorted_.end());
        if (const auto twice = std::adjacent_find(sorted_.begin(), sorted_.end()); twice != sorted_.end())
            return failHere("it uses vertex {} twice", static_cast<std::int64_t>(*twice));
        mesh_.faceSizes.push_back(static_cast<std::uint32_t>(list_.size()));
        for (const double vertex : list_)
            mesh_.faceCorners.push_back(static_cast<std::uint32_t>(vertex));
        return {};
    }

    // Every vertex makes a triangle with the two before it; -1 begins anew. The newer of the two is by turns the second
    // and the first, so that all triangles run the same way round.
    Status addStrip() {
        std::array<std::uint32_t, 2> before{};
        std::size_t length = 0;
        for (const double value : list_) {
            if (value == -1.0) {
                length = 0;
                continue;
            }
            if (Status status = checkVertex(value); !status) return status;
            const auto vertex = static_cast<std::uint32_t>(value);
            if (length >= 2) addTriangle(before[0], before[1], vertex);
            before[length++ % 2] = vertex;
        }
        return {};
    }

    void addTriangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        if (a == b || b == c || c == a) return;
        mesh_.faceSizes.push_back(3);
        mesh_.faceCorners.insert(mesh_.faceCorners.end(), {a, b, c});
    }

    const Header& header_;
    PlyValues values_;
    MeshDescription mesh_;
    std::uint64_t vertexCount_ = 0;  // as announced: faces may come first

    const Element* element_ = nullptr;
    std::uint64_t index_ = 0;      // of the element among those of its kind
    std::size_t wantedList_ = 0;   // which property list_ is
    std::vector<double> scalars_;  // per property
    std::vector<double> list_;
    std::vector<double> sorted_;
};

}  // namespace

bool isPly(std::string_view bytes) {
    return bytes.starts_with("ply\n") || bytes.starts_with("ply\r\n");
}

Result<MeshDescription> parsePly(std::string_view bytes, const std::string& name) {
    Lines lines(bytes);
    const Result<Header> header = HeaderParser(lines, name).run();
    if (!header) return header.error();
    return BodyParser(*header, lines, name).run();
}

}  // namespace pliant
