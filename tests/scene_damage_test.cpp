// Plain data filled in wrongly: compile() names every index, size and kind that is not there, and reads none of them.

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "violence_support.h"

namespace pliant::test {
namespace {

using Index = std::uint32_t;

/// Chooses, and remembers what was chosen.
class Damage {
  public:
    explicit Damage(std::uint32_t seed) : random_(seed) {}

    Index below(std::size_t count) { return Index(random_() % count); }

    /// An index that `count` things do not have.
    Index beyond(std::size_t count) {
        const Index some = Index(count);
        const Index kChoices[] = {some, some + 1, some + below(1000), 0x7fffffffu, 0x80000000u, 0xffffffffu};
        return kChoices[below(6)];
    }

    template <class Enum>
    Enum unknown(Enum last) {
        return Enum(Index(last) + 1 + below(255 - Index(last)));
    }

  private:
    std::mt19937 random_;
};

/// Does it to something in the scene and says how that is called; none if the scene has no such thing.
using Harm = std::optional<std::string> (*)(Scene& scene, Damage& damage);

template <class Items, class Do>
std::optional<std::string> toOneOf(Items& items, const char* what, Damage& damage, Do&& harm) {
    if (items.empty()) return std::nullopt;
    const Index i = damage.below(items.size());
    harm(items[i]);
    return fmt::format("{} {}", what, i);
}

template <class Do>
std::optional<std::string> toABodyWithFaces(Scene& scene, Damage& damage, Do&& harm) {
    if (scene.bodies.empty()) return std::nullopt;
    const Index i = damage.below(scene.bodies.size());
    if (scene.bodies[i].faceSizes.empty()) return std::nullopt;
    harm(scene.bodies[i]);
    return fmt::format("body {}", i);
}

void sendBeyond(std::vector<Index>& indices, std::size_t count, Damage& damage) {
    indices[damage.below(indices.size())] = damage.beyond(count);
}

// What must be refused wherever there is such a thing.
const Harm kHarms[] = {
    [](Scene& s, Damage& d) {
        return toOneOf(s.sticks, "stick", d, [&](SceneStick& x) { x.a = d.beyond(s.positions.size()); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.sticks, "stick", d, [&](SceneStick& x) { x.b = d.beyond(s.positions.size()); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.sticks, "stick", d, [&](SceneStick& x) { x.material = d.beyond(s.materials.size()); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.sticks, "stick", d, [&](SceneStick& x) { x.kind = d.unknown(StickKind::Bend); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.materials, "material", d, [&](StickMaterial& x) { x.response = d.unknown(Response::Hooke); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.bends, "bend", d, [&](SceneBend& x) { x.kind = BendKind(d.beyond(3)); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.bends, "bend", d,
                       [&](SceneBend& x) { x.particles[d.below(4)] = d.beyond(s.positions.size()); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.tets, "tetrahedron", d,
                       [&](SceneTet& x) { x.particles[d.below(4)] = d.beyond(s.positions.size()); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.shapes, "shape", d, [&](SceneShape& x) { sendBeyond(x.particles, s.positions.size(), d); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.shapes, "shape", d, [&](SceneShape& x) { x.particles.resize(d.below(2)); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.shapes, "shape", d, [&](SceneShape& x) { x.rest.resize(x.particles.size() - 1); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.enclosures, "enclosure", d,
                       [&](Enclosure& x) { sendBeyond(x.boundary, s.positions.size(), d); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.enclosures, "enclosure", d, [&](Enclosure& x) { x.boundary.resize(d.below(3)); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.enclosures, "enclosure", d, [&](Enclosure& x) { x.filling = d.unknown(Filling::Gas); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.outlines, "outline", d, [&](Outline& x) { sendBeyond(x.particles, s.positions.size(), d); });
    },
    [](Scene& s, Damage& d) { return toOneOf(s.outlines, "outline", d, [&](Outline& x) { x.particles.clear(); }); },
    [](Scene& s, Damage& d) {
        return toOneOf(s.bodies, "body", d, [&](Body& x) {
            const std::size_t count = s.positions.size();
            (d.below(2) == 0 ? x.firstParticle : x.particleCount) = Index(count) + 1 + d.below(1000);
        });
    },
    // Their sum is no more than it should be, in 32 bits.
    [](Scene& s, Damage& d) {
        return toOneOf(s.bodies, "body", d, [&](Body& x) {
            x.firstParticle = 0xffffff00u + d.below(256);
            x.particleCount = 0u - x.firstParticle;
        });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.bodies, "body", d, [&](Body& x) { sendBeyond(x.vertexParticles, s.positions.size(), d); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.bodies, "body", d, [&](Body& x) { x.integrator = d.unknown(Integrator::BackwardEuler); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.bodies, "body", d, [&](Body& x) { x.columns = x.columns + 1 + d.below(5); });
    },
    [](Scene& s, Damage& d) {
        return toOneOf(s.bodies, "body", d, [&](Body& x) { x.rows = d.beyond(s.positions.size()); });
    },
    [](Scene& s, Damage& d) {
        return toABodyWithFaces(s, d, [&](Body& x) { sendBeyond(x.faceCorners, x.vertexParticles.size(), d); });
    },
    [](Scene& s, Damage& d) {
        return toABodyWithFaces(s, d, [&](Body& x) { x.faceSizes[d.below(x.faceSizes.size())] = d.below(3); });
    },
    [](Scene& s, Damage& d) {
        return toABodyWithFaces(s, d, [&](Body& x) { sendBeyond(x.faceSizes, x.faceCorners.size() + 1, d); });
    },
    [](Scene& s, Damage& d) { return toABodyWithFaces(s, d, [](Body& x) { x.faceSizes.pop_back(); }); },
    [](Scene& s, Damage& d) { return toABodyWithFaces(s, d, [](Body& x) { x.faceCorners.pop_back(); }); },
    [](Scene& s, Damage& d) {
        return toABodyWithFaces(s, d, [&](Body& x) { x.vertexParticles.resize(d.below(x.vertexParticles.size())); });
    },
    [](Scene& s, Damage& d) {
        s.masses.resize(d.below(s.masses.size()));
        return std::optional<std::string>(fmt::format("{} masses", s.masses.size()));
    },
    [](Scene& s, Damage& d) {
        s.pinned.resize(s.pinned.size() + 1 + d.below(9));
        return std::optional<std::string>(fmt::format("{} pin flags", s.pinned.size()));
    },
};

// Another index that is there, or next to one: many such scenes are as good as before.
void disturb(Scene& scene, Damage& damage) {
    const auto shift = [&](Index& index) { index += damage.below(5) - 2; };
    const auto shiftOneOf = [&](std::vector<Index>& indices) {
        if (!indices.empty()) shift(indices[damage.below(indices.size())]);
    };
    switch (damage.below(8)) {
        case 0: toOneOf(scene.sticks, "", damage, [&](SceneStick& x) { shift(damage.below(2) ? x.a : x.b); }); break;
        case 1: toOneOf(scene.bends, "", damage, [&](SceneBend& x) { shift(x.particles[damage.below(4)]); }); break;
        case 2: toOneOf(scene.tets, "", damage, [&](SceneTet& x) { shift(x.particles[damage.below(4)]); }); break;
        case 3: toOneOf(scene.shapes, "", damage, [&](SceneShape& x) { shiftOneOf(x.particles); }); break;
        case 4: toOneOf(scene.enclosures, "", damage, [&](Enclosure& x) { shiftOneOf(x.boundary); }); break;
        case 5: toOneOf(scene.outlines, "", damage, [&](Outline& x) { shiftOneOf(x.particles); }); break;
        case 6: toOneOf(scene.bodies, "", damage, [&](Body& x) { shiftOneOf(x.vertexParticles); }); break;
        default:
            toOneOf(scene.bodies, "", damage, [&](Body& x) {
                std::vector<Index>* lists[] = {&x.faceSizes, &x.faceCorners};
                shiftOneOf(*lists[damage.below(2)]);
                shift(damage.below(2) ? x.firstParticle : x.particleCount);
            });
    }
}

// "stick 1" is not in "stick 12".
bool mentions(const std::string& message, const std::string& name) {
    const std::size_t at = message.find(name);
    return at != std::string::npos && (message + " ").find_first_of("0123456789", at + name.size()) != at + name.size();
}

class DamagedScenes : public testing::TestWithParam<NamedScene> {};

TEST_P(DamagedScenes, AreRefusedByName) {
    const Scene whole = GetParam().scene();
    std::size_t refused = 0;
    for (std::size_t harm = 0; harm < std::size(kHarms); ++harm) {
        for (Index seed = 0; seed < 12; ++seed) {
            Damage damage(seed);
            Scene scene = whole;
            const std::optional<std::string> name = kHarms[harm](scene, damage);
            if (!name) continue;
            ++refused;
            const std::string message = messageOf(compile(scene, optionsFor(seed)));
            EXPECT_TRUE(mentions(message, *name))
                << message << ": not " << *name << ", harm " << harm << ", seed " << seed;
        }
    }
    EXPECT_GT(refused, 60u) << "this tests nothing";
}

TEST_P(DamagedScenes, AreRefusedOrMakeASoundSchedule) {
    const Scene whole = GetParam().scene();
    for (Index seed = 0; seed < 60; ++seed) {
        Damage damage(seed);
        Scene scene = whole;
        for (Index times = 1 + damage.below(3); times > 0; --times)
            disturb(scene, damage);
        const Result<SchedulePtr> schedule = compile(scene, optionsFor(seed));
        if (!schedule) continue;
        const Status status = validate(**schedule);
        EXPECT_TRUE(status) << "seed " << seed << ": " << status.error().message;
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, DamagedScenes, testing::ValuesIn(violentScenes()),
                         [](const auto& info) { return std::string(info.param.name); });

std::string refusedBody(void (*harm)(Body&)) {
    Scene scene = clothScene(3);
    take(addMesh(scene, sphereMesh(vec3(0.0f), 1.0f, 0)));  // 12 vertices, 20 triangles
    harm(scene.bodies[1]);
    EXPECT_CONTAINS(messageOf(pinVertices(scene, 1, {})), "body 1");
    return messageOf(compile(scene));
}

TEST(Bodies, AreRefusedByWhatIsWrong) {
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.vertexParticles[4] = 21; }),
                    "body 1 ('sphere'): vertex 4 is particle 21, but the scene has 21 (0 to 20)");
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.faceCorners[7] = 12; }),
                    "corner 7 of its faces is vertex 12, but it has 12 (0 to 11)");
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.faceSizes[2] = 2; }), "face 2 has 2 corners; it needs three");
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.faceSizes[19] = 4; }),
                    "face 19 ends at corner 61, but the body has 60");
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.faceSizes.pop_back(); }), "lists 60 corners, but its faces have 57");
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.particleCount = 13; }),
                    "has 13 particles from 9 on, but the scene has 21");
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.columns = 4, b.rows = 4; }),
                    "is a grid of 4 x 4, but it has 12 particles and 12 vertices");
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.integrator = Integrator(6); }), "the unknown integrator 6");
    EXPECT_CONTAINS(
        refusedBody([](Body& b) {
            b.touchFaces = {{9, 10, 11}, {8, 9, 10}};
        }),
        "touch face 1 is of particles 8, 9 and 10; they must be the body's, and the first unlike the others");
    EXPECT_CONTAINS(refusedBody([](Body& b) { b.touchFaces = {{20, 9, 20}}; }), "touch face 0 is of particles 20, 9");
}

// A vertex more, of no face.
void addLooseVertex(Body& body) {
    body.vertexParticles.push_back(kNoParticle);
    body.looseVertices.push_back(vec3(1.0f));
}

TEST(Bodies, MayHaveVerticesThatNoParticleMoves) {
    Scene scene;
    take(addMesh(scene, sphereMesh(vec3(0.0f), 1.0f, 0)));
    addLooseVertex(scene.bodies[0]);
    EXPECT_TRUE(compile(scene));

    EXPECT_CONTAINS(refusedBody([](Body& b) { b.vertexParticles.push_back(kNoParticle); }),
                    "has 1 vertices without a particle, but places for 0");
    EXPECT_CONTAINS(refusedBody([](Body& b) { addLooseVertex(b), b.faceCorners[7] = 12; }),
                    "corner 7 of its faces is vertex 12, which has no particle");
    EXPECT_CONTAINS(refusedBody([](Body& b) { addLooseVertex(b), b.looseVertices[0].y = NAN; }),
                    "loose vertex 0 lies at (1, nan, 1)");
    EXPECT_CONTAINS(refusedBody([](Body& b) { addLooseVertex(b), b.isLine = true; }),
                    "is a line, but vertex 12 has no particle");
}

TEST(Kinds, ThatAreUnknownAreRefused) {
    const SchedulePtr schedule = take(compile(ropeScene(5)));
    const Progress progress = initialProgress(*schedule);
    StepInputs inputs;
    inputs.pins = {{1, PinInput::Action::Hold}, {2, PinInput::Action(4), vec3(NAN)}};
    EXPECT_CONTAINS(messageOf(planStep(*schedule, {}, inputs, progress)), "pin 1 has the unknown action 4");
    StepSettings settings;
    settings.method = Method(5);
    EXPECT_CONTAINS(messageOf(planStep(*schedule, settings, {}, progress)), "no method 5");
    EXPECT_CONTAINS(messageOf(compile(ropeScene(5), {TileUse(3)})), "no use of tiles 3");
}

}  // namespace
}  // namespace pliant::test
