#include <GLFW/glfw3.h>

#include <glm/geometric.hpp>
#include <limits>

#include "viewer/app.h"
#include "viewer/game_view.h"

namespace pliant::viewer {
namespace {

constexpr float kFingertip = 9.0f;  // how far beside a particle one may click [pixels]

std::vector<vec3> inScheduleOrder(const Schedule& schedule, const std::vector<vec3>& positions) {
    std::vector<vec3> places(positions.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = positions[schedule.sceneParticle[i]];
    return places;
}

}  // namespace

Status App::handle(const std::vector<InputEvent>& events) {
    const bool isPanels = gui_->wantsMouse() && !pointer_.isBusy();
    for (const InputEvent& event : events) {
        switch (event.kind) {
            case InputEvent::Kind::Press:
                if (!isPanels) pointer_.press(event.button, event.shift, event.at, window_->size());
                break;
            case InputEvent::Kind::Release: pointer_.release(event.button); break;
            case InputEvent::Kind::Move:
                pointer_.move(event.at, window_->size());
                if (!gui_->wantsMouse() && !pointer_.isBusy()) leadFollower(event.at);
                break;
            case InputEvent::Kind::Scroll:
                if (!isPanels) pointer_.scroll(event.scroll);
                break;
            case InputEvent::Kind::Key:
                if (gui_->wantsKeys()) break;
                if (Status status = handleKey(event); !status) return status;
                break;
        }
    }
    return pickStatus_;
}

Status App::handleKey(const InputEvent& event) {
    if (game() && isGameKey(event.key, game()->keyNames())) return {};
    switch (event.key) {
        case GLFW_KEY_SPACE: playback_.toggle(); break;
        case GLFW_KEY_PERIOD:
        case GLFW_KEY_RIGHT: playback_.stepOnce(); break;
        case GLFW_KEY_R: return reset();
        case GLFW_KEY_F: return frameScene();
        case GLFW_KEY_W: settings_.wireframe = !settings_.wireframe; break;
        case GLFW_KEY_1: settings_.show = Show::Fabric; break;
        case GLFW_KEY_2: settings_.show = Show::Stretch; break;
        case GLFW_KEY_3: settings_.show = Show::Colours; break;
        case GLFW_KEY_4: settings_.show = Show::Contacts; break;
        case GLFW_KEY_5: settings_.show = Show::Thickness; break;
        case GLFW_KEY_6: settings_.show = Show::Sleep; break;
        case GLFW_KEY_H: settings_.hasPanel = !settings_.hasPanel; break;
        case GLFW_KEY_P: togglePin(event.at); break;
        case GLFW_KEY_S: return toggleLock(Locks::Start);
        case GLFW_KEY_E: return toggleLock(Locks::Last);
        case GLFW_KEY_ESCAPE: window_->close(); break;
        default: break;
    }
    return {};
}

// The one in the hand, or under the cursor.
void App::togglePin(vec2 at) {
    if (const std::optional<std::uint32_t> held = touch_.held()) return touch_.togglePin(*held);
    if (gui_->wantsMouse()) return;
    if (const std::optional<Grip> grip = pickAt(at)) touch_.togglePin(grip->particle, grip->place);
}

void App::leadFollower(vec2 at) {
    touch_.lead(rayThrough(camera_, at, window_->size()), glm::normalize(camera_.eye() - camera_.target));
}

// Reads the particles back and waits for them: a click may cost a frame.
std::optional<Grip> App::pickAt(vec2 at) {
    if (game()) return std::nullopt;  // is played by keys
    const Result<std::vector<vec3>> particles = model_->places();
    if (!particles) {
        pickStatus_ = particles.error();
        return std::nullopt;
    }
    const vec2 size = window_->size();
    const float tolerance = kFingertip * camera_.metresPerPixel(size.y) / camera_.distance;
    const std::vector<vec3> places = verticesOf(surface_, inScheduleOrder(*model_->schedule(), *particles));
    const samples::SampleScene& sample = model_->sample();
    const Ray ray = rayThrough(camera_, at, size);
    std::optional<Pick> picked = pick(ray, tolerance, surface_, *model_->schedule(), places);
    const float nearest = picked ? picked->distance : std::numeric_limits<float>::infinity();
    const std::optional<Pick> ornament = pickOrnament(ray, sample.ornaments, *particles, nearest);
    if (ornament) picked = ornament;
    if (!picked) return std::nullopt;
    constexpr float kSagShare = 0.01f;  // of the picture's height
    const double sag = camera_.isFlat ? kSagShare * camera_.distance : 0.04;
    return Grip{picked->particle, (*particles)[picked->particle], touch_.isPinned(picked->particle),
                pullCompliance(sample.scene, picked->particle, sag)};
}

}  // namespace pliant::viewer
