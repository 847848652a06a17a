#include "scenes/session.h"

namespace pliant::samples {

Session::Session(const SampleScene& sample, double dt, std::vector<Keys> script)
    : sceneInputs_(sample.inputs), game_(sample.game), dt_(dt), script_(std::move(script)) {
    restart();
}

std::vector<std::string> Session::board() const {
    return game_ ? game_->board() : std::vector<std::string>{};
}

void Session::restart() {
    pressed_.clear();
    if (game_) game_->restart();
}

StepInputs Session::inputs(Keys own) {
    const std::size_t step = pressed_.size();
    const Keys keys = step < script_.size() ? script_[step] : own;
    pressed_.push_back(keys);
    return game_->inputs(double(step) * dt_, double(step + 1) * dt_, keys);
}

StepInputs Session::inputs(double from, double to) {
    if (!game_) return sceneInputs_(from, to);
    return inputs(script_.empty() ? game_->demonstration() : 0);
}

void Session::look(const Snapshot& after) {
    if (game_) game_->look(after);
}

}  // namespace pliant::samples
