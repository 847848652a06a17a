#pragma once

#include <optional>

#include "viewer/camera.h"
#include "viewer/model.h"

namespace pliant::viewer {

/// What the colour of the cloth means.
enum class Show {
    Fabric,     ///< how it looks
    Stretch,    ///< how far the sticks at a particle are from their rest lengths: blue pressed, white at rest, red
                ///< stretched
    Colours,    ///< the sticks as lines, in the colours of the graph
    Heat,       ///< Model::setHeat()
    Contacts,   ///< what touches, and how far it is pressed in, with a needle where that pushes it; see insight.h
    Thickness,  ///< the balls as which particles keep others off
    Sleep,      ///< what is at rest: blue
};

/// One picture's worth of choices.
struct View {
    Camera camera;
    Show show = Show::Fabric;
    bool wireframe = false;              ///< the edges of triangles on top
    float fullStretch = 0.05f;           ///< Show::Stretch: the strain that is shown as full red
    std::vector<Collider> colliders;     ///< drawn where they stand at the end of the step
    std::vector<std::uint32_t> markers;  ///< particles of the scene, drawn as dots: the pinned ones
    bool hasParticles =
        true;  ///< all particles as dots, where SampleScene::showsParticles: pinned ones red, others green
    std::uint64_t insight = 0;                 ///< how often lookInto() has changed what is shown
    std::optional<std::uint32_t> highlighted;  ///< and a larger one: the picked
    float dotScale = 1.0f;  ///< of the dots, which have a size in pixels: for pictures that will be enlarged or shrunk
};

/// Draws a model: ground, sky, soft shadow, two-sided cloth with sheen, tubes, lines, colliders, ornaments, markers; 4x
/// MSAA. With a flat camera, a drawing of the plane z = 0: filled faces with outlines, round lines, cuts through
/// colliders.
class Renderer {
  public:
    /// `colourFormat` and `finalLayout` are those of the images that are drawn into. Errors: Vulkan calls that fail.
    static Result<std::unique_ptr<Renderer>> create(Device& device, VkFormat colourFormat, VkImageLayout finalLayout);
    ~Renderer();

    /// (Re)makes what depends on the size. Nothing may be in flight. Errors: Vulkan calls that fail.
    Status resize(VkExtent2D extent);

    /// Records a picture of the model into `target`, an image view of the renderer's format and size, with the
    /// barriers that it needs after Model::recordVertices() and before the next step. Pictures in flight: up to
    /// `kFramesInFlight`, one `frame` each.
    static constexpr std::uint32_t kFramesInFlight = 2;
    Status record(VkCommandBuffer commands, std::uint32_t frame, VkImageView target, const Model& model,
                  const View& view);

  private:
    struct State;
    explicit Renderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace pliant::viewer
