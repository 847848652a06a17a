#include "viewer/frame_data.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "viewer/solids.h"

namespace pliant::viewer {
namespace {

const vec3 kKeyDirection = glm::normalize(vec3(-0.50f, 0.80f, 0.42f));  // towards the light
// The ground is gone at so many times what is larger: the scene, or its distance.
constexpr float kHazeDistances = 9.0f;
constexpr float kCellsPerScene = 6.0f;

// Unsigned integers in the order of the floats, as toOrdered() of bounds.glsl.
std::uint32_t toOrdered(float x) {
    const auto bits = bitsOfFloat(x);
    return bits ^ ((bits >> 31) != 0u ? 0xffffffffu : 0x80000000u);
}

// 1, 2 or 5 times a power of ten.
float roundLength(float x) {
    const float power = std::pow(10.0f, std::floor(std::log10(x)));
    const float digit = x / power;
    return power * (digit < 1.5f ? 1.0f : digit < 3.5f ? 2.0f : digit < 7.5f ? 5.0f : 10.0f);
}

void setAxes(FrameData& frame, std::uint32_t light, vec3 x, vec3 z) {
    frame.axes[3 * light] = vec4(x, 0.0f);
    frame.axes[3 * light + 1] = vec4(glm::cross(z, x), 0.0f);
    frame.axes[3 * light + 2] = vec4(z, 0.0f);
}

Collider usualGround(float height) {
    Collider ground;
    ground.pose.position.y = height;
    return ground;
}

}  // namespace

// How thick it is, whatever its length: walls of one kind have one colour.
struct ColliderKind {
    ColliderShape shape = ColliderShape::Plane;
    float thickness = 0.0f;  // [m]

    explicit ColliderKind(const Collider& c)
        : shape(c.shape), thickness(c.shape == ColliderShape::Box ? c.halfExtents.x : c.radius) {}
    bool operator==(const ColliderKind&) const = default;
};

ShownSolids solidsOf(const View& view, const Model& model) {
    ShownSolids shown;
    std::vector<ColliderKind> kinds;
    for (const Collider& collider : view.colliders) {
        if (collider.shape == ColliderShape::Plane) continue;
        const auto kind = std::find(kinds.begin(), kinds.end(), ColliderKind(collider)) - kinds.begin();
        if (std::size_t(kind) == kinds.size()) kinds.emplace_back(collider);
        shown.solids.push_back(solidOf(collider, std::size_t(kind)));
        shown.shapes.push_back(collider.shape);
    }
    for (const samples::Ornament& ornament : model.sample().ornaments) {
        shown.solids.push_back(solidOf(ornament, model.schedule()->localParticle[ornament.particle]));
        shown.shapes.push_back(ornament.shape);
        ++shown.ornamentCount;
    }
    for (const Collider& collider : view.colliders)
        if (collider.shape == ColliderShape::Plane) shown.solids.push_back(solidOf(collider, 0));
    const bool lacksGround = shown.solids.size() == shown.shapes.size() && !view.camera.isFlat;
    if (lacksGround) shown.solids.push_back(solidOf(usualGround(model.buffers().ground), 0));
    shown.groundCount = static_cast<std::uint32_t>(shown.solids.size() - shown.shapes.size());
    return shown;
}

FrameData frameDataOf(const View& view, const Model& shownModel, VkExtent2D extent, bool encodes) {
    const Model::Buffers& model = shownModel.buffers();
    const Camera& camera = view.camera;
    const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
    const auto height = static_cast<float>(extent.height);
    const float slope = camera.isFlat ? 0.5f * camera.distance : std::tan(0.5f * camera.fieldOfView);
    const mat4 turned = glm::transpose(camera.view());
    FrameData frame{};
    frame.clipFromWorld = camera.projection(aspect) * camera.view();
    frame.eye = vec4(camera.eye(), 2.0f * slope / height);
    frame.right = vec4(slope * aspect * vec3(turned[0]), 0.0f);
    frame.up = vec4(slope * vec3(turned[1]), 0.0f);
    frame.forward = -vec4(vec3(turned[2]), 0.0f);
    frame.target = vec4(camera.target, kHazeDistances * std::max(model.size, camera.distance));
    setAxes(frame, 0, glm::normalize(glm::cross(vec3(0.0f, 1.0f, 0.0f), kKeyDirection)), kKeyDirection);
    setAxes(frame, 1, vec3(1.0f, 0.0f, 0.0f), vec3(0.0f, 1.0f, 0.0f));
    frame.fullStretch = std::max(view.fullStretch, 1e-6f);
    frame.cell = roundLength(model.size / kCellsPerScene);
    frame.show = static_cast<std::uint32_t>(view.show);
    frame.encodes = encodes;
    frame.particles = model.particleCount;
    frame.vertices = model.vertexCount;
    frame.isFlat = camera.isFlat;
    frame.pixel = camera.metresPerPixel(height);
    for (const samples::Ornament& ornament : shownModel.sample().ornaments)
        frame.reach = std::max(frame.reach, reachOf(ornament));
    return frame;
}

BoundsData boundsOf(const View& view, const FrameData& frame) {
    BoundsData data;
    for (std::uint32_t light = 0; light < kLightCount; ++light) {
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            float low = INFINITY, high = -INFINITY;
            for (const Collider& collider : view.colliders) {
                if (collider.shape == ColliderShape::Plane) continue;
                const float along = glm::dot(vec3(frame.axes[3 * light + axis]), collider.pose.position);
                low = std::min(low, along - reachOf(collider));
                high = std::max(high, along + reachOf(collider));
            }
            data[6 * light + axis] = toOrdered(low);
            data[6 * light + 3 + axis] = toOrdered(high);
        }
    }
    return data;
}

}  // namespace pliant::viewer
