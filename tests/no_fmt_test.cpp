// The library's own sentences by fmt, and by what stands in for it (PLIANT_FMT=OFF): this file is compiled with both.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

TEST(NoFmt, WholeNumbers) {
    EXPECT_EQ(fmt::format("{} of {}", 3, std::size_t(18446744073709551615u)), "3 of 18446744073709551615");
    EXPECT_EQ(fmt::format("{}", std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(fmt::format("{}{}", std::uint8_t(200), std::int8_t(-7)), "200-7");
    EXPECT_EQ(fmt::format("{:03} {:05}", 7, -42), "007 -0042");
    EXPECT_EQ(fmt::format("{:016x} {:02x} {:08x}", 0xabcu, std::uint8_t(5), 0xffffffffu),
              "0000000000000abc 05 ffffffff");
}

TEST(NoFmt, WordsAndColumns) {
    const std::string name = "curtain";
    EXPECT_EQ(fmt::format("'{}': {} {} {}", name, "no", std::string_view("hem"), 'x'), "'curtain': no hem x");
    EXPECT_EQ(fmt::format("{}, {}", true, false), "true, false");
    EXPECT_EQ(fmt::format("  {:<9}|{:>9}|{:>3}|{:4}|{:4}|", name, 12, 1234, 5, "ab"),
              "  curtain  |       12|1234|   5|ab  |");
    EXPECT_EQ(fmt::format("nothing"), "nothing");
    std::string text = "a";
    fmt::format_to(std::back_inserter(text), "{}\n", 1);
    EXPECT_EQ(text, "a1\n");
}

TEST(NoFmt, RealNumbersAsShortAsTheyCanBe) {
    EXPECT_EQ(fmt::format("{} {} {} {}", 0.1f, 0.1, 1.0f, -2.5), "0.1 0.1 1 -2.5");
    EXPECT_EQ(fmt::format("{} {} {}", 1e-4f, 1e-5f, 1.25e-7), "0.0001 1e-05 1.25e-07");
    EXPECT_EQ(fmt::format("{} {} {}", 1e12, 1e15, 1e16), "1000000000000 1000000000000000 1e+16");
    EXPECT_EQ(fmt::format("{} {}", 16777216.0f, 1.5e300), "16777216 1.5e+300");
    EXPECT_EQ(fmt::format("{} {}", 0.0f, -0.0f), "0 -0");
    EXPECT_EQ(fmt::format("{} {}", 1.0f / 3.0f, 1.0 / 3.0), "0.33333334 0.3333333333333333");
    EXPECT_EQ(fmt::format("{} {}", std::numeric_limits<float>::infinity(), -std::numeric_limits<double>::infinity()),
              "inf -inf");
    EXPECT_EQ(fmt::format("{}", std::abs(std::numeric_limits<float>::quiet_NaN())), "nan");
}

TEST(NoFmt, RealNumbersWithSoManyDigits) {
    EXPECT_EQ(fmt::format("{:.3g} {:.3g} {:.6g}", 0.123456f, 123456.0, 1.0), "0.123 1.23e+05 1");
    EXPECT_EQ(fmt::format("{:.0f} {:.2f}", 12345.6, 0.005f), "12346 0.00");
}

}  // namespace
