#include "pliant/io/input_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "pliant/fail.h"

namespace pliant {

Result<std::string> readInput(const std::string& path) {
    constexpr std::uintmax_t kLargest = std::uintmax_t(16) << 30;  // fewer vertices than 32 bits count, in any format
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) return failAs(ErrorKind::File, "{}: there is no such file", path);
    if (!std::filesystem::is_regular_file(status)) return failAs(ErrorKind::File, "{}: this is no file", path);
    const std::uintmax_t sizeBytes = std::filesystem::file_size(path, error);
    if (error) return failAs(ErrorKind::File, "{}: {}", path, error.message());
    if (sizeBytes == 0) return failAs(ErrorKind::File, "{}: the file is empty", path);
    if (sizeBytes > kLargest)
        return failAs(ErrorKind::File, "{}: the file has {} bytes; at most {}", path, sizeBytes, kLargest);
    std::ifstream file(path, std::ios::binary);
    std::string bytes(sizeBytes, '\0');
    if (!file || !file.read(bytes.data(), static_cast<std::streamsize>(sizeBytes)))
        return failAs(ErrorKind::File, "{}: {}", path, std::strerror(errno));
    return bytes;
}

}  // namespace pliant
