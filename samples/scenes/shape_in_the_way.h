#pragma once

#include "scenes/scenes.h"

namespace pliant::samples {

/// A solid of the forms that the solver knows, which bodies collide with; it stands still.
struct ShapeInTheWay {
    std::string text;  ///< that said it
    Collider collider;
    vec3 low, high;  ///< corners of a box around it
};

/// Whether `--collider` says a solid so, and no file: it begins with the name of a form and a colon.
bool namesShape(const std::string& text);
/// What a solid can begin with: "sphere:, box:, ...".
std::string shapeNames();

/// "sphere:x,y,z,r", "box:x0,y0,z0,x1,y1,z1" (two corners), "capsule:x0,y0,z0,x1,y1,z1,r" (between the middles of its
/// round ends) or "cylinder:..." (between those of its flat ends), in [m]. It keeps particles off by `thickness` [m].
/// Errors name the text: numbers that are none, too few or too many; ends at one place; what validate() refuses.
Result<ShapeInTheWay> shapeOf(const std::string& text, float thickness);

/// Has what moves in the scene collide with it. Errors: a particle that is pinned inside of it, which would tear at
/// all that hangs on it.
Status addShapeInTheWay(SampleScene& sample, const ShapeInTheWay& shape);

}  // namespace pliant::samples
