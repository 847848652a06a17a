#pragma once

#include <cstdlib>

#include "pliant/gpu/context.h"
#include "pliant/gpu/gpu_solver.h"
#include "support.h"

namespace pliant::test {

/// "hardware": driven as a device that is no CPU, by workgroups in place of single invocations; "backwards": likewise,
/// and the last item first, with many invocations for a particle; "shuffled": as it is, but items in no order, and with
/// several. In the last two, memory is dirty.
inline GpuTraits traitsForTests(const DeviceInfo& device, std::string_view form) {
    GpuTraits traits = traitsOf(device), hardware;
    hardware.mostLoops = traits.mostLoops;
    hardware.ownBytes = traits.ownBytes;
    hardware.stickWorkgroup = 32;
    if (form == "shuffled") {
        traits.itemOrder = ItemOrder::Shuffled;
        traits.contactLanes = hardware.contactLanes;
    } else {
        traits = hardware;
    }
    if (form == "backwards") {
        traits.itemOrder = ItemOrder::Backwards;
        traits.contactLanes = 16;
    }
    traits.isMemoryDirty = form != "hardware";
    if (form != "hardware" && form != "backwards" && form != "shuffled") ADD_FAILURE() << "no form '" << form << "'";
    return traits;
}

/// A test on the GPU: one device for the whole program, with the validation layer and synchronization validation on.
/// Any message from it fails the test. PLIANT_TEST_DEVICE chooses the device (as --device does),
/// PLIANT_TEST_VALIDATION=0 leaves validation out, for machines that have no layer, PLIANT_TEST_FORM drives the device
/// in another way, see traitsForTests(). It goes before the program ends: by then a driver may have been taken down.
class GpuTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        if (gpu_) return;
        const char* device = std::getenv("PLIANT_TEST_DEVICE");
        const char* validation = std::getenv("PLIANT_TEST_VALIDATION");
        GpuOptions options;
        options.device = device ? device : "";
        options.pipelineCache = std::nullopt;
        options.validation = !validation || std::string_view(validation) != "0";
        options.onValidationMessage = keepMessage;
        gpu_ = take(Gpu::create(options));
        const char* form = std::getenv("PLIANT_TEST_FORM");
        if (!form) return;
        options.traits = traitsForTests(gpu_->info(), form);
        gpu_ = take(Gpu::create(options));
    }
    static void TearDownTestSuite() { gpu_.reset(); }

    void SetUp() override { messages_.clear(); }
    void TearDown() override {
        for (const std::string& message : messages_)
            ADD_FAILURE() << "validation: " << message;
    }

    static GpuSolver gpuSolver(const SchedulePtr& schedule, const GpuSolverOptions& options = {}) {
        return take(GpuSolver::create(gpu_, schedule, options));
    }

    static void keepMessage(std::string_view message) {
        if (isAboutUs(message)) messages_.emplace_back(message);
    }

    /// The device of gpu_ once more, driven in another way or seen through a function of the test's.
    static std::shared_ptr<Gpu> gpuLike(const GpuTraits& traits, PFN_vkGetInstanceProcAddr entry = nullptr) {
        GpuOptions options;
        options.device = std::to_string(gpu_->info().index);
        options.pipelineCache = std::nullopt;
        options.validation = gpu_->context().instance->isValidated();
        options.onValidationMessage = keepMessage;
        options.traits = traits;
        options.getInstanceProcAddr = entry;
        return take(Gpu::create(options));
    }

    inline static std::shared_ptr<Gpu> gpu_;
    inline static std::vector<std::string> messages_;
};

/// Not a bit differs, of what can be seen and of what the next step depends on.
inline void expectEqual(const Snapshot& some, const Snapshot& reference, const std::string& where) {
    const Comparison c = take(compare(some, reference));
    EXPECT_EQ(c.differing, 0u) << where << ": first particle " << c.firstParticle << ", by up to " << c.maxAbs << " m, "
                               << c.maxUlp << " ULP";
    EXPECT_EQ(c.differingTurns, 0u) << where;
    EXPECT_EQ(some.lost, reference.lost) << where;
    EXPECT_EQ(hashOf(some), hashOf(reference)) << where;
}

}  // namespace pliant::test
