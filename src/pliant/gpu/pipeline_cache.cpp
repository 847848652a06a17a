#include "pliant/gpu/pipeline_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "pliant/gpu/kernel_code.h"
#include "pliant/hash.h"
#include "pliant/io/output_file.h"

namespace pliant {
namespace {

struct FileHeader {
    std::array<char, 8> magic;
    std::uint64_t dataBytes;
    std::uint64_t checksum;
};
constexpr std::array<char, 8> kMagic{'p', 'l', 'i', 'a', 'n', 't', 'P', '1'};

std::uint64_t checksumOf(const PipelineCacheKey& key, std::span<const std::byte> data) {
    Hash hash;
    for (const std::uint32_t word :
         {key.vendor, key.device, key.driverVersion, std::uint32_t(key.kernels), std::uint32_t(key.kernels >> 32)})
        hash.add(word);
    for (const std::uint8_t byte : key.uuid)
        hash.add(byte);
    for (const std::byte byte : data)
        hash.add(std::to_integer<std::uint32_t>(byte));
    return hash.value();
}

// Vulkan 1.2, 10.6.3: the beginning of all data.
bool isFor(const PipelineCacheKey& key, std::span<const std::byte> data) {
    VkPipelineCacheHeaderVersionOne header;
    if (data.size() < sizeof(header)) return false;
    std::memcpy(&header, data.data(), sizeof(header));
    return header.headerSize >= sizeof(header) && header.headerSize <= data.size() &&
           header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE && header.vendorID == key.vendor &&
           header.deviceID == key.device && std::equal(key.uuid.begin(), key.uuid.end(), header.pipelineCacheUUID);
}

std::vector<std::byte> readFile(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return {};
    std::ifstream stream(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    std::vector<std::byte> file(bytes.size());
    if (!bytes.empty()) std::memcpy(file.data(), bytes.data(), bytes.size());
    return file;
}

Status writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    Result<OutputFile> file = OutputFile::create(path.string());
    if (!file) return file.error();
    if (Status status = file->write(bytes.data(), bytes.size()); !status) return status;
    return file->finish();
}

}  // namespace

std::string PipelineCacheKey::fileName() const {
    std::string name = fmt::format("pipelines-{:08x}-{:08x}-{:08x}-", vendor, device, driverVersion);
    for (const std::uint8_t byte : uuid)
        name += fmt::format("{:02x}", byte);
    return name + fmt::format("-{:016x}.bin", kernels);
}

PipelineCacheKey pipelineCacheKey(const VkPhysicalDeviceProperties& device, bool sameBits) {
    PipelineCacheKey key{device.vendorID, device.deviceID, device.driverVersion};
    std::copy_n(device.pipelineCacheUUID, VK_UUID_SIZE, key.uuid.begin());
    Hash hash;
    for (const NamedKernel& kernel : allKernels())
        hash.add(kernel.code);
    const std::uint32_t rounds = sameBits ? 1 : 0;
    hash.add(std::span(&rounds, 1));
    key.kernels = hash.value();
    return key;
}

// XDG Base Directory Specification 0.8: a path that is not absolute does not count.
std::optional<std::filesystem::path> userCacheFolder() {
    const auto absolute = [](const char* name) -> std::optional<std::filesystem::path> {
        const char* value = std::getenv(name);
        if (!value || !std::filesystem::path(value).is_absolute()) return std::nullopt;
        return std::filesystem::path(value);
    };
    if (const auto cache = absolute("XDG_CACHE_HOME")) return *cache / "pliant";
    if (const auto home = absolute("HOME")) return *home / ".cache" / "pliant";
    return std::nullopt;
}

std::vector<std::byte> packPipelineCache(const PipelineCacheKey& key, std::span<const std::byte> data) {
    const FileHeader header{kMagic, data.size(), checksumOf(key, data)};
    std::vector<std::byte> file(sizeof(header) + data.size());
    std::memcpy(file.data(), &header, sizeof(header));
    std::copy(data.begin(), data.end(), file.begin() + sizeof(header));
    return file;
}

std::vector<std::byte> unpackPipelineCache(const PipelineCacheKey& key, std::span<const std::byte> file) {
    FileHeader header;
    if (file.size() < sizeof(header)) return {};
    std::memcpy(&header, file.data(), sizeof(header));
    const std::span<const std::byte> data = file.subspan(sizeof(header));
    if (header.magic != kMagic || header.dataBytes != data.size()) return {};
    if (header.checksum != checksumOf(key, data) || !isFor(key, data)) return {};
    return {data.begin(), data.end()};
}

void PipelineCache::open(VkDevice device, const VolkDeviceTable& vk, const PipelineCacheKey& key,
                         const std::optional<std::filesystem::path>& folder) {
    if (!folder) return;
    const std::optional<std::filesystem::path> chosen = folder->empty() ? userCacheFolder() : folder;
    if (!chosen) return;
    device_ = device;
    vk_ = &vk;
    key_ = key;
    file_ = *chosen / key.fileName();
    const std::vector<std::byte> known = unpackPipelineCache(key, readFile(file_));
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = known.size();
    info.pInitialData = known.data();
    if (vk.vkCreatePipelineCache(device, &info, nullptr, &handle_) != VK_SUCCESS) handle_ = VK_NULL_HANDLE;
    openedBytes_ = data().size();
}

std::vector<std::byte> PipelineCache::data() const {
    std::size_t size = 0;
    if (!handle_ || vk_->vkGetPipelineCacheData(device_, handle_, &size, nullptr) != VK_SUCCESS) return {};
    std::vector<std::byte> data(size);
    if (vk_->vkGetPipelineCacheData(device_, handle_, &size, data.data()) != VK_SUCCESS) return {};
    data.resize(size);
    return data;
}

void PipelineCache::save() const {
    const std::vector<std::byte> now = data();
    if (now.size() <= openedBytes_) return;
    std::error_code ignored;
    std::filesystem::create_directories(file_.parent_path(), ignored);
    (void)writeFile(file_, packPipelineCache(key_, now));
}

void PipelineCache::close() {
    if (handle_) vk_->vkDestroyPipelineCache(device_, handle_, nullptr);
    handle_ = VK_NULL_HANDLE;
}

}  // namespace pliant
