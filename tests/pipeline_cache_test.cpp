// Pipelines are kept between runs: what is written is read again, and what is damaged, foreign or out of reach is as
// nothing.

#include "pliant/gpu/pipeline_cache.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "gpu_support.h"
#include "pliant/gpu/context.h"
#include "vulkan_spy.h"

namespace pliant::test {
namespace {

namespace fs = std::filesystem;

// A driver that keeps pipelines, played by the spy; software Vulkan's own cache has nothing in it.
class PipelineCaches : public testing::Test {
  protected:
    void SetUp() override {
        VulkanSpy::reset();
        VulkanSpy::keepsPipelines = true;
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override {
        VulkanSpy::reset();
        fs::permissions(folder_, fs::perms::owner_all);
        fs::remove_all(folder_);
    }

    static std::shared_ptr<Gpu> gpuWith(const std::optional<fs::path>& folder) {
        GpuOptions options;
        if (const char* device = std::getenv("PLIANT_TEST_DEVICE")) options.device = device;
        options.getInstanceProcAddr = VulkanSpy::getInstanceProcAddr;
        options.pipelineCache = folder;
        return take(Gpu::create(options));
    }

    // Starts, solves, ends.
    static void runWith(const std::optional<fs::path>& folder) {
        const std::shared_ptr<Gpu> gpu = gpuWith(folder);
        GpuSolver solver = take(GpuSolver::create(gpu, take(compile(clothScene(4)))));
        take(solver.step());
    }

    static PipelineCacheKey keyOf() {
        const std::shared_ptr<Gpu> gpu = gpuWith(std::nullopt);
        VkPhysicalDeviceProperties properties;
        gpu->context().instance->vkGetPhysicalDeviceProperties(gpu->context().physicalDevice, &properties);
        return pipelineCacheKey(properties, gpu->info().sameBits);
    }

    // As Vulkan would write it for this device.
    static std::vector<std::byte> dataFor(const PipelineCacheKey& key) {
        VkPipelineCacheHeaderVersionOne header{
            sizeof(header), VK_PIPELINE_CACHE_HEADER_VERSION_ONE, key.vendor, key.device, {}};
        std::copy(key.uuid.begin(), key.uuid.end(), header.pipelineCacheUUID);
        std::vector<std::byte> data(sizeof(header) + 100, std::byte(9));
        std::memcpy(data.data(), &header, sizeof(header));
        return data;
    }

    // The driver may have a cache of its own in the user's folder.
    std::vector<fs::path> files() const {
        std::vector<fs::path> found;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_)) {
            const std::string path = fs::relative(entry.path(), folder_).string();
            const bool isOfDriver =
                path.find("shader_cache") != std::string::npos || path.find("nvidia") != std::string::npos;
            if (entry.is_regular_file() && !isOfDriver) found.push_back(entry.path());
        }
        return found;
    }

    static std::string contentOf(const fs::path& path) {
        std::ifstream stream(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    }
    static void write(const fs::path& path, const std::string& content) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
    }

    const fs::path folder_ = fs::path(testing::TempDir()) / fmt::format("pliant-pipelines-{}", getpid());
};

TEST_F(PipelineCaches, TheSecondRunBeginsWithWhatTheFirstLeft) {
    runWith(folder_ / "not there yet");
    ASSERT_EQ(files().size(), 1u);
    EXPECT_TRUE(VulkanSpy::cacheGiven.empty());
    const fs::path file = files()[0];
    const std::string content = contentOf(file);
    const fs::file_time_type written = fs::last_write_time(file) - std::chrono::hours(1);
    fs::last_write_time(file, written);

    runWith(folder_ / "not there yet");
    ASSERT_FALSE(VulkanSpy::cacheGiven.empty());
    EXPECT_TRUE(content.ends_with(std::string(VulkanSpy::cacheGiven.begin(), VulkanSpy::cacheGiven.end())));
    EXPECT_EQ(files(), std::vector{file});
    EXPECT_EQ(fs::last_write_time(file), written) << "it has not grown";
}

TEST_F(PipelineCaches, DamagedAndForeignFilesAreReplaced) {
    runWith(folder_);
    ASSERT_EQ(files().size(), 1u);
    const fs::path file = files()[0];
    const std::string good = contentOf(file);
    std::vector<std::string> bad{
        "", "x", std::string(100000, '\0'), good.substr(0, 20), good.substr(0, good.size() - 1), good + "x"};
    for (std::size_t i = 0; i < good.size(); ++i) {
        bad.push_back(good);
        bad.back()[i] = static_cast<char>(bad.back()[i] ^ 0x40);
    }
    const std::size_t kRuns = 8;  // with a whole device; unpacking alone for the others
    const PipelineCacheKey key = keyOf();
    for (std::size_t i = 0; i < bad.size(); ++i) {
        const std::span<const char> bytes(bad[i]);
        EXPECT_TRUE(unpackPipelineCache(key, std::as_bytes(bytes)).empty()) << i;
        if (i >= kRuns) continue;
        write(file, bad[i]);
        runWith(folder_);
        EXPECT_TRUE(VulkanSpy::cacheGiven.empty()) << i;
        EXPECT_EQ(contentOf(file), good) << i;
    }
}

TEST_F(PipelineCaches, AnotherDriverOrKernelHasAFileOfItsOwn) {
    const PipelineCacheKey key = keyOf();
    const std::vector<std::byte> data = dataFor(key), file = packPipelineCache(key, data);
    EXPECT_EQ(unpackPipelineCache(key, file), data);
    std::vector<PipelineCacheKey> others(5, key);
    ++others[0].vendor;
    ++others[1].device;
    ++others[2].driverVersion;
    ++others[3].uuid[15];
    ++others[4].kernels;
    for (const PipelineCacheKey& other : others) {
        EXPECT_NE(other.fileName(), key.fileName());
        EXPECT_TRUE(unpackPipelineCache(other, file).empty()) << "renamed by hand";
        // Even with a checksum of ours: the header of Vulkan's own names the device.
        const bool namesDevice = other.driverVersion == key.driverVersion && other.kernels == key.kernels;
        EXPECT_EQ(unpackPipelineCache(other, packPipelineCache(other, data)).empty(), namesDevice);
    }
}

TEST_F(PipelineCaches, FoldersOutOfReachAreAsNone) {
    write(folder_ / "file", "in the way");
    for (const fs::path& folder : {folder_ / "file", folder_ / "file" / "below", fs::path("/proc/nowhere")})
        runWith(folder);
    EXPECT_EQ(contentOf(folder_ / "file"), "in the way");
    fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
    runWith(folder_ / "closed");
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_ / "closed");  // it is there if rights do not hold for whoever runs the tests
    // A folder where the file should be.
    fs::create_directories(folder_ / keyOf().fileName());
    runWith(folder_);
    EXPECT_EQ(files(), std::vector{folder_ / "file"});
}

TEST_F(PipelineCaches, NoneKeepsNothing) {
    runWith(std::nullopt);
    EXPECT_TRUE(files().empty());
}

TEST_F(PipelineCaches, TheUsersFolderIsTheUsual) {
    const auto with = [](const char* cache, const char* home) {
        cache ? setenv("XDG_CACHE_HOME", cache, 1) : unsetenv("XDG_CACHE_HOME");
        home ? setenv("HOME", home, 1) : unsetenv("HOME");
        return userCacheFolder();
    };
    const char* oldCache = std::getenv("XDG_CACHE_HOME");
    const char* oldHome = std::getenv("HOME");
    const std::string cache = oldCache ? oldCache : "", home = oldHome ? oldHome : "";
    EXPECT_EQ(with("/a", "/b"), fs::path("/a/pliant"));
    EXPECT_EQ(with(nullptr, "/b"), fs::path("/b/.cache/pliant"));
    EXPECT_EQ(with("", "/b"), fs::path("/b/.cache/pliant"));
    EXPECT_EQ(with("not/absolute", "/b"), fs::path("/b/.cache/pliant"));
    EXPECT_EQ(with(nullptr, nullptr), std::nullopt);
    with(folder_.c_str(), nullptr);
    runWith(fs::path());
    with(oldCache ? cache.c_str() : nullptr, oldHome ? home.c_str() : nullptr);
    ASSERT_EQ(files().size(), 1u);
    EXPECT_EQ(files()[0].parent_path(), folder_ / "pliant");
}

// What AtOnce below starts twice.
TEST_F(PipelineCaches, DISABLED_SomeRuns) {
    const fs::path folder = std::getenv("PLIANT_TEST_PIPELINES");
    for (int run = 0; run < 4; ++run) {
        fs::remove(folder / keyOf().fileName());
        runWith(folder);
    }
}

// Whoever reads while two programs write sees a whole file or none.
TEST_F(PipelineCaches, ProgramsAtOnceLeaveAWholeFile) {
    const PipelineCacheKey key = keyOf();
    const fs::path file = folder_ / key.fileName();
    std::atomic<bool> isDone = false;
    int whole = 0, bad = 0;
    std::thread reader([&] {
        while (!isDone) {
            const std::string content = contentOf(file);
            if (content.empty()) continue;
            const bool isWhole = !unpackPipelineCache(key, std::as_bytes(std::span(content))).empty();
            ++(isWhole ? whole : bad);
        }
    });
    const std::string run = fmt::format(
        "PLIANT_TEST_PIPELINES='{}' '{}' --gtest_also_run_disabled_tests --gtest_filter='*SomeRuns' > /dev/null",
        folder_.string(), fs::read_symlink("/proc/self/exe").string());
    EXPECT_EQ(std::system(fmt::format("{} & {}; status=$?; wait $! && exit $status", run, run).c_str()), 0);
    isDone = true;
    reader.join();
    EXPECT_EQ(bad, 0);
    EXPECT_GT(whole, 0);
    EXPECT_EQ(files(), std::vector{file}) << "and nothing beside it";
}

TEST_F(PipelineCaches, ACacheGoesWithItsGpu) {
    runWith(folder_);
    EXPECT_EQ(VulkanSpy::calls["vkCreatePipelineCache"], 1);
    EXPECT_EQ(VulkanSpy::calls["vkDestroyPipelineCache"], 1);
}

}  // namespace
}  // namespace pliant::test
