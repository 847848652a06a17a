// How the library sits in other programs: beside a volk of theirs, in a plugin. With link-time optimization:
// Linking.lto and Linking.lto_clang, which are linking/host.cpp.

#include <dlfcn.h>

#include "command.h"
#include "support.h"

namespace pliant::test {
namespace {

using tests::Finished;
using tests::run;
using tests::TempFolder;

// volk's globals have the names of Vulkan's functions, and an application's volk or loader has them too.
TEST(Linking, TheLibraryShowsNoNameOfVulkanOrVolk) {
    const TempFolder folder;
    const Finished nm =
        run(folder, {PLIANT_NM, "--defined-only", "--extern-only", "--format=posix", PLIANT_GPU_LIBRARY});
    ASSERT_EQ(nm.status, 0) << nm.err;
    EXPECT_CONTAINS(nm.out, "\npliantOpenVulkanLoader T");
    for (const char* prefix : {"vk", "volk"}) {
        const tests::Words names = tests::linesOf(nm.out, prefix);
        EXPECT_TRUE(names.empty()) << names.size() << " names, the first is " << names.front();
    }
}

TEST(Linking, APluginHoldsTheLibrary) {
    void* plugin = ::dlopen(PLIANT_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(plugin, nullptr) << ::dlerror();
    const auto differing = reinterpret_cast<int (*)()>(::dlsym(plugin, "pliantDiffering"));
    ASSERT_NE(differing, nullptr) << ::dlerror();
    EXPECT_EQ(differing(), 0);
    EXPECT_EQ(::dlclose(plugin), 0);
}

}  // namespace
}  // namespace pliant::test
