// A scene: its settings, free particles and sticks, materials, frames, pins.

#include "pliant/c/structs.h"
#include "pliant/fail.h"
#include "pliant/scene/pins.h"

using namespace pliant;
using namespace pliant::c;

PliantResult pliantCreateScene(PliantScene** scene) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        *scene = alive(new PliantScene);
        return {};
    });
}

void pliantDestroyScene(PliantScene* scene) {
    destroy(__func__, scene);
}

PliantResult pliantGetSceneSettings(const PliantScene* scene, PliantSceneSettings* settings, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        return give(write(scene->scene), "SceneSettings", settings, structSize);
    });
}

// Looked at in a scene of one particle, so that it is told at once.
PliantResult pliantSetSceneSettings(PliantScene* scene, const PliantSceneSettings* settings) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}, {"settings", settings}}); !status) return status;
        Scene probe;
        addParticle(probe, vec3(0.0f), 1.0f);
        if (Status status = read(settings, probe); !status) return status;
        if (Status status = validate(probe); !status) return status;
        return read(settings, scene->scene);
    });
}

PliantResult pliantFabricNamed(const char* name, PliantFabric* fabric, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"name", name}}); !status) return status;
        const auto found = fabricNamed(name);
        if (!found) return found.error();
        return give(write(*found), "Fabric", fabric, structSize);
    });
}

PliantResult pliantAddMaterial(PliantScene* scene, const PliantStickMaterial* material, uint32_t* index) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"material", material}, {"index", index}}); !s) return s;
        StickMaterial added;
        if (Status status = read(material, added); !status) return status;
        Undo undo(scene->scene);
        const std::uint32_t place = addMaterial(scene->scene, added);
        if (Status status = undo.keep(); !status) return status;
        *index = place;
        return {};
    });
}

PliantResult pliantAddParticles(PliantScene* scene, const float* positions, const float* masses, uint32_t count,
                                uint32_t* first) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"positions", positions}, {"masses", masses}}); !s) return s;
        if (count == 0) return fail("there are 0 particles to add");
        const std::size_t before = scene->scene.positions.size();
        if (count > kLargestCount - before) return fail("{} particles are too many; at most {}", count, kLargestCount);
        Undo undo(scene->scene);
        for (std::size_t i = 0; i < count; ++i) {
            const float* p = positions + 3 * i;
            addParticle(scene->scene, vec3(p[0], p[1], p[2]), masses[i]);
        }
        if (Status status = undo.keep(); !status) return status;
        if (first) *first = static_cast<std::uint32_t>(before);
        return {};
    });
}

PliantResult pliantAddSticks(PliantScene* scene, const uint32_t* ends, const float* restLengths, uint32_t count,
                             uint32_t material, uint32_t kind) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        if (const auto pairs = arrayOf("ends", ends, count); !pairs) return pairs.error();
        StickKind kindOfAll{};
        if (Status status = readEnum("kind", kind, StickKind::Bend, kindOfAll); !status) return status;
        Undo undo(scene->scene);
        for (std::size_t i = 0; i < count; ++i) {
            const Status added = addStick(scene->scene, ends[2 * i], ends[2 * i + 1], material, kindOfAll);
            if (!added) return added;
            if (!restLengths) continue;
            if (!(restLengths[i] >= 0.0f && restLengths[i] <= kLargestCoordinate)) {
                return fail("restLengths[{}] is {} m; it must be from 0 to {} m", i, restLengths[i],
                            kLargestCoordinate);
            }
            scene->scene.sticks.back().restLength = restLengths[i];
        }
        return undo.keep();
    });
}

PliantResult pliantAddFrame(PliantScene* scene, const PliantFrame* frame, uint32_t* index) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"frame", frame}, {"index", index}}); !s) return s;
        Frame added;
        if (Status status = read(frame, added); !status) return status;
        Undo undo(scene->scene);
        scene->scene.frames.push_back(std::move(added));
        if (Status status = undo.keep(); !status) return status;
        *index = static_cast<std::uint32_t>(scene->scene.frames.size() - 1);
        return {};
    });
}

PliantResult pliantSetBodyFrame(PliantScene* scene, uint32_t body, uint32_t frame) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        if (Status status = checkBody(scene->scene, body); !status) return status;
        if (frame != kWorld && frame >= scene->scene.frames.size())
            return fail("there is no frame {}; the scene has {}", frame, scene->scene.frames.size());
        scene->scene.bodies[body].frame = frame;
        return {};
    });
}

PliantResult pliantSetIntegrator(PliantScene* scene, uint32_t body, uint32_t integrator) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        if (Status status = checkBody(scene->scene, body); !status) return status;
        return readEnum("integrator", integrator, Integrator::BackwardEuler, scene->scene.bodies[body].integrator);
    });
}

PliantResult pliantPinVertices(PliantScene* scene, uint32_t body, const uint32_t* vertices, uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        const auto pinned = arrayOf("vertices", vertices, count);
        return pinned ? pinVertices(scene->scene, body, *pinned) : pinned.error();
    });
}

PliantResult pliantPinPlace(PliantScene* scene, uint32_t body, uint32_t place) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        GridPlace named{};
        if (Status status = readEnum("place", place, GridPlace::FourCorners, named); !status) return status;
        return pinPlace(scene->scene, body, named);
    });
}

PliantResult pliantPinBox(PliantScene* scene, uint32_t body, PliantVec3 low, PliantVec3 high) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        return pinBox(scene->scene, body, read(low), read(high));
    });
}

PliantResult pliantPinParticles(PliantScene* scene, const uint32_t* particles, uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        const auto pinned = arrayOf("particles", particles, count);
        if (!pinned) return pinned.error();
        for (const std::uint32_t particle : *pinned) {
            if (particle >= scene->scene.positions.size())
                return fail("cannot pin particle {}; the scene has {}", particle, scene->scene.positions.size());
        }
        for (const std::uint32_t particle : *pinned)
            scene->scene.pinned[particle] = 1;
        return {};
    });
}
