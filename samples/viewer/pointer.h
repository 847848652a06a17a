#pragma once

#include <functional>

#include "viewer/touch.h"

namespace pliant::viewer {

enum class Button { Left, Middle, Right };

/// What the mouse does: Blender's ways around the scene (along it, where it is flat), and a hand for the cloth.
class Pointer {
  public:
    /// Looks what is under the cursor; called when the left button goes down.
    using PickAt = std::function<std::optional<Grip>(vec2 at)>;
    Pointer(Camera& camera, Touch& touch, PickAt pickAt) : camera_(camera), touch_(touch), pickAt_(std::move(pickAt)) {}

    // Places in pixels from the upper left corner of a picture of `size`.
    void press(Button button, bool shift, vec2 at, vec2 size);
    void move(vec2 at, vec2 size);
    void release(Button button);
    void scroll(float steps) { camera_.zoom(steps); }

    vec2 at() const { return at_; }
    bool isBusy() const { return drag_ != Drag::None; }

  private:
    enum class Drag { None, Orbit, Pan, Pull };
    Drag pressLeft(vec2 at, vec2 size);
    Drag aroundOrAlong() const;

    Camera& camera_;
    Touch& touch_;
    PickAt pickAt_;
    Drag drag_ = Drag::None;
    Button button_ = Button::Left;
    vec2 at_{0.0f};
};

}  // namespace pliant::viewer
