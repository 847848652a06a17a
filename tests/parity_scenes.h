#pragma once

// Scenes of every kind of pass, as small as shows it.

#include "neighbour_support.h"
#include "outline_support.h"
#include "plates_support.h"
#include "shapes_support.h"
#include "sleep_support.h"
#include "strands_support.h"
#include "support.h"

namespace pliant::test {

struct NamedScene {
    const char* name;
    Scene (*scene)();
};

inline void PrintTo(const NamedScene& scene, std::ostream* out) {
    *out << scene.name;
}

inline std::vector<NamedScene> scenesOfParticlesAndRopes() {
    return {
        {"OneParticle", [] { return ropeScene(1); }},
        {"OneFreeParticle",
         [] {
             Scene s = ropeScene(1);
             s.pinned[0] = 0;
             return s;
         }},
        {"NoSticks",
         [] {
             Scene s = clothScene(9);
             s.sticks.clear();
             return s;
         }},
        {"ClothFarAway",
         [] {
             Scene s = clothScene(20);
             s.pinned[0] = 0;
             for (vec3& position : s.positions)
                 position += vec3(1000.0f, -77.0f, 30.0f);
             return s;
         }},
        {"OneStick", [] { return ropeScene(2); }},
        {"Rope63", [] { return ropeScene(63); }},
        {"Rope64", [] { return ropeScene(64, compliant(1e-6f)); }},
        {"Rope65", [] { return ropeScene(65, hooke(900.0f)); }},
        {"RopeOfStrings", [] { return ropeScene(130, oneSided(rigid())); }},
        {"TautRopes", tautRopesScene},
    };
}

inline std::vector<NamedScene> scenesOfCloth() {
    return {
        {"ClothRigid", [] { return clothScene(40); }},
        {"ClothRigidUndamped",  // pairs of colours are swapped
         [] {
             Scene s = clothScene(26);
             s.environment.damping = 0.0f;
             return s;
         }},
        {"ClothCompliant", [] { return clothScene(33, compliant(2e-5f)); }},
        {"ClothLimited", [] { return clothScene(26, limited(5e-3f, 0.01f)); }},
        {"ClothPressed",
         [] {
             StickMaterial rigid, limit = limited(1e-6f, 0.05f);
             rigid.compressionCompliance = 1e-2f;
             limit.compressionCompliance = 5e-3f;
             StickMaterial damped = limit;
             damped.damping = 2e-3f;
             Scene s = clothScene(26, rigid);
             const std::uint32_t first = addMaterial(s, limit);
             addMaterial(s, damped);
             for (std::size_t i = 0; i < s.sticks.size(); ++i) {
                 s.sticks[i].complianceFactor = std::ldexp(1.0f, int(i % 23) - 11);
                 if (i % 4 != 0) continue;
                 s.sticks[i].material = first + std::uint32_t(i / 4 % 2);
             }
             for (vec3& position : s.positions)
                 position.x *= 0.97f;
             return s;
         }},
        {"ClothOneSided", [] { return clothScene(21, oneSided(compliant(1e-6f))); }},
        {"ClothHooke", [] { return clothScene(20, hooke(30.0f)); }},
        {"IrregularRigid", [] { return irregularScene(40); }},
        {"IrregularCompliant", [] { return irregularScene(23, compliant(1e-5f)); }},
        {"StiffBends", [] { return stiffScene(); }},
        {"StiffPlate", [] { return stripOf(24, 13, 1.0); }},
        {"WindAndNoPins",
         [] {
             Scene s = irregularScene(15);
             s.pinned.assign(s.pinned.size(), 0);
             s.environment.wind = vec3(3.0f, 1.0f, -2.0f);
             s.environment.airDensity = 1.2f;
             s.environment.damping = 2.0f;
             return s;
         }},
    };
}

inline std::vector<NamedScene> scenesOfManyKinds() {
    return {
        {"Mixed", [] { return mixedScene(); }},
        {"ShapesInSpace", [] { return shapesScene(false); }},
        {"ShapesInThePlane", [] { return shapesScene(true); }},
        {"Forces", [] { return forcesScene(1.0f); }},
        {"ForcesThatExplode", [] { return forcesScene(1e4f); }},
        {"BodiesInABasin", [] { return basinScene(); }},
        {"ContactInSpace", [] { return crowdedScene(); }},
        {"Sleepers", [] { return sleepingScene(); }},
    };
}

inline std::vector<NamedScene> parityScenes() {
    std::vector<NamedScene> scenes;
    for (const auto part : {scenesOfParticlesAndRopes, scenesOfCloth, scenesOfManyKinds}) {
        const std::vector<NamedScene> own = part();
        scenes.insert(scenes.end(), own.begin(), own.end());
    }
    return scenes;
}

}  // namespace pliant::test
