#include "viewer/gui_style.h"

#include <imgui.h>

#include <cmath>

#include "viewer/font.h"

namespace pliant::viewer {
namespace {

constexpr float kFontSize = 15.0f;  // [pixels]

ImVec4 colour(unsigned hex, float opacity = 1.0f) {
    const auto part = [&](unsigned shift) { return static_cast<float>(hex >> shift & 255) / 255.0f; };
    return {part(16), part(8), part(0), opacity};
}

// The first is that of the panel; the larger one is for the score of games.
void loadFonts(float scale) {
    constexpr float kLarge = 2.0f;
    const std::span<const unsigned char> file = fontFile();
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    for (const float times : {1.0f, kLarge}) {
        const float size = std::round(times * kFontSize * scale);
        ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(file.data()),  // which is only read
                                                   static_cast<int>(file.size()), size, &config);
    }
}

void setShapes(ImGuiStyle& style) {
    style.WindowPadding = {14.0f, 12.0f};
    style.FramePadding = {8.0f, 3.0f};
    style.ItemSpacing = {8.0f, 5.0f};
    style.ItemInnerSpacing = {7.0f, 4.0f};
    style.WindowRounding = 10.0f;
    style.FrameRounding = style.PopupRounding = style.GrabRounding = 6.0f;
    style.ScrollbarRounding = 8.0f;
    style.ScrollbarSize = 11.0f;
    style.GrabMinSize = 11.0f;
    style.WindowBorderSize = style.FrameBorderSize = 0.0f;
    style.PopupBorderSize = 1.0f;
}

void setColours(ImVec4* colours) {
    constexpr unsigned kAccent = 0x5b9bd5, kFrame = 0x323a46;
    colours[ImGuiCol_Text] = colour(0xe3e7ec);
    colours[ImGuiCol_TextDisabled] = colour(0x8a94a1);
    colours[ImGuiCol_WindowBg] = colour(0x171b21, 0.95f);
    colours[ImGuiCol_PopupBg] = colour(0x1d222a, 0.98f);
    colours[ImGuiCol_Border] = colour(0x3a424e);
    colours[ImGuiCol_FrameBg] = colour(kFrame);
    colours[ImGuiCol_FrameBgHovered] = colour(0x3c4653);
    colours[ImGuiCol_FrameBgActive] = colour(0x455161);
    colours[ImGuiCol_Button] = colour(0x3a4452);
    colours[ImGuiCol_ButtonHovered] = colour(0x4a5768);
    colours[ImGuiCol_ButtonActive] = colour(0x3d79b5);
    colours[ImGuiCol_Header] = colour(0x262c35);
    colours[ImGuiCol_HeaderHovered] = colour(0x39424f);
    colours[ImGuiCol_HeaderActive] = colour(0x435060);
    colours[ImGuiCol_CheckMark] = colour(0x8cc4f5);
    colours[ImGuiCol_SliderGrab] = colour(kAccent);
    colours[ImGuiCol_SliderGrabActive] = colour(0x8cc4f5);
    colours[ImGuiCol_Separator] = colour(0x2d343e);
    colours[ImGuiCol_ScrollbarBg] = colour(0x000000, 0.0f);
    colours[ImGuiCol_ScrollbarGrab] = colour(0x3a434f);
    colours[ImGuiCol_TextSelectedBg] = colour(kAccent, 0.4f);
}

}  // namespace

void applyStyle(float scale) {
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    setShapes(style);
    setColours(style.Colors);
    style.ScaleAllSizes(scale);
    loadFonts(scale);
}

}  // namespace pliant::viewer
