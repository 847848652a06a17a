#pragma once

#include <cstdint>
#include <optional>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

struct Scene;

/// Particles that keep others off, as balls do: those of other contacts, and of their own those that are at least 1.25
/// thicknesses away from them where the scene puts them. Pieces of a contact that no stick, bend, element, face or
/// shape connects, as the layers of a coat in one mesh, are to each other as two contacts are; particles that nothing
/// connects with any other count as one piece. (In a scene of two million pieces each contact is one.) Each can be in
/// one contact; one that is in none passes through everything. Not for planar scenes, which have outlines
/// (scene/outline.h). All particles of a contact are in one frame of reference, or in the world, and touch what is in
/// the same.
///
/// Two particles keep the mean of their contacts' thicknesses apart, as far as the rounds of pushes in each substep
/// go: what is pressed hard gives way. Where a body is thinner than 0.8 of its mean edge, corners and faces, and edges
/// that cross, keep the same distance, with the same friction. Faces and edges are kept from going through each other
/// however thick they are: where they would, their ways are cut short. docs/CONTACT.md says what this keeps, and what
/// not.
///
/// Where a stick, a bend, an element or a face joins particles of two contacts, as a string and a balloon, these are as
/// one: what is within 2.6 of their distances (or 0.8 of their mean edges, if that is more) of the joint, and nearer to
/// each other than 1.25 in the scene, does not touch. What is joined to the inside of a solid has no such joint.
///
/// Of a body with faces, corners of tetrahedra and members of shapes that are on none of its faces touch nothing. What
/// is of one shape of compliance 0, as a rigid body, does not touch itself.
///
/// A particle has room for 48 that it could touch. One with more stays where it is, and is counted: Snapshot::crowded.
struct Contact {
    std::uint32_t firstParticle = 0;  ///< index in the scene
    std::uint32_t particleCount = 0;  ///< at least 1
    float thickness = 0.0f;           ///< [m], 1e-6 ... 1e6
    float friction = 0.3f;            ///< Coulomb's coefficient, 0 ... 1e6; two that touch have the mean of theirs
    std::uint32_t category = 1;       ///< a bit for each category that it belongs to
    std::uint32_t mask = ~0u;  ///< categories that it touches; two touch if each one's mask has one of the other's
};

/// What addContact() chooses, where nothing else is said.
struct ContactDescription {
    /// [m]; without: 1.2 of the mean rest length of the body's structural sticks, or of the edges of its faces, and
    /// 0.79 of how near the layers of a folded surface are to each other at most, down to a hundredth of that.
    std::optional<float> thickness;
    float friction = 0.3f;           ///< Contact::friction
    std::uint32_t category = 1;      ///< Contact::category
    std::uint32_t mask = ~0u;        ///< Contact::mask
};

/// All particles of a body keep others off from now on, but for those within a solid. Errors: no such body, one that
/// touches already, one that has no structural sticks and is given no thickness, one that is given a thickness larger
/// than itself; and the rules of Contact, which compile() checks again.
PLIANT_API Status addContact(Scene& scene, std::uint32_t body, const ContactDescription& description = {});

/// The first rule that the contact breaks, if any, with its index.
PLIANT_API Status validate(const Contact& contact, std::size_t index, const Scene& scene);

/// The first rule that a contact of the scene breaks, if any; none shares a particle with another, or is in two frames.
PLIANT_API Status validateContacts(const Scene& scene);

}  // namespace pliant
