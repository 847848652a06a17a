// Games on the command line: they play by themselves, or from a file of keys.

#include "cli_support.h"

namespace pliant::tests {
namespace {

class CommandGame : public CommandTest {
  protected:
    // The ball is launched, and both flippers are tried.
    void writeGame(const std::string& name, const std::string& scene = "pinball") {
        writeFile(folder_ / name,
                  R"({"format":"pliant game 1","scene":")" + scene +
                      R"(","settings":{"balls":"3","damping":"0.5","fps":"60","gravity":"0,-1.5346221,0",)"
                      R"("iterations":"1","method":"gauss-seidel","slope":"9","substeps":"12"},)"
                      R"("keys":[[10],[50,"launch"],[20],[8,"left"],[8,"left","right"],[4,"right"]]})");
    }
};

TEST_F(CommandGame, PlaysByItself) {
    const json played = report("simulate pinball --backend cpu --frames 150");
    ASSERT_TRUE(played.contains("board"));
    EXPECT_EQ(played["board"].size(), 2u);
    EXPECT_FALSE(report("simulate rope --backend cpu --frames 2").contains("board"));
}

TEST_F(CommandGame, PlaysAFileAndItIsTheSameGameEverywhere) {
    writeGame("game.json");
    const json one = report("simulate pinball --backend cpu --threads 1 --play game.json");
    EXPECT_EQ(one["frames"], 100);
    EXPECT_EQ(report("simulate pinball --backend cpu --play game.json")["hash"], one["hash"]);
    EXPECT_EQ(report("simulate pinball --backend gpu --play game.json")["hash"], one["hash"]);
    EXPECT_NE(report("simulate pinball --backend cpu --frames 100")["hash"], one["hash"]);
    const json compared = report("compare pinball --play game.json");
    EXPECT_EQ(compared["frames"], 100);
    EXPECT_EQ(compared["differing"], 0);
}

TEST_F(CommandGame, RefusesFilesThatAreNotOfThisGame) {
    writeGame("game.json");
    writeGame("other.json", "rope");
    writeFile(folder_ / "bad.json", "{\"format\":");
    for (const std::string command : {"simulate", "compare"}) {
        expectRefused(command + " pinball --play none.json", {"none.json", "cannot be read"});
        expectRefused(command + " pinball --play bad.json", {"bad.json", "no JSON at byte 11"});
        expectRefused(command + " pinball --play other.json", {"other.json", "'scene' is 'rope'"});
        expectRefused(command + " pinball --play game.json --substeps 9", {"game.json", "recorded with substeps 12"});
        expectRefused(command + " pinball --play game.json --set slope=12", {"game.json", "recorded with"});
        expectRefused(command + " cloth --size 4 --play game.json", {"'cloth' is no game"});
    }
    expectRefused("render pinball --play none.json --out x.png", {"none.json"});
}

}  // namespace
}  // namespace pliant::tests
