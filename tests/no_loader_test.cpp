// The command where the Vulkan loader cannot be loaded: what needs no GPU works, the rest says what is missing.

#include "cli_support.h"

namespace pliant::tests {
namespace {

constexpr const char* kMissing = "pliant: this machine has no Vulkan loader (libvulkan.so.1)\n";

class NoLoader : public CommandTest {
  protected:
    // Files of no content stand before the machine's own, and cannot be loaded.
    void SetUp() override {
        for (const char* name : {"libvulkan.so.1", "libvulkan.so"})
            writeFile(libraries_ / name, "");
    }

    Finished withoutLoader(const std::string& line) {
        Words words = wordsOf(line);
        words.insert(words.begin(), {"/usr/bin/timeout", "120", "/usr/bin/env", "LD_LIBRARY_PATH=" + libraries_.path(),
                                     PLIANT_COMMAND});
        return run(folder_, words);
    }

    TempFolder libraries_;
};

TEST_F(NoLoader, TheCommandIsNotLinkedWithIt) {
    const Finished elf = run(folder_, {PLIANT_READELF, "-d", PLIANT_COMMAND});
    ASSERT_EQ(elf.status, 0) << elf.err;
    EXPECT_PRED_FORMAT2(IsSubstring, "(NEEDED)", elf.out);
    EXPECT_EQ(elf.out.find("libvulkan"), std::string::npos) << elf.out;
}

TEST_F(NoLoader, TheCpuWorks) {
    const Finished done = withoutLoader("simulate rope --backend cpu --frames 2 --out rope.obj");
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(folder_.names(), Names{"rope.obj"});
    EXPECT_EQ(withoutLoader("inspect cloth").status, 0);
}

TEST_F(NoLoader, WhatNeedsADeviceSaysSoInOneLine) {
    for (const std::string line : {"devices", "simulate rope --frames 2", "simulate rope --backend gpu --out a.obj",
                                   "compare rope --frames 2", "render rope --frames 2 --out a.png"}) {
        SCOPED_TRACE(line);
        const Finished done = withoutLoader(line);
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.err, kMissing);
        EXPECT_EQ(done.out, "");
        EXPECT_TRUE(folder_.names().empty());
    }
}

}  // namespace
}  // namespace pliant::tests
