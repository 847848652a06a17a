#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "result.h"
#include "scene/scene.h"
#include "shared/layout.h"

namespace pliant {

/// What one kernel does. Adding a kind of constraint adds a kind of pass here, a kernel in shaders/, a case in both
/// solvers, and nothing else.
enum class PassKind : std::uint32_t {
    Integrate,          ///< particles [first, first + count): Verlet step
    SolveSticks,        ///< sticks, all of one colour and response: both ends move (Gauss-Seidel)
    CorrectSticks,      ///< sticks of one response: the correction is written down, nothing moves (Jacobi, first half)
    GatherCorrections,  ///< particles: each adds up the corrections of its sticks (Jacobi, second half)
};

/// One dispatch. Passes run in the order of their list. Two neighbours of the same kind and colour touch different
/// particles and need no barrier between them.
struct Pass {
    PassKind kind = PassKind::Integrate;
    std::uint32_t response = 0;  ///< kStick... of shared/layout.h, for passes over sticks
    std::uint32_t colour = 0;    ///< of SolveSticks; 0 for the others
    std::uint32_t first = 0;     ///< first item
    std::uint32_t count = 0;     ///< number of items, at least 1

    bool operator==(const Pass&) const = default;
};

/// The scene as the solvers want it: flat arrays in one order, and the list of passes. Made by compile(), never changed
/// after it, shared by any number of solvers.
struct Schedule {
    // Particles, sorted so that neighbours in space are near in memory.
    std::vector<vec4> particles;               ///< position at rest [m], inverse mass [1/kg] (0: pinned)
    std::vector<std::uint32_t> sceneParticle;  ///< per particle here: its index in the scene
    std::vector<std::uint32_t> localParticle;  ///< per particle of the scene: its index here

    // Sticks, sorted by response, then colour, then particles.
    std::vector<Stick> sticks;
    std::vector<std::uint32_t> sceneStick;  ///< per stick here: its index in the scene
    std::uint32_t compliantCount = 0;       ///< the first so many sticks have multipliers
    float maxCompliance = 0.0f;             ///< of all sticks [m/N]

    // Adjacency in compressed rows: the sticks of particle i are rowEntries[rowFirst[i] .. rowFirst[i + 1]), ascending.
    std::vector<std::uint32_t> rowFirst;    ///< particles + 1
    std::vector<std::uint32_t> rowEntries;  ///< 2 * stick, + 1 where the particle is the stick's end b
    std::vector<float> jacobiShare;         ///< per particle: 1 / number of its rigid and compliant sticks

    std::vector<Pass> integrate;    ///< once per substep
    std::vector<Pass> gaussSeidel;  ///< once per iteration: one pass per colour and response
    std::vector<Pass> jacobi;       ///< once per iteration: corrections by response, then gather

    std::uint32_t colourCount = 0;
    std::uint32_t maxDegree = 0;  ///< most sticks at one particle
    Environment environment;
    std::uint64_t hash = 0;  ///< of particles, sticks, their maps, passes and environment, from which the rest follows
};

using SchedulePtr = std::shared_ptr<const Schedule>;

/// Checks the scene and compiles it. Time and memory grow linearly with particles and sticks. The same scene gives the same
/// schedule on every machine. Errors: those of validate(scene).
Result<SchedulePtr> compile(const Scene& scene);

/// Proves what the solvers rely on, by looking at every item: indices in range, maps that are inverse to each other, every
/// particle in one Integrate pass, every stick in one pass of each method, no particle twice in a colour, rows that list
/// exactly each particle's sticks. The error names the first that fails.
Status validate(const Schedule& schedule);

/// Number of sticks of each colour.
std::vector<std::uint32_t> colourSizes(const Schedule& schedule);

/// A readable account: counts, then one line per pass.
std::string describe(const Schedule& schedule);

}  // namespace pliant
