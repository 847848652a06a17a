#pragma once

// Handles that are alive, and which call works on them. A handle that is none, that was destroyed, or that another call
// changes meanwhile is an error instead of a crash, where that can be seen: an address may come back as another handle
// of its kind.

#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <type_traits>

#include "pliant/pliant.h"
#include "pliant/result.h"

namespace pliant::c {

enum class HandleKind { None, Scene, Schedule, Gpu, Solver, Surface, Obstacle, Snapshot };

constexpr HandleKind kindOf(const PliantScene*) {
    return HandleKind::Scene;
}
constexpr HandleKind kindOf(const PliantSchedule*) {
    return HandleKind::Schedule;
}
constexpr HandleKind kindOf(const PliantGpu*) {
    return HandleKind::Gpu;
}
constexpr HandleKind kindOf(const PliantSolver*) {
    return HandleKind::Solver;
}
constexpr HandleKind kindOf(const PliantSurface*) {
    return HandleKind::Surface;
}
constexpr HandleKind kindOf(const PliantGpuObstacle*) {
    return HandleKind::Obstacle;
}
constexpr HandleKind kindOf(const PliantSnapshot*) {
    return HandleKind::Snapshot;
}
constexpr HandleKind kindOf(const void*) {
    return HandleKind::None;
}

/// A pointer that a call was given, by the name that it has there.
struct Given {
    template <class T>
    Given(const char* givenName, T* given)
        : name(givenName),
          pointer(given),
          kind(kindOf(given)),
          isChanged(!std::is_const_v<T> || std::is_same_v<std::remove_const_t<T>, PliantSolver>) {}

    const char* name;
    const void* pointer;
    HandleKind kind;  // None: no handle
    bool isChanged;   // by the call: nobody else may use it meanwhile. Reading a solver's state changes the solver.
};

/// Of one step: with the handles of its parameters they are held as long as the call lasts.
inline constexpr std::uint32_t kMostObstaclesOfACall = 60;

/// What one call holds, on the thread that makes it. Needs no memory: a step must not want any.
class Holding {
  public:
    Holding() noexcept;
    ~Holding();
    Holding(const Holding&) = delete;
    Holding& operator=(const Holding&) = delete;

    Status add(const Given& given);

  private:
    struct Held {
        const void* pointer = nullptr;
        bool isChanged = false;
    };

    std::array<Held, kMostObstaclesOfACall + 4> held_;  // the parameters of any call, and the obstacles of a step
    std::size_t count_ = 0;
    Holding* outer_;
};

/// Holds the handles among these until the call is over. Errors: the first that is null, that is no handle of its kind
/// that is alive, or that is in use.
Status hold(std::initializer_list<Given> pointers);

void enlist(const void* handle, HandleKind kind);

/// A new handle, which is alive from now on.
template <class Handle>
Handle* alive(Handle* made) {
    std::unique_ptr<Handle> owned(made);
    enlist(made, kindOf(made));
    return owned.release();
}

/// Takes a handle that nobody uses off the list. Error: there is none such.
Status dismiss(const Given& given);

}  // namespace pliant::c
