#include "pliant/c/guard.h"

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>

#include "pliant/fail.h"

namespace pliant::c {
namespace {

// Of a fixed size: noting that memory has run out must not need any.
thread_local char lastMessage[2048] = "";

PliantResult note(const char* call, const char* message, PliantResult result) noexcept {
    std::snprintf(lastMessage, sizeof(lastMessage), "%s: %s", call, message);
    return result;
}

PliantResult resultOf(ErrorKind kind) noexcept {
    switch (kind) {
        case ErrorKind::BadInput: return PLIANT_BAD_INPUT;
        case ErrorKind::OutOfMemory: return PLIANT_OUT_OF_MEMORY;
        case ErrorKind::DeviceLost: return PLIANT_DEVICE_LOST;
        case ErrorKind::Unsupported: return PLIANT_UNSUPPORTED;
        case ErrorKind::File: return PLIANT_FILE;
        case ErrorKind::Stopped: return PLIANT_STOPPED;
    }
    return PLIANT_INTERNAL;
}

// One particle, which every scene needs, and what can be checked without looking at all the others.
Scene probeOf(const Scene& scene) {
    Scene probe;
    addParticle(probe, vec3(0.0f), 1.0f);
    probe.materials = scene.materials;
    probe.frames = scene.frames;
    probe.planar = scene.planar;
    return probe;
}

}  // namespace

PliantResult failed(const char* call, const Error& error) noexcept {
    return note(call, error.message.c_str(), resultOf(error.kind));
}

PliantResult failedByException(const char* call) noexcept {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return note(call, "out of memory", PLIANT_OUT_OF_MEMORY);
    } catch (const std::length_error&) {
        return note(call, "out of memory: more is wanted than an array can hold", PLIANT_OUT_OF_MEMORY);
    } catch (const std::exception& exception) {
        return note(call, exception.what(), PLIANT_INTERNAL);
    } catch (...) {
        return note(call, "an exception that says nothing", PLIANT_INTERNAL);
    }
}

Status checkRoom(const char* what, std::size_t room, std::size_t count) {
    if (room >= count) return {};
    return fail("there is room for {} {}, but there are {}", room, what, count);
}

Status checkSize(const char* type, std::size_t structSize, std::size_t expected) {
    if (structSize == expected) return {};
    return fail(
        "Pliant{}::structSize is {}, but {} here: fill it with pliantDefault{}(), or see whether header and "
        "library are of one version",
        type, structSize, expected, type);
}

Status checkTarget(const char* type, const void* to, std::size_t structSize, std::size_t expected) {
    if (!to) return fail("the Pliant{} to be filled is null", type);
    if (structSize == expected) return {};
    return fail(
        "structSize is {}, but a Pliant{} has {} here: it must be its sizeof, and header and library of one "
        "version",
        structSize, type, expected);
}

Status checkBody(const Scene& scene, std::uint32_t body) {
    if (body < scene.bodies.size()) return {};
    return fail("there is no body {}; the scene has {}", body, scene.bodies.size());
}

Undo::Undo(Scene& scene)
    : scene_(scene),
      particles_(scene.positions.size()),
      sticks_(scene.sticks.size()),
      materials_(scene.materials.size()),
      bends_(scene.bends.size()),
      shapes_(scene.shapes.size()),
      enclosures_(scene.enclosures.size()),
      outlines_(scene.outlines.size()),
      contacts_(scene.contacts.size()),
      bodies_(scene.bodies.size()),
      frames_(scene.frames.size()) {
    forEachKindOfElement(scene, [&](const auto& elements) { elements_.push_back(elements.size()); });
}

Undo::~Undo() {
    if (isKept_) return;
    const auto cut = [](auto& items, std::size_t size) {
        if (items.size() > size) items.erase(items.begin() + static_cast<std::ptrdiff_t>(size), items.end());
    };
    cut(scene_.positions, particles_);
    cut(scene_.masses, particles_);
    cut(scene_.pinned, particles_);
    cut(scene_.sticks, sticks_);
    cut(scene_.materials, materials_);
    cut(scene_.bends, bends_);
    cut(scene_.shapes, shapes_);
    cut(scene_.enclosures, enclosures_);
    auto count = elements_.begin();
    forEachKindOfElement(scene_, [&](auto& elements) { cut(elements, *count++); });
    cut(scene_.outlines, outlines_);
    cut(scene_.contacts, contacts_);
    cut(scene_.bodies, bodies_);
    cut(scene_.frames, frames_);
}

Status Undo::keep() {
    if (Status status = checkAdded(); !status) return status;
    isKept_ = true;
    return {};
}

Status Undo::checkAdded() const {
    for (std::size_t i = particles_; i < scene_.positions.size(); ++i) {
        const vec3 p = scene_.positions[i];
        if (!isPoint(p)) {
            return fail("particle {} would lie at ({}, {}, {}); coordinates must be finite and within {} m", i, p.x,
                        p.y, p.z, kLargestCoordinate);
        }
        const float mass = scene_.masses[i];
        if (!(mass >= kSmallestMass && mass <= kLargestMass)) {
            return fail("particle {} would have a mass of {} kg; it must be from {} to {} kg", i, mass, kSmallestMass,
                        kLargestMass);
        }
    }
    const bool hasNew = scene_.materials.size() > materials_ || scene_.frames.size() > frames_;
    return hasNew ? validate(probeOf(scene_)) : Status();
}

}  // namespace pliant::c

const char* pliantVersion(void) {
    return PLIANT_VERSION;
}

const char* pliantErrorMessage(void) {
    return pliant::c::lastMessage;
}
