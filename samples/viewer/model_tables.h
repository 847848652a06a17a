#pragma once

#include <glm/vec2.hpp>

#include "pliant/schedule/schedule.h"
#include "pliant/surface/surface.h"
#include "scenes/scenes.h"
#include "viewer/creases.h"
#include "viewer/shaders/view.h"

namespace pliant::viewer {

/// What the renderer knows of a scene beside its solver's state, ready to be uploaded. Particles are those of the
/// schedule.
struct ModelTables {
    std::vector<vec4>
        places;  ///< per vertex of the surface: coordinates on the body at rest [m], bits of the body's index
    std::vector<Style> styles;               ///< per body, and one more for particles without a body
    std::vector<glm::uvec4> segments;        ///< of ropes: both ends, the particle before (or itself) and the one after
    std::vector<std::uint32_t> ropeEnds;     ///< particles
    std::vector<std::uint32_t> strainFirst;  ///< rows of structural sticks, as Schedule::rowFirst
    std::vector<glm::uvec2> strainEntries;   ///< the other end, and the bits of the rest length [m]
    std::vector<std::uint32_t> edges;        ///< two ends each: every edge of a triangle once
    Creases creases;
    std::vector<glm::uvec4> outlines;  ///< as segments: edges of one triangle only, for flat pictures
    float size = 1.0f;                 ///< diagonal of the scene's box at rest [m]
    float ground = 0.0f;               ///< height of the floor where the scene has none that is solid [m]
};

ModelTables tablesOf(const samples::SampleScene& sample, const Schedule& schedule, const Surface& surface);

/// Of the tube that a rope is drawn as [m].
float ropeRadius(float restLength);

/// How a body looks, by its number: a palette, and shades of it where there are many.
Style styleOf(std::uint32_t body);

}  // namespace pliant::viewer
