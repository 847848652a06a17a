// The cloth is simulated on one queue and drawn on another: while frame n is drawn, step n + 1 is already running.
// Two timeline semaphores keep the queues in step, and where they are of two families the vertices change owners.
// Where the device has one queue only, both are the same, and the program is right as it stands: it never waits for
// what it submits later.
//
// "Drawing" is here a copy into memory that the host sees, so that every frame can be compared with the CPU bit by
// bit. two_queues.h is the device, checked_cloth.h the cloth; this file is about the order of things.
#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

#include "checked_cloth.h"

namespace async_compute {
namespace {

using namespace pliant;

constexpr std::uint64_t kFramesInFlight = 2;
constexpr VkPipelineStageFlags kReading = VK_PIPELINE_STAGE_TRANSFER_BIT;  // a renderer: VERTEX_INPUT
constexpr VkAccessFlags kRead = VK_ACCESS_TRANSFER_READ_BIT;               // VERTEX_ATTRIBUTE_READ

struct Frame {
    VkCommandBuffer step, vertices, draw;
    HostBuffer positions, normals;
};

// One half of a change of owners: it is recorded twice, released by the queue that computes and acquired by the one
// that draws. Within a family the semaphores do all that is needed. Nobody hands the vertices back: they are written
// anew.
void recordHandOver(VkCommandBuffer commands, const TwoQueues& device, const Cloth& cloth, VkPipelineStageFlags from,
                    VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags read) {
    if (!device.areOfTwoFamilies()) return;
    VkBufferMemoryBarrier positions{VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER};
    positions.srcAccessMask = written;
    positions.dstAccessMask = read;
    positions.srcQueueFamilyIndex = device.compute.family;
    positions.dstQueueFamilyIndex = device.graphics.family;
    positions.buffer = cloth.vertices.positions().buffer;
    positions.size = VK_WHOLE_SIZE;
    VkBufferMemoryBarrier normals = positions;
    normals.buffer = cloth.vertices.normals().buffer;
    const VkBufferMemoryBarrier barriers[] = {positions, normals};
    vkCmdPipelineBarrier(commands, from, to, 0, 0, nullptr, 2, barriers, 0, nullptr);
}

class Loop {
  public:
    Loop(TwoQueues& device, Cloth& cloth) : device_(device), cloth_(cloth) {
        const VkDeviceSize particles = cloth.schedule->particles.size();
        for (Frame& frame : frames_) {
            frame.step = device.makeCommands(device.compute);
            frame.vertices = device.makeCommands(device.compute);
            frame.draw = device.makeCommands(device.graphics);
            frame.positions = device.makeHostBuffer(particles * cloth.vertices.positions().stride);
            frame.normals = device.makeHostBuffer(particles * cloth.vertices.normals().stride);
        }
    }

    // Nothing has to wait for it: what comes later on the same queue, does.
    Status upload() {
        const VkCommandBuffer commands = device_.makeCommands(device_.compute);
        device_.begin(commands);
        if (Status status = cloth_.solver.recordUpload(commands); !status) return status;
        if (Status status = cloth_.vertices.recordUpload(commands); !status) return status;
        device_.submit(device_.compute, commands, {}, 0, {});
        return {};
    }

    // The step touches nothing that is drawn, so it waits for nothing. The vertices wait for the frame before to be
    // drawn.
    Status simulate(std::uint64_t number) {
        const Frame& frame = frames_[number % kFramesInFlight];
        device_.begin(frame.step);
        if (Status status = cloth_.solver.recordStep(frame.step); !status) return status;
        device_.submit(device_.compute, frame.step, {}, 0, {});
        device_.begin(frame.vertices);
        if (Status status = cloth_.vertices.record(frame.vertices); !status) return status;
        recordHandOver(frame.vertices, device_, cloth_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                       VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0);
        device_.submit(device_.compute, frame.vertices, {drawn_, number - 1}, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                       {simulated_, number});
        return {};
    }

    void draw(std::uint64_t number) {
        const Frame& frame = frames_[number % kFramesInFlight];
        device_.begin(frame.draw);
        recordHandOver(frame.draw, device_, cloth_, kReading, 0, kReading, kRead);
        device_.recordCopy(frame.draw, cloth_.vertices.positions().buffer, frame.positions);
        device_.recordCopy(frame.draw, cloth_.vertices.normals().buffer, frame.normals);
        device_.submit(device_.graphics, frame.draw, {simulated_, number}, kReading, {drawn_, number});
    }

    // Waits until the frame has been drawn. Its command buffers and host memory are free after it.
    Status finish(std::uint64_t number) {
        device_.waitFor({drawn_, number});
        if (number == 1) {
            cloth_.solver.releaseUpload();
            cloth_.vertices.releaseUpload();
        }
        const Frame& frame = frames_[number % kFramesInFlight];
        return checkNextFrame(cloth_, frame.positions, frame.normals);
    }

  private:
    TwoQueues& device_;
    Cloth& cloth_;
    std::array<Frame, kFramesInFlight> frames_;
    VkSemaphore simulated_ = device_.makeTimeline();  // numbers of frames, from 1
    VkSemaphore drawn_ = device_.makeTimeline();
};

Status run(TwoQueues& device, std::uint64_t frames) {
    const auto cloth = makeCloth(device);
    if (!cloth) return cloth.error();
    Loop loop(device, **cloth);
    Status status = loop.upload();
    for (std::uint64_t number = 1; status && number <= frames; ++number) {
        if (number > kFramesInFlight) status = loop.finish(number - kFramesInFlight);
        if (status) status = loop.simulate(number);
        if (status) loop.draw(number);
    }
    for (std::uint64_t number = frames - std::min(frames, kFramesInFlight) + 1; status && number <= frames; ++number)
        status = loop.finish(number);
    vkDeviceWaitIdle(device.handle);
    return status;
}

}  // namespace
}  // namespace async_compute

int main(int argc, char** argv) {
    using namespace async_compute;
    std::uint64_t frames = 60;
    bool useOne = false, validation = false;
    CLI::App app("Simulates on one queue and draws on another");
    app.add_option("--frames", frames, "of 1/60 s")->check(CLI::Range(1u, 100000u))->capture_default_str();
    app.add_flag("--one-queue", useOne, "even if the device has two");
    app.add_flag("--validation", validation, "with the validation layer and synchronization validation");
    CLI11_PARSE(app, argc, argv);

    std::atomic<int> messages = 0;
    Status status;
    {
        TwoQueues device(useOne, validation ? &messages : nullptr);
        std::printf("%s, families %u (compute) and %u (graphics)\n",
                    device.areTwo() ? "two queues" : "one queue for both", device.compute.family,
                    device.graphics.family);
        status = run(device, frames);
    }
    if (!status) std::fprintf(stderr, "async_compute: %s\n", status.error().message.c_str());
    if (status)
        std::printf("%llu frames, positions and normals as on the CPU\n", static_cast<unsigned long long>(frames));
    if (validation) std::printf("%d validation messages\n", messages.load());
    return status && messages == 0 ? 0 : 1;
}
