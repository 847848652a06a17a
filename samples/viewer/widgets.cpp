#include "viewer/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace pliant::viewer {

void row(const char* label) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(0.32f * ImGui::GetWindowWidth());
    ImGui::SetNextItemWidth(-1.0f);
}

void tell(const char* label, const std::string& text) {
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(0.32f * ImGui::GetWindowWidth());
    ImGui::TextUnformatted(text.c_str());
}

// Its own text is seen only where a number is typed in.
void beginSlider(const char* id) {
    constexpr float kRoom = 5.1f;  // [font sizes]
    ImGui::SetNextItemWidth(-kRoom * ImGui::GetFontSize());
    const bool isTyped = ImGui::TempInputIsActive(ImGui::GetID(id));
    const ImVec4 text = ImGui::GetStyleColorVec4(ImGuiCol_Text);
    ImGui::PushStyleColor(ImGuiCol_Text, {text.x, text.y, text.z, isTyped ? text.w : 0.0f});
}

// Drawn beside the item, not as one: what is asked of the last item is asked of the slider.
void endSlider(const std::string& text) {
    ImGui::PopStyleColor();
    const ImGuiStyle& style = ImGui::GetStyle();
    const ImVec2 at{ImGui::GetItemRectMax().x + style.ItemInnerSpacing.x,
                    ImGui::GetItemRectMin().y + style.FramePadding.y};
    ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
}

bool beginPart(const char* name, bool isOpenAtFirst) {
    ImGui::Spacing();
    return ImGui::CollapsingHeader(name, isOpenAtFirst ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}

bool choose(const char* label, const std::vector<std::string>& names, int& chosen) {
    row(label);
    const bool isOne = chosen >= 0 && chosen < static_cast<int>(names.size());
    const std::string id = std::string("##") + label;
    if (!ImGui::BeginCombo(id.c_str(), isOne ? names[static_cast<std::size_t>(chosen)].c_str() : "")) return false;
    bool hasChanged = false;
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        if (!ImGui::Selectable(names[static_cast<std::size_t>(i)].c_str(), i == chosen)) continue;
        hasChanged = i != chosen;
        chosen = i;
    }
    ImGui::EndCombo();
    return hasChanged;
}

int chooseButton(const char* id, const std::vector<std::string>& names, int lit) {
    int pressed = -1;
    ImGui::PushID(id);
    const auto count = static_cast<float>(names.size());
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float width = (ImGui::GetContentRegionAvail().x - gap * (count - 1.0f)) / count;
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        if (i > 0) ImGui::SameLine(0.0f, gap);
        if (i == lit) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        if (ImGui::Button(names[static_cast<std::size_t>(i)].c_str(), {width, 0.0f})) pressed = i;
        if (i == lit) ImGui::PopStyleColor();
    }
    ImGui::PopID();
    return pressed;
}

void note(const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

std::string grouped(std::size_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

}  // namespace pliant::viewer
