#pragma once

// Counts what a thread takes from the allocator and gives back to it. To be included by one file of a program, whose
// operators new and delete these are: also those of its libraries and of the Vulkan driver.

#include <cstdlib>
#include <new>

#include "frames_support.h"
#include "neighbour_support.h"
#include "outline_support.h"
#include "shapes_support.h"
#include "whole_support.h"

namespace pliant::test {

struct AllocatorCalls {
    inline static thread_local int count = 0;
    inline static thread_local int outside = 0;  ///< above 0 while code of others runs, whose calls do not count

    static void note() {
        if (outside == 0) ++count;
    }
};

/// What a step needs, made beforehand.
struct AllocationCase {
    std::string name;
    Scene scene;
    CompileOptions options;
    StepInputs (*inputs)(int frame, const Scene& scene);
    StepSettings settings = test::settings(4);
};

inline void PrintTo(const AllocationCase& c, std::ostream* out) {
    *out << c.name;
}

inline StepInputs noInputs(int, const Scene&) {
    return {};
}

/// As many in every frame: a pin that moves and one that pulls in each body, colliders that move, or rest in every
/// second frame, another wind.
inline StepInputs allInputs(int frame, const Scene& scene) {
    StepInputs inputs;
    inputs.colliders = collidersIn(frame, frame % 2 == 0);
    for (const Body& body : scene.bodies) {
        const std::uint32_t first = body.firstParticle, last = first + body.particleCount - 1;
        const vec3 way = 0.001f * vec3(float(frame), 1.0f, 0.0f);
        inputs.pins.push_back({first, PinInput::Action::Move, scene.positions[first] + way});
        if (last > first) inputs.pins.push_back({last, PinInput::Action::Pull, scene.positions[last] + way, 1e-3f});
    }
    inputs.wind = vec3(float(frame % 5), 0.0f, 1.0f);
    return inputs;
}

inline StepInputs inputsInFrames(int frame, const Scene& scene) {
    StepInputs inputs = allInputs(frame, scene);
    for (std::uint32_t i = 0; i < scene.frames.size(); ++i)
        inputs.frames.push_back({.frame = i, .pose = {glm::dvec3(0.01 * frame, double(i), 0.0)}});
    for (std::size_t i = 0; i < inputs.colliders.size(); ++i)
        inputs.colliders[i].frame = i % 2 == 0 ? kWorld : 0;
    for (std::size_t i = 0; i < inputs.pins.size(); i += 3)
        inputs.pins[i].frame = kWorld;
    return inputs;
}

/// Pins that come and go, where neither tethers nor strands are measured by them.
inline StepInputs pinsThatComeAndGo(int frame, const Scene&) {
    const auto action = frame % 2 == 0 ? PinInput::Action::Hold : PinInput::Action::Release;
    return {{{5, action}, {7, PinInput::Action::Hold}}, {}, {}};
}

inline StepInputs ballThatMoves(int frame, const Scene&) {
    Collider ball{.shape = ColliderShape::Sphere};
    ball.pose.position = vec3(0.0f, -0.5f + 0.01f * float(frame), 0.0f);
    ball.before = Pose{vec3(0.0f, -0.5f, 0.0f)};
    return {{}, {ball}, {}};
}

inline Scene untethered(Scene scene) {
    scene.tethers = false;
    return scene;
}

inline Scene undamped(Scene scene) {
    scene.environment.damping = 0.0f;
    return scene;
}

/// A block that is a whole body, and one that is not.
inline Scene jellyScene() {
    Scene scene;
    for (const std::uint32_t cells : {3u, 8u}) {
        BlockDescription block;
        block.centre = vec3(float(cells), 0.0f, 0.0f);
        block.cells = {cells, cells, cells};
        block.material.edge = compliant(1e-5f);
        take(addBlock(scene, block));
    }
    return scene;
}

inline Scene bannerScene() {
    Scene scene = clothScene(20);
    take(weaveBody(scene, 0, {.warp = 1e-4f, .weft = 1e-3f, .shear = 1e-2f}, flatGrid(20, 20, 1.0f, 1.0f)));
    return scene;
}

inline std::vector<AllocationCase> allocationCases() {
    const CompileOptions byTile{.tiles = TileUse::Always, .tileParticles = 64, .jacobi = true};
    const CompileOptions noneWhole{.wholeParticles = 0, .jacobi = true};
    return {{"Cloth", clothScene(30), {}, noInputs},
            {"ClothUndamped", undamped(clothScene(30)), {}, noInputs},
            {"ClothInTiles", clothScene(30), byTile, noInputs, settings(4, 2, Method::Tiles)},
            {"ClothInTilesAllAtOnce", clothScene(30), byTile, allInputs, settings(5, 1, Method::Tiles)},
            {"Jacobi", clothScene(20), kForAllMethods, allInputs, settings(3, 2, Method::Jacobi)},
            {"Hybrid", clothScene(20), kForAllMethods, ballThatMoves, settings(3, 2, Method::Hybrid)},
            {"PinsThatComeAndGo", untethered(clothScene(9)), noneWhole, pinsThatComeAndGo},
            {"WholeRopes", ropesScene(), {}, noInputs},
            {"WholeFlagsAllAtOnce", flagsScene(), {}, allInputs},
            {"SmallAndLargeAllAtOnce", smallAndLargeScene(), {}, allInputs, settings(4, 3)},
            {"NoneWhole", flagsScene(), noneWhole, allInputs},
            {"Everything", mixedScene(), kForAllMethods, allInputs},
            {"Integrators", forcesScene(1.0f), {}, allInputs},
            {"Shapes", shapesScene(false), {}, ballThatMoves},
            {"ShapesInThePlane", shapesScene(true), {}, noInputs},
            {"Outlines", basinScene(), {}, noInputs},
            {"Contact", crowdedScene(), {}, ballThatMoves},
            {"Balloons", balloonsInFramesScene(), {}, inputsInFrames},
            {"Frames", framesScene(), {}, inputsInFrames},
            {"Jelly", jellyScene(), {}, allInputs},
            {"WovenBanner", bannerScene(), byTile, noInputs},
            {"LongSteps", ropeScene(8), noneWhole, allInputs, settings(500, 8)}};
}

/// Calls step(inputs) in so many frames, and fails where one of the later ones calls the allocator.
template <class Step>
void expectNoAllocations(const AllocationCase& c, int warmUp, Step&& step) {
    std::vector<StepInputs> inputs;
    for (int frame = 0; frame < warmUp + 6; ++frame)
        inputs.push_back(c.inputs(frame, c.scene));
    for (int frame = 0; frame < warmUp + 6; ++frame) {
        const int before = AllocatorCalls::count;
        const Status status = step(inputs[frame]);
        const int calls = AllocatorCalls::count - before;
        take(status);
        EXPECT_TRUE(calls == 0 || frame < warmUp) << c.name << ", frame " << frame << ": " << calls << " calls";
    }
}

}  // namespace pliant::test

void* operator new(std::size_t size) {
    pliant::test::AllocatorCalls::note();
    if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    pliant::test::AllocatorCalls::note();
    const auto to = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(to, (size + to - 1) / to * to)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    pliant::test::AllocatorCalls::note();
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    operator delete(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    operator delete(memory);
}
