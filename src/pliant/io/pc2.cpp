#include "pliant/io/pc2.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <filesystem>

#include "pliant/fail.h"
#include "pliant/io/frame_writer.h"

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "PC2 is little endian, and so is every machine we know");
static_assert(sizeof(vec3) == 12);

struct Header {
    char signature[12] = {'P', 'O', 'I', 'N', 'T', 'C', 'A', 'C', 'H', 'E', '2', '\0'};
    std::int32_t version = 1;
    std::int32_t points = 0;
    float startFrame = 0.0f;
    float sampleRate = 1.0f;  // samples per frame
    std::int32_t samples = 0;
};
static_assert(sizeof(Header) == 32);

}  // namespace

Result<Pc2Writer> Pc2Writer::create(const std::string& path, std::size_t points, std::size_t samples) {
    constexpr std::size_t kLargest = 0x7fffffff;
    if (points > kLargest || samples > kLargest) {
        return fail("{}: {} points and {} samples are more than a PC2 file can count", path, points, samples);
    }
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    Header header;
    header.points = static_cast<std::int32_t>(points);
    header.samples = static_cast<std::int32_t>(samples);
    if (Status status = file->write(&header, sizeof(header)); !status) return status.error();
    return Pc2Writer(std::move(*file), samples);
}

Status Pc2Writer::addSample(const std::vector<vec3>& vertices) {
    if (Status status = checkFinite(vertices); !status)
        return fail("cannot write '{}': sample {}: {}", file_.path(), added_, status.error().message);
    ++added_;
    return file_.write(vertices.data(), vertices.size() * sizeof(vec3));
}

Status Pc2Writer::close() {
    const auto samples = static_cast<std::int32_t>(added_);
    if (added_ != announced_ && !isClosed_) {
        const Status status = file_.writeOver(offsetof(Header, samples), &samples, sizeof(samples));
        if (!status) return status;
    }
    isClosed_ = true;
    return file_.close();
}

Status Pc2Writer::finish() {
    if (Status status = close(); !status) return status;
    return file_.finish();
}

Result<Pc2Reader> Pc2Reader::open(const std::string& path) {
    std::error_code error;
    const std::uintmax_t sizeBytes = std::filesystem::file_size(path, error);
    if (error) return failAs(ErrorKind::File, "{}: {}", path, error.message());
    Pc2Reader reader;
    reader.path_ = path;
    reader.file_.open(path, std::ios::binary);
    Header header;
    const Header expected;
    if (!reader.file_.read(reinterpret_cast<char*>(&header), sizeof(header)) ||
        std::memcmp(header.signature, expected.signature, sizeof(header.signature)) != 0 ||
        header.version != expected.version || header.points < 0 || header.samples < 0) {
        return failAs(ErrorKind::File, "{}: this is no PC2 point cache", path);
    }
    reader.points_ = static_cast<std::size_t>(header.points);
    reader.samples_ = static_cast<std::size_t>(header.samples);
    if (reader.points_ == 0) return failAs(ErrorKind::File, "{}: the point cache has no points", path);
    // Both are below 2^31, so their product fits 64 bits; twelve times it might not.
    const std::uint64_t positions = std::uint64_t(reader.points_) * reader.samples_;
    const std::uint64_t bodyBytes = sizeBytes - sizeof(header);
    if (bodyBytes % sizeof(vec3) != 0 || bodyBytes / sizeof(vec3) != positions) {
        return failAs(ErrorKind::File,
                      "{}: the file has {} bytes after its header, not 12 for each of {} points in {} samples", path,
                      bodyBytes, reader.points_, reader.samples_);
    }
    return reader;
}

// Only open() has compared the file with its header, and only for samples that the header counts.
Result<std::vector<vec3>> Pc2Reader::next() {
    if (samplesRead_ == samples_) return fail("{}: there is no sample behind the last of {}", path_, samples_);
    ++samplesRead_;
    std::vector<vec3> vertices(points_);
    const auto sizeBytes = static_cast<std::streamsize>(points_ * sizeof(vec3));
    if (!file_.read(reinterpret_cast<char*>(vertices.data()), sizeBytes))
        return failAs(ErrorKind::File, "{}: cannot be read on", path_);
    return vertices;
}

}  // namespace pliant
