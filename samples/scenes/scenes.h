#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pliant/scene/fabric.h"
#include "pliant/schedule/step_inputs.h"
#include "pliant/schedule/step_plan.h"
#include "pliant/state/untangle.h"

namespace pliant::samples {

/// What a person may say of a scene. Options that a scene has no use for are errors, not ignored.
struct SceneOptions {
    std::string scene;                   ///< a name of sceneList(), or the path of a mesh file
    std::optional<std::uint32_t> size;   ///< cloth: particles along a side; rope: particles; or how many bodies
    std::optional<float> length;         ///< rope [m]
    std::optional<float> span;           ///< rope: distance of its ends at the start [m]
    std::optional<std::string> pin;      ///< see kPinHelp; empty: the scene's own
    std::optional<Fabric> fabric;        ///< of cloth and meshes; none: sticks of `material`
    StickMaterial material;              ///< of all sticks, where there is no fabric
    Environment environment;             ///< but for its gravity, where the next says otherwise
    std::optional<vec3> gravity;         ///< [m/s^2]; none: the scene's own
    std::optional<vec3> wind;            ///< velocity of the air [m/s]; none: the scene's own
    std::optional<float> airDensity;     ///< [kg/m^3]; none: 1.2 where there is wind
    std::optional<float> ground;         ///< height of a floor [m]
    bool hasNoGround = false;            ///< of a mesh: not even the floor that one that nothing holds falls onto
    std::optional<bool> contact;         ///< bodies touch each other, and themselves; empty: as the scene is
    std::optional<float> thickness;      ///< [m], of what touches; empty: by the lengths of sticks
    std::optional<bool> sleep;           ///< what hardly moves is put to rest; empty: as the scene is
    std::vector<std::string> colliders;  ///< in the way: mesh FILE, CACHE.pc2@FILE (it moves), or solid SHAPE:NUMBERS
    double colliderFps = 60.0;           ///< samples of their caches per second
    std::optional<float> colliderThickness;  ///< [m]; empty: that of the bodies which touch them
    bool untangle = false;                   ///< what goes through each other at the start is brought apart before it
    std::optional<std::string> fill;         ///< jelly: path of a closed mesh to be filled
    std::map<std::string, double> knobs;     ///< values of SceneEntry::knobs by name; those that are missing are usual
};

/// A number of a scene that a person may set: `--set NAME=VALUE`, a slider in the viewer.
struct Knob {
    std::string name;     ///< "stiffness"
    std::string meaning;  ///< "of the springs [N/m]"
    double usual = 0.0;
    double least = 0.0;
    double most = 1.0;
    bool isWhole = false;  ///< whole numbers alone
    bool isLive = false;   ///< the viewer has something better than a slider that builds the scene anew
};

struct InTheWay;

/// Where a scene is best looked at from, for those who draw it.
struct Outlook {
    vec3 target{0.0f};      ///< [m]
    float distance = 4.0f;  ///< [m]
    float yaw = 0.5f;       ///< [rad] around y; 0 looks along -z
    float pitch = 0.25f;    ///< [rad] above the horizon
    float floor = 0.0f;     ///< height of the ground that is drawn [m]
    bool isFlat = false;    ///< a picture of the plane z = 0 from the front, `distance` high: for planar scenes
    float aspect = 1.35f;   ///< width of what is to be seen, in heights of the picture
};

/// How to run a scene as it is meant, where a person does not say otherwise.
struct UsualRun {
    std::optional<std::uint32_t> substeps;
    std::uint32_t iterations = 1;
};

/// A solid that is drawn where a particle is, and touches nothing: a box or a sphere.
struct Ornament {
    std::uint32_t particle = 0;
    ColliderShape shape = ColliderShape::Sphere;
    float radius = 0.1f;     ///< [m], of a sphere
    vec3 halfExtents{0.1f};  ///< [m], of a box
};

/// A word that stands where something is, in pictures and in the viewer.
struct Label {
    std::string text;
    vec3 place{0.0f};  ///< of its foot [m]
};

/// A line that is told beside a scene.
struct Note {
    std::string text;
    bool isWarning = false;
};

/// Things that a person can do in a game, as bits.
using Keys = std::uint32_t;

/// A game on top of a scene. It sees the state after every step and says what is done to the scene in the next, so that
/// the same keys give the same game to the bit, on either backend.
class Game {
  public:
    virtual ~Game() = default;

    /// Names of the keys, bit by bit: "left", "right", "launch".
    virtual const std::vector<std::string>& keyNames() const = 0;
    /// Back to the first step.
    virtual void restart() = 0;
    /// Of the step between two times [s], with these keys down all the while. Once per step.
    virtual StepInputs inputs(double from, double to, Keys keys) = 0;
    /// What the step has led to. Once per step.
    virtual void look(const Snapshot& after) = 0;
    /// Which keys a player of average skill would press now: for demonstrations and headless runs.
    virtual Keys demonstration() const = 0;
    /// Lines to be shown: "score 1,200", "ball 2 of 3".
    virtual std::vector<std::string> board() const = 0;
};

/// Where particles begin, if they do not begin where the scene has them.
struct Start {
    std::vector<vec3> positions;  ///< [m]
    Untangled untangled;          ///< how they came there
};

/// A scene, and what is done to it while it runs.
struct SampleScene {
    Scene scene;
    std::function<StepInputs(double from, double to)> inputs;  ///< of a step between two times [s]; never empty
    std::optional<Outlook> outlook = {};                       ///< none: seen whole
    UsualRun usual = {};
    std::optional<std::uint32_t> follower = {};  ///< a particle that goes where the cursor is, in the viewer
    bool showsParticles = false;                 ///< as dots: red where pinned, green where free
    bool isInPixels = false;                     ///< lengths are, in place of metres
    std::vector<Ornament> ornaments = {};
    std::vector<Label> labels = {};
    std::shared_ptr<Game> game = nullptr;                              ///< its inputs count, not those above
    std::function<std::vector<Note>(const StepSettings&)> notes = {};  ///< of the scene run so; may be empty
    std::optional<Start> start = {};
    std::size_t bodiesInTheWay = 0;  ///< the last bodies of the scene: --collider has brought them
};

inline constexpr float kUsualAir = 1.2f;  ///< density where there is wind [kg/m^3]

inline constexpr const char* kPinHelp =
    "none | first | ends | row | corners | four-corners | INDEX,INDEX,... | box:x0,y0,z0,x1,y1,z1";

/// What a person says on the command line, "--size".
using OptionNames = std::vector<std::string>;

struct SceneEntry {
    std::string name;
    std::string summary;
    OptionNames options;  ///< which of optionsOfSomeScenes() it has a use for
    std::vector<Knob> knobs = {};
};

/// The named scenes, in the order in which to show them. What a scene with knobs is made of, they say: it has no --size
/// and no --pin.
std::vector<SceneEntry> sceneList();

/// The same of mesh files: of any scene that has no such name.
SceneEntry meshEntry();

/// The options that have no meaning for some scenes.
const OptionNames& optionsOfSomeScenes();

/// Whether an option has a meaning for a scene.
bool takes(const std::string& scene, const std::string& option);

/// What to say of one that has none: "--contact has no meaning for the scene 'stack': its bodies always touch".
std::string meaningless(const std::string& option, const std::string& scene);

/// Takes out what has no meaning for the scene.
void forgetMeaningless(SceneOptions& options);

/// Errors: there is neither a scene of that name nor such a file.
Status checkScene(const std::string& scene);

/// The knobs of the scene of that name; none if there is no such scene.
std::vector<Knob> knobsOf(const std::string& scene);

/// What the options say of a knob that their scene has, or what is usual.
double knobOf(const SceneOptions& options, std::string_view name);

/// "stiffness=2000 (0 ... 1e+06, of the springs [N/m])".
std::string describe(const Knob& knob);

/// Where a scene has a gravity of its own.
Environment environmentOf(const SceneOptions& options, vec3 usualGravity);

/// Whether the scene of that name has no triangles, for air to act on or to be of a fabric.
bool isOfRopes(const std::string& scene);

/// StepSettings::bendPeriod for a fabric of fabricPresets(), or "sticks": stiff-cotton folds like nothing in
/// particular, and large ones are to be fast.
std::uint32_t usualBendPeriod(const std::string& material);

/// Builds a scene. Errors: an unknown name that is no file either, an option or a knob that the scene does not have, a
/// knob out of range, a bad pin, a floor above something that is pinned, meshes in the way where bodies cannot touch
/// them (in the plane, in frames of reference, without contact), something to be untangled where nothing touches, and
/// those of the scene's parts and files.
Result<SampleScene> makeScene(const SceneOptions& options);

/// What files of its frames have: all bodies but those that --collider has brought, which have files of their own. It
/// is no more than these bodies.
Scene sceneOfFiles(const SampleScene& sample);

/// The state that a scene begins from, compiled so.
Snapshot startOf(const SampleScene& sample, const Schedule& schedule);

// One file each; makeScene() has checked that the options apply.
Result<SampleScene> makeCloth(const SceneOptions& options, std::uint32_t defaultSize);
Result<SampleScene> makeDrape(const SceneOptions& options, std::uint32_t defaultSize);
Result<SampleScene> makeStack(const SceneOptions& options);
std::vector<Knob> stackKnobs();
Result<SampleScene> makeScarf(const SceneOptions& options);
Result<SampleScene> makeCurtain(const SceneOptions& options);
Result<SampleScene> makeKnot(const SceneOptions& options);
std::vector<Knob> knotKnobs();
Result<SampleScene> makePile(const SceneOptions& options);
std::vector<Knob> pileKnobs();
Result<SampleScene> makeHammock(const SceneOptions& options);
std::vector<Knob> hammockKnobs();
Result<SampleScene> makeFlag(const SceneOptions& options);
Result<SampleScene> makeManyFlags(const SceneOptions& options);
Result<SampleScene> makeRope(const SceneOptions& options);
Result<SampleScene> makeRopes(const SceneOptions& options);
Result<SampleScene> makeRope2d(const SceneOptions& options);
std::vector<Knob> rope2dKnobs();
Result<SampleScene> makeCord(const SceneOptions& options);
std::vector<Knob> cordKnobs();
Result<SampleScene> makeWeave(const SceneOptions& options);
std::vector<Knob> weaveKnobs();
Result<SampleScene> makeClothIntegrators(const SceneOptions& options);
std::vector<Knob> clothIntegratorsKnobs();
Result<SampleScene> makeJelly(const SceneOptions& options);
std::vector<Knob> jellyKnobs();
Result<SampleScene> makeBalloon(const SceneOptions& options);
std::vector<Knob> balloonKnobs();
Result<SampleScene> makeSoftbody2d(const SceneOptions& options);
std::vector<Knob> softbody2dKnobs();
Result<SampleScene> makePinball(const SceneOptions& options);
std::vector<Knob> pinballKnobs();
Result<SampleScene> makeShip(const SceneOptions& options);
std::vector<Knob> shipKnobs();
Result<SampleScene> makeMesh(const SceneOptions& options, const InTheWay& inTheWay);

/// The same inputs in every step: the floor, if the options want one, and what else there is to collide with.
SampleScene withFixedInputs(Scene scene, const SceneOptions& options, std::vector<Collider> colliders = {});

/// All bodies that do not yet touch each other and themselves do so, as addContact() chooses; but for those that are
/// pinned from end to end.
Status touchAll(Scene& scene);

/// As many finite numbers as `count`, with commas between them. Errors begin with `what` they are of.
Result<std::vector<float>> parseNumbers(const std::string& text, std::size_t count, const std::string& what);

/// Pins particles of body 0 as `pin` says.
Status applyPin(Scene& scene, const std::string& pin);

/// Three numbers with commas between them, and spaces if one likes, finite. `what` is for the error.
Result<vec3> parsePoint(const std::string& text, const std::string& what);

}  // namespace pliant::samples
