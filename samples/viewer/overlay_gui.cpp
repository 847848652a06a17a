#include "viewer/overlay_gui.h"

#include <imgui.h>

namespace pliant::viewer {
namespace {

ImU32 colourOf(vec3 colour, float opacity = 1.0f) {
    return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, opacity});
}

// The smallest that is as large: what is shrunk is sharper than what is blown up.
ImFont* fontFor(float size) {
    const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
    for (ImFont* font : fonts)
        if (font->FontSize >= size) return font;
    return fonts.back();
}

}  // namespace

Paper paperOfWindow(vec2 size) {
    return {size, ImGui::GetFontSize()};
}

void drawOverlay(const Overlay& overlay) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const Box& box : overlay.boxes)
        list.AddRectFilled({box.low.x, box.low.y}, {box.high.x, box.high.y}, colourOf(box.colour, box.opacity),
                           box.rounding);
    for (const Words& words : overlay.words)
        list.AddText(fontFor(words.size), words.size, {words.corner.x, words.corner.y}, colourOf(kInk),
                     words.text.c_str());
}

}  // namespace pliant::viewer
