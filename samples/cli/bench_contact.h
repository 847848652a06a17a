#pragma once

#include "bench_ways.h"

namespace pliant::cli {

/// A scene that is measured with contact and without.
struct ContactScene {
    const char* name;
    const char* summary;  ///< "a cloth that falls over a ball"
    bool isSized;         ///< it comes in the sizes that a person names, else as it is
};
const std::vector<ContactScene>& contactScenes();

/// What contact costs in one scene.
struct ContactRow {
    Machine machine = Machine::Threads;
    std::string device;
    const ContactScene* scene = nullptr;
    std::uint32_t size = 0;  ///< 0: the scene's own
    std::uint32_t particles = 0;
    double withoutMs = 0.0, withMs = 0.0;  ///< a frame, the median of all
    std::uint64_t pairs = 0;               ///< of particles that touch, when all frames are over
    std::uint64_t crowded = 0;             ///< Snapshot::crowded
    /// Shares of a frame with contact, by the device's own clock; where it has none, and on CPUs, all are 0.
    double finding = 0.0, pushing = 0.0, cutting = 0.0;
    StepProfile profile = {};  ///< of that frame; likewise without passes

    double ratio() const { return withMs / withoutMs; }
    double pairsPerSecond() const { return double(pairs) / (1e-3 * withMs); }
    bool hasShares() const { return finding + pushing + cutting > 0.0; }
};

struct ContactRun {
    std::vector<const ContactScene*> scenes;
    std::vector<std::uint32_t> sizes;
    std::uint32_t frames = 120;
};

/// Each scene twice, in turns of a few frames. Rows by scene, size and machine. Errors: those of solvers, an interrupt.
Result<std::vector<ContactRow>> measureContact(const Machines& machines, const std::vector<Machine>& used,
                                               const ContactRun& run);

}  // namespace pliant::cli
