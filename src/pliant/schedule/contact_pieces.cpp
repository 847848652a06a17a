#include "pliant/scene/shape.h"
#include "pliant/schedule/families.h"
#include "pliant/schedule/together.h"

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr Index kNone = ~0u;
constexpr Index kMostPieces = 1u << 21;  // kernels have their number as a float, see kUnevenMark

class ContactPieces {
  public:
    explicit ContactPieces(const Scene& scene)
        : scene_(scene),
          contacts_(scene.positions.size(), kNone),
          sets_(scene.positions.size()),
          isAlone_(scene.positions.size(), true),
          last_(scene.contacts.size(), {0, kNone}) {
        for (Index c = 0; c < scene.contacts.size(); ++c)
            std::fill_n(contacts_.begin() + scene.contacts[c].firstParticle, scene.contacts[c].particleCount, c);
    }

    // Those of each contact with each other.
    void join(std::span<const Index> particles) {
        ++groups_;
        for (const Index i : particles) {
            if (contacts_[i] == kNone) continue;
            auto& [group, other] = last_[contacts_[i]];
            if (group == groups_ && other != i) {
                sets_.join(other, i);
                isAlone_[other] = isAlone_[i] = false;
            }
            group = groups_;
            other = i;
        }
    }

    std::vector<Index> numbers() {
        std::vector<Index> numbers(contacts_.size(), kNone);
        Index count = 0;
        for (Index i = 0; i < numbers.size(); ++i) {
            if (contacts_[i] == kNone) continue;
            const Contact& contact = scene_.contacts[contacts_[i]];
            const bool touchesItself = (contact.category & contact.mask) != 0;
            numbers[i] = touchesItself && !isAlone_[i] ? sets_.find(i) : wholeOf(i);
            count += numbers[i] == i;
        }
        if (count + scene_.contacts.size() < kMostPieces) return numbers;
        for (Index i = 0; i < numbers.size(); ++i)
            if (contacts_[i] != kNone) numbers[i] = wholeOf(i);
        return numbers;
    }

  private:
    Index wholeOf(Index i) const { return static_cast<Index>(contacts_.size()) + contacts_[i]; }

    const Scene& scene_;
    std::vector<Index> contacts_;  // per particle, or kNone
    Sets sets_;
    std::vector<bool> isAlone_;  // nothing joins the particle with another of its contact
    std::uint64_t groups_ = 0;
    std::vector<std::pair<std::uint64_t, Index>>
        last_;  // per contact: the last group that had a particle of it, and which
};

}  // namespace

std::vector<Index> piecesOfContacts(const Scene& scene) {
    ContactPieces pieces(scene);
    const auto join = [&](std::span<const Index> particles) { pieces.join(particles); };
    forAllConnections(scene, join);
    for (const SceneShape& shape : scene.shapes)
        join(shape.particles);
    return pieces.numbers();
}

}  // namespace pliant
