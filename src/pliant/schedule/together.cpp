#include "pliant/schedule/together.h"

namespace pliant {

Sets joinedIn(const Scene& scene) {
    Sets sets(scene.positions.size());
    forAllJoined(scene, [&](std::uint32_t a, std::uint32_t b) { sets.join(a, b); });
    return sets;
}

}  // namespace pliant
