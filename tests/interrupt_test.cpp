// Ctrl-C ends a run in order: soon, with a sentence, and without a half-written file.

#include <gtest/gtest.h>

#include "command.h"

namespace pliant::tests {
namespace {

// Interrupts the program after so many seconds, enough for a busy machine to get it started; it would take an hour.
Finished interrupted(const TempFolder& folder, const char* seconds, Words words) {
    Words all = {"/usr/bin/timeout", "--preserve-status", "--signal=INT", "--kill-after=20", seconds, PLIANT_COMMAND};
    all.insert(all.end(), words.begin(), words.end());
    return run(folder, all);
}

TEST(Interrupt, LeavesNoHalfWrittenFile) {
    const TempFolder folder;
    const Finished end = interrupted(folder, "4",
                                     {"simulate", "cloth", "--size", "64", "--frames", "1000000", "--backend", "cpu",
                                      "--out", "x.pc2", "--out", "x.obj"});
    EXPECT_EQ(end.status, 2);
    EXPECT_NE(end.err.find("interrupted before frame"), std::string::npos) << end.err;
    EXPECT_EQ(end.out, "");
    EXPECT_EQ(folder.names(), std::set<std::string>());
}

TEST(Interrupt, EndsCompare) {
    const TempFolder folder;
    const Finished end = interrupted(folder, "4", {"compare", "cloth", "--size", "32", "--frames", "1000000"});
    EXPECT_EQ(end.status, 2);
    EXPECT_NE(end.err.find("interrupted before frame"), std::string::npos) << end.err;
}

TEST(Interrupt, EndsInspectAtOnce) {
    const TempFolder folder;
    const Finished end = interrupted(folder, "1", {"inspect", "cloth", "--size", "3500"});
    EXPECT_EQ(end.status, 128 + 2);
}

}  // namespace
}  // namespace pliant::tests
