// What is added to a scene in one go, and what there is to know about it.

#include <algorithm>

#include "pliant/c/structs.h"
#include "pliant/fail.h"

namespace {

using namespace pliant;
using namespace pliant::c;

Result<std::uint32_t> addTetBody(Scene& scene, const TetBodyDescription& body) {
    return addTetMesh(scene, body.mesh, body.material, body.name);
}

// Reads the description, adds what it says, gives the body's index; or nothing has happened.
template <class Description, class Ours>
PliantResult add(const char* call, PliantScene* scene, const Ours* ours,
                 Result<std::uint32_t> (*addTo)(Scene&, const Description&), std::uint32_t* body) {
    return guarded(call, [&]() -> Status {
        if (Status status = hold({{"scene", scene}, {"description", ours}}); !status) return status;
        Description description;
        if (Status status = read(ours, description); !status) return status;
        Undo undo(scene->scene);
        const auto added = addTo(scene->scene, description);
        if (!added) return added.error();
        if (Status status = undo.keep(); !status) return status;
        if (body) *body = *added;
        return {};
    });
}

}  // namespace

PliantResult pliantAddRope(PliantScene* scene, const PliantRope* rope, uint32_t* body) {
    return add<RopeDescription>(__func__, scene, rope, addRope, body);
}

PliantResult pliantAddGrid(PliantScene* scene, const PliantGrid* grid, uint32_t* body) {
    return add<GridDescription>(__func__, scene, grid, addGrid, body);
}

PliantResult pliantAddMesh(PliantScene* scene, const PliantMesh* mesh, uint32_t* body) {
    return add<MeshDescription>(__func__, scene, mesh, addMesh, body);
}

PliantResult pliantAddBlock(PliantScene* scene, const PliantBlock* block, uint32_t* body) {
    return add<BlockDescription>(__func__, scene, block, addBlock, body);
}

PliantResult pliantAddLattice(PliantScene* scene, const PliantLattice* lattice, uint32_t* body) {
    return add<LatticeDescription>(__func__, scene, lattice, addLattice, body);
}

PliantResult pliantAddTetBody(PliantScene* scene, const PliantTetBody* tets, uint32_t* body) {
    return add<TetBodyDescription>(__func__, scene, tets, addTetBody, body);
}

PliantResult pliantAddSoftBody(PliantScene* scene, const PliantSoftBody* soft, uint32_t* body) {
    return add<SoftBodyDescription>(__func__, scene, soft, addSoftBody, body);
}

PliantResult pliantEncloseBody(PliantScene* scene, uint32_t body, const PliantEnclosure* enclosure) {
    return guarded(__func__, [&]() -> Status {
        if (Status s = hold({{"scene", scene}, {"enclosure", enclosure}}); !s) return s;
        Scene& to = scene->scene;
        if (Status status = checkBody(to, body); !status) return status;
        if (to.planar) return fail("the scene is planar: its bodies are filled as pliantAddSoftBody() adds them");
        Enclosure added;
        if (Status status = read(enclosure, added); !status) return status;
        added.boundary = boundaryOf(to.bodies[body], to.positions);
        if (Status status = validate(added, to.enclosures.size(), to); !status) return status;
        Undo undo(to);
        to.enclosures.push_back(std::move(added));
        return undo.keep();
    });
}

PliantResult pliantAddContact(PliantScene* scene, uint32_t body, const PliantContact* contact) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        ContactDescription description;
        if (Status status = read(contact, description); !status) return status;
        if (Status status = addContact(scene->scene, body, description); !status) return status;
        const Status shared = validateContacts(scene->scene);
        if (!shared) scene->scene.contacts.pop_back();
        return shared;
    });
}

PliantResult pliantAddShape(PliantScene* scene, const uint32_t* particles, uint32_t count, float compliance) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        const auto members = arrayOf("particles", particles, count);
        if (!members) return members.error();
        SceneShape shape;
        shape.particles.assign(members->begin(), members->end());
        shape.compliance = compliance;
        if (Status s = validate(shape, scene->scene.shapes.size(), scene->scene); !s) return s;
        Undo undo(scene->scene);
        scene->scene.shapes.push_back(std::move(shape));
        return undo.keep();
    });
}

PliantResult pliantGetSceneInfo(const PliantScene* scene, PliantSceneInfo* info, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        const Scene& s = scene->scene;
        const auto count = [](const auto& items) { return static_cast<std::uint32_t>(items.size()); };
        PliantSceneInfo value{};
        value.particleCount = count(s.positions);
        value.pinnedCount = static_cast<std::uint32_t>(std::count(s.pinned.begin(), s.pinned.end(), 1));
        value.stickCount = count(s.sticks);
        value.bendCount = count(s.bends);
        value.bodyCount = count(s.bodies);
        value.materialCount = count(s.materials);
        value.frameCount = count(s.frames);
        return give(value, "SceneInfo", info, structSize);
    });
}

PliantResult pliantGetBodyInfo(const PliantScene* scene, uint32_t body, PliantBodyInfo* info, size_t structSize) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}}); !status) return status;
        if (Status status = checkBody(scene->scene, body); !status) return status;
        const Body& b = scene->scene.bodies[body];
        PliantBodyInfo value{};
        value.firstParticle = b.firstParticle;
        value.particleCount = b.particleCount;
        value.vertexCount = static_cast<std::uint32_t>(shownVertexCount(b));
        value.faceCount = static_cast<std::uint32_t>(shownFaceSizes(b).size());
        return give(value, "BodyInfo", info, structSize);
    });
}

PliantResult pliantGetVertexParticles(const PliantScene* scene, uint32_t body, uint32_t* particles, uint32_t count) {
    return guarded(__func__, [&]() -> Status {
        if (Status status = hold({{"scene", scene}, {"particles", particles}}); !status) return status;
        if (Status status = checkBody(scene->scene, body); !status) return status;
        const Body& b = scene->scene.bodies[body];
        if (Status status = checkRoom("vertices", count, shownVertexCount(b)); !status) return status;
        for (std::size_t i = 0; i < shownVertexCount(b); ++i)
            particles[i] = shownParticle(b, i);
        return {};
    });
}
