// Standard streams that are full or closed.

#include "cli_support.h"

namespace pliant::tests {
namespace {

class CliStreams : public CommandTest {
  protected:
    Finished command(const std::string& line) { return shell("exec " PLIANT_COMMAND " " + line); }
};

// A warning is lost there, and nothing else.
TEST_F(CliStreams, KeepsItsStatusWhereNobodyHearsItsMessages) {
    const struct {
        const char* line;
        int status;
    } kCases[] = {
        {"simulate nosuch", 2},
        {"simulate cloth --nosuch", 2},
        {"nosuch", 2},
        {"simulate cord --substeps 1 --frames 1 --backend cpu", 0},
        {"bench --quick --ways wide --rounds 1 --scenes nosuch", 2},
    };
    for (const auto& [line, status] : kCases) {
        for (const std::string stream : {"2> /dev/full", "2>&-", "2>&- >&- <&-"}) {
            SCOPED_TRACE(line + (" " + stream));
            EXPECT_EQ(command(line + (" " + stream)).status, status);
        }
    }
}

TEST_F(CliStreams, SaysSoWhenItsReportCannotBeWritten) {
    for (const std::string line : {"inspect cloth --size 4 --json", "devices", "--help", "--version", "simulate --help",
                                   "simulate --help-scene cloth", "simulate cloth --size 4 --frames 1 --backend cpu"}) {
        SCOPED_TRACE(line);
        const Finished done = command(line + " > /dev/full");
        EXPECT_EQ(done.status, 2);
        EXPECT_NE(done.err, "");
    }
}

// A file that is opened would have the number of the stream that is missing.
TEST_F(CliStreams, WritesNoMessageIntoAFile) {
    ASSERT_EQ(command("simulate cord --frames 1 --substeps 1 --backend cpu --out good.obj --out good.pc2").status, 0);
    for (const std::string streams : {">&-", "2>&-", "<&- >&- 2>&-"}) {
        SCOPED_TRACE(streams);
        const std::string line = "simulate cord --frames 1 --substeps 1 --backend cpu --out x.obj --out x.pc2 ";
        EXPECT_EQ(command(line + streams).status, 0);
        EXPECT_EQ(readFile(folder_ / "x.obj"), readFile(folder_ / "good.obj"));
        EXPECT_TRUE(readFile(folder_ / "x.pc2") == readFile(folder_ / "good.pc2"));
    }
}

}  // namespace
}  // namespace pliant::tests
