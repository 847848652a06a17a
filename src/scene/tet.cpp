#include "scene/tet.h"

#include "scene/scene.h"

namespace pliant {

Status validate(const SceneTet& tet, std::size_t index, const Scene& scene) {
    const auto& p = tet.particles;
    for (int i = 0; i < 4; ++i) {
        if (p[i] >= scene.positions.size()) {
            return fail("tetrahedron {} names particle {}, but the scene has {} (0 to {})", index, p[i],
                        scene.positions.size(), std::ptrdiff_t(scene.positions.size()) - 1);
        }
        for (int j = 0; j < i; ++j) {
            if (p[i] == p[j]) return fail("tetrahedron {} names particle {} twice", index, p[i]);
        }
    }
    if (!(tet.restVolume >= 1e-18f && tet.restVolume <= 1e15f)) {
        return fail("tetrahedron {} has a rest volume of {} m^3; it must be from 1e-18 to 1e15 m^3", index,
                    tet.restVolume);
    }
    const float c = tet.compliance;
    if (!(c == 0.0f || (c >= 1e-15f && c <= 1e15f))) {
        return fail("tetrahedron {} has a compliance of {} m^5/N; it must be 0 or from 1e-15 to 1e15", index, c);
    }
    return {};
}

}  // namespace pliant
