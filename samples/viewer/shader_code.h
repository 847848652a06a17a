#pragma once

#include <cstdint>
#include <span>

namespace pliant::viewer {

enum class ShaderName {
    MeasureBounds,
    MeasureStretch,
    CastVertex,
    SurfaceVertex,
    CreaseVertex,
    TubeVertex,
    RopeEndVertex,
    ShellVertex,
    DotVertex,
    LineVertex,
    SolidVertex,
    GroundVertex,
    SkyVertex,
    FabricFragment,
    DotFragment,
    LineFragment,
    SolidFragment,
    GroundFragment,
    SkyFragment,
    FlatBackgroundVertex,
    FlatFaceVertex,
    FlatLineVertex,
    FlatSolidVertex,
    FlatDotVertex,
    FlatBackgroundFragment,
    FlatFaceFragment,
    FlatLineFragment,
    FlatSolidFragment,
    FlatDotFragment,
};

/// SPIR-V.
std::span<const std::uint32_t> shaderCode(ShaderName name);

}  // namespace pliant::viewer
