#include "pliant/maths.h"
#include "scenes/pinball/game.h"

namespace pliant::samples {

std::vector<Knob> pinballKnobs() {
    return {{"slope", "of the table [degrees]", 9, 3, 45}, {"balls", "of a game", 3, 1, 9, true}};
}

// A game for two hands: see scenes/pinball/game.h for its rules.
Result<SampleScene> makePinball(const SceneOptions& options) {
    constexpr double kRadiansPerDegree = 3.14159265358979 / 180.0, kGravity = 9.81;
    const double down = kGravity * directionAt(knobOf(options, "slope") * kRadiansPerDegree).y;
    Result<pinball::Table> table = pinball::buildTable(environmentOf(options, vec3(0.0f, -down, 0.0f)));
    if (!table) return table.error();
    SampleScene sample;
    sample.scene = table->scene;
    for (const pinball::Bumper& bumper : table->bumpers)
        sample.ornaments.push_back({.particle = bumper.pin, .radius = 0.014f});
    const auto balls = static_cast<std::uint32_t>(knobOf(options, "balls"));
    const auto game = std::make_shared<pinball::Pinball>(std::move(*table), balls);
    sample.inputs = [still = game->still()](double, double) { return still; };
    sample.game = game;
    sample.outlook = Outlook{.target = vec3(0.0f, 0.47f, 0.0f), .distance = 1.16f, .floor = -0.1f, .isFlat = true};
    return sample;
}

}  // namespace pliant::samples
