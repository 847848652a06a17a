#include "io/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace pliant {

struct OutputFile::Unfinished {
    std::string path;
    std::string partialPath;
    std::FILE* stream = nullptr;

    Error error() const { return fail("cannot write '{}': {}", path, std::strerror(errno)); }
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
    auto file = std::make_unique<Unfinished>();
    file->path = path;
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return fail("cannot write '{}': it is a folder", path);
    const std::string partialPath = fmt::format("{}.partial-{}", path, ::getpid());
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
    if (std::rename(file_->partialPath.c_str(), file_->path.c_str()) != 0) return file_->error();
    file_->partialPath.clear();
    return {};
}

}  // namespace pliant
