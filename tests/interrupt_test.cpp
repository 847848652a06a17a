// Ctrl-C ends a run in order: soon, with a sentence, and without a half-written file. So do a termination request and a
// hang-up.

#include <bit>
#include <cstring>

#include "running.h"

namespace pliant::tests {
namespace {

using testing::IsSubstring;
using Names = std::set<std::string>;

constexpr int kByInterrupt = 128 + SIGINT;

Words commandLine(const std::string& line) {
    Words words = wordsOf(line);
    words.insert(words.begin(), PLIANT_COMMAND);
    return words;
}

// Of the file that is being written in place of that one.
std::uintmax_t partialSize(const TempFolder& folder, const std::string& name) {
    for (const std::string& file : folder.names()) {
        std::error_code ignored;
        if (file.starts_with(name + ".partial-")) return std::filesystem::file_size(folder / file, ignored);
    }
    return 0;
}

// "interrupted after 37 of 300 frames"
std::uint32_t framesBefore(const Finished& end) {
    constexpr const char* kBefore = "interrupted after ";
    const std::size_t place = end.err.find(kBefore);
    if (place == std::string::npos) return 0;
    return static_cast<std::uint32_t>(std::stoul(end.err.substr(place + std::strlen(kBefore))));
}

class Interrupt : public testing::Test {
  protected:
    // From now on ffmpeg is this script, for programs that are started by it.
    Words withFfmpeg(const std::string& script, const std::string& line) {
        writeFile(programs_ / "ffmpeg", "#!/bin/sh\nfor last; do :; done\n" + script);
        std::filesystem::permissions(programs_ / "ffmpeg", std::filesystem::perms::owner_all);
        return {"/usr/bin/env", "PATH=" + programs_.path() + ":/usr/bin:/bin", "/bin/sh", "-c",
                "exec " PLIANT_COMMAND " " + line};
    }

    TempFolder programs_, folder_;
};

// One frame of each would take hours.
TEST_F(Interrupt, IsHeardWithinALongFrame) {
    for (const std::string scene :
         {"cloth --size 100 --fps 0.001", "cloth --size 100 --tiles always --substeps 1000000",
          "many-flags --size 200 --fps 0.001", "cloth --size 40 --iterations 1000000"}) {
        for (const std::string backend : {"cpu", "cpu --threads 1", "gpu"}) {
            SCOPED_TRACE(scene + " on " + backend);
            Running command(folder_,
                            commandLine("simulate " + scene + " --out x.pc2 --out x.obj --backend " + backend));
            command.waitForText("simulating [");
            command.send(SIGINT);
            const Finished end = command.end();
            EXPECT_EQ(end.status, kByInterrupt);
            EXPECT_PRED_FORMAT2(IsSubstring, "interrupted after 0 of 300 frames", end.err);
            EXPECT_PRED_FORMAT2(IsSubstring, "--keep-partial", end.err);
            EXPECT_EQ(end.out, "");
            EXPECT_EQ(folder_.names(), Names());
        }
    }
}

TEST_F(Interrupt, IsHeardWithinALongFrameThatIsDrawn) {
    Running command(folder_, commandLine("render cloth --size 64 --fps 0.001 --out x.png --out %04d.png"));
    command.waitForText("rendering [");
    command.send(SIGINT);
    const Finished end = command.end();
    EXPECT_EQ(end.status, kByInterrupt);
    EXPECT_PRED_FORMAT2(IsSubstring, "interrupted after 0 of 300 frames", end.err);
    EXPECT_EQ(folder_.names(), Names());
}

TEST_F(Interrupt, EndsWithTheStatusOfTheSignal) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        SCOPED_TRACE(signal);
        Running command(folder_, commandLine("simulate cloth --frames 1000000 --backend cpu --out x.pc2"));
        command.waitForText("simulating [");
        command.send(signal);
        EXPECT_EQ(command.end().status, 128 + signal);
        EXPECT_EQ(folder_.names(), Names());
    }
}

// As nohup has it.
TEST_F(Interrupt, LeavesASignalIgnoredThatWasIgnored) {
    Running command(folder_, commandLine("simulate cloth --frames 1000000 --backend cpu"), SIGHUP);
    command.waitForText("simulating [");
    command.send(SIGHUP);
    command.send(SIGINT);
    EXPECT_EQ(command.end().status, kByInterrupt);
}

// Before the first frame nobody listens yet, and it ends at once: the device takes its time to be made ready.
TEST_F(Interrupt, LeavesNoFileWhenItComesBeforeTheFirstFrame) {
    Running command(folder_, commandLine("simulate cloth --size 64 --frames 1000000 --out x.pc2"));
    command.waitFor("x.pc2.partial", [&] { return !folder_.names().empty(); });
    command.send(SIGINT);
    EXPECT_EQ(command.end().status, kByInterrupt);
    EXPECT_EQ(folder_.names(), Names());
}

// ffmpeg does not come to an end, and the second interrupt finds the command waiting for it.
TEST_F(Interrupt, LeavesNoFileWhenItComesTwice) {
    const std::string script =
        "/bin/cat > \"${last#file:}\"\n: > finishing\nwhile kill -0 $PPID 2> /dev/null; do sleep 0.05; done\n";
    Running command(folder_, withFfmpeg(script,
                                        "render cloth --size 8 --frames 1000000 --width 64 --height 48 "
                                        "--out x.gif --keep-partial"));
    command.waitForText("rendering [");
    command.send(SIGINT);
    command.waitFor("finishing", [&] { return folder_.names().contains("finishing"); });
    command.send(SIGINT);
    EXPECT_EQ(command.end().status, kByInterrupt);
    EXPECT_EQ(folder_.names(), Names({"finishing"}));
}

TEST_F(Interrupt, KeepsTheFilesOfTheFramesThatAreFinished) {
    constexpr std::size_t kSample = 12 * 32 * 32;
    const std::string cloth = "cloth --size 32 --backend cpu ";
    Running command(folder_, commandLine("simulate " + cloth +
                                         "--frames 1000000 --keep-partial --out x.pc2 --out x.obj --report x.csv"));
    command.waitFor("five frames", [&] { return partialSize(folder_, "x.pc2") > 32 + 6 * kSample; });
    command.send(SIGINT);
    const Finished end = command.end();
    EXPECT_EQ(end.status, kByInterrupt);
    EXPECT_PRED_FORMAT2(IsSubstring, "of 1000000 frames; kept x.pc2, x.obj, x.csv", end.err);
    EXPECT_EQ(folder_.names(), Names({"x.pc2", "x.obj", "x.csv"}));
    const std::uint32_t frames = framesBefore(end);
    ASSERT_GE(frames, 5u);
    const std::string motion = readFile(folder_ / "x.pc2");
    ASSERT_EQ(motion.size(), 32 + (frames + 1) * kSample);
    std::uint32_t samples = 0;
    std::memcpy(&samples, motion.data() + 28, 4);
    EXPECT_EQ(samples, frames + 1);
    EXPECT_EQ(linesOf(readFile(folder_ / "x.csv"), "").size(), frames + 2);

    const std::string whole = "simulate " + cloth + "--frames " + std::to_string(frames) + " --out y.pc2 --out y.obj";
    ASSERT_EQ(run(folder_, commandLine(whole)).status, 0);
    EXPECT_TRUE(readFile(folder_ / "y.pc2") == motion);
    EXPECT_EQ(readFile(folder_ / "y.obj"), readFile(folder_ / "x.obj"));
}

TEST_F(Interrupt, KeepsTheMovieOfTheFramesThatAreFinished) {
    Running command(folder_, withFfmpeg("exec /bin/cat > \"${last#file:}\"\n",
                                        "render cloth --size 8 --frames 1000000 --width 64 --height 48 --out x.gif "
                                        "--out last.png --out %04d.png --keep-partial"));
    command.waitFor("0003.png", [&] { return folder_.names().contains("0003.png"); });
    command.send(SIGINT);
    const Finished end = command.end();
    EXPECT_EQ(end.status, kByInterrupt);
    EXPECT_PRED_FORMAT2(IsSubstring, "kept last.png, %04d.png, x.gif", end.err);
    const std::uint32_t frames = framesBefore(end);
    ASSERT_GE(frames, 3u);
    EXPECT_EQ(folder_.names().size(), frames + 2u);
    EXPECT_EQ(readFile(folder_ / "x.gif").size(), frames * 64u * 48 * 4);
    const std::string number = std::to_string(frames);
    const std::string name = std::string(4 - std::min<std::size_t>(4, number.size()), '0') + number + ".png";
    EXPECT_TRUE(readFile(folder_ / "last.png") == readFile(folder_ / name));
}

TEST_F(Interrupt, LeavesNoHalfMovie) {
    Running command(folder_, withFfmpeg("exec /bin/cat > \"${last#file:}\"\n",
                                        "render cloth --size 8 --frames 1000000 --width 64 --height 48 --out x.gif "
                                        "--out x.png"));
    command.waitForText("rendering [");
    command.send(SIGINT);
    const Finished end = command.end();
    EXPECT_EQ(end.status, kByInterrupt);
    EXPECT_PRED_FORMAT2(IsSubstring, "--keep-partial", end.err);
    EXPECT_EQ(folder_.names(), Names());
}

TEST_F(Interrupt, EndsCompare) {
    Running command(folder_, commandLine("compare cloth --size 32 --fps 0.001"));
    command.waitForText("comparing [");
    command.send(SIGINT);
    const Finished end = command.end();
    EXPECT_EQ(end.status, kByInterrupt);
    EXPECT_PRED_FORMAT2(IsSubstring, "interrupted", end.err);
}

TEST_F(Interrupt, LeavesNothingOfABenchmark) {
    Running command(folder_, commandLine("bench --scenes cloth --sizes 8 --ways wide --rounds 10000 --json x.json "
                                         "--csv x.csv --plot x.svg"));
    command.waitForText("measuring");
    command.send(SIGINT);
    const Finished end = command.end();
    EXPECT_EQ(end.status, kByInterrupt);
    EXPECT_PRED_FORMAT2(IsSubstring, "interrupted while", end.err);
    EXPECT_EQ(folder_.names(), Names());
}

TEST_F(Interrupt, EndsInspectAtOnce) {
    Running command(folder_, commandLine("inspect cloth --size 3500"));
    command.waitForText("preparing the scene");
    command.send(SIGINT);
    EXPECT_EQ(command.end().status, kByInterrupt);
}

TEST_F(Interrupt, NothingIsToBeKeptWhereNothingIsWritten) {
    const Finished done = run(folder_, commandLine("simulate cloth --size 4 --keep-partial"));
    EXPECT_EQ(done.status, 2);
    EXPECT_PRED_FORMAT2(IsSubstring, "--keep-partial has no meaning", done.err);
}

}  // namespace
}  // namespace pliant::tests
