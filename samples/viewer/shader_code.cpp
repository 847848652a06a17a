#include "viewer/shader_code.h"

#include <cassert>

namespace pliant::viewer {
namespace {

// The build compiles samples/viewer/shaders/NAME.glsl to NAME.inc.
constexpr std::uint32_t kMeasureBounds[] =
#include "measure_bounds.comp.inc"
    ;
constexpr std::uint32_t kMeasureStretch[] =
#include "measure_stretch.comp.inc"
    ;
constexpr std::uint32_t kCastVertex[] =
#include "cast.vert.inc"
    ;
constexpr std::uint32_t kSurfaceVertex[] =
#include "surface.vert.inc"
    ;
constexpr std::uint32_t kCreaseVertex[] =
#include "crease.vert.inc"
    ;
constexpr std::uint32_t kTubeVertex[] =
#include "tube.vert.inc"
    ;
constexpr std::uint32_t kRopeEndVertex[] =
#include "rope_end.vert.inc"
    ;
constexpr std::uint32_t kShellVertex[] =
#include "shell.vert.inc"
    ;
constexpr std::uint32_t kDotVertex[] =
#include "dot.vert.inc"
    ;
constexpr std::uint32_t kLineVertex[] =
#include "line.vert.inc"
    ;
constexpr std::uint32_t kSolidVertex[] =
#include "solid.vert.inc"
    ;
constexpr std::uint32_t kGroundVertex[] =
#include "ground.vert.inc"
    ;
constexpr std::uint32_t kSkyVertex[] =
#include "sky.vert.inc"
    ;
constexpr std::uint32_t kFabricFragment[] =
#include "fabric.frag.inc"
    ;
constexpr std::uint32_t kDotFragment[] =
#include "dot.frag.inc"
    ;
constexpr std::uint32_t kLineFragment[] =
#include "line.frag.inc"
    ;
constexpr std::uint32_t kSolidFragment[] =
#include "solid.frag.inc"
    ;
constexpr std::uint32_t kGroundFragment[] =
#include "ground.frag.inc"
    ;
constexpr std::uint32_t kSkyFragment[] =
#include "sky.frag.inc"
    ;
constexpr std::uint32_t kFlatBackgroundVertex[] =
#include "flat_background.vert.inc"
    ;
constexpr std::uint32_t kFlatFaceVertex[] =
#include "flat_face.vert.inc"
    ;
constexpr std::uint32_t kFlatLineVertex[] =
#include "flat_line.vert.inc"
    ;
constexpr std::uint32_t kFlatSolidVertex[] =
#include "flat_solid.vert.inc"
    ;
constexpr std::uint32_t kFlatDotVertex[] =
#include "flat_dot.vert.inc"
    ;
constexpr std::uint32_t kFlatBackgroundFragment[] =
#include "flat_background.frag.inc"
    ;
constexpr std::uint32_t kFlatFaceFragment[] =
#include "flat_face.frag.inc"
    ;
constexpr std::uint32_t kFlatLineFragment[] =
#include "flat_line.frag.inc"
    ;
constexpr std::uint32_t kFlatSolidFragment[] =
#include "flat_solid.frag.inc"
    ;
constexpr std::uint32_t kFlatDotFragment[] =
#include "flat_dot.frag.inc"
    ;

}  // namespace

std::span<const std::uint32_t> shaderCode(ShaderName name) {
    switch (name) {
        case ShaderName::MeasureBounds: return kMeasureBounds;
        case ShaderName::MeasureStretch: return kMeasureStretch;
        case ShaderName::CastVertex: return kCastVertex;
        case ShaderName::SurfaceVertex: return kSurfaceVertex;
        case ShaderName::CreaseVertex: return kCreaseVertex;
        case ShaderName::TubeVertex: return kTubeVertex;
        case ShaderName::RopeEndVertex: return kRopeEndVertex;
        case ShaderName::ShellVertex: return kShellVertex;
        case ShaderName::DotVertex: return kDotVertex;
        case ShaderName::LineVertex: return kLineVertex;
        case ShaderName::SolidVertex: return kSolidVertex;
        case ShaderName::GroundVertex: return kGroundVertex;
        case ShaderName::SkyVertex: return kSkyVertex;
        case ShaderName::FabricFragment: return kFabricFragment;
        case ShaderName::DotFragment: return kDotFragment;
        case ShaderName::LineFragment: return kLineFragment;
        case ShaderName::SolidFragment: return kSolidFragment;
        case ShaderName::GroundFragment: return kGroundFragment;
        case ShaderName::SkyFragment: return kSkyFragment;
        case ShaderName::FlatBackgroundVertex: return kFlatBackgroundVertex;
        case ShaderName::FlatFaceVertex: return kFlatFaceVertex;
        case ShaderName::FlatLineVertex: return kFlatLineVertex;
        case ShaderName::FlatSolidVertex: return kFlatSolidVertex;
        case ShaderName::FlatDotVertex: return kFlatDotVertex;
        case ShaderName::FlatBackgroundFragment: return kFlatBackgroundFragment;
        case ShaderName::FlatFaceFragment: return kFlatFaceFragment;
        case ShaderName::FlatLineFragment: return kFlatLineFragment;
        case ShaderName::FlatSolidFragment: return kFlatSolidFragment;
        case ShaderName::FlatDotFragment: return kFlatDotFragment;
    }
    assert(false);
    return {};
}

}  // namespace pliant::viewer
