#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

struct Body;
struct Scene;

/// What is inside a closed line or surface.
enum class Filling : std::uint8_t {
    Fixed,  ///< the area or volume is a constraint (XPBD): water
    Gas,    ///< its pressure goes down as it gets room: pressure * measure stays what it is at rest (Boyle 1662). It is
            ///< in balance with what is around it where both pressures are the same
};

/// The inside of a closed outline (of a planar scene: its measure is the area [m^2]) or of a closed mesh (the volume
/// [m^3]).
struct Enclosure {
    /// Of a planar scene: the particles along the outline, counter-clockwise, at least 3. Else three particles per
    /// triangle, counter-clockwise seen from outside; every edge belongs to two triangles, once in each direction.
    /// A particle is in at most one enclosure.
    std::vector<std::uint32_t> boundary;
    Filling filling = Filling::Fixed;  ///< water or gas: which of the numbers below count
    float restMeasure = 0.0f;          ///< area or volume at rest [m^2, m^3], 1e-15 ... 1e15; 0: as the scene has it
    float inflation = 1.0f;            ///< of Fixed: the measure that is kept, by that at rest; 0.01 ... 100
    float compliance = 0.0f;  ///< of Fixed: change of the measure per pressure [m^4/N, m^5/N], 0 or 1e-15 ... 1e15
    float pressure = 0.0f;    ///< of Gas: inside, at rest [N/m, N/m^2], 0 ... 1e15
    float outside = 0.0f;     ///< of Gas: around it [N/m, N/m^2], 0 ... 1e15
    float buoyancy = 0.0f;    ///< density of what is around it [kg/m^2, kg/m^3], 0 ... 1e6: it bears up the weight of
                              ///< what the enclosure displaces; 0: not at all
};

/// The first rule that the enclosure breaks, if any, with its index and the particle's or edge's.
PLIANT_API Status validate(const Enclosure& enclosure, std::size_t index, const Scene& scene);

/// The same of all enclosures of the scene, and that none has a particle of another.
PLIANT_API Status validateEnclosures(const Scene& scene);

/// Enclosure::boundary of a body that is a closed mesh: its faces, cut into triangles where the scene has its
/// particles.
PLIANT_API std::vector<std::uint32_t> boundaryOf(const Body& body, const std::vector<glm::vec3>& positions);

/// Area or volume where the positions of the scene are those of `positions` [m^2, m^3]; in double.
PLIANT_API double measureOf(const Enclosure& enclosure, const std::vector<glm::vec3>& positions, bool isPlanar);

}  // namespace pliant
