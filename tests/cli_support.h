#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "command.h"

namespace pliant::tests {

using nlohmann::json;
using testing::IsSubstring;
using Names = std::set<std::string>;

/// The `pliant` command as a person meets it. Each test has a folder of its own, in which the command runs.
class CommandTest : public testing::Test {
  protected:
    Finished pliant(const std::string& line) {
        Words words = wordsOf(line);
        words.insert(words.begin(), {"/usr/bin/timeout", "120", PLIANT_COMMAND});
        return run(folder_, words);
    }

    Finished shell(const std::string& script) { return run(folder_, {"/bin/bash", "-c", script}); }

    /// The one object that the command prints, and nothing besides.
    json report(const std::string& line, int status = 0) {
        const Finished done = pliant(line + " --json");
        EXPECT_EQ(done.status, status) << line << "\n" << done.err;
        EXPECT_EQ(std::count(done.out.begin(), done.out.end(), '\n'), 1) << done.out;
        json object = json::parse(done.out, nullptr, false);
        EXPECT_TRUE(object.is_object()) << done.out;
        return object;
    }

    /// It ends with status 2 and a sentence in which all of `says` stands, and leaves everything as it was.
    void expectRefused(const std::string& line, const Words& says) {
        SCOPED_TRACE("pliant " + line);
        const Names before = folder_.names();
        const Finished done = pliant(line);
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.out, "");
        for (const std::string& text : says)
            EXPECT_PRED_FORMAT2(IsSubstring, text, done.err);
        EXPECT_EQ(folder_.names(), before);
    }

    TempFolder folder_;
};

/// The titles of the axes in an SVG file of `plot` and `bench`.
inline Words axisTitlesOf(const std::string& svg) {
    constexpr std::string_view kBefore = " text-anchor=\"middle\">";
    Words titles;
    for (std::size_t at = svg.find(kBefore); at != std::string::npos; at = svg.find(kBefore, at + 1)) {
        const std::size_t first = at + kBefore.size();
        const bool isNumber = svg.compare(at - 12, 12, "class=\"tick\"") == 0;
        if (!isNumber) titles.push_back(svg.substr(first, svg.find('<', first) - first));
    }
    return titles;
}

/// There are two axes to a panel, each with the unit in brackets behind its name.
inline void expectUnits(const std::string& svg, std::size_t panels) {
    const Words titles = axisTitlesOf(svg);
    EXPECT_EQ(titles.size(), 2 * panels);
    for (const std::string& title : titles) {
        const std::size_t unit = title.find(" [");
        EXPECT_TRUE(unit != std::string::npos && unit > 0 && title.size() > unit + 3 && title.back() == ']') << title;
    }
}

/// A bumpy surface of 5 x 5 vertices with all that is odd but legal: vertex 1 is used by no face, the last but one
/// hangs on an edge that two faces share already, and the last lies where vertex 2 lies. 28 vertices, 26 particles, 34
/// faces.
inline std::string oddObj() {
    std::string text = "# odd\nv 9 9 9\n";
    const auto vertex = [](int column, int row) { return row * 5 + column + 2; };
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 5; ++column) {
            const double height = 0.1 * ((column * 3 + row * 7) % 5);
            text += "v " + std::to_string(0.25 * column) + " " + std::to_string(height) + " " +
                    std::to_string(0.3 * row) + "\n";
        }
    }
    text += "v 0.6 1 0.6\nv 0 0 0\n";
    const auto face = [&](int a, int b, int c) {
        text += "f " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + "\n";
    };
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            face(vertex(column, row), vertex(column, row + 1), vertex(column + 1, row));
            face(vertex(column + 1, row), vertex(column, row + 1), vertex(column + 1, row + 1));
        }
    }
    face(vertex(2, 2), vertex(3, 2), 27);
    face(28, vertex(1, 0), vertex(0, 1));
    return text;
}

}  // namespace pliant::tests
