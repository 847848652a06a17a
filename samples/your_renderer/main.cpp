// An application of its own, with its own instance, device, swapchain, shaders and volk, that draws Pliant's cloth
// straight from the solver's buffer. All that it knows of Pliant is in cloth.cpp, in five marked places; the other
// files are a small Vulkan renderer like any other, with two frames in flight.
//
//     your_renderer                   in a window, until it is closed or Escape is pressed
//         --frames N                  or for N frames
//         --headless                  without a window: draws N frames (100) and says how much of the last one is cloth
//         --interpolate               draws between the last two steps: smooth at any rate of frames
//         --validation                with the layer, synchronization validation too; any message fails the program
//
// Exit status: 0; 1 if something failed, a message came, or the picture is empty; 2 for bad arguments.
#include <charconv>
#include <cstdio>
#include <memory>
#include <string_view>

#include "renderer.h"

namespace {

using namespace your_renderer;

constexpr double kLeastCoverage = 0.05;  // less is no picture of a cloth

struct Options {
    bool headless = false;
    bool interpolate = false;
    bool validation = false;
    std::uint64_t frames = 0;  // 0: until the window is closed
};

bool parse(int argc, char** argv, Options& options) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--headless") {
            options.headless = true;
        } else if (argument == "--interpolate") {
            options.interpolate = true;
        } else if (argument == "--validation") {
            options.validation = true;
        } else if (argument == "--frames" && i + 1 < argc) {
            const std::string_view number = argv[++i];
            const auto [end, error] = std::from_chars(number.begin(), number.end(), options.frames);
            if (error != std::errc() || end != number.end() || options.frames == 0) return false;
        } else {
            return false;
        }
    }
    if (options.headless && options.frames == 0) options.frames = 100;
    return true;
}

int fail(const pliant::Error& error) {
    std::fprintf(stderr, "your_renderer: %s\n", error.message.c_str());
    return 1;
}

// 75 frames a second, so that steps and frames do not coincide.
int drawOffscreen(Renderer& renderer, std::uint64_t frames) {
    for (std::uint64_t i = 0; i < frames; ++i) {
        if (const auto status = renderer.drawFrame(1.0 / 75.0); !status) return fail(status.error());
    }
    const double coverage = renderer.coverage();
    std::printf("%llu frames, coverage %.1f %%\n", static_cast<unsigned long long>(frames), 100.0 * coverage);
    return coverage > kLeastCoverage ? 0 : 1;
}

// How large the pictures are that are drawn.
void setTitle(GLFWwindow* window, VkExtent2D extent) {
    char title[64];
    std::snprintf(title, sizeof(title), "your_renderer, %u x %u", extent.width, extent.height);
    glfwSetWindowTitle(window, title);
}

int drawInWindow(Renderer& renderer, GLFWwindow* window, std::uint64_t frames) {
    glfwSetInputMode(window, GLFW_STICKY_KEYS, GLFW_TRUE);  // a key pressed and released between two frames counts
    double before = glfwGetTime();
    VkExtent2D shown{};
    for (std::uint64_t i = 0; !glfwWindowShouldClose(window) && (frames == 0 || i < frames); ++i) {
        glfwPollEvents();
        if (glfwGetWindowAttrib(window, GLFW_ICONIFIED)) glfwWaitEvents();
        if (glfwGetKey(window, GLFW_KEY_ESCAPE) == GLFW_PRESS) break;
        const double now = glfwGetTime();
        if (const auto status = renderer.drawFrame(now - before); !status) return fail(status.error());
        before = now;
        const VkExtent2D drawn = renderer.extent();
        if (drawn.width != shown.width || drawn.height != shown.height) setTitle(window, drawn);
        shown = drawn;
    }
    return 0;
}

// Whatever is made here is gone, in the right order, when it returns.
int draw(const Options& options, GLFWwindow* window, std::atomic<int>* messages) {
    const Device device(window, messages);
    const auto cloth = Cloth::create(device, options.interpolate);
    if (!cloth) return fail(cloth.error());
    Renderer renderer(device, window, **cloth);
    if (const auto status = renderer.uploadCloth(); !status) return fail(status.error());
    return window ? drawInWindow(renderer, window, options.frames) : drawOffscreen(renderer, options.frames);
}

int openWindowAndDraw(const Options& options, std::atomic<int>* messages) {
    if (!glfwInit() || !glfwVulkanSupported()) {
        std::fprintf(stderr, "your_renderer: no display to open a window on; --headless needs none\n");
        glfwTerminate();
        return 1;
    }
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    GLFWwindow* window = glfwCreateWindow(960, 720, "your_renderer", nullptr, nullptr);
    const int status = window ? draw(options, window, messages) : fail({"the window could not be opened"});
    glfwTerminate();
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: your_renderer [--frames N] [--headless] [--interpolate] [--validation]\n");
        return 2;
    }
    std::atomic<int> messages = 0;
    std::atomic<int>* const counted = options.validation ? &messages : nullptr;
    const int status = options.headless ? draw(options, nullptr, counted) : openWindowAndDraw(options, counted);
    if (options.validation) std::printf("%d validation messages\n", messages.load());
    return messages > 0 ? 1 : status;
}
