// Files that are whole or not there.

#include "pliant/io/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "command.h"
#include "pliant/io/pc2.h"
#include "pliant/io/unfinished_file.h"

namespace pliant {
namespace {

using testing::IsSubstring;
using tests::readFile;
using tests::TempFolder;
using tests::writeFile;
using Names = std::set<std::string>;

Status writeWhole(const std::string& path, const std::string& text) {
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

TEST(OutputFile, ReplacesWhatALinkLeadsTo) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "else");
    writeFile(folder / "else/real", "old");
    std::filesystem::create_symlink("else/real", folder / "link");
    std::filesystem::create_symlink("link", folder / "second");
    std::filesystem::create_symlink(folder / "else/new", folder / "dangling");
    EXPECT_TRUE(writeWhole(folder / "second", "one"));
    EXPECT_EQ(readFile(folder / "else/real"), "one");
    EXPECT_TRUE(writeWhole(folder / "dangling", "two"));
    EXPECT_EQ(readFile(folder / "else/new"), "two");
    for (const char* name : {"link", "second", "dangling"})
        EXPECT_TRUE(std::filesystem::is_symlink(folder / name)) << name;
    EXPECT_EQ(folder.names(), Names({"else", "link", "second", "dangling"}));
}

TEST(OutputFile, RefusesWhatIsNoFile) {
    const TempFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink("round", folder / "about");
    std::filesystem::create_symlink("about", folder / "round");
    std::filesystem::create_symlink("pipe", folder / "to-pipe");
    std::filesystem::create_symlink("nowhere/x", folder / "to-nowhere");
    for (const char* name : {"pipe", "to-pipe", "round", "to-nowhere", "."}) {
        const Status status = writeWhole(folder / name, "text");
        ASSERT_FALSE(status) << name;
        EXPECT_PRED_FORMAT2(IsSubstring, folder / name, status.error().message);
    }
    EXPECT_EQ(folder.names(), Names({"pipe", "about", "round", "to-pipe", "to-nowhere"}));
}

TEST(OutputFile, LeavesNothingWhereASignalEndsTheProgram) {
    const TempFolder folder;
    Result<OutputFile> first = OutputFile::create(folder / "a");
    {
        Result<OutputFile> between = OutputFile::create(folder / "b");
        ASSERT_TRUE(between && between->finish());
    }
    Result<OutputFile> last = OutputFile::create(folder / "c");
    ASSERT_TRUE(first && last);
    EXPECT_EQ(folder.names().size(), 3u);
    removeUnfinishedFiles();
    EXPECT_EQ(folder.names(), Names({"b"}));
}

TEST(Pc2, SaysHowManySamplesThereAre) {
    const TempFolder folder;
    Result<Pc2Writer> writer = Pc2Writer::create(folder / "x.pc2", 2, 1000);
    ASSERT_TRUE(writer);
    const std::vector<vec3> first{vec3(1, 2, 3), vec3(4, 5, 6)}, second{vec3(7, 8, 9), vec3(0, 1, 2)};
    ASSERT_TRUE(writer->addSample(first) && writer->addSample(second) && writer->close() && writer->finish());
    Result<Pc2Reader> reader = Pc2Reader::open(folder / "x.pc2");
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->samples(), 2u);
    EXPECT_EQ(*reader->next(), first);
    EXPECT_EQ(*reader->next(), second);
}

}  // namespace
}  // namespace pliant
