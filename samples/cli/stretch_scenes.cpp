#include "stretch_scenes.h"

#include <numeric>

#include "pliant/scene/grid.h"
#include "pliant/scene/pins.h"
#include "pliant/scene/rope.h"

namespace pliant::cli {
namespace {

using Index = std::uint32_t;

constexpr const char* kFabric = "stiff-cotton";

// 2 m square, lying flat at height y.
Result<Scene> makeCloth(Index size, Make make, float y) {
    GridDescription grid;
    grid.corner = vec3(-1.0f, y, -1.0f);
    grid.width = grid.height = 2.0f;
    grid.columns = grid.rows = size;
    if (make != Make::Tutorial) {
        const Result<Fabric> fabric = fabricNamed(kFabric);
        if (!fabric) return fabric.error();
        grid.fabric = *fabric;
    }
    Scene scene;
    if (const auto body = addGrid(scene, grid); !body) return body.error();
    if (make == Make::Sticks) scene.bends.clear();
    scene.tethers = scene.levels = make != Make::Tutorial;
    return scene;
}

Result<BenchScene> compiled(const char* name, Index size, Scene scene, std::vector<Collider> colliders = {}) {
    samples::SampleScene sample = samples::withFixedInputs(std::move(scene), {}, std::move(colliders));
    return compiledBench({name, size, "", std::move(sample), {}, {}, {}});
}

Result<BenchScene> makePinned(const char* name, Index size, Make make, const std::vector<Index>& pinned) {
    Result<Scene> scene = makeCloth(size, make, 0.0f);
    if (!scene) return scene.error();
    if (Status status = pinVertices(*scene, 0, pinned); !status) return status.error();
    return compiled(name, size, std::move(*scene));
}

Result<BenchScene> makeHanging(Index size, Make make) {
    return makePinned("hanging", size, make, {0, size - 1});
}

Result<BenchScene> makeMiddle(Index size, Make make) {
    return makePinned("middle", size, make, {size / 2 * size + size / 2});
}

Result<BenchScene> makeBall(Index size, Make make) {
    Result<Scene> scene = makeCloth(size, make, 0.8f);
    if (!scene) return scene.error();
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = 0.5f;
    ball.staticFriction = ball.dynamicFriction = 0.3f;
    return compiled("ball", size, std::move(*scene), {ball});
}

// Hanging straight down, 100 m long.
Result<BenchScene> makeLongRope(const char* name, Index count, Make make, double load) {
    RopeDescription rope;
    rope.to = vec3(0.0f, -100.0f, 0.0f);
    rope.count = count;
    Scene scene;
    if (const auto body = addRope(scene, rope); !body) return body.error();
    if (Status status = pinVertices(scene, 0, std::vector<Index>{0}); !status) return status.error();
    const double own = std::accumulate(scene.masses.begin(), scene.masses.end(), 0.0);
    scene.masses.back() += static_cast<float>(load * own);
    scene.tethers = scene.levels = make != Make::Tutorial;
    return compiled(name, count, std::move(scene));
}

Result<BenchScene> makeRope(Index count, Make make) {
    return makeLongRope("rope", count, make, 0.0);
}

Result<BenchScene> makeLoadedRope(Index count, Make make) {
    return makeLongRope("loaded-rope", count, make, 100.0);
}

}  // namespace

const std::vector<StretchScene>& stretchScenes() {
    static const std::vector<StretchScene> kScenes{
        {"hanging", "a cloth of 2 m that hangs by two corners", true, 0, makeHanging},
        {"middle", "a cloth of 2 m that hangs by its middle", true, 0, makeMiddle},
        {"ball", "a cloth of 2 m that falls from 0.3 m above onto a ball of radius 0.5 m, friction 0.3", true, 0,
         makeBall},
        {"rope", "a rope of 100 m that hangs by one end", false, 10'001, makeRope},
        {"loaded-rope", "the same with a hundred times its weight at the other end", false, 10'001, makeLoadedRope}};
    return kScenes;
}

}  // namespace pliant::cli
