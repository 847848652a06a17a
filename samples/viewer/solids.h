#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <vector>

#include "scenes/scenes.h"
#include "viewer/shaders/view.h"

namespace pliant::viewer {

/// A corner of a collider of any size: around * radius + straight * half extents, in its own coordinates.
struct SolidVertex {
    vec3 around;
    vec3 straight;
    vec3 normal;
};

/// A range of the vertices of solidVertices(), three to a triangle.
struct SolidRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// The meshes of all shapes one after another: round ones (spheres are capsules without a middle), boxes, cylinders.
std::vector<SolidVertex> solidVertices();
SolidRange solidRange(ColliderShape shape);  ///< not of a plane

/// How it is drawn. `index` chooses its colour.
Solid solidOf(const Collider& collider, std::size_t index);
Solid solidOf(const samples::Ornament& ornament, std::uint32_t localParticle);

/// Radius of a ball around its position that holds it [m]; 0 of a plane.
float reachOf(const Collider& collider);
float reachOf(const samples::Ornament& ornament);

}  // namespace pliant::viewer
