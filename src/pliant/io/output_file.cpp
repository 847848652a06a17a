#include "pliant/io/output_file.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>

#include "pliant/fail.h"
#include "pliant/io/unfinished_file.h"

namespace pliant {

namespace {

// Two programs that write the same file do not meet; within one the second is refused.
std::uint32_t numberOfThisProgram() {
    static const std::uint32_t kNumber = std::random_device{}();
    return kNumber;
}

// Where a symbolic link leads, there or not, so that it stays a link; else the path itself.
Result<std::string> placeOf(const std::string& path) {
    constexpr int kMostLinks = 40;  // as the system has it
    std::filesystem::path place = path;
    std::error_code error;
    for (int links = 0; std::filesystem::is_symlink(place, error); ++links) {
        if (links == kMostLinks) return failAs(ErrorKind::File, "cannot write '{}': {}", path, std::strerror(ELOOP));
        const std::filesystem::path target = std::filesystem::read_symlink(place, error);
        if (error) return failAs(ErrorKind::File, "cannot write '{}': {}", path, error.message());
        place = place.parent_path() / target;  // an absolute target replaces all of it
    }
    return place.string();
}

Status checkPlace(const std::string& path, const std::string& place) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(place, ignored);
    if (std::filesystem::is_directory(status))
        return failAs(ErrorKind::File, "cannot write '{}': it is a folder", path);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return failAs(ErrorKind::File, "cannot write '{}': it is no regular file", path);
    return {};
}

}  // namespace

struct OutputFile::Unfinished {
    std::string path;   // as given
    std::string place;  // of the finished file
    std::string partialPath;
    std::optional<UnfinishedFile> entry;
    std::FILE* stream = nullptr;

    Error error() const { return failAs(ErrorKind::File, "cannot write '{}': {}", path, std::strerror(errno)); }
    ~Unfinished() {
        if (stream) std::fclose(stream);
        std::error_code ignored;
        if (!partialPath.empty()) std::filesystem::remove(partialPath, ignored);
    }
};

OutputFile::OutputFile(std::unique_ptr<Unfinished> file) : file_(std::move(file)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::create(const std::string& path) {
    const Result<std::string> place = placeOf(path);
    if (!place) return place.error();
    if (Status status = checkPlace(path, *place); !status) return status.error();
    auto file = std::make_unique<Unfinished>();
    file->path = path;
    file->place = *place;
    const std::string partialPath = fmt::format("{}.partial-{:08x}", *place, numberOfThisProgram());
    file->entry.emplace(partialPath);
    file->stream = std::fopen(partialPath.c_str(), "wbx");  // x: not one that another output is writing
    if (!file->stream) return file->error();
    file->partialPath = partialPath;
    return OutputFile(std::move(file));
}

Status OutputFile::write(const void* bytes, std::size_t count) {
    if (std::fwrite(bytes, 1, count, file_->stream) != count) return file_->error();
    return {};
}

const std::string& OutputFile::path() const {
    return file_->path;
}

Status OutputFile::writeOver(long offset, const void* bytes, std::size_t count) {
    std::FILE* stream = file_->stream;
    if (std::fseek(stream, offset, SEEK_SET) != 0 || std::fwrite(bytes, 1, count, stream) != count ||
        std::fseek(stream, 0, SEEK_END) != 0)
        return file_->error();
    return {};
}

const std::string& OutputFile::partialPath() const {
    return file_->partialPath;
}

Status OutputFile::close() {
    if (!file_->stream) return {};
    const bool closed = std::fclose(std::exchange(file_->stream, nullptr)) == 0;
    if (!closed) return file_->error();
    return {};
}

Status OutputFile::finish() {
    if (Status status = close(); !status) return status;
    std::error_code error;
    std::filesystem::rename(file_->partialPath, file_->place, error);  // std::rename() need not replace a file
    if (error) return failAs(ErrorKind::File, "cannot write '{}': {}", file_->path, error.message());
    file_->partialPath.clear();
    file_->entry.reset();
    return {};
}

}  // namespace pliant
