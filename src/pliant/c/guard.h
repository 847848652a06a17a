#pragma once

// What stands between C and the library: no exception gets out, and no pointer or size is believed.

#include <span>

#include "pliant/c/hold.h"
#include "pliant/fail.h"
#include "pliant/pliant.h"
#include "pliant/result.h"
#include "pliant/scene/scene.h"

namespace pliant::c {

/// Notes the sentence, with the call in front, for pliantErrorMessage().
PliantResult failed(const char* call, const Error& error) noexcept;

/// The same of the exception that is being handled.
PliantResult failedByException(const char* call) noexcept;

/// `return guarded(__func__, [&]() -> Status { ... });`
template <class Work>
PliantResult guarded(const char* call, Work&& work) noexcept {
    try {
        const Holding holding;
        const Status status = work();
        return status ? PLIANT_OK : failed(call, status.error());
    } catch (...) {
        return failedByException(call);
    }
}

/// Ends a handle, or nothing where it is null, is none that is alive, or is in use: then the sentence says so.
template <class Handle>
void destroy(const char* call, Handle* handle) noexcept {
    guarded(call, [&]() -> Status {
        if (!handle) return {};
        Status status = dismiss({"the handle", handle});
        if (status) delete handle;
        return status;
    });
}

/// An array of the caller's. Error: null with a count above 0.
template <class T>
Result<std::span<const T>> arrayOf(const char* name, const T* items, std::size_t count) {
    if (!items && count > 0) return fail("{} is null, but its count is {}", name, count);
    return std::span<const T>(items, count);
}

/// Error: `room` for less than `count` of them.
Status checkRoom(const char* what, std::size_t room, std::size_t count);

/// Of a struct that is read. Error: structSize is not what the library's struct has.
Status checkSize(const char* type, std::size_t structSize, std::size_t expected);

/// Of one that is to be filled. Errors: null, another size than that of the library's struct.
Status checkTarget(const char* type, const void* to, std::size_t structSize, std::size_t expected);

/// Error: no such body.
Status checkBody(const Scene& scene, std::uint32_t body);

/// Error: the number of an enumerator above `last`, by the name of its field.
template <class Enum>
Status readEnum(const char* field, std::uint32_t number, Enum last, Enum& to) {
    if (number > static_cast<std::uint32_t>(last))
        return fail("{} is {}; it must be from 0 to {}", field, number, static_cast<std::uint32_t>(last));
    to = static_cast<Enum>(number);
    return {};
}

/// Takes back all that was appended to a scene, unless it is kept: also where memory ran out in the midst.
class Undo {
  public:
    explicit Undo(Scene& scene);
    ~Undo();
    Undo(const Undo&) = delete;
    Undo& operator=(const Undo&) = delete;

    /// Keeps it if it holds what can be told of it alone: places, masses, materials and frames within their ranges.
    Status keep();

  private:
    Status checkAdded() const;

    Scene& scene_;
    std::size_t particles_, sticks_, materials_, bends_, shapes_, enclosures_, outlines_, contacts_, bodies_, frames_;
    std::vector<std::size_t> elements_;  // of each kind
    bool isKept_ = false;
};

}  // namespace pliant::c
