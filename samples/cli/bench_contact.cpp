#include "bench_contact.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <glm/geometric.hpp>
#include <unordered_map>
#include <utility>

#include "interrupt.h"
#include "median.h"
#include "pliant/fail.h"
#include "progress.h"
#include "scenes/scenes.h"

namespace pliant::cli {
namespace {

using Index = std::uint32_t;

constexpr double kContactFps = 60.0;
constexpr Index kContactTurn = 5;  // frames

// A scene with contact, or without, as it runs.
struct ContactRunner {
    samples::SampleScene sample;
    Backend solver;
    StepSettings settings;
    std::vector<double> frameMs = {};
};

Result<ContactRunner> makeRunner(const Machines& machines, Machine machine, const ContactScene& scene, Index size,
                                 bool hasContact) {
    samples::SceneOptions options;
    options.scene = scene.name;
    if (scene.isSized) options.size = size;
    if (scene.isSized) options.contact = true;
    const Result<Fabric> cotton = fabricNamed("cotton");
    if (!cotton) return cotton.error();
    options.fabric = *cotton;
    Result<samples::SampleScene> sample = samples::makeScene(options);
    if (!sample) return sample.error();
    if (!hasContact) sample->scene.contacts.clear();
    const Result<SchedulePtr> schedule = compile(sample->scene);
    if (!schedule) return schedule.error();
    Result<Backend> solver = makeSolver(machines, {machine, "colours", Method::GaussSeidel, true}, *schedule);
    if (!solver) return solver.error();
    StepSettings settings;
    settings.bendPeriod = samples::usualBendPeriod("cotton");
    return ContactRunner{std::move(*sample), std::move(*solver), settings};
}

Status takeTurn(ContactRunner& runner, Index first, Index last) {
    for (Index frame = first; frame < last; ++frame) {
        if (wasInterrupted()) return fail("interrupted in frame {}", frame);
        const StepInputs inputs = runner.sample.inputs(frame / kContactFps, (frame + 1) / kContactFps);
        const auto start = std::chrono::steady_clock::now();
        if (Status status = runner.solver.step(runner.settings, inputs); !status) return status;
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        runner.frameMs.push_back(time.count());
    }
    return {};
}

// Particles by cells as large as the thickest of them.
class TouchCounter {
  public:
    TouchCounter(const Scene& scene, const std::vector<vec3>& now) : scene_(scene), now_(now) {
        for (const Contact& contact : scene.contacts)
            cell_ = std::max(cell_, double(contact.thickness));
    }

    std::uint64_t count() {
        for (Index c = 0; c < scene_.contacts.size(); ++c) {
            const Contact& contact = scene_.contacts[c];
            for (Index i = contact.firstParticle; i < contact.firstParticle + contact.particleCount; ++i) {
                countAround(i, c);
                cells_[keyOf(now_[i], 0)].push_back({i, c});
            }
        }
        return pairs_;
    }

  private:
    struct Entry {
        Index particle, contact;
    };

    std::uint64_t keyOf(const vec3& place, int step) const {
        const auto at = [&](float x, int by) {
            return std::uint64_t(std::int64_t(std::floor(double(x) / cell_)) + by);
        };
        return at(place.x, step % 3) * 73856093u ^ at(place.y, step / 3 % 3) * 19349663u ^
               at(place.z, step / 9) * 83492791u;
    }

    // As those of the solver do, of contacts that are one piece each: nearer than the mean of their thicknesses, and
    // not so at rest.
    bool touch(Index i, Index c, const Entry& other) const {
        const Contact &a = scene_.contacts[c], &b = scene_.contacts[other.contact];
        const float d = 0.5f * (a.thickness + b.thickness);
        if ((a.mask & b.category) == 0 || (b.mask & a.category) == 0) return false;
        if (glm::distance(now_[i], now_[other.particle]) > d * 1.001f) return false;
        return c != other.contact || glm::distance(scene_.positions[i], scene_.positions[other.particle]) > 1.25f * d;
    }

    void countAround(Index i, Index c) {
        const vec3 low = now_[i] - vec3(float(cell_));
        for (int step = 0; step < 27; ++step) {
            const auto found = cells_.find(keyOf(low, step));
            if (found == cells_.end()) continue;
            for (const Entry& other : found->second)
                pairs_ += touch(i, c, other) ? 1 : 0;
        }
    }

    const Scene& scene_;
    const std::vector<vec3>& now_;
    double cell_ = 1e-6;  // [m]
    std::unordered_map<std::uint64_t, std::vector<Entry>> cells_;
    std::uint64_t pairs_ = 0;
};

double shareOf(const StepProfile& profile, std::initializer_list<PassKind> kinds) {
    double sumMs = 0.0;
    for (const PassTime& pass : profile.passes)
        if (std::find(kinds.begin(), kinds.end(), pass.kind) != kinds.end()) sumMs += pass.timeMs;
    return sumMs / profile.totalMs();
}

// Where the device tells.
void addShares(ContactRunner& runner, Index frame, ContactRow& row) {
    using enum PassKind;
    const StepInputs inputs = runner.sample.inputs(frame / kContactFps, (frame + 1) / kContactFps);
    Result<StepProfile> profile = runner.solver.profileStep(runner.settings, inputs);
    if (!profile || !(profile->totalMs() > 0.0)) return;
    row.finding = shareOf(*profile, {WatchNeighbours, PlaceNeighbours, BoundNeighbours, FindNeighbours});
    row.pushing = shareOf(*profile, {PushFromColliders, CountTouches, FindSupports, SpreadSupports, PushNeighbours,
                                     TakeTouches, RubOnColliders, MoveNeighbours});
    row.cutting = shareOf(*profile, {FindCuts, AlignBases, CutWays});
    row.profile = std::move(*profile);
}

Result<ContactRow> measureOne(const Machines& machines, Machine machine, const ContactScene& scene, Index size,
                              Index frames) {
    std::vector<ContactRunner> runners;
    for (const bool hasContact : {false, true}) {
        Result<ContactRunner> runner = makeRunner(machines, machine, scene, size, hasContact);
        if (!runner) return runner.error();
        runners.push_back(std::move(*runner));
    }
    Progress progress(fmt::format("touching {}, {}", scene.name, size), frames);
    for (Index first = 0; first < frames; first += kContactTurn) {
        const Index last = std::min(frames, first + kContactTurn);
        for (ContactRunner& runner : runners)
            if (Status status = takeTurn(runner, first, last); !status) return status.error();
        progress.update(last);
    }
    const Result<Snapshot> end = runners[1].solver.snapshot();
    if (!end) return end.error();
    const Scene& touching = runners[1].sample.scene;
    ContactRow row{machine, machines.describe(machine), &scene, scene.isSized ? size : 0};
    row.particles = static_cast<Index>(touching.positions.size());
    row.withoutMs = median(runners[0].frameMs);
    row.withMs = median(runners[1].frameMs);
    row.pairs = TouchCounter(touching, end->positions).count();
    row.crowded = end->crowded;
    addShares(runners[1], frames, row);
    return row;
}

}  // namespace

const std::vector<ContactScene>& contactScenes() {
    static const std::vector<ContactScene> kScenes{
        {"cloth", "a cotton cloth that hangs by two corners, far from itself; in all --sizes", true},
        {"drape", "one that falls over a ball onto a floor; in all --sizes", true},
        {"stack", "twenty cloths and a ball on a table", false}};
    return kScenes;
}

Result<std::vector<ContactRow>> measureContact(const Machines& machines, const std::vector<Machine>& used,
                                               const ContactRun& run) {
    std::vector<ContactRow> rows;
    for (const ContactScene* scene : run.scenes) {
        for (const Index size : scene->isSized ? run.sizes : std::vector<Index>{0}) {
            for (const Machine machine : used) {
                Result<ContactRow> row = measureOne(machines, machine, *scene, size, run.frames);
                if (!row) return row.error();
                rows.push_back(std::move(*row));
            }
        }
    }
    return rows;
}

}  // namespace pliant::cli
