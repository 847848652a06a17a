#include "output_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "pliant/fail.h"
#include "pliant/io/output_file.h"

namespace pliant::cli {
namespace {

std::string absolutePath(const std::string& path) {
    std::error_code error;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error).string();
}

}  // namespace

bool isSameFile(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return absolutePath(a) == absolutePath(b) || std::filesystem::equivalent(a, b, ignored);
}

Status checkSpares(const std::vector<InputFile>& inputs, const char* option, const std::string& path) {
    for (const InputFile& input : inputs) {
        if (path.empty() || !isSameFile(path, input.path)) continue;
        return fail("{} '{}' is the file that is read as {}, '{}': it would be lost", option, path, input.option,
                    input.path);
    }
    return {};
}

Status checkGivenOnce(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        const auto isSame = [&](const std::string& other) { return isSameFile(other, path); };
        if (std::count_if(paths.begin(), paths.end(), isSame) > 1)
            return fail("--out '{}': given more than once", path);
    }
    return {};
}

Status checkWritable(const std::string& path) {
    const Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    return {};
}

Status checkName(const std::string& path, const char* option, const char* extension) {
    if (path.empty()) return {};
    if (!path.ends_with(extension)) return fail("{} '{}': the name must end in {}", option, path, extension);
    return checkWritable(path);
}

Status writeText(const std::string& path, const std::string& text) {
    if (path.empty()) return {};
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    if (Status status = file->write(text); !status) return status;
    if (Status status = file->finish(); !status) return status;
    fmt::print("wrote {}\n", path);
    return {};
}

}  // namespace pliant::cli
