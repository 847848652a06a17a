#include "viewer/window.h"

// After volk.h: GLFW declares its Vulkan functions where Vulkan has been seen.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cctype>

#include "pliant/fail.h"

namespace pliant::viewer {
namespace {

// GLFW tells its errors here. One line, without its own full stop.
std::string lastError() {
    const char* text = nullptr;
    glfwGetError(&text);
    std::string message = text ? text : "no reason given";
    while (!message.empty() && (message.back() == '.' || std::isspace(static_cast<unsigned char>(message.back()))))
        message.pop_back();
    return message;
}

std::optional<Button> buttonOf(int button) {
    switch (button) {
        case GLFW_MOUSE_BUTTON_LEFT: return Button::Left;
        case GLFW_MOUSE_BUTTON_MIDDLE: return Button::Middle;
        case GLFW_MOUSE_BUTTON_RIGHT: return Button::Right;
        default: return std::nullopt;
    }
}

Heard& heardBy(GLFWwindow* window) {
    return *static_cast<Heard*>(glfwGetWindowUserPointer(window));
}

void onButton(GLFWwindow* window, int number, int action, int modifiers) {
    const std::optional<Button> button = buttonOf(number);
    if (!button) return;
    InputEvent event;
    event.kind = action == GLFW_PRESS ? InputEvent::Kind::Press : InputEvent::Kind::Release;
    event.button = *button;
    event.shift = (modifiers & GLFW_MOD_SHIFT) != 0;
    event.at = heardBy(window).at;
    heardBy(window).events.push_back(event);
}

void onMove(GLFWwindow* window, double x, double y) {
    InputEvent event;
    event.at = heardBy(window).at = {static_cast<float>(x), static_cast<float>(y)};
    heardBy(window).events.push_back(event);
}

void onScroll(GLFWwindow* window, double, double steps) {
    InputEvent event;
    event.kind = InputEvent::Kind::Scroll;
    event.at = heardBy(window).at;
    event.scroll = static_cast<float>(steps);
    heardBy(window).events.push_back(event);
}

void onKey(GLFWwindow* window, int key, int, int action, int) {
    if (action == GLFW_RELEASE) return;
    const bool mayRepeat = key == GLFW_KEY_RIGHT || key == GLFW_KEY_PERIOD;
    if (action == GLFW_REPEAT && !mayRepeat) return;
    InputEvent event;
    event.kind = InputEvent::Kind::Key;
    event.key = key;
    event.at = heardBy(window).at;
    heardBy(window).events.push_back(event);
}

}  // namespace

Result<std::unique_ptr<Display>> Display::open() {
    if (!glfwInit()) {
        return fail("there is no display to open a window on ({}); pliant render makes pictures without one",
                    lastError());
    }
    return std::unique_ptr<Display>(new Display);
}

Display::~Display() {
    glfwTerminate();
}

Result<std::unique_ptr<Window>> Window::create(const char* title, int width, int height) {
    if (!pliantOpenVulkanLoader()) return fail("this machine has no Vulkan loader (libvulkan.so.1)");
    if (!glfwVulkanSupported()) return fail("Vulkan cannot draw on this display: {}", lastError());
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    std::unique_ptr<Window> window(new Window);
    window->window_ = glfwCreateWindow(width, height, title, nullptr, nullptr);
    if (!window->window_) return fail("no window of {} x {}: {}", width, height, lastError());
    window->listen();
    return window;
}

void Window::listen() {
    glfwSetWindowUserPointer(window_, &heard_);
    glfwSetMouseButtonCallback(window_, onButton);
    glfwSetCursorPosCallback(window_, onMove);
    glfwSetScrollCallback(window_, onScroll);
    glfwSetKeyCallback(window_, onKey);
    glfwSetInputMode(window_, GLFW_STICKY_KEYS, GLFW_TRUE);  // see isDown()
}

bool Window::isDown(int key) {
    return glfwGetKey(window_, key) == GLFW_PRESS;
}

Window::~Window() {
    if (window_) glfwDestroyWindow(window_);
}

WindowNeeds Window::needs() const {
    WindowNeeds needs;
    std::uint32_t count = 0;
    const char** names = glfwGetRequiredInstanceExtensions(&count);
    needs.instanceExtensions.assign(names, names + count);
    needs.makeSurface = [window = window_](VkInstance instance, VkSurfaceKHR* surface) {
        return glfwCreateWindowSurface(instance, window, nullptr, surface);
    };
    return needs;
}

vec2 Window::size() const {
    int width = 0, height = 0;
    glfwGetWindowSize(window_, &width, &height);
    return {static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
}

VkExtent2D Window::pixels() const {
    if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED)) return {0, 0};
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

float Window::scale() const {
    float x = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::clamp(std::max(x, y), 1.0f, 4.0f);
}

bool Window::shouldClose() const {
    return glfwWindowShouldClose(window_) != 0;
}

void Window::close() {
    glfwSetWindowShouldClose(window_, GLFW_TRUE);
}

void Window::hide() {
    glfwHideWindow(window_);
}

std::vector<InputEvent> Window::poll() {
    glfwPollEvents();
    return std::exchange(heard_.events, {});
}

void Window::wait(double seconds) {
    glfwWaitEventsTimeout(seconds);
}

}  // namespace pliant::viewer
