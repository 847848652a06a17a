#include "pliant/io/gltf_accessors.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "pliant/fail.h"

namespace pliant {
namespace {

// Numbers of the format, which are those of OpenGL.
enum Component : std::uint64_t {
    kByte = 5120,
    kUnsignedByte = 5121,
    kShort = 5122,
    kUnsignedShort = 5123,
    kUnsignedInt = 5125,
    kFloat = 5126
};

std::size_t sizeOf(std::uint64_t component) {
    switch (component) {
        case kByte:
        case kUnsignedByte: return 1;
        case kShort:
        case kUnsignedShort: return 2;
        default: return 4;
    }
}

template <class T>
T load(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

std::uint32_t indexAt(const char* bytes, std::uint64_t component) {
    switch (component) {
        case kUnsignedByte: return load<std::uint8_t>(bytes);
        case kUnsignedShort: return load<std::uint16_t>(bytes);
        default: return load<std::uint32_t>(bytes);
    }
}

// Whole numbers that are normalized stand for -1 ... 1, or 0 ... 1.
template <class T>
float wholeAt(const char* bytes, bool isNormalized) {
    const auto value = static_cast<float>(load<T>(bytes));
    return isNormalized ? std::max(value / static_cast<float>(std::numeric_limits<T>::max()), -1.0f) : value;
}

float coordinateAt(const char* bytes, std::uint64_t component, bool isNormalized) {
    switch (component) {
        case kByte: return wholeAt<std::int8_t>(bytes, isNormalized);
        case kUnsignedByte: return wholeAt<std::uint8_t>(bytes, isNormalized);
        case kShort: return wholeAt<std::int16_t>(bytes, isNormalized);
        case kUnsignedShort: return wholeAt<std::uint16_t>(bytes, isNormalized);
        default: return load<float>(bytes);
    }
}

bool isIndex(std::uint64_t component) {
    return component == kUnsignedByte || component == kUnsignedShort || component == kUnsignedInt;
}

bool isCoordinate(std::uint64_t component) {
    return (component >= kByte && component <= kUnsignedShort) || component == kFloat;
}

// Elements in bytes, so far apart. All of them are there.
struct Elements {
    const char* first = nullptr;
    std::size_t stride = 0;
    std::uint64_t count = 0;

    const char* at(std::uint64_t index) const { return first + index * stride; }
};

// `holder` names the view and where in it the elements begin: an accessor, or a part of a sparse one.
Result<Elements> elementsOf(const Json& root, GltfBuffers& buffers, const Json& holder, std::uint64_t count,
                            std::size_t elementBytes) {
    const Result<std::uint64_t> viewIndex = neededNumberOf(holder, "bufferView");
    if (!viewIndex) return viewIndex.error();
    const Result<std::uint64_t> offset = numberOr(holder, "byteOffset", 0);
    if (!offset) return offset.error();
    const Result<std::string_view> view = buffers.view(*viewIndex);
    if (!view) return view.error();
    const Result<std::uint64_t> stride =
        numberOr(**entryOf(root, "bufferViews", *viewIndex), "byteStride", elementBytes);
    if (!stride) return stride.error();
    if (*stride < elementBytes || *stride > 252)
        return fail("its elements of {} bytes are {} bytes apart; that must be from {} to 252", elementBytes, *stride,
                    elementBytes);
    const bool isThere = *offset <= view->size() && view->size() - *offset >= elementBytes;
    if (count > 0 && (!isThere || (view->size() - *offset - elementBytes) / *stride < count - 1)) {
        return fail("{} elements {} bytes apart from {} on are not all in buffer view {}, which has {} bytes", count,
                    *stride, *offset, *viewIndex, view->size());
    }
    return Elements{count == 0 ? nullptr : view->data() + *offset, *stride, count};
}

struct Accessor {
    const Json* json = nullptr;
    std::uint64_t count = 0;
    std::uint64_t component = 0;
};

Result<Accessor> accessorAt(const Json& root, std::uint64_t index, const char* type) {
    const Result<const Json*> json = entryOf(root, "accessors", index);
    if (!json) return json.error();
    const Result<std::uint64_t> count = neededNumberOf(**json, "count");
    if (!count) return count.error();
    const Result<std::uint64_t> component = neededNumberOf(**json, "componentType");
    if (!component) return component.error();
    const Json* itsType = memberOf(**json, "type");
    if (!itsType || *itsType != type) return fail("its type must be {}", type);
    return Accessor{*json, *count, *component};
}

// Of an accessor that differs from its view in some elements: calls set(index, bytes) for each.
template <class Set>
Status forSparse(const Json& root, GltfBuffers& buffers, const Accessor& accessor, std::size_t elementBytes,
                 Set&& set) {
    const Json* sparse = memberOf(*accessor.json, "sparse");
    if (!sparse) return {};
    const Json *where = memberOf(*sparse, "indices"), *what = memberOf(*sparse, "values");
    if (!where || !what) return fail("it is sparse without indices or values");
    const Result<std::uint64_t> count = neededNumberOf(*sparse, "count");
    if (!count) return count.error();
    const Result<std::uint64_t> component = neededNumberOf(*where, "componentType");
    if (!component) return component.error();
    if (!isIndex(*component)) return fail("it has sparse indices of the type {}", *component);
    const Result<Elements> indices = elementsOf(root, buffers, *where, *count, sizeOf(*component));
    if (!indices) return indices.error();
    const Result<Elements> values = elementsOf(root, buffers, *what, *count, elementBytes);
    if (!values) return values.error();
    for (std::uint64_t i = 0; i < *count; ++i) {
        const std::uint32_t index = indexAt(indices->at(i), *component);
        if (index >= accessor.count) return fail("it has {} elements, and a sparse one is {}", accessor.count, index);
        set(index, values->at(i));
    }
    return {};
}

// Calls set(index, bytes) for every element that the file has. Those of a sparse accessor without a view are 0.
template <class Set>
Status forElements(const Json& root, GltfBuffers& buffers, const Accessor& accessor, std::size_t elementBytes,
                   Set&& set) {
    const bool hasView = memberOf(*accessor.json, "bufferView");
    if (!hasView && !memberOf(*accessor.json, "sparse"))
        return fail("it has no buffer view; what is compressed cannot be read");
    if (hasView) {
        const Result<Elements> elements = elementsOf(root, buffers, *accessor.json, accessor.count, elementBytes);
        if (!elements) return elements.error();
        for (std::uint64_t i = 0; i < accessor.count; ++i)
            set(i, elements->at(i));
    }
    return forSparse(root, buffers, accessor, elementBytes, set);
}

Result<std::vector<vec3>> pointsOf(const Json& root, GltfBuffers& buffers, std::uint64_t index) {
    const Result<Accessor> accessor = accessorAt(root, index, "VEC3");
    if (!accessor) return accessor.error();
    const std::uint64_t component = accessor->component;
    if (!isCoordinate(component)) return fail("its component type {} is none of coordinates", component);
    const Json* normalized = memberOf(*accessor->json, "normalized");
    const bool isNormalized = normalized && normalized->is_boolean() && normalized->get<bool>();
    const std::size_t size = sizeOf(component);
    std::vector<vec3> points(accessor->count, vec3(0.0f));
    const Status status = forElements(root, buffers, *accessor, 3 * size, [&](std::uint64_t i, const char* bytes) {
        for (int axis = 0; axis < 3; ++axis)
            points[i][axis] = coordinateAt(bytes + static_cast<std::size_t>(axis) * size, component, isNormalized);
    });
    if (!status) return status.error();
    return points;
}

Result<std::vector<std::uint32_t>> indicesAt(const Json& root, GltfBuffers& buffers, std::uint64_t index) {
    const Result<Accessor> accessor = accessorAt(root, index, "SCALAR");
    if (!accessor) return accessor.error();
    const std::uint64_t component = accessor->component;
    if (!isIndex(component)) return fail("its component type {} is none of indices", component);
    std::vector<std::uint32_t> indices(accessor->count, 0);
    const Status status =
        forElements(root, buffers, *accessor, sizeOf(component),
                    [&](std::uint64_t i, const char* bytes) { indices[i] = indexAt(bytes, component); });
    if (!status) return status.error();
    return indices;
}

}  // namespace

Status GltfBudget::take(std::uint64_t count, const GltfBuffers& buffers) {
    constexpr std::uint64_t kForFree = 1 << 20, kPerByte = 64, kMost = 0xffffffff;  // indices have 32 bits
    const std::uint64_t most = std::min(kForFree + kPerByte * (fileBytes_ + buffers.sizeBytes()), kMost);
    if (count <= most - taken_) {
        taken_ += count;
        return {};
    }
    return fail("its nodes and primitives repeat so much that more than {} vertices and corners would come of it",
                most);
}

Result<std::uint64_t> countOf(const Json& root, std::uint64_t accessor) {
    const Result<const Json*> entry = entryOf(root, "accessors", accessor);
    if (!entry) return entry.error();
    const Result<std::uint64_t> count = neededNumberOf(**entry, "count");
    if (!count) return fail("accessor {}: {}", accessor, count.error().message);
    return *count;
}

Result<std::vector<vec3>> readPoints(const Json& root, GltfBuffers& buffers, std::uint64_t accessor) {
    Result<std::vector<vec3>> points = pointsOf(root, buffers, accessor);
    if (!points) return fail("accessor {}: {}", accessor, points.error().message);
    return points;
}

Result<std::vector<std::uint32_t>> readIndices(const Json& root, GltfBuffers& buffers, std::uint64_t accessor) {
    Result<std::vector<std::uint32_t>> indices = indicesAt(root, buffers, accessor);
    if (!indices) return fail("accessor {}: {}", accessor, indices.error().message);
    return indices;
}

}  // namespace pliant
