#include "viewer/panel.h"

#include <fmt/format.h>

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "viewer/game_view.h"
#include "viewer/insight.h"
#include "viewer/widgets.h"

namespace pliant::viewer {
namespace {

constexpr ImGuiWindowFlags kPlain = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings;
constexpr float kLeastPlace = -1e4f, kMostPlace = 1e4f;  // [m]
constexpr int kMostSubsteps = 60, kMostIterations = 50;

constexpr float kWidth = 20.0f, kMargin = 0.8f;  // of the panel, and beside it, in sizes of the font

bool isFile(const std::string& scene) {
    const std::vector<samples::SceneEntry> entries = samples::sceneList();
    return std::none_of(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == scene; });
}

// The scenes by name, and in front the file that was opened, if it was one.
std::vector<std::string> sceneNames(const std::string& current) {
    std::vector<std::string> names;
    if (isFile(current)) names.push_back(current);
    for (const samples::SceneEntry& entry : samples::sceneList())
        names.push_back(entry.name);
    return names;
}

int indexIn(const std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

// Flags are counted without their poles.
std::size_t countOf(const std::vector<Body>& bodies) {
    const auto isCloth = [](const Body& body) { return body.columns > 0; };
    const auto cloths = static_cast<std::size_t>(std::count_if(bodies.begin(), bodies.end(), isCloth));
    return cloths > 0 ? cloths : bodies.size();
}

// What the size of a scene is if nobody says it: how many bodies there are, or how large the only one is.
int sizeOf(const PanelFacts& facts) {
    if (facts.choice.options.size) return static_cast<int>(*facts.choice.options.size);
    const std::vector<Body>& bodies = facts.sample.scene.bodies;
    const std::size_t count = countOf(bodies);
    if (count != 1) return static_cast<int>(count);
    return static_cast<int>(bodies[0].columns > 0 ? bodies[0].columns : bodies[0].particleCount);
}

// More than that would be a mistake of the hand.
int largestSize(const PanelFacts& facts) {
    const std::vector<Body>& bodies = facts.sample.scene.bodies;
    const bool isOneCloth = countOf(bodies) == 1 && bodies[0].columns > 0;
    return isOneCloth ? 2048 : 100'000;
}

void partMaterial(const PanelFacts& facts, Wishes& wishes) {
    if (!facts.hasTriangles || !samples::takes(facts.choice.options.scene, "--material")) return;
    std::vector<std::string> names;
    for (const FabricPreset& preset : fabricPresets())
        names.emplace_back(preset.name);
    names.emplace_back("sticks");
    int chosen = indexIn(names, facts.choice.material);
    if (!choose("Material", names, chosen)) return;
    Result<SceneChoice> other = otherMaterial(facts.choice, names[static_cast<std::size_t>(chosen)]);
    if (other) wishes.build = *other;
}

void partSize(const PanelFacts& facts, Wishes& wishes) {
    const std::string& scene = facts.choice.options.scene;
    if (isFile(scene) || !samples::knobsOf(scene).empty()) return;
    row("Size");
    int size = sizeOf(facts);
    ImGui::InputInt("##size", &size, 8, 64);
    if (!ImGui::IsItemDeactivatedAfterEdit()) return;
    wishes.build = facts.choice;
    wishes.build->options.size = static_cast<std::uint32_t>(std::clamp(size, 1, largestSize(facts)));
}

void explain(const samples::Knob& knob) {
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", knob.meaning.c_str());
}

// Small values need room where there are large ones too.
bool isWide(const samples::Knob& knob) {
    constexpr double kWide = 200.0;
    const double small = knob.least > 0.0 ? knob.least : knob.usual;
    return small > 0.0 && knob.most > kWide * small;
}

bool sliderKnob(const samples::Knob& knob, float& value) {
    const std::string id = "##" + knob.name;
    const auto least = static_cast<float>(knob.least), most = static_cast<float>(knob.most);
    row(knob.name.c_str());
    const bool isSwitch = knob.isWhole && knob.least == 0.0 && knob.most == 1.0;
    if (isSwitch) {
        bool isOn = value > 0.0f;
        const bool hasChanged = ImGui::Checkbox(id.c_str(), &isOn);
        explain(knob);
        value = isOn ? 1.0f : 0.0f;
        return hasChanged;
    }
    const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | (isWide(knob) ? ImGuiSliderFlags_Logarithmic : 0);
    beginSlider(id.c_str());
    ImGui::SliderFloat(id.c_str(), &value, least, most, knob.isWhole ? "%.0f" : "%.5g", flags);
    endSlider(fmt::format("{:.5g}", knob.isWhole ? std::round(value) : value));
    explain(knob);
    if (knob.isWhole) value = std::round(value);
    return ImGui::IsItemDeactivatedAfterEdit();
}

// What a scene is made of: a change builds it anew.
void partKnobs(const PanelFacts& facts, KnobValues& knobs, Wishes& wishes) {
    for (const samples::Knob& knob : samples::knobsOf(facts.choice.options.scene)) {
        if (knob.isLive) continue;
        float& value = knobs.values[knob.name];
        if (!sliderKnob(knob, value)) continue;
        wishes.build = facts.choice;
        wishes.build->options.knobs[knob.name] = static_cast<double>(value);
    }
}

void partGravity(const PanelFacts& facts, KnobValues& knobs, Wishes& wishes) {
    const vec3 gravity = facts.sample.scene.environment.gravity;
    row("Gravity");
    ImGui::BeginDisabled(facts.isBuilding);
    const float most = std::max(20.0f, 2.0f * std::abs(gravity.y));
    beginSlider("##gravity");
    ImGui::SliderFloat("##gravity", &knobs.gravity, 0.0f, most, "%.4g down", ImGuiSliderFlags_AlwaysClamp);
    endSlider(fmt::format("{:.4g} down", knobs.gravity));
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        wishes.build = facts.choice;
        wishes.build->options.gravity = vec3(gravity.x, -knobs.gravity, gravity.z);
    }
    ImGui::EndDisabled();
}

void partLocks(const PanelFacts& facts, Wishes& wishes) {
    if (!facts.locks || facts.locks->isEmpty()) return;
    row("Lock");
    bool isStart = facts.locks->isLocked(*facts.touch, Locks::Start);
    bool isEnd = facts.locks->isLocked(*facts.touch, Locks::Last);
    if (ImGui::Checkbox("start", &isStart)) wishes.lock = Locks::Start;
    ImGui::SameLine(0.0f, ImGui::GetFontSize());
    if (ImGui::Checkbox("end", &isEnd)) wishes.lock = Locks::Last;
}

void partNotes(const PanelFacts& facts, const StepSettings& step) {
    if (!facts.sample.notes) return;
    for (const samples::Note& told : facts.sample.notes(step)) {
        if (!told.isWarning) {
            note(told.text);
            continue;
        }
        ImGui::PushStyleColor(ImGuiCol_Text, {0.96f, 0.6f, 0.5f, 1.0f});
        ImGui::TextWrapped("%s", told.text.c_str());
        ImGui::PopStyleColor();
    }
}

// The last seconds from left to right. The scale starts at `least` unless there is less.
void plot(const char* id, const std::deque<float>& samples, float least, const std::string& last) {
    const std::vector<float> values(samples.begin(), samples.end());
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const float bottom = values.empty() ? least : std::min(least, *low);
    const float top = values.empty() ? least + 1.0f : std::max(*high, bottom + 1e-6f);
    ImGui::PlotLines(id, values.data(), static_cast<int>(values.size()), 0, last.c_str(), bottom, top,
                     {0.0f, 2.6f * ImGui::GetFontSize()});
}

void partCurves(const PanelFacts& facts, Settings& settings) {
    const bool isKnown = facts.curves && !facts.curves->curves().empty();
    settings.hasCurves = isKnown && beginPart("Energy and stretch", !facts.sample.ornaments.empty());
    if (!settings.hasCurves) return;
    int number = 0;
    for (const Curve& curve : facts.curves->curves()) {
        if (curve.energy.empty()) continue;
        ImGui::PushID(number++);
        tell(curve.name.c_str(), curve.isRope ? fmt::format("sags by {:.4g}", curve.sag) : "");
        row("Energy");
        plot("##energy", curve.energy, 0.0f, fmt::format("{:.4g} J", curve.energy.back()));
        row("Stretch");
        plot("##stretch", curve.stretch, 0.0f, fmt::format("{:.3g} %", 100.0f * curve.stretch.back()));
        ImGui::PopID();
    }
}

// One scene is built at a time.
void partScene(const PanelFacts& facts, Settings& settings, Wishes& wishes) {
    if (!beginPart("Scene")) return;
    ImGui::BeginDisabled(facts.isBuilding);
    const std::vector<std::string> names = sceneNames(facts.choice.options.scene);
    std::vector<std::string> shown = names;
    for (std::string& name : shown)
        name = std::filesystem::path(name).filename().string();
    int chosen = indexIn(names, facts.choice.options.scene);
    if (choose("Scene", shown, chosen))
        wishes.build = otherScene(facts.choice, names[static_cast<std::size_t>(chosen)]);

    partSize(facts, wishes);
    partKnobs(facts, settings.knobs, wishes);
    tell("", grouped(facts.schedule.particles.size()) + " particles");
    tell("", grouped(facts.sample.scene.sticks.size()) + " sticks, " + std::to_string(facts.schedule.colourCount) +
                 " colours");
    partMaterial(facts, wishes);
    ImGui::EndDisabled();
}

void partPlayback(const PanelFacts& facts, Wishes& wishes) {
    const int pressed = chooseButton("play", {facts.playback.isPlaying() ? "Pause" : "Play", "Step", "Reset", "Frame"},
                                     facts.playback.isPlaying() ? -1 : 0);
    wishes.toggle = pressed == 0;
    wishes.step = pressed == 1;
    wishes.reset = pressed == 2;
    wishes.frame = pressed == 3;
}

void partGame(const PanelFacts& facts) {
    if (!facts.sample.game || !beginPart("Game")) return;
    for (const std::string& name : facts.sample.game->keyNames())
        tell(name.c_str(), keysFor(name));
}

void sliderCount(const char* label, std::uint32_t& count, int least, int most) {
    row(label);
    int value = static_cast<int>(count);
    const std::string id = std::string("##") + label;
    beginSlider(id.c_str());
    const bool hasChanged = ImGui::SliderInt(id.c_str(), &value, least, most, "%d", ImGuiSliderFlags_AlwaysClamp);
    endSlider(value == 0 ? "automatic" : std::to_string(value));
    if (hasChanged) count = static_cast<std::uint32_t>(value);
}

// A scene that has no tiles, or nothing to average, gets that, and the method with it.
void partMethod(const PanelFacts& facts, Settings& settings, Wishes& wishes) {
    ImGui::BeginDisabled(facts.isBuilding);
    int chosen = static_cast<int>(settings.step.method);
    if (choose("Method", {"automatic", "Gauss-Seidel", "tiles", "Jacobi", "hybrid"}, chosen)) {
        const auto method = static_cast<Method>(chosen);
        if (isBuiltFor(method, facts.schedule)) settings.step.method = method;
        else wishes.build = builtFor(method, facts.choice);
    }
    ImGui::EndDisabled();
}

void partSolver(const PanelFacts& facts, Settings& settings, Wishes& wishes) {
    if (!beginPart("Solver")) return;
    partMethod(facts, settings, wishes);
    sliderCount("Substeps", settings.step.substeps, 0, kMostSubsteps);
    sliderCount("Iterations", settings.step.iterations, 1, kMostIterations);
    if (!averages(settings.step.method)) return;
    row("Relaxation");
    beginSlider("##relaxation");
    ImGui::SliderFloat("##relaxation", &settings.step.relaxation, 0.5f, 2.0f, "%.2f", ImGuiSliderFlags_AlwaysClamp);
    endSlider(fmt::format("{:.2f}", settings.step.relaxation));
}

void partWind(const PanelFacts& facts, Settings& settings, Wishes& wishes) {
    if (facts.sample.scene.planar) return note("There is no air in the plane.");
    if (!facts.hasTriangles) return note("Air does not act on ropes.");
    row("Air");
    bool hasAir = facts.wind.has_value();
    ImGui::BeginDisabled(facts.isBuilding);
    if (ImGui::Checkbox("##air", &hasAir)) wishes.build = withAir(facts.choice, hasAir);
    ImGui::EndDisabled();
    if (!facts.wind) return;
    ImGui::SameLine();
    ImGui::TextDisabled("%.1f m/s", static_cast<double>(glm::length(*facts.wind)));
    row("Wind");
    const int pressed = chooseButton("wind", {"scene's", "none", "mine"}, static_cast<int>(settings.world.wind));
    if (pressed >= 0) settings.world.wind = static_cast<Wind>(pressed);
    if (settings.world.wind != Wind::Own) return;
    row("");
    ImGui::DragFloat3("##own", &settings.world.ownWind.x, 0.05f, -40.0f, 40.0f, "%.1f", ImGuiSliderFlags_AlwaysClamp);
}

void partColliders(const PanelFacts& facts, WorldSettings& world) {
    const float pace = 0.04f * world.ballRadius;
    constexpr std::size_t kMany = 4;
    if (facts.sceneColliders.size() > kMany) {
        tell("Scene's", fmt::format("{} walls and solids", facts.sceneColliders.size()));
    } else {
        for (const Collider& collider : facts.sceneColliders)
            tell("Scene's", describe(collider));
    }
    row("Floor");
    ImGui::Checkbox("##floor", &world.hasFloor);
    if (world.hasFloor) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1.0f);
        ImGui::DragFloat("##height", &world.floorHeight, pace, -1e4f, 1e4f, "at %.2f m", ImGuiSliderFlags_AlwaysClamp);
    }
    row("Ball");
    ImGui::Checkbox("##ball", &world.hasBall);
    if (!world.hasBall) return;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::DragFloat("##radius", &world.ballRadius, 0.4f * pace, 0.01f, 1e3f, "radius %.2f m",
                     ImGuiSliderFlags_AlwaysClamp);
    row("");
    ImGui::DragScalarN("##place", ImGuiDataType_Float, &world.ballPlace.x, facts.sample.scene.planar ? 2 : 3, pace,
                       &kLeastPlace, &kMostPlace, "%.2f", ImGuiSliderFlags_AlwaysClamp);
}

void chooseShow(const char* id, const std::vector<std::string>& names, const std::array<Show, 3>& shows, Show& show) {
    const auto lit = std::find(shows.begin(), shows.end(), show);
    const int pressed = chooseButton(id, names, lit == shows.end() ? -1 : static_cast<int>(lit - shows.begin()));
    if (pressed >= 0) show = shows[static_cast<std::size_t>(pressed)];
}

void partShow(const PanelFacts& facts, Settings& settings) {
    if (!beginPart("Show")) return;
    chooseShow("show", {"Fabric", "Stretch", "Colours"}, {Show::Fabric, Show::Stretch, Show::Colours}, settings.show);
    chooseShow("state", {"Contacts", "Thickness", "Sleep"}, {Show::Contacts, Show::Thickness, Show::Sleep},
               settings.show);
    if (const std::string lack = lackOf(settings.show, facts.sample); !lack.empty()) note("It " + lack + ".");
    if (settings.show == Show::Stretch) {
        row("Red at");
        float percent = 100.0f * settings.fullStretch;
        beginSlider("##full");
        if (ImGui::SliderFloat("##full", &percent, 0.1f, 50.0f, "%.1f %%",
                               ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp)) {
            settings.fullStretch = percent / 100.0f;
        }
        endSlider(fmt::format("{:.1f} %", percent));
    }
    row("Camera");
    const int motion = chooseButton("camera", {"stay", "follow", "fit"}, static_cast<int>(settings.camera));
    if (motion >= 0) settings.camera = static_cast<CameraMotion>(motion);
    row("Wireframe");
    ImGui::Checkbox("##wireframe", &settings.wireframe);
    ImGui::SameLine(0.0f, ImGui::GetFontSize());
    ImGui::Checkbox("pins", &settings.hasMarkers);
    row("Always fine");
    ImGui::Checkbox("##fine", &settings.isAlwaysFine);
}

std::string milliseconds(double ms) {
    return ms > 0.0 ? fmt::format("{:.2f} ms", ms) : "-";
}

void partTime(const PanelFacts& facts) {
    if (!beginPart("Time")) return;
    const Playback& playback = facts.playback;
    tell("Simulated", fmt::format("{:.2f} s, {} steps", playback.time(), grouped(playback.steps())));
    tell("Pace",
         !playback.isPlaying() ? "paused" : fmt::format("{:.0f} % of real time", 100.0 * playback.shareOfRealTime()));
    const std::string detail = facts.detail < 1.0 ? fmt::format(", at {:.0f} %", 100.0 * facts.detail) : "";
    tell("Drawn", fmt::format("{:.0f} per second{}", facts.framesPerSecond, detail));
    if (facts.timer.measures()) {
        tell("Simulate", milliseconds(facts.timer.meanMs(Stage::Simulate)));
        tell("Normals", milliseconds(facts.timer.meanMs(Stage::Normals)));
        tell("Draw", milliseconds(facts.timer.meanMs(Stage::Draw)));
    } else {
        note("This device has no timestamps.");
    }
    note(facts.device);
}

void partKeys(const PanelFacts& facts) {
    if (!beginPart("Mouse and keys", false)) return;
    if (facts.sample.game) note("The keys of the game are the game's; nothing is pulled by hand.");
    constexpr const char* kHelp[][2] = {{"left drag", "pull a particle; else orbit"},
                                        {"middle", "orbit, with shift pan"},
                                        {"wheel", "zoom"},
                                        {"P", "pin or unpin under cursor"},
                                        {"S E", "lock ropes at start, end"},
                                        {"space", "play, pause"},
                                        {". or right", "one step"},
                                        {"R", "reset"},
                                        {"F", "whole scene in view"},
                                        {"W", "wireframe"},
                                        {"1 2 3", "fabric, stretch, colours"},
                                        {"4 5 6", "contacts, thickness, sleep"},
                                        {"H", "hide this panel"},
                                        {"Esc", "close"}};
    for (const auto& [key, meaning] : kHelp)
        tell(key, meaning);
}

// At the foot of the window beside the panel, so that nothing moves away from under the mouse.
void drawMessage(const PanelFacts& facts, float panel) {
    const std::string text = facts.isBuilding ? "building the scene ..." : facts.message;
    if (text.empty()) return;
    const float unit = ImGui::GetFontSize();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float room = std::max(display.x - panel - 2.0f * kMargin * unit, 0.5f * kWidth * unit);
    const float width = std::min(44.0f * unit, room);
    ImGui::SetNextWindowPos({0.5f * (panel + display.x), display.y - kMargin * unit}, ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {width, 0.5f * display.y});
    if (ImGui::Begin("Message", nullptr, kPlain | ImGuiWindowFlags_NoInputs)) {
        ImGui::PushTextWrapPos(width - unit);
        if (facts.isBuilding) ImGui::TextUnformatted(text.c_str());
        else ImGui::TextColored({0.96f, 0.6f, 0.5f, 1.0f}, "%s", text.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

}  // namespace

KnobValues knobsOf(const samples::SceneOptions& options, const Scene& scene) {
    KnobValues knobs;
    for (const samples::Knob& knob : samples::knobsOf(options.scene))
        knobs.values[knob.name] = static_cast<float>(samples::knobOf(options, knob.name));
    knobs.gravity = -scene.environment.gravity.y;
    return knobs;
}

float panelWidth() {
    return (kMargin + kWidth) * ImGui::GetIO().Fonts->Fonts[0]->FontSize;
}

Wishes drawPanel(const PanelFacts& facts, Settings& settings) {
    Wishes wishes;
    drawMessage(facts, settings.hasPanel ? panelWidth() : 0.0f);
    if (!settings.hasPanel) return wishes;
    const float unit = ImGui::GetFontSize();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({kMargin * unit, kMargin * unit});
    ImGui::SetNextWindowSizeConstraints({kWidth * unit, 0.0f}, {kWidth * unit, display.y - 2.0f * kMargin * unit});
    if (ImGui::Begin("Pliant", nullptr, kPlain)) {
        partPlayback(facts, wishes);
        partGame(facts);
        partScene(facts, settings, wishes);
        partSolver(facts, settings, wishes);
        partNotes(facts, settings.step);
        if (beginPart("World")) {
            partGravity(facts, settings.knobs, wishes);
            partLocks(facts, wishes);
            partWind(facts, settings, wishes);
            partColliders(facts, settings.world);
        }
        partCurves(facts, settings);
        partShow(facts, settings);
        partTime(facts);
        partKeys(facts);
    }
    ImGui::End();
    return wishes;
}

}  // namespace pliant::viewer
