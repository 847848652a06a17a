#pragma once

// Places in a cube around the origin, the same ones in every run.

#include <random>

#include "pliant/glm_layout.h"

namespace pliant::test {

struct RandomPlaces {
    std::mt19937 engine{7};
    vec3 operator()(float reach) {
        std::uniform_real_distribution<float> side(-reach, reach);
        const float x = side(engine), y = side(engine);
        return {x, y, side(engine)};
    }
};

}  // namespace pliant::test
