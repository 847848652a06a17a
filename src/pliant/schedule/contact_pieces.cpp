#include "pliant/scene/shape.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/together.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr Index kNone = ~0u;
constexpr Index kMostPieces = 1u << 21;  // kernels have their number as a float, see kUnevenMark

// Per particle, or kNone.
std::vector<Index> contactsOfParticles(const Scene& scene) {
    std::vector<Index> contacts(scene.positions.size(), kNone);
    for (Index c = 0; c < scene.contacts.size(); ++c)
        std::fill_n(contacts.begin() + scene.contacts[c].firstParticle, scene.contacts[c].particleCount, c);
    return contacts;
}

}  // namespace

std::vector<Index> piecesOfContacts(const Scene& scene) {
    const std::vector<Index> contacts = contactsOfParticles(scene);
    const auto count = static_cast<Index>(scene.positions.size());
    Sets sets(count);
    std::vector<bool> isAlone(count, true);
    const auto join = [&](Index a, Index b) {
        if (a == b || contacts[a] == kNone || contacts[a] != contacts[b]) return;
        sets.join(a, b);
        isAlone[a] = isAlone[b] = false;
    };
    forAllJoined(scene, join);
    for (const SceneShape& shape : scene.shapes)
        for (const Index particle : shape.particles)
            join(shape.particles.front(), particle);
    std::vector<Index> pieces(count, kNone);
    Index found = 0;
    for (Index i = 0; i < count; ++i) {
        if (contacts[i] == kNone) continue;
        const Contact& contact = scene.contacts[contacts[i]];
        const bool touchesItself = (contact.category & contact.mask) != 0;
        const bool isConnected = touchesItself && !isAlone[i];
        found += isConnected && sets.find(i) == i;
        pieces[i] = isConnected ? sets.find(i) : count + contacts[i];
    }
    if (found + scene.contacts.size() < kMostPieces) return pieces;
    for (Index i = 0; i < count; ++i)
        if (contacts[i] != kNone) pieces[i] = count + contacts[i];
    return pieces;
}

}  // namespace pliant
