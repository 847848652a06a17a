#include "pliant/io/gltf_json.h"

#include "pliant/fail.h"

namespace pliant {
namespace {

bool isWholeNumber(const Json& value) {
    return value.is_number_unsigned();  // the parser's type of all that are not negative
}

}  // namespace

const Json* memberOf(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

Result<std::optional<std::uint64_t>> wholeNumberOf(const Json& object, const char* key) {
    const Json* value = memberOf(object, key);
    if (!value) return std::optional<std::uint64_t>();
    if (!isWholeNumber(*value)) return fail("'{}' must be a whole number that is not negative", key);
    return std::optional(value->get<std::uint64_t>());
}

Result<std::uint64_t> neededNumberOf(const Json& object, const char* key) {
    const auto number = wholeNumberOf(object, key);
    if (!number) return number.error();
    if (!*number) return fail("'{}' is missing", key);
    return **number;
}

Result<std::uint64_t> numberOr(const Json& object, const char* key, std::uint64_t otherwise) {
    const auto number = wholeNumberOf(object, key);
    if (!number) return number.error();
    return number->value_or(otherwise);
}

Result<const Json*> arrayOf(const Json& object, const char* key) {
    static const Json kNone = Json::array();
    const Json* value = memberOf(object, key);
    if (!value) return &kNone;
    if (!value->is_array()) return fail("'{}' must be an array", key);
    return value;
}

Result<std::vector<std::uint64_t>> indicesOf(const Json& object, const char* key) {
    const Result<const Json*> array = arrayOf(object, key);
    if (!array) return array.error();
    std::vector<std::uint64_t> indices;
    for (const Json& value : **array) {
        if (!isWholeNumber(value)) return fail("'{}' must be an array of whole numbers", key);
        indices.push_back(value.get<std::uint64_t>());
    }
    return indices;
}

Result<std::optional<std::vector<double>>> numbersOf(const Json& object, const char* key, std::size_t count) {
    const Json* value = memberOf(object, key);
    if (!value) return std::optional<std::vector<double>>();
    if (!value->is_array() || value->size() != count) return fail("'{}' must be an array of {} numbers", key, count);
    std::vector<double> numbers;
    for (const Json& number : *value) {
        if (!number.is_number()) return fail("'{}' must be an array of {} numbers", key, count);
        numbers.push_back(number.get<double>());
    }
    return std::optional(std::move(numbers));
}

Result<const Json*> entryOf(const Json& root, const char* array, std::uint64_t index) {
    const Result<const Json*> entries = arrayOf(root, array);
    if (!entries) return entries.error();
    if (index >= (*entries)->size()) return fail("there is no {} of '{}'; it has {}", index, array, (*entries)->size());
    const Json& entry = (**entries)[index];
    if (!entry.is_object()) return fail("{} of '{}' is no object", index, array);
    return &entry;
}

}  // namespace pliant
