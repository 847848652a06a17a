#pragma once

#include <memory>
#include <vector>

#include "viewer/device.h"
#include "viewer/pointer.h"

struct GLFWwindow;

namespace pliant::viewer {

/// The connection to the display. It must outlive the window.
class Display {
  public:
    /// Error: there is none.
    static Result<std::unique_ptr<Display>> open();
    ~Display();
    Display(const Display&) = delete;

  private:
    Display() = default;
};

/// What a person did; places in units of Window::size() from the upper left corner.
struct InputEvent {
    enum class Kind { Press, Release, Move, Scroll, Key };
    Kind kind = Kind::Move;
    Button button = Button::Left;
    bool shift = false;
    vec2 at{0.0f};
    float scroll = 0.0f;  ///< positive: away from the person
    int key = 0;          ///< GLFW_KEY_..., pressed
};

/// What has come in. Events are handled late: where the cursor is by then is not where they happened.
struct Heard {
    std::vector<InputEvent> events;
    vec2 at{0.0f};  ///< of the cursor, as of the last event
};

class Window {
  public:
    /// Errors: the display refuses, Vulkan cannot draw on this display.
    static Result<std::unique_ptr<Window>> create(const char* title, int width, int height);
    ~Window();
    Window(const Window&) = delete;

    WindowNeeds needs() const;

    vec2 size() const;          ///< in the units of the mouse
    VkExtent2D pixels() const;  ///< 0 x 0 while minimised
    float scale() const;        ///< of text, 1 on an ordinary display
    bool shouldClose() const;
    void close();
    void hide();

    /// Whether this GLFW_KEY_... is down, or has been since the last call.
    bool isDown(int key);
    /// What has happened since the last call.
    std::vector<InputEvent> poll();
    /// Waits for something to happen, at most so long [s].
    void wait(double seconds);

    GLFWwindow* handle() const { return window_; }

  private:
    Window() = default;
    void listen();

    GLFWwindow* window_ = nullptr;
    Heard heard_;
};

}  // namespace pliant::viewer
