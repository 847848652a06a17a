// Pictures handed to ffmpeg, or to what pretends to be it.

#include "viewer/movie.h"

#include "command.h"
#include "support.h"

namespace pliant::test {
namespace {

using tests::TempFolder;
using viewer::Image;
using viewer::Movie;

Image greyPicture(std::uint32_t width, std::uint32_t height, std::uint8_t shade) {
    return {width, height, std::vector<std::uint8_t>(4 * std::size_t(width) * height, shade)};
}

// The PATH is another one for the length of a test.
class MovieTest : public testing::Test {
  protected:
    ~MovieTest() override { ::setenv("PATH", before_.c_str(), 1); }

    // From now on ffmpeg is this script.
    void pretend(const std::string& script) {
        tests::writeFile(programs_ / "ffmpeg", "#!/bin/sh\n" + script);
        std::filesystem::permissions(programs_ / "ffmpeg", std::filesystem::perms::owner_all);
        ::setenv("PATH", programs_.path().c_str(), 1);
    }

    std::string before_ = std::getenv("PATH");
    TempFolder programs_, folder_;
};

TEST_F(MovieTest, HandsOverEveryByteAndIsInItsPlaceOnlyWhenFinished) {
    pretend("for last; do :; done\nexec /bin/cat > \"${last#file:}\"\n");
    EXPECT_TRUE(viewer::canMakeMovies());
    Movie movie = take(Movie::create(folder_ / "x.gif", 30, 20, 25.0));
    take(movie.add(greyPicture(30, 20, 7)));
    take(movie.add(greyPicture(30, 20, 9)));
    EXPECT_FALSE(folder_.names().contains("x.gif"));
    take(movie.finish());
    EXPECT_EQ(folder_.names(), std::set<std::string>{"x.gif"});
    EXPECT_EQ(tests::readFile(folder_ / "x.gif"), std::string(2400, 7) + std::string(2400, 9));
}

TEST_F(MovieTest, LeavesNothingBehindUnfinished) {
    pretend("exec /bin/cat > /dev/null\n");
    {
        Movie movie = take(Movie::create(folder_ / "x.mp4", 30, 20, 25.0));
        take(movie.add(greyPicture(30, 20, 7)));
    }
    EXPECT_EQ(folder_.names(), std::set<std::string>());
}

// It may call it a success that the end of the file is missing.
TEST_F(MovieTest, SaysWhatFfmpegSays) {
    for (const char* script : {"echo 'no such codec' >&2\nexit 1\n", "echo 'no such codec' >&2\nexit 0\n"}) {
        pretend(script);
        Movie movie = take(Movie::create(folder_ / "x.mp4", 30, 20, 25.0));
        EXPECT_CONTAINS(messageOf(movie.finish()), "no such codec");
    }
    EXPECT_EQ(folder_.names(), std::set<std::string>());
}

// More than a socket holds, so that somebody would have to read it.
TEST_F(MovieTest, OutlivesAnFfmpegThatStopsReading) {
    for (const char* script : {"echo 'no space' >&2\nexit 1\n", "exit 0\n", "kill -9 $$\n"}) {
        SCOPED_TRACE(script);
        pretend(script);
        Movie movie = take(Movie::create(folder_ / "x.mp4", 1000, 1000, 25.0));
        EXPECT_CONTAINS(messageOf(movie.add(greyPicture(1000, 1000, 7))), "x.mp4");
    }
    EXPECT_EQ(folder_.names(), std::set<std::string>());
}

TEST_F(MovieTest, RefusesWhatCannotBe) {
    EXPECT_CONTAINS(messageOf(viewer::checkMovie("x.avi", 30, 20)), "x.avi");
    EXPECT_CONTAINS(messageOf(viewer::checkMovie("x.mp4", 31, 20)), "31 x 20");
    EXPECT_CONTAINS(messageOf(viewer::checkMovie("x.mp4", 30, 21)), "30 x 21");
    EXPECT_TRUE(viewer::checkMovie("x.gif", 31, 21));
    ::setenv("PATH", "", 1);
    EXPECT_FALSE(viewer::canMakeMovies());
    EXPECT_CONTAINS(messageOf(Movie::create(folder_ / "x.mp4", 30, 20, 25.0)), "no ffmpeg");
    pretend("exit 0\n");
    EXPECT_CONTAINS(messageOf(Movie::create(folder_ / "nowhere/x.mp4", 30, 20, 25.0)), "nowhere");
    EXPECT_EQ(folder_.names(), std::set<std::string>());
}

}  // namespace
}  // namespace pliant::test
