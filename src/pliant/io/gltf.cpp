#include "pliant/io/gltf.h"

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "pliant/fail.h"
#include "pliant/io/gltf_accessors.h"
#include "pliant/maths.h"

namespace pliant {
namespace {

using glm::dmat4;
using glm::dvec3;
using Index = std::uint32_t;

static_assert(std::endian::native == std::endian::little, "glTF is little endian, and so is every machine we know");

constexpr std::string_view kMagic = "glTF";

// What primitives are made of; numbers of the format.
enum Mode : std::uint64_t { kTriangles = 4, kTriangleStrip = 5, kTriangleFan = 6 };

struct Container {
    std::string_view json;
    std::string_view chunk;  // of bytes, in a .glb
};

std::uint32_t wordAt(std::string_view bytes, std::size_t offset) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + offset, sizeof(word));
    return word;
}

// A .glb: 12 bytes of header, then chunks, each with its length and type before it.
Result<Container> openBinary(std::string_view bytes) {
    constexpr std::uint32_t kJson = 0x4e4f534a, kBinary = 0x004e4942;
    constexpr std::size_t kHeaderBytes = 12, kChunkHeaderBytes = 8;
    if (bytes.size() < kHeaderBytes) return fail("the file ends in its header");
    const std::uint32_t version = wordAt(bytes, 4), length = wordAt(bytes, 8);
    if (version != 2) return fail("the container has version {}; only 2 is read", version);
    if (length > bytes.size()) return fail("it should have {} bytes, but has {}", length, bytes.size());
    bytes = bytes.substr(kHeaderBytes, std::max<std::size_t>(length, kHeaderBytes) - kHeaderBytes);
    Container container;
    for (std::size_t index = 0; bytes.size() >= kChunkHeaderBytes; ++index) {
        const std::uint32_t size = wordAt(bytes, 0), type = wordAt(bytes, 4);
        bytes.remove_prefix(kChunkHeaderBytes);
        if (size > bytes.size()) return fail("chunk {} should have {} bytes, but {} follow", index, size, bytes.size());
        const std::string_view chunk = bytes.substr(0, size);
        if (index == 0 && type != kJson) return fail("the first chunk is no JSON");
        if (index == 0) container.json = chunk;
        if (index == 1 && type == kBinary) container.chunk = chunk;
        bytes.remove_prefix(size);
    }
    return container;
}

Result<Json> parseJson(std::string_view text) {
    try {
        return Json::parse(text.begin(), text.end());
    } catch (const Json::parse_error& error) {
        return fail("this is no JSON from byte {} on", error.byte);
    } catch (const Json::exception&) {
        return fail("the JSON has a number that is out of range");
    }
}

// What only says how surfaces look may be required. What moves or packs vertices may not.
bool isHarmless(const std::string& extension) {
    constexpr std::string_view kPrefixes[] = {"KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_",
                                              "KHR_mesh_quantization"};
    return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                       [&](std::string_view prefix) { return extension.starts_with(prefix); });
}

Status checkAsset(const Json& root) {
    const Json* asset = memberOf(root, "asset");
    if (!asset) return fail("the JSON has no 'asset', so it is no glTF");
    const Json* version = memberOf(*asset, "version");
    if (!version || !version->is_string()) return fail("its 'asset' has no version");
    const std::string& text = version->get_ref<const std::string&>();
    if (!text.starts_with("2.")) return fail("it has version {}; only 2 is read", text);
    const Result<const Json*> required = arrayOf(root, "extensionsRequired");
    if (!required) return required.error();
    for (const Json& extension : **required) {
        if (!extension.is_string()) return fail("'extensionsRequired' must be texts");
        const std::string& its = extension.get_ref<const std::string&>();
        if (!isHarmless(its)) return fail("it requires the extension {}, which is not read", its);
    }
    return {};
}

Result<dmat4> transformOf(const Json& node) {
    const auto matrix = numbersOf(node, "matrix", 16);
    if (!matrix) return matrix.error();
    dmat4 transform(1.0);
    if (*matrix) {
        for (std::size_t i = 0; i < 16; ++i)
            transform[static_cast<int>(i / 4)][static_cast<int>(i % 4)] = (**matrix)[i];
        return transform;
    }
    const auto translation = numbersOf(node, "translation", 3), rotation = numbersOf(node, "rotation", 4),
               scale = numbersOf(node, "scale", 3);
    for (const auto* part : {&translation, &rotation, &scale}) {
        if (!*part) return part->error();
    }
    if (*rotation) {
        const std::vector<double>& q = **rotation;
        const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(length > 0.0) || !std::isfinite(length)) return fail("'rotation' must be a unit quaternion");
        transform = glm::mat4_cast(glm::dquat(q[3] / length, q[0] / length, q[1] / length, q[2] / length));
    }
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (*scale) transform[axis] *= (**scale)[a];
        if (*translation) transform[3][axis] = (**translation)[a];
    }
    return transform;
}

struct Triangles {
    std::vector<vec3> points;
    std::vector<Index> corners;
};

class GltfReader {
  public:
    GltfReader(const Json& root, const Container& container, std::size_t fileBytes, const std::filesystem::path& folder)
        : root_(root), buffers_(root, container.chunk, folder), budget_(fileBytes) {}

    Result<MeshDescription> run() {
        if (Status status = checkAsset(root_); !status) return status.error();
        const Result<std::vector<std::uint64_t>> roots = rootNodes();
        if (!roots) return roots.error();
        if (Status status = push(*roots, dmat4(1.0)); !status) return status.error();
        while (!stack_.empty()) {
            const Placed placed = stack_.back();
            stack_.pop_back();
            if (Status status = addNode(placed); !status)
                return fail("node {}: {}", placed.node, status.error().message);
        }
        if (mesh_.faceSizes.empty()) return fail("the file has no faces");
        return std::move(mesh_);
    }

  private:
    struct Placed {
        std::uint64_t node;
        dmat4 toWorld;  // of its parent
    };

    // Those of the scene; without any scene those that are no node's children.
    Result<std::vector<std::uint64_t>> rootNodes() {
        const Result<const Json*> nodes = arrayOf(root_, "nodes");
        if (!nodes) return nodes.error();
        isPlaced_.assign((*nodes)->size(), false);
        if (memberOf(root_, "scenes")) {
            const Result<std::uint64_t> index = numberOr(root_, "scene", 0);
            if (!index) return index.error();
            const Result<const Json*> scene = entryOf(root_, "scenes", *index);
            if (!scene) return scene.error();
            return indicesOf(**scene, "nodes");
        }
        std::vector<bool> isChild((*nodes)->size(), false);
        for (const Json& node : **nodes) {
            const Result<std::vector<std::uint64_t>> children = indicesOf(node, "children");
            if (!children) return children.error();
            for (const std::uint64_t child : *children) {
                if (child < isChild.size()) isChild[child] = true;
            }
        }
        std::vector<std::uint64_t> roots;
        for (std::size_t i = 0; i < isChild.size(); ++i) {
            if (!isChild[i]) roots.push_back(i);
        }
        return roots;
    }

    // So that the first is taken first. A node that is pushed twice has two parents, or is its own.
    Status push(const std::vector<std::uint64_t>& nodes, const dmat4& toWorld) {
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
            if (*node >= isPlaced_.size()) return fail("there is no node {}; there are {}", *node, isPlaced_.size());
            if (isPlaced_[*node]) return fail("node {} is reached twice; nodes must be trees", *node);
            isPlaced_[*node] = true;
            stack_.push_back({*node, toWorld});
        }
        return {};
    }

    Status addNode(const Placed& placed) {
        const Result<const Json*> node = entryOf(root_, "nodes", placed.node);
        if (!node) return node.error();
        const Result<dmat4> transform = transformOf(**node);
        if (!transform) return transform.error();
        const dmat4 toWorld = placed.toWorld * *transform;
        const Result<std::optional<std::uint64_t>> mesh = wholeNumberOf(**node, "mesh");
        if (!mesh) return mesh.error();
        if (*mesh) {
            if (Status status = placeMesh(**mesh, toWorld); !status) return status;
        }
        const Result<std::vector<std::uint64_t>> children = indicesOf(**node, "children");
        if (!children) return children.error();
        return push(*children, toWorld);
    }

    Status placeMesh(std::uint64_t index, const dmat4& toWorld) {
        auto found = meshes_.find(index);
        if (found == meshes_.end()) {
            Result<Triangles> triangles = trianglesOf(index);
            if (!triangles) return fail("mesh {}: {}", index, triangles.error().message);
            found = meshes_.emplace(index, std::move(*triangles)).first;
        }
        const Triangles& triangles = found->second;
        const auto first = static_cast<Index>(mesh_.vertices.size());
        if (Status status = budget_.take(triangles.points.size() + triangles.corners.size(), buffers_); !status)
            return status;
        for (std::size_t i = 0; i < triangles.points.size(); ++i) {
            const vec3 p(dvec3(toWorld * glm::dvec4(dvec3(triangles.points[i]), 1.0)));
            if (!isFinite(p)) {
                return fail("vertex {} of mesh {} lies at ({}, {}, {}); coordinates must be finite", i, index, p.x, p.y,
                            p.z);
            }
            mesh_.vertices.push_back(p);
        }
        for (const Index corner : triangles.corners)
            mesh_.faceCorners.push_back(first + corner);
        mesh_.faceSizes.resize(mesh_.faceCorners.size() / 3, 3);
        return {};
    }

    Result<Triangles> trianglesOf(std::uint64_t index) {
        const Result<const Json*> entry = entryOf(root_, "meshes", index);
        if (!entry) return entry.error();
        const Result<const Json*> primitives = arrayOf(**entry, "primitives");
        if (!primitives) return primitives.error();
        Triangles triangles;
        std::map<std::uint64_t, Index> firstPoints;  // per accessor of points
        for (std::size_t i = 0; i < (*primitives)->size(); ++i) {
            if (Status status = addPrimitive((**primitives)[i], triangles, firstPoints); !status)
                return fail("primitive {}: {}", i, status.error().message);
        }
        return triangles;
    }

    Status addPrimitive(const Json& primitive, Triangles& triangles, std::map<std::uint64_t, Index>& firstPoints) {
        const Result<std::uint64_t> mode = numberOr(primitive, "mode", kTriangles);
        if (!mode) return mode.error();
        if (*mode > kTriangleFan) return fail("there is no mode {}", *mode);
        if (*mode < kTriangles) return {};  // points and lines
        const Json* attributes = memberOf(primitive, "attributes");
        const Json none = Json::object();
        const auto accessor = wholeNumberOf(attributes ? *attributes : none, "POSITION");
        if (!accessor) return accessor.error();
        if (!*accessor) return {};  // drawn by other means, as the format allows

        const auto [first, isNew] = firstPoints.try_emplace(**accessor, static_cast<Index>(triangles.points.size()));
        const Result<std::uint64_t> count = countOf(root_, **accessor);
        if (!count) return count.error();
        if (isNew) {
            if (Status status = budget_.take(*count, buffers_); !status) return status;
            const Result<std::vector<vec3>> points = readPoints(root_, buffers_, **accessor);
            if (!points) return points.error();
            triangles.points.insert(triangles.points.end(), points->begin(), points->end());
        }
        Result<std::vector<Index>> indices = indicesOfPrimitive(primitive, *count);
        if (!indices) return indices.error();
        for (Index& i : *indices) {
            if (i >= *count) return fail("it uses vertex {}, but there are {} (from 0 on)", i, *count);
            i += first->second;
        }
        return addTriangles(*mode, *indices, triangles);
    }

    // Without indices all vertices in their order.
    Result<std::vector<Index>> indicesOfPrimitive(const Json& primitive, std::uint64_t points) {
        const Result<std::optional<std::uint64_t>> accessor = wholeNumberOf(primitive, "indices");
        if (!accessor) return accessor.error();
        const Result<std::uint64_t> count = *accessor ? countOf(root_, **accessor) : points;
        if (!count) return count.error();
        constexpr std::uint64_t kCornersOfStrips = 3;
        if (*count > ~std::uint64_t(0) / kCornersOfStrips) return fail("{} indices are too many", *count);
        if (Status status = budget_.take(kCornersOfStrips * *count, buffers_); !status) return status.error();
        if (*accessor) return readIndices(root_, buffers_, **accessor);
        std::vector<Index> indices(*count);
        for (std::size_t i = 0; i < indices.size(); ++i)
            indices[i] = static_cast<Index>(i);
        return indices;
    }

    static Status addTriangles(std::uint64_t mode, const std::vector<Index>& indices, Triangles& triangles) {
        std::vector<Index>& corners = triangles.corners;
        const std::size_t count = indices.size();
        if (mode == kTriangles) {
            if (count % 3 != 0) return fail("{} indices are no triangles", count);
            corners.insert(corners.end(), indices.begin(), indices.end());
            return {};
        }
        for (std::size_t i = 0; i + 2 < count; ++i) {
            const bool isFan = mode == kTriangleFan;
            const Index a = isFan ? indices[0] : indices[i + i % 2];
            const Index b = isFan ? indices[i + 1] : indices[i + 1 - i % 2];
            const Index c = indices[i + 2];
            if (a != b && b != c && c != a) corners.insert(corners.end(), {a, b, c});
        }
        return {};
    }

    const Json& root_;
    GltfBuffers buffers_;
    GltfBudget budget_;
    MeshDescription mesh_;
    std::map<std::uint64_t, Triangles> meshes_;  // that nodes have shown, where they lie by themselves
    std::vector<bool> isPlaced_;                 // per node
    std::vector<Placed> stack_;                  // nodes to come: a chain of them may be longer than any call stack
};

Result<MeshDescription> readGltf(std::string_view bytes, const std::filesystem::path& folder) {
    Container container{bytes, {}};
    if (bytes.starts_with(kMagic)) {
        Result<Container> opened = openBinary(bytes);
        if (!opened) return opened.error();
        container = *opened;
    }
    const Result<Json> root = parseJson(container.json);
    if (!root) return root.error();
    return GltfReader(*root, container, bytes.size(), folder).run();
}

}  // namespace

bool isGltf(std::string_view bytes) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return bytes.starts_with(kMagic) || (first != std::string_view::npos && bytes[first] == '{');
}

Result<MeshDescription> parseGltf(std::string_view bytes, const std::string& name,
                                  const std::filesystem::path& folder) {
    Result<MeshDescription> mesh = readGltf(bytes, folder);
    if (!mesh) return fail("{}: {}", name, mesh.error().message);
    mesh->name = name;
    return mesh;
}

}  // namespace pliant
