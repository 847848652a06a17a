#pragma once

#include "scenes/session.h"
#include "viewer/canvas.h"
#include "viewer/curves.h"
#include "viewer/detail.h"
#include "viewer/gui.h"
#include "viewer/images.h"
#include "viewer/locks.h"
#include "viewer/panel.h"
#include "viewer/picking.h"
#include "viewer/screen.h"

namespace pliant::viewer {

struct AppOptions {
    std::string device;       ///< as GpuOptions::device
    bool validation = false;  ///< messages go to standard error and end in exit status 1
    int width = 1280, height = 800;
    std::uint32_t frames = 0;           ///< closes by itself after so many; 0: never
    std::string screenshot;             ///< file to write with the last frame; empty: none
    std::vector<samples::Keys> script;  ///< of a game: keys of its first steps
    std::string record;                 ///< of a game: file to write its keys to in the end; empty: none
    bool isPaused = false;
    bool hasOwnBendPeriod = false;  ///< that of `settings` holds for all materials
    bool hasOwnSubsteps = false;    ///< these of `settings` hold for all scenes
    bool hasOwnIterations = false;
    Settings settings;
    std::function<bool()> wasInterrupted = [] { return false; };
};

/// The viewer: a window, a scene in it, and a person in front of it.
class App {
  public:
    /// Errors: those of Window, Device, Screen, Renderer and Model.
    static Result<std::unique_ptr<App>> create(const AppOptions& options, BuiltScene scene);
    ~App();
    App(const App&) = delete;

    /// Until the window is closed. Errors: Vulkan calls that fail (a lost device among them), a screenshot that cannot
    /// be written.
    Status run();
    std::size_t validationMessages() const { return validationMessages_; }

  private:
    explicit App(const AppOptions& options);
    Status createDevice();
    Status createScreen();
    void measurePanel();

    // What goes on: app.cpp.
    Status showScene(BuiltScene scene);
    Status takeBuilt();
    Status reset();
    void lookAtScene();
    void runAsUsual(const samples::UsualRun& before);
    Status frameScene();
    Status moveCamera();
    Beside besidePanel() const;
    Status fulfil(const Wishes& wishes);
    void checkSettings();
    void prepareInputs(double dt);
    void beginTouch();
    Status toggleLock(Locks::End end);
    Status watch(double elapsed);
    void startSession();
    const samples::Game* game() const { return model_->sample().game.get(); }
    PanelFacts facts() const;

    // What a person does: app_input.cpp.
    Status handle(const std::vector<InputEvent>& events);
    Status handleKey(const InputEvent& event);
    void togglePin(vec2 at);
    void leadFollower(vec2 at);
    std::optional<Grip> pickAt(vec2 at);

    // What is drawn: app_frame.cpp.
    Status runFrame(bool isLast);
    void drawWords() const;
    Status drawFrame(const Frame& frame, double elapsed, bool isLast);
    Status fitToScreen();
    Status drawScene(const Frame& frame, bool hasMoved, double elapsed, bool isLast);
    Status makePicture(double share);
    bool recordSteps(VkCommandBuffer commands, double elapsed);
    Status step(VkCommandBuffer commands, double dt);
    Status playStep();
    View view() const;
    double measureElapsed();
    Status lookIntoState();
    void rest();

    AppOptions options_;
    std::size_t validationMessages_ = 0;

    // In the order in which they need each other.
    std::unique_ptr<Window> window_;
    std::unique_ptr<Device> device_;
    std::unique_ptr<Model> model_;
    std::unique_ptr<Screen> screen_;
    std::unique_ptr<Canvas> canvas_;
    std::unique_ptr<Renderer> renderer_;
    std::unique_ptr<GpuTimer> timer_;
    std::unique_ptr<Gui> gui_;
    std::uint64_t generation_ = 0;  // of the screen that the canvas fits

    // The picture of the scene, kept while nothing in it changes.
    OwnedImage picture_;
    VkExtent2D pictureExtent_{};
    double pictureShare_ = 0.0;  // of the canvas' size; 0: there is none
    View pictured_;
    std::optional<std::pair<Show, std::uint64_t>> lookedInto_;  // what is shown of the state, after so many steps
    std::uint64_t insight_ = 0;                                 // how often that was
    Detail detail_;
    std::array<double, Renderer::kFramesInFlight> frameShares_{};  // of the pictures in flight

    SceneChoice choice_;
    Surface surface_;  // to be picked from
    Settings settings_;
    StepSettings goodStep_;   // the last that could be planned
    StepInputs sceneInputs_;  // as things stand: the scene's own
    StepInputs lastInputs_;   // and all of them
    SceneBuilder builder_;
    std::optional<samples::Session> session_;
    StepSettings sessionStep_;  // its steps'
    Playback playback_;
    World world_;
    Touch touch_;
    Locks locks_;
    Curves curves_;
    Camera camera_;
    std::optional<vec3> middle_;  // of the scene, where the camera goes with it
    Pointer pointer_;
    Status pickStatus_;  // of a pick that failed
    std::string message_;
    std::string deviceName_;

    double lastTime_ = 0.0;  // [s]
    double framesPerSecond_ = 0.0;
    std::uint32_t drawn_ = 0;
    bool isKept_ = false;  // the last frame, for the screenshot
};

}  // namespace pliant::viewer
