#include "viewer/pointer.h"

#include <glm/geometric.hpp>

namespace pliant::viewer {

void Pointer::press(Button button, bool shift, vec2 at, vec2 size) {
    at_ = at;
    if (isBusy()) return;
    button_ = button;
    if (button == Button::Left) drag_ = pressLeft(at, size);
    if (button == Button::Middle) drag_ = shift ? Drag::Pan : aroundOrAlong();
    if (button == Button::Right) drag_ = Drag::Pan;
}

Pointer::Drag Pointer::pressLeft(vec2 at, vec2 size) {
    const std::optional<Grip> grip = pickAt_(at);
    if (!grip) return aroundOrAlong();
    touch_.grab(*grip, rayThrough(camera_, at, size), glm::normalize(camera_.eye() - camera_.target));
    return Drag::Pull;
}

Pointer::Drag Pointer::aroundOrAlong() const {
    return camera_.isFlat ? Drag::Pan : Drag::Orbit;
}

void Pointer::move(vec2 at, vec2 size) {
    const vec2 way = at - at_;
    at_ = at;
    if (drag_ == Drag::Orbit) camera_.orbit(way);
    if (drag_ == Drag::Pan) camera_.pan(way, size.y);
    if (drag_ == Drag::Pull) touch_.follow(rayThrough(camera_, at, size));
}

void Pointer::release(Button button) {
    if (!isBusy() || button != button_) return;
    if (drag_ == Drag::Pull) touch_.letGo();
    drag_ = Drag::None;
}

}  // namespace pliant::viewer
