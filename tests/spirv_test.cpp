// Reads the SPIR-V of every kernel: nothing in it may have a result that Vulkan leaves open ("The same bits", rules 1
// and 2).

#include <fmt/format.h>

#include <map>
#include <set>
#include <span>

#include "pliant/gpu/bindings.h"
#include "pliant/gpu/instance.h"
#include "pliant/gpu/kernel_code.h"
#include "pliant/shared/bindings.h"
#include "support.h"

namespace pliant::test {
namespace {

// A kernel that breaks the rules on purpose, compiled by the build from tests/broken_kernel.comp.glsl.
constexpr std::uint32_t kBrokenKernel[] =
#include "broken_kernel.inc"
    ;

// Numbers from the SPIR-V specification, 1.5.
enum Op : std::uint32_t {
    kExtInst = 12,
    kTypeFloat = 22,
    kTypeVector = 23,
    kConstant = 43,
    kConstantComposite = 44,
    kLoad = 61,
    kFunctionParameter = 55,
    kFunctionCall = 57,
    kFunction = 54,
    kDecorate = 71,
    kVectorShuffle = 79,
    kCompositeConstruct = 80,
    kCompositeExtract = 81,
    kBitcast = 124,
    kSelect = 169,
    kPhi = 245,
    kConvertFToU = 109,
    kConvertFToS = 110,
    kFNegate = 127,
    kFAdd = 129,
    kFSub = 131,
    kFMul = 133,
    kFDiv = 136,
    kVectorTimesScalar = 142,
    kDot = 148,
    kGroupNonUniformFAdd = 350,
};
constexpr std::uint32_t kNoContraction = 42;
constexpr std::uint32_t kExecutionMode = 16, kRoundingModeRte = 4462, kSignedZeroInfNanPreserve = 4461;

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
    const std::set<std::uint32_t> kMovesOnly = {
        kConstant,         kConstantComposite, kLoad,          kFunctionParameter,
        kFunctionCall,     kFunction,          kVectorShuffle, kCompositeConstruct,
        kCompositeExtract, kBitcast,           kSelect,        kPhi};
    constexpr std::uint32_t kAbsolute =
        4;  // of GLSL.std.450, the only one on floats with an exact result that we might want
    std::set<std::uint32_t> floatTypes;
    std::vector<std::string> found;
    for (const Instruction& i : all) {
        if (i.op == kTypeFloat) floatTypes.insert(i.words[0]);
        if (i.op == kTypeVector && floatTypes.contains(i.words[1])) floatTypes.insert(i.words[0]);
        // Converting to an integer is undefined out of range; other instructions of interest have a float result.
        if (i.op == kConvertFToU || i.op == kConvertFToS) found.push_back(fmt::format("op {} forbidden", i.op));
        const bool hasFloatResult = i.words.size() >= 2 && floatTypes.contains(i.words[0]) &&
                                    (i.op == kExtInst || i.op > kTypeVector) && i.op != kDecorate;
        if (!hasFloatResult || kMovesOnly.contains(i.op)) continue;
        if (kExactIfDecorated.contains(i.op)) {
            if (!exact.contains(i.words[1])) found.push_back(fmt::format("op {} undecorated", i.op));
        } else if (i.op == kExtInst) {
            if (i.words[3] != kAbsolute) found.push_back(fmt::format("extended {}", i.words[3]));
        } else {
            found.push_back(fmt::format("op {} forbidden", i.op));
        }
    }
    return found;
}

bool asksFor(std::uint32_t mode, std::span<const std::uint32_t> code) {
    for (const Instruction& i : instructionsOf(code)) {
        if (i.op == kExecutionMode && i.words[1] == mode && i.words[2] == 32) return true;
    }
    return false;
}

TEST(Spirv, EveryKernelHasExactResultsOnly) {
    for (const auto& [name, code] : allKernels()) {
        ASSERT_GT(code.size(), 100u);
        ASSERT_EQ(code[0], 0x07230203u);
        EXPECT_EQ(findings(code), std::vector<std::string>{}) << name;
        EXPECT_TRUE(asksFor(kRoundingModeRte, code)) << name;
        EXPECT_TRUE(asksFor(kSignedZeroInfNanPreserve, code)) << name;
    }
}

// For a device that cannot promise it, and does not know what is asked: two capabilities, their extension and two modes
// are gone, and nothing else.
TEST(Spirv, KernelsComeWithoutTheRequestToo) {
    constexpr std::uint32_t kExtension = 10, kCapability = 17;
    for (const auto& [name, code] : allKernels()) {
        const std::vector<std::uint32_t> plain = withoutRounding(code);
        EXPECT_EQ(code.size() - plain.size(), 2u * 2u + 7u + 2u * 4u) << name;
        EXPECT_FALSE(asksFor(kRoundingModeRte, plain)) << name;
        EXPECT_FALSE(asksFor(kSignedZeroInfNanPreserve, plain)) << name;
        for (const Instruction& i : instructionsOf(plain)) {
            EXPECT_FALSE(i.op == kCapability && (i.words[0] == 4466 || i.words[0] == 4467)) << name;
            EXPECT_FALSE(i.op == kExtension && i.words[0] == 0x5f565053u && i.words[2] == 0x616f6c66u) << name;
        }
        EXPECT_EQ(findings(plain), std::vector<std::string>{}) << name;
    }
}

// Software Vulkan waits at any barrier for all memory, so that no comparison of bits finds out which memory one is for.
TEST(Spirv, InvocationsWaitForEachOtherAndForAllThatTheyWrote) {
    constexpr std::uint32_t kConstantOp = 43, kControlBarrier = 224, kMemoryBarrier = 225;
    constexpr std::uint32_t kAcquireRelease = 0x8, kBufferMemory = 0x40, kSharedMemory = 0x100;
    for (const auto& [name, code] : allKernels()) {
        std::map<std::uint32_t, std::uint32_t> constants;
        int barriers = 0;
        for (const Instruction& i : instructionsOf(code)) {
            if (i.op == kConstantOp) constants[i.words[1]] = i.words[2];
            EXPECT_NE(i.op, kMemoryBarrier) << name;
            if (i.op != kControlBarrier) continue;
            ++barriers;
            EXPECT_EQ(constants.at(i.words[2]), kAcquireRelease | kBufferMemory | kSharedMemory) << name;
        }
        const bool isShared = std::set<std::string_view>{"LevelsChained",
                                                         "SolveSticksChained",
                                                         "SolveBendsChained",
                                                         "CarryMomentsChained",
                                                         "SweepTiles",
                                                         "SolveElementsChained",
                                                         "SolveTensorsChained",
                                                         "BoundNeighboursChained",
                                                         "PushNeighbours",
                                                         "FindCuts",
                                                         "CountTouches",
                                                         "FindNeighboursTogether",
                                                         "HoldRims",
                                                         "MoveNeighbours",
                                                         "WatchNeighbours",
                                                         "StepWholeBodies",
                                                         "StepWholeBodiesInFrames"}
                                  .contains(name);
        EXPECT_EQ(barriers > 0, isShared) << name;
    }
}

// So many are promised to be enough (README). Whole bodies want more, and are solved pass by pass where there are not.
TEST(Spirv, NoKernelBindsMoreBuffersThanAllDevicesHave) {
    for (const auto& [name, code] : allKernels()) {
        if (std::string_view(name).starts_with("StepWholeBodies")) continue;
        const std::uint32_t buffers = countBuffers(bindingsOf(code));
        EXPECT_LE(buffers, kStorageBuffersNeeded) << name;
        EXPECT_GT(buffers, 0u) << name;
    }
}

// What a pass of a chain writes the next one may read in other invocations, but for multipliers of elements, which each
// has alone.
TEST(Spirv, ChainedKernelsWriteWhatOthersSee) {
    constexpr std::uint32_t kTypePointer = 32, kVariable = 59, kStore = 62, kAccessChain = 65, kMemberDecorate = 72;
    constexpr std::uint32_t kCoherent = 23, kBinding = 33;
    const std::set<std::uint32_t> kOwn{kElementMultipliers, kElementMultipliers4};
    std::set<std::uint32_t> written;
    for (const auto& [name, code] : allKernels()) {
        if (!std::string_view(name).ends_with("Chained")) continue;
        std::set<std::uint32_t> coherent;  // structs
        std::map<std::uint32_t, std::uint32_t> bindingOf, structOf, variableOf;
        for (const Instruction& i : instructionsOf(code)) {
            if (i.op == kMemberDecorate && i.words[2] == kCoherent) coherent.insert(i.words[0]);
            if (i.op == kDecorate && i.words[1] == kBinding) bindingOf[i.words[0]] = i.words[2];
            if (i.op == kTypePointer) structOf[i.words[0]] = i.words[2];
            if (i.op == kVariable) structOf[i.words[1]] = structOf[i.words[0]];
            if (i.op == kAccessChain) variableOf[i.words[1]] = i.words[2];
            if (i.op != kStore || !variableOf.contains(i.words[0])) continue;
            const std::uint32_t variable = variableOf[i.words[0]];
            if (!bindingOf.contains(variable)) continue;
            const std::uint32_t binding = bindingOf[variable];
            written.insert(binding);
            EXPECT_TRUE(kOwn.contains(binding) || coherent.contains(structOf[variable])) << name << ", " << binding;
        }
    }
    for (const std::uint32_t binding : {kParticles, kScratch, kNeighbourBoxes, kMultipliers})
        EXPECT_TRUE(written.contains(binding)) << binding;
}

// Those of whole bodies ask the device first.
TEST(Spirv, NoOtherKernelBindsMoreThanTheSixteenBuffersThatADeviceMustHave) {
    for (const auto& [name, code] : allKernels()) {
        EXPECT_GE(bindingsOf(code).size(), 1u) << name;
        if (std::string_view(name).starts_with("StepWholeBodies")) continue;
        EXPECT_LE(bindingsOf(code).size(), 16u) << name;
    }
}

// So many docs/RENDERER.md, docs/FRAMES.md and GpuSolverOptions::wholeBodies tell of.
TEST(Spirv, WholeBodiesTakeAsManyBuffersAsTheDocsSay) {
    for (const bool isAlone : {false, true}) {
        const std::uint32_t count = isAlone ? 27 : 31;
        EXPECT_LE(countBuffers(bindingsOf(stepWholeBodiesCode(isAlone, false))), count);
        EXPECT_LE(countBuffers(bindingsOf(stepWholeBodiesCode(isAlone, true))), count + 2);
    }
}

TEST(Spirv, BindingsAreThoseThatAKernelUses) {
    const auto bindings = [](PassKind kind) {
        std::vector<std::uint32_t> numbers;
        for (const KernelBinding& binding : bindingsOf(kernelCode(kind, KernelForm::Single))) {
            EXPECT_EQ(binding.type, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
            numbers.push_back(binding.number);
        }
        return numbers;
    };
    EXPECT_EQ(bindings(PassKind::KeepPlaces), (std::vector<std::uint32_t>{kParticles, kPrevious, kCarry, kCounters}));
    EXPECT_EQ(bindings(PassKind::SolveElements), (std::vector<std::uint32_t>{kParticles, kElements, kElementMultipliers,
                                                                             kElementMultipliers4, kElementRows}));
    const std::vector<KernelBinding> alone = bindingsOf(sweepTilesAloneCode());
    EXPECT_TRUE(std::count(alone.begin(), alone.end(),
                           KernelBinding{kTileStickTexels, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER}));
    const std::vector<KernelBinding> byTexels = bindingsOf(integrateByTexelsCode());
    EXPECT_EQ(countBuffers(byTexels), 4u) << "particles, previous positions, carries, the counter";
    EXPECT_EQ(byTexels.size(), 7u);
}

TEST(Spirv, TheCheckFindsEachBrokenRule) {
    const std::vector<std::string> found = findings(kBrokenKernel);
    const std::set<std::string> kinds(found.begin(), found.end());
    const auto op = [](std::uint32_t number, const char* what) { return fmt::format("op {} {}", number, what); };
    for (const std::string& expected :
         {op(kFAdd, "undecorated"), op(kFMul, "undecorated"), op(kFSub, "undecorated"),
          op(kVectorTimesScalar, "undecorated"), op(kFDiv, "forbidden"), op(kDot, "forbidden"),
          op(kGroupNonUniformFAdd, "forbidden"), op(kFNegate, "forbidden"), op(kConvertFToS, "forbidden"),
          std::string("extended 31"), std::string("extended 66")}) {  // Sqrt, Length
        EXPECT_TRUE(kinds.contains(expected)) << expected;
    }
}

}  // namespace
}  // namespace pliant::test
