#pragma once

#include <string>

#include "viewer/camera_motion.h"
#include "viewer/curves.h"
#include "viewer/gpu_timer.h"
#include "viewer/locks.h"
#include "viewer/playback.h"
#include "viewer/scene_choice.h"
#include "viewer/world.h"

namespace pliant::viewer {

/// Numbers of a scene that a change builds anew, as they stand in the panel.
struct KnobValues {
    std::map<std::string, float> values;  ///< by the knob's name
    float gravity = 9.81f;                ///< downwards [m/s^2]
};

/// As the options have them, and the scene that has been built.
KnobValues knobsOf(const samples::SceneOptions& options, const Scene& scene);

/// What a person can change while a scene runs.
struct Settings {
    StepSettings step;
    WorldSettings world;
    Show show = Show::Fabric;
    bool wireframe = false;
    float fullStretch = 0.05f;
    CameraMotion camera = CameraMotion::Stay;  ///< Fit: as if the scene were framed in every picture
    bool hasMarkers = true;                    ///< dots at pinned particles
    bool isAlwaysFine = false;                 ///< never drawn coarser for speed
    bool hasPanel = true;
    bool hasCurves = false;  ///< are looked at
    KnobValues knobs;
};

/// What the panel tells.
struct PanelFacts {
    const SceneChoice& choice;
    const samples::SampleScene& sample;
    const Schedule& schedule;
    const std::vector<Collider>& sceneColliders;  ///< of the scene itself, as they stand
    std::optional<vec3> wind;                     ///< that blows [m/s]; none: no air
    const Playback& playback;
    const GpuTimer& timer;
    const std::string& device;
    const std::string& message;  ///< of what went wrong; empty: nothing
    double framesPerSecond = 0.0;
    double detail = 1.0;        ///< share of the window's width and height that the scene is drawn with
    bool hasTriangles = false;  ///< fabrics and air have something to act on
    bool isBuilding = false;
    const Locks* locks = nullptr;
    const Touch* touch = nullptr;
    const Curves* curves = nullptr;
};

/// What a person wants done.
struct Wishes {
    std::optional<SceneChoice> build;  ///< this scene in place of the one that runs
    bool toggle = false;               ///< play or pause
    bool step = false;
    bool reset = false;
    bool frame = false;              ///< the whole scene in view
    std::optional<Locks::End> lock;  ///< to be locked, or unlocked
};

/// How much of the window's left the panel covers, in the units of Window::size().
float panelWidth();

/// Draws the panel of this frame. `settings` are edited in place.
Wishes drawPanel(const PanelFacts& facts, Settings& settings);

}  // namespace pliant::viewer
