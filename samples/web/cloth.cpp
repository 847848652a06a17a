// A cloth that hangs by two corners, for a page to draw and to pull on (page.html, built by build.sh). Compiled for
// this machine the same file is a program that prints the hash which the page must come to. docs/WEB.md.
#include <pliant/pliant.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#else
#define EMSCRIPTEN_KEEPALIVE
#endif

namespace {

using namespace pliant;

constexpr std::uint32_t kSide = 40;  // particles along each side
constexpr int kFrames = 120;         // after which states are compared
constexpr float kSag = 0.015f;       // how far the spring to the pointer gives under the weight of the cloth [m]
constexpr std::uint64_t kExpected = 0x6c5e80c99297cca6u;  // of x86-64 Linux, by g++ and by clang++

// A page has nobody to tell: it shows what was printed.
template <class T>
T need(Result<T> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "cloth: %s\n", result.error().message.c_str());
    std::exit(1);
}
void need(const Status& status) {
    if (status) return;
    std::fprintf(stderr, "cloth: %s\n", status.error().message.c_str());
    std::exit(1);
}

Scene hungByTwoCorners() {
    Scene scene;
    GridDescription cloth;
    cloth.corner = vec3(-0.5f, 0.5f, 0.0f);
    cloth.columns = cloth.rows = kSide;  // lying flat, so that it falls first
    cloth.fabric = need(fabricNamed("cotton"));
    need(pinPlace(scene, need(addGrid(scene, cloth)), GridPlace::FirstRowCorners));
    scene.environment.airDensity = 1.2f;
    scene.environment.wind = vec3(0.3f, 0.0f, 0.9f);
    return scene;
}

class Cloth {
  public:
    Cloth()
        : scene_(hungByTwoCorners()),
          schedule_(need(compile(scene_))),
          surface_(surfaceOf(scene_, *schedule_)),
          solver_(need(CpuSolver::create(schedule_))) {
        for (const float mass : scene_.masses)
            weight_ += mass * 9.81f;
        look();
    }

    void step() {
        need(solver_.step({}, inputs_));
        look();
    }

    /// In every step until letGo() the particle is drawn to a place. Particles are numbered as vertices are.
    void pull(std::uint32_t vertex, vec3 to) {
        inputs_.pins = {{schedule_->sceneParticle[vertex], PinInput::Action::Pull, to, kSag / weight_, {}}};
    }
    void letGo() { inputs_.pins.clear(); }

    const Surface& surface() const { return surface_; }
    const std::vector<vec4>& places() const { return places_; }
    const std::vector<vec3>& normals() const { return normals_; }
    std::uint32_t sceneParticle(std::uint32_t vertex) const { return schedule_->sceneParticle[vertex]; }
    std::uint64_t hash() const { return hashOf(solver_.snapshot()); }

  private:
    void look() {
        const Snapshot state = solver_.snapshot();
        places_.resize(state.positions.size());
        for (std::size_t i = 0; i < places_.size(); ++i)
            places_[i] = vec4(state.positions[schedule_->sceneParticle[i]], 1.0f);
        normals_ = normalsOf(surface_, places_);
    }

    Scene scene_;
    SchedulePtr schedule_;
    Surface surface_;
    CpuSolver solver_;
    StepInputs inputs_;
    float weight_ = 0.0f;  // [N]
    std::vector<vec4> places_;
    std::vector<vec3> normals_;
};

std::unique_ptr<Cloth> cloth;

const char* inHex(std::uint64_t number) {
    static char text[17];
    std::snprintf(text, sizeof text, "%016" PRIx64, number);
    return text;
}

}  // namespace

// What page.html calls.
extern "C" {
EMSCRIPTEN_KEEPALIVE void hangCloth() {
    cloth = std::make_unique<Cloth>();
}
EMSCRIPTEN_KEEPALIVE void stepCloth() {
    cloth->step();
}
EMSCRIPTEN_KEEPALIVE void pullCloth(std::uint32_t vertex, float x, float y, float z) {
    cloth->pull(vertex, {x, y, z});
}
EMSCRIPTEN_KEEPALIVE void letGoOfCloth() {
    cloth->letGo();
}
EMSCRIPTEN_KEEPALIVE const vec4* clothPlaces() {
    return cloth->places().data();
}
EMSCRIPTEN_KEEPALIVE const vec3* clothNormals() {
    return cloth->normals().data();
}
EMSCRIPTEN_KEEPALIVE const std::uint32_t* clothTriangles() {
    return cloth->surface().triangles.data();
}
EMSCRIPTEN_KEEPALIVE std::size_t clothCorners() {
    return cloth->surface().triangles.size();
}
EMSCRIPTEN_KEEPALIVE std::uint32_t clothSide() {
    return kSide;
}
EMSCRIPTEN_KEEPALIVE std::uint32_t placeInCloth(std::uint32_t vertex) {
    return cloth->sceneParticle(vertex);
}
EMSCRIPTEN_KEEPALIVE int framesToCompare() {
    return kFrames;
}
EMSCRIPTEN_KEEPALIVE const char* hashOfCloth() {
    return inHex(cloth->hash());
}
EMSCRIPTEN_KEEPALIVE const char* expectedHash() {
    return inHex(kExpected);
}
}

#ifndef __EMSCRIPTEN__
int main() {
    hangCloth();
    for (int frame = 0; frame < kFrames; ++frame)
        stepCloth();
    std::printf("%d frames of a cloth of %u x %u: %s\n", kFrames, kSide, kSide, hashOfCloth());
    if (cloth->hash() == kExpected) return 0;
    std::fprintf(stderr, "cloth: the page expects %s\n", expectedHash());
    return 1;
}
#endif
