#include "viewer/insight.h"

#include <algorithm>

#include "pliant/surface/world.h"
#include "viewer/model_buffers.h"
#include "viewer/touching.h"

namespace pliant::viewer {
namespace {

constexpr float kNeedleShare = 0.02f;  // of the scene's size

std::vector<float> pressedOf(const std::vector<Touching>& all) {
    std::vector<float> numbers;
    for (const Touching& touching : all) {
        const float share = std::min(touching.pressed / kFullyPressed, 1.0f);
        numbers.push_back(touching.touches ? kJustTouches + (1.0f - kJustTouches) * share : 0.0f);
    }
    return numbers;
}

std::vector<vec4> needlesOf(const std::vector<Touching>& all, const std::vector<vec3>& places, float length) {
    std::vector<vec4> ends;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].away == vec3(0.0f)) continue;
        ends.emplace_back(places[i], 1.0f);
        ends.emplace_back(places[i] + length * all[i].away, 1.0f);
    }
    return ends;
}

// Of the balls as which particles keep each other off [m].
std::vector<float> radiiOf(const Scene& scene) {
    std::vector<float> radii(scene.positions.size(), 0.0f);
    for (const Contact& contact : scene.contacts)
        std::fill_n(radii.begin() + contact.firstParticle, contact.particleCount, 0.5f * contact.thickness);
    return radii;
}

std::vector<float> asleepOf(const Schedule& schedule, const Snapshot& now) {
    constexpr std::uint8_t kSleeps = 2;
    std::vector<float> numbers(now.positions.size(), 0.0f);
    if (now.sleep.sleepers.empty() || schedule.sleepers.empty()) return numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::uint32_t sleeper = schedule.sleepers[schedule.localParticle[i]].sleeper;
        numbers[i] = now.sleep.sleepers[sleeper] == kSleeps ? 1.0f : 0.0f;
    }
    return numbers;
}

}  // namespace

bool needsState(Show show) {
    return show == Show::Contacts || show == Show::Thickness || show == Show::Sleep;
}

std::string lackOf(Show show, const samples::SampleScene& sample) {
    const Scene& scene = sample.scene;
    if (show == Show::Thickness && scene.contacts.empty())
        return "has no contact, and so no thickness; --contact on gives its bodies some";
    const bool hasContact = !scene.contacts.empty() || !scene.outlines.empty();
    if (show == Show::Contacts && !hasContact && sample.inputs(0.0, StepSettings().dt).colliders.empty())
        return "has no contact and no colliders; --contact on lets its bodies touch";
    if (show == Show::Sleep && !scene.sleep) return "has nothing that sleeps; --sleep on lets it";
    return {};
}

Status lookInto(Model& model, const View& view) {
    if (!needsState(view.show)) return {};
    const Scene& scene = model.sample().scene;
    if (view.show == Show::Thickness) return model.setHeat(radiiOf(scene));
    const Result<Snapshot> now = model.snapshot();
    if (!now) return now.error();
    if (view.show == Show::Sleep) return model.setHeat(asleepOf(*model.schedule(), *now));
    const std::vector<vec3> places = worldPositions(*model.schedule(), *now);
    const std::vector<Touching> all = touchingIn(scene, *model.schedule(), places, view.colliders);
    if (Status status = model.setNeedles(needlesOf(all, places, kNeedleShare * model.buffers().size)); !status)
        return status;
    return model.setHeat(pressedOf(all));
}

}  // namespace pliant::viewer
