#include "pliant/c/hold.h"

#include <map>
#include <mutex>
#include <span>

#include "pliant/fail.h"

namespace pliant::c {
namespace {

struct Handle {
    HandleKind kind = HandleKind::None;
    int readers = 0;  // calls that read it
    bool isChanging = false;
};

struct Alive {
    std::mutex mutex;
    std::map<const void*, Handle> handles;
};

// Never destroyed: programs may end while handles are alive.
Alive& all() {
    static Alive* const handles = new Alive;
    return *handles;
}

thread_local Holding* innermost = nullptr;

// With the mutex locked. Error: none of its kind is alive there, or it is in use.
Result<Handle*> findFree(const Given& given) {
    auto& handles = all().handles;
    const auto found = handles.find(given.pointer);
    if (found == handles.end() || found->second.kind != given.kind)
        return fail("{} is no such handle: it was destroyed, or is of another kind", given.name);
    Handle& handle = found->second;
    if (handle.isChanging || (given.isChanged && handle.readers > 0))
        return fail("{} is in use by another thread", given.name);
    return &handle;
}

}  // namespace

Holding::Holding() noexcept : outer_(innermost) {
    innermost = this;
}

Holding::~Holding() {
    innermost = outer_;
    if (count_ == 0) return;
    const std::lock_guard lock(all().mutex);
    for (const Held& held : std::span(held_).first(count_)) {
        Handle& handle = all().handles.at(held.pointer);
        if (held.isChanged) handle.isChanging = false;
        if (!held.isChanged) --handle.readers;
    }
}

Status Holding::add(const Given& given) {
    if (count_ == held_.size()) return fail("one call holds at most {} handles", held_.size());
    const std::lock_guard lock(all().mutex);
    const auto handle = findFree(given);
    if (!handle) return handle.error();
    if (given.isChanged) (*handle)->isChanging = true;
    if (!given.isChanged) ++(*handle)->readers;
    held_[count_++] = {given.pointer, given.isChanged};
    return {};
}

Status hold(std::initializer_list<Given> pointers) {
    for (const Given& given : pointers) {
        if (!given.pointer) return fail("{} is null", given.name);
    }
    for (const Given& given : pointers) {
        if (given.kind == HandleKind::None) continue;
        if (Status status = innermost->add(given); !status) return status;
    }
    return {};
}

void enlist(const void* handle, HandleKind kind) {
    const std::lock_guard lock(all().mutex);
    all().handles[handle] = {kind};
}

Status dismiss(const Given& given) {
    const std::lock_guard lock(all().mutex);
    const auto handle = findFree(given);
    if (!handle) return handle.error();
    all().handles.erase(given.pointer);
    return {};
}

}  // namespace pliant::c
