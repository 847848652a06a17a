// Reads the SPIR-V of every kernel: nothing in it may have a result that Vulkan leaves open ("The same bits", rules 1 and 2).

#include <map>
#include <set>
#include <span>

#include "gpu/kernel_code.h"
#include "support.h"

namespace pliant::test {
namespace {

// A kernel that breaks the rules on purpose, compiled by the build from tests/broken_kernel.comp.glsl.
constexpr std::uint32_t kBrokenKernel[] =
#include "broken_kernel.inc"
    ;

// Numbers from the SPIR-V specification, 1.5.
enum Op : std::uint32_t {
    kExtInst = 12, kTypeInt = 21, kTypeFloat = 22, kTypeVector = 23, kFunctionCall = 57, kDecorate = 71,
    kConvertFToU = 109, kConvertFToS = 110, kConvertSToF = 111, kConvertUToF = 112, kQuantizeToF16 = 116,
    kFNegate = 127, kFAdd = 129, kFSub = 131, kFMul = 133, kFDiv = 136, kFRem = 140, kFMod = 141,
    kVectorTimesScalar = 142, kOuterProduct = 147, kDot = 148, kSpecConstantOp = 52,
    kAtomicFAdd = 6035, kAtomicFMin = 5614, kAtomicFMax = 5615,
};
constexpr std::uint32_t kNoContraction = 42;
constexpr std::uint32_t kExecutionMode = 16, kRoundingModeRte = 4462;

struct Instruction {
    std::uint32_t op;
    std::span<const std::uint32_t> words;  // without the first, which holds op and length
};

std::vector<Instruction> instructionsOf(std::span<const std::uint32_t> code) {
    std::vector<Instruction> list;
    for (std::size_t at = 5; at < code.size();) {
        const std::uint32_t length = code[at] >> 16;
        list.push_back({code[at] & 0xffff, code.subspan(at + 1, length - 1)});
        at += length;
    }
    return list;
}

// What is wrong with the kernel, one line each; empty if all is well.
std::vector<std::string> findings(std::span<const std::uint32_t> code) {
    const std::vector<Instruction> all = instructionsOf(code);
    std::set<std::uint32_t> exact;
    for (const Instruction& i : all) {
        if (i.op == kDecorate && i.words[1] == kNoContraction) exact.insert(i.words[0]);
    }
    const std::set<std::uint32_t> kExactIfDecorated = {kFAdd, kFSub, kFMul, kVectorTimesScalar};
    const std::set<std::uint32_t> kForbidden = {kFNegate, kFDiv, kFRem, kFMod, kDot, kConvertFToU, kConvertFToS, kConvertSToF,
                                                kConvertUToF, kQuantizeToF16, kAtomicFAdd, kAtomicFMin, kAtomicFMax};
    // GLSL.std.450 with exact results: FAbs, and on integers SAbs UMin SMin UMax SMax UClamp SClamp.
    const std::set<std::uint32_t> kExactExtended = {4, 5, 38, 39, 41, 42, 44, 45};
    std::set<std::uint32_t> floatTypes;
    std::vector<std::string> found;
    for (const Instruction& i : all) {
        if (i.op == kTypeFloat) floatTypes.insert(i.words[0]);
        if (i.op == kTypeVector && floatTypes.contains(i.words[1])) floatTypes.insert(i.words[0]);
        const bool isMatrix = i.op > kVectorTimesScalar && i.op <= kOuterProduct;
        if (kExactIfDecorated.contains(i.op) && !exact.contains(i.words[1])) found.push_back(fmt::format("op {} undecorated", i.op));
        if (kForbidden.contains(i.op) || isMatrix) found.push_back(fmt::format("op {} forbidden", i.op));
        if (i.op == kExtInst && !kExactExtended.contains(i.words[3])) found.push_back(fmt::format("extended {}", i.words[3]));
        if (i.op == kSpecConstantOp && floatTypes.contains(i.words[0])) found.push_back("float specialization constant");
    }
    return found;
}

bool asksForRoundingToEven(std::span<const std::uint32_t> code) {
    for (const Instruction& i : instructionsOf(code)) {
        if (i.op == kExecutionMode && i.words[1] == kRoundingModeRte && i.words[2] == 32) return true;
    }
    return false;
}

TEST(Spirv, EveryKernelHasExactResultsOnly) {
    for (const PassKind kind : {PassKind::Integrate, PassKind::SolveSticks, PassKind::CorrectSticks, PassKind::GatherCorrections}) {
        for (const bool roundToEven : {false, true}) {
            const std::span<const std::uint32_t> code = kernelCode(kind, roundToEven);
            ASSERT_GT(code.size(), 100u);
            ASSERT_EQ(code[0], 0x07230203u);
            EXPECT_EQ(findings(code), std::vector<std::string>{}) << "kind " << int(kind);
            EXPECT_EQ(asksForRoundingToEven(code), roundToEven);
        }
    }
}

TEST(Spirv, TheCheckFindsEachBrokenRule) {
    const std::vector<std::string> found = findings(kBrokenKernel);
    const std::set<std::string> kinds(found.begin(), found.end());
    const auto op = [](std::uint32_t number, const char* what) { return fmt::format("op {} {}", number, what); };
    for (const std::string& expected :
         {op(kFAdd, "undecorated"), op(kFMul, "undecorated"), op(kFSub, "undecorated"), op(kVectorTimesScalar, "undecorated"),
          op(kFDiv, "forbidden"), op(kDot, "forbidden"), op(kFNegate, "forbidden"), op(kConvertFToS, "forbidden"),
          std::string("extended 31"), std::string("extended 66")}) {  // Sqrt, Length
        EXPECT_TRUE(kinds.contains(expected)) << expected;
    }
}

}  // namespace
}  // namespace pliant::test
