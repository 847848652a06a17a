#include "pliant/scene/contact.h"

#include <algorithm>

#include "pliant/fail.h"
#include "pliant/scene/contact_size.h"
#include "pliant/scene/faces.h"
#include "pliant/scene/frame.h"
#include "pliant/scene/layers.h"
#include "pliant/scene/scene.h"
#include "pliant/shared/neighbour.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr float kSmallestThickness = 1e-6f;  // [m]
constexpr float kLargestThickness = 1e6f;    // [m]
constexpr double kThinnest = 0.01;           // of the usual thickness, by layers that are upon each other
constexpr float kLargestFriction = 1e6f;
constexpr std::size_t kMostContacts = 1u << 21;  // kernels have their number as a float, see kUnevenMark

struct Lengths {
    double sum = 0.0;
    std::size_t count = 0;

    void add(double length) {
        sum += length;
        ++count;
    }
};

Lengths lengthsOfSticks(const Scene& scene, const Body& body) {
    Lengths lengths;
    for (const SceneStick& stick : scene.sticks) {
        const bool isItsOwn = stick.a - body.firstParticle < body.particleCount;
        if (stick.kind == StickKind::Structural && isItsOwn) lengths.add(stick.restLength);
    }
    return lengths;
}

Lengths lengthsOfEdges(const Scene& scene, const Body& body) {
    Lengths lengths;
    forEachFaceEdge(body,
                    [&](Index a, Index b) { lengths.add(distanceBetween(scene.positions[a], scene.positions[b])); });
    return lengths;
}

// 1.2 of the mean rest length of the body's structural sticks, or, without, of the edges of its faces, but no more than
// 0.79 of how near layers are to each other, which keep off each other then [m]; 0: it has neither.
float thicknessFor(const Scene& scene, const Body& body) {
    Lengths lengths = lengthsOfSticks(scene, body);
    if (lengths.count == 0) lengths = lengthsOfEdges(scene, body);
    if (lengths.count == 0) return 0.0f;
    const double usual = 1.2 * lengths.sum / double(lengths.count), share = 0.99 / double(kRestShare);
    const double ofLayers = share * nearestLayers(scene, body, usual / share);
    return static_cast<float>(std::max(std::min(usual, ofLayers), kThinnest * usual));
}

bool shareParticles(const Contact& a, const Contact& b) {
    return a.firstParticle < b.firstParticle + b.particleCount && b.firstParticle < a.firstParticle + a.particleCount;
}

}  // namespace

Status checkThickness(const Scene& scene, const Body& body, float thickness) {
    if (body.particleCount < 2) return {};
    vec3 low = scene.positions[body.firstParticle], high = low;
    for (Index i = body.firstParticle; i < body.firstParticle + body.particleCount; ++i) {
        low = glm::min(low, scene.positions[i]);
        high = glm::max(high, scene.positions[i]);
    }
    const vec3 size = high - low;
    const float largest = std::max({size.x, size.y, size.z});
    if (thickness < largest) return {};
    return fail("body '{}' would be {:g} m thick and is {:.3g} m long; both are in metres", body.name, thickness,
                largest);
}

Status addContact(Scene& scene, Index body, const ContactDescription& description) {
    if (body >= scene.bodies.size())
        return fail("there is no body {} to touch others; the scene has {}", body, scene.bodies.size());
    const Body& which = scene.bodies[body];
    Contact contact{which.firstParticle,  which.particleCount,  0.0f,
                    description.friction, description.category, description.mask};
    contact.thickness = description.thickness ? *description.thickness : thicknessFor(scene, which);
    if (!description.thickness && contact.thickness == 0.0f) {
        return fail(
            "body '{}' has neither structural sticks nor faces that would say how thick it is; give its contact "
            "a thickness",
            which.name);
    }
    if (Status status = validate(contact, scene.contacts.size(), scene); !status)
        return fail("body '{}': {}", which.name, status.error().message);
    if (description.thickness)
        if (Status status = checkThickness(scene, which, contact.thickness); !status) return status;
    for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
        if (shareParticles(scene.contacts[i], contact))
            return fail("particles of body '{}' are in contact {} already; a particle is in at most one", which.name,
                        i);
    }
    scene.contacts.push_back(contact);
    return {};
}

Status validate(const Contact& contact, std::size_t index, const Scene& scene) {
    if (scene.planar) return fail("contact {} is in a planar scene; there, outlines touch", index);
    const std::size_t particles = scene.positions.size();
    if (contact.particleCount == 0 || contact.firstParticle >= particles ||
        contact.particleCount > particles - contact.firstParticle) {
        return fail("contact {} is of {} particles from {} on; it needs at least one, and the scene has {}", index,
                    contact.particleCount, contact.firstParticle, particles);
    }
    if (!(contact.thickness >= kSmallestThickness && contact.thickness <= kLargestThickness)) {
        return fail("contact {} has a thickness of {} m; it must be from {} to {} m", index, contact.thickness,
                    kSmallestThickness, kLargestThickness);
    }
    if (!(contact.friction >= 0.0f && contact.friction <= kLargestFriction)) {
        return fail("contact {} has a friction of {}; it must be from 0 to {}", index, contact.friction,
                    kLargestFriction);
    }
    return {};
}

namespace {

// `frames`: as framesOf() has them.
Status validateFrame(const Contact& contact, std::size_t index, const std::vector<Index>& frames) {
    const auto first = frames.begin() + contact.firstParticle, last = first + contact.particleCount;
    const auto other = std::find_if(first, last, [&](Index frame) { return frame != *first; });
    if (other == last) return {};
    return fail("contact {} has particles {} and {}, which are in different frames of reference", index,
                contact.firstParticle, other - frames.begin());
}

}  // namespace

Status validateContacts(const Scene& scene) {
    if (scene.contacts.size() >= kMostContacts)
        return fail("the scene has {} contacts; it can have {}", scene.contacts.size(), kMostContacts - 1);
    const std::vector<Index> frames = framesOf(scene);
    std::vector<Index> order(scene.contacts.size());
    for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
        if (Status status = validate(scene.contacts[i], i, scene); !status) return status;
        if (!frames.empty())
            if (Status status = validateFrame(scene.contacts[i], i, frames); !status) return status;
        order[i] = static_cast<Index>(i);
    }
    const auto firstOf = [&](Index i) { return scene.contacts[i].firstParticle; };
    std::sort(order.begin(), order.end(),
              [&](Index a, Index b) { return firstOf(a) < firstOf(b) || (firstOf(a) == firstOf(b) && a < b); });
    for (std::size_t k = 1; k < order.size(); ++k) {
        const Contact& before = scene.contacts[order[k - 1]];
        if (firstOf(order[k]) < before.firstParticle + before.particleCount) {
            return fail("contacts {} and {} share particle {}; a particle is in at most one",
                        std::min(order[k - 1], order[k]), std::max(order[k - 1], order[k]), firstOf(order[k]));
        }
    }
    return {};
}

}  // namespace pliant
