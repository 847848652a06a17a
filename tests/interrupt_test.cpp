// Ctrl-C ends a run in order: soon, with a sentence, and without a half-written file.

#include <gtest/gtest.h>

#include "command.h"

namespace pliant::tests {
namespace {

constexpr int kKilledByInterrupt = 128 + 2;

// Interrupts the program after so many seconds; it would take an hour. Once: without --foreground a second interrupt goes to
// the whole group right after the first, and a second one ends the program at once.
Finished interrupted(const TempFolder& folder, int seconds, Words words) {
    Words all = {"/usr/bin/timeout", "--foreground",          "--preserve-status", "--signal=INT",
                 "--kill-after=20",  std::to_string(seconds), PLIANT_COMMAND};
    all.insert(all.end(), words.begin(), words.end());
    return run(folder, all);
}

// The same once its frames have begun: where the program was still starting, and died of it, it is given more time.
Finished interruptedWhileRunning(const TempFolder& folder, const Words& words) {
    Finished end;
    for (int seconds = 2; seconds <= 32; seconds *= 2) {
        end = interrupted(folder, seconds, words);
        if (end.status != kKilledByInterrupt) break;
    }
    return end;
}

TEST(Interrupt, LeavesNoHalfWrittenFile) {
    const TempFolder folder;
    const Finished end = interruptedWhileRunning(folder, {"simulate", "cloth", "--size", "64", "--frames", "1000000",
                                                          "--backend", "cpu", "--out", "x.pc2", "--out", "x.obj"});
    EXPECT_EQ(end.status, 2);
    EXPECT_NE(end.err.find("interrupted before frame"), std::string::npos) << end.err;
    EXPECT_EQ(end.out, "");
    EXPECT_EQ(folder.names(), std::set<std::string>());
}

TEST(Interrupt, LeavesNoHalfMovie) {
    const TempFolder folder;
    const Finished end =
        interruptedWhileRunning(folder, {"render", "cloth", "--size", "8", "--frames", "1000000", "--width", "64",
                                         "--height", "48", "--out", "x.gif", "--out", "x.png"});
    EXPECT_EQ(end.status, 2);
    EXPECT_NE(end.err.find("interrupted before frame"), std::string::npos) << end.err;
    std::set<std::string> left = folder.names();
    left.erase("x-frames");  // whole pictures, where there is no ffmpeg
    EXPECT_EQ(left, std::set<std::string>());
}

TEST(Interrupt, EndsCompare) {
    const TempFolder folder;
    const Finished end = interruptedWhileRunning(folder, {"compare", "cloth", "--size", "32", "--frames", "1000000"});
    EXPECT_EQ(end.status, 2);
    EXPECT_NE(end.err.find("interrupted before frame"), std::string::npos) << end.err;
}

TEST(Interrupt, LeavesNothingOfABenchmark) {
    const TempFolder folder;
    const Finished end =
        interruptedWhileRunning(folder, {"bench", "--scenes", "cloth", "--sizes", "8", "--ways", "wide", "--rounds",
                                         "10000", "--json", "x.json", "--csv", "x.csv", "--plot", "x.svg"});
    EXPECT_EQ(end.status, 2);
    EXPECT_NE(end.err.find("interrupted while"), std::string::npos) << end.err;
    EXPECT_EQ(folder.names(), std::set<std::string>());
}

TEST(Interrupt, EndsInspectAtOnce) {
    const TempFolder folder;
    const Finished end = interrupted(folder, 1, {"inspect", "cloth", "--size", "3500"});
    EXPECT_EQ(end.status, kKilledByInterrupt);
}

}  // namespace
}  // namespace pliant::tests
