#include "pliant/io/gltf_buffers.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "pliant/fail.h"
#include "pliant/io/input_file.h"

namespace pliant {
namespace {

constexpr std::string_view kBase64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> base64Values() {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    for (std::size_t i = 0; i < kBase64Digits.size(); ++i)
        values[static_cast<unsigned char>(kBase64Digits[i])] = static_cast<std::int8_t>(i);
    return values;
}

std::optional<std::string> decodeBase64(std::string_view text) {
    static constexpr std::array<std::int8_t, 256> kValues = base64Values();
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding)
        text.remove_suffix(1);
    if (text.size() % 4 == 1) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t group = 0;
    int bits = 0;
    for (const char digit : text) {
        const int value = kValues[static_cast<unsigned char>(digit)];
        if (value < 0) return std::nullopt;
        group = (group << 6 | static_cast<std::uint32_t>(value)) & 0xffffff;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<char>(group >> bits & 0xff));
    }
    return bytes;
}

// "%20" stands for a space.
std::optional<std::string> decodePercent(std::string_view uri) {
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            text += uri[i];
            continue;
        }
        const std::string digits(uri.substr(i + 1, 2));
        if (digits.size() < 2 || !std::isxdigit(static_cast<unsigned char>(digits[0])) ||
            !std::isxdigit(static_cast<unsigned char>(digits[1])))
            return std::nullopt;
        text += static_cast<char>(std::stoi(digits, nullptr, 16));
        i += 2;
    }
    return text;
}

// A file below the folder of the glTF file, by the look of its path.
bool isPlain(const std::string& path) {
    constexpr std::string_view kForbidden(":\\\0", 3);
    if (path.empty() || path.front() == '/' || path.find_first_of(kForbidden) != std::string::npos) return false;
    const std::filesystem::path parts(path);
    return std::find(parts.begin(), parts.end(), "..") == parts.end();
}

}  // namespace

Result<std::string_view> GltfBuffers::view(std::uint64_t index) {
    const Result<const Json*> entry = entryOf(root_, "bufferViews", index);
    if (!entry) return entry.error();
    const Result<std::uint64_t> bufferIndex = neededNumberOf(**entry, "buffer");
    const Result<std::uint64_t> offset = numberOr(**entry, "byteOffset", 0);
    const Result<std::uint64_t> size = neededNumberOf(**entry, "byteLength");
    for (const auto* number : {&bufferIndex, &offset, &size}) {
        if (!*number) return fail("buffer view {}: {}", index, number->error().message);
    }
    const Result<std::string_view> bytes = buffer(*bufferIndex);
    if (!bytes) return bytes.error();
    if (*offset > bytes->size() || *size > bytes->size() - *offset) {
        return fail("buffer view {}: {} bytes from {} on are not all in buffer {}, which has {}", index, *size, *offset,
                    *bufferIndex, bytes->size());
    }
    return bytes->substr(*offset, *size);
}

Result<std::string_view> GltfBuffers::buffer(std::uint64_t index) {
    if (const auto found = opened_.find(index); found != opened_.end()) return found->second;
    const Result<const Json*> entry = entryOf(root_, "buffers", index);
    if (!entry) return entry.error();
    const Result<std::uint64_t> size = neededNumberOf(**entry, "byteLength");
    if (!size) return fail("buffer {}: {}", index, size.error().message);
    const Result<std::string_view> bytes = bytesOf(**entry, index);
    if (!bytes) return fail("buffer {}: {}", index, bytes.error().message);
    if (*size > bytes->size())
        return fail("buffer {}: it should have {} bytes, but has {}", index, *size, bytes->size());
    return opened_.emplace(index, bytes->substr(0, *size)).first->second;
}

Result<std::string_view> GltfBuffers::bytesOf(const Json& buffer, std::uint64_t index) {
    const Json* uri = memberOf(buffer, "uri");
    if (!uri) {
        if (index == 0 && !chunk_.empty()) return chunk_;
        return fail("it has no 'uri', nor are its bytes in the file");
    }
    if (!uri->is_string()) return fail("'uri' must be a text");
    const std::string& text = uri->get_ref<const std::string&>();
    if (!text.starts_with("data:")) return fileBeside(text);
    constexpr std::string_view kBase64 = ";base64,";
    const std::size_t start = text.find(kBase64);
    std::optional<std::string> bytes;
    if (start != std::string::npos) bytes = decodeBase64(std::string_view(text).substr(start + kBase64.size()));
    if (!bytes) return fail("its data is no base64");
    sizeBytes_ += bytes->size();
    return std::string_view(decoded_.emplace_back(std::move(*bytes)));
}

Result<std::string_view> GltfBuffers::fileBeside(const std::string& uri) {
    const std::optional<std::string> name = decodePercent(uri);
    if (!name || !isPlain(*name)) {
        return fail("'{}' is no path of a file beside this one; nothing else is opened", uri);
    }
    const std::string path = (folder_ / *name).lexically_normal().string();
    if (const auto found = files_.find(path); found != files_.end()) return std::string_view(found->second);
    Result<std::string> bytes = readInput(path);
    if (!bytes) return bytes.error();
    sizeBytes_ += bytes->size();
    return std::string_view(files_.emplace(path, std::move(*bytes)).first->second);
}

}  // namespace pliant
