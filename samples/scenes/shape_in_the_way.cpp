#include "scenes/shape_in_the_way.h"

#include <array>

#include "pliant/fail.h"

namespace pliant::samples {
namespace {

struct Form {
    std::string_view name;
    ColliderShape shape;
    std::size_t numbers;
};

constexpr std::array kForms = {Form{"sphere:", ColliderShape::Sphere, 4}, Form{"box:", ColliderShape::Box, 6},
                               Form{"capsule:", ColliderShape::Capsule, 7},
                               Form{"cylinder:", ColliderShape::Cylinder, 7}};

const Form* formOf(const std::string& text) {
    for (const Form& form : kForms)
        if (text.starts_with(form.name)) return &form;
    return nullptr;
}

// Turns local y to a direction of length 1 or to its opposite, by the shorter way.
glm::quat turnTo(glm::dvec3 n) {
    if (n.y < 0.0) n = -n;
    return glm::quat(glm::normalize(glm::dquat(1.0 + n.y, n.z, 0.0, -n.x)));
}

void putBetween(ShapeInTheWay& shape, vec3 a, vec3 b) {
    shape.collider.pose.position = 0.5f * (a + b);
    shape.low = glm::min(a, b);
    shape.high = glm::max(a, b);
}

void widen(ShapeInTheWay& shape, float by) {
    shape.low -= by;
    shape.high += by;
}

Status addAxis(ShapeInTheWay& shape, vec3 a, vec3 b) {
    const glm::dvec3 axis = glm::dvec3(b) - glm::dvec3(a);
    const double length = glm::length(axis);
    if (!(length > 0.0)) return fail("--collider {}: its two ends are at one place", shape.text);
    shape.collider.halfHeight = float(0.5 * length);
    shape.collider.pose.rotation = turnTo(axis / length);
    return {};
}

}  // namespace

bool namesShape(const std::string& text) {
    return formOf(text) != nullptr;
}

std::string shapeNames() {
    std::string names;
    for (const Form& form : kForms)
        names += (names.empty() ? "" : ", ") + std::string(form.name);
    return names;
}

Result<ShapeInTheWay> shapeOf(const std::string& text, float thickness) {
    const Form& form = *formOf(text);
    const auto numbers =
        parseNumbers(text.substr(form.name.size()), form.numbers, fmt::format("--collider {}", form.name));
    if (!numbers) return numbers.error();
    const std::vector<float>& n = *numbers;
    const vec3 a(n[0], n[1], n[2]);
    const bool isSphere = form.shape == ColliderShape::Sphere, isBox = form.shape == ColliderShape::Box;
    const vec3 b = isSphere ? a : vec3(n[3], n[4], n[5]);
    ShapeInTheWay shape;
    shape.text = text;
    shape.collider.shape = form.shape;
    shape.collider.thickness = thickness;
    if (!isBox) shape.collider.radius = n.back();
    putBetween(shape, a, b);
    shape.collider.halfExtents = 0.5f * (shape.high - shape.low);
    if (!isBox) widen(shape, n.back());
    if (!isSphere && !isBox) {
        if (Status status = addAxis(shape, a, b); !status) return status.error();
    }
    if (Status status = validate(shape.collider, 0); !status)
        return fail("--collider {}: {}", text, status.error().message.substr(std::string_view("collider 0: ").size()));
    return shape;
}

Status addShapeInTheWay(SampleScene& sample, const ShapeInTheWay& shape) {
    const Scene& scene = sample.scene;
    for (std::size_t i = 0; i < scene.pinned.size(); ++i) {
        if (scene.pinned[i] != 0 && signedDistance(shape.collider, scene.positions[i]) < 0.0)
            return fail("--collider {}: particle {} is pinned inside of it", shape.text, i);
    }
    sample.inputs = [collider = shape.collider, others = sample.inputs](double from, double to) {
        StepInputs inputs = others(from, to);
        inputs.colliders.push_back(collider);
        return inputs;
    };
    return {};
}

}  // namespace pliant::samples
