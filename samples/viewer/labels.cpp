#include "viewer/labels.h"

#include <imgui.h>

namespace pliant::viewer {

void drawLabels(std::span<const samples::Label> labels, const Camera& camera, vec2 size) {
    constexpr ImU32 kInk = IM_COL32(40, 44, 58, 255), kGlow = IM_COL32(255, 255, 255, 190);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const samples::Label& label : labels) {
        const std::optional<vec2> foot = pixelOf(camera, label.place, size);
        if (!foot) continue;
        const ImVec2 extent = ImGui::CalcTextSize(label.text.c_str());
        const ImVec2 at{foot->x - 0.5f * extent.x, foot->y - extent.y};
        list.AddRectFilled({at.x - 5.0f, at.y - 1.0f}, {at.x + extent.x + 5.0f, at.y + extent.y + 1.0f}, kGlow, 4.0f);
        list.AddText(at, kInk, label.text.c_str());
    }
}

}  // namespace pliant::viewer
