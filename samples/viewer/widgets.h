#pragma once

#include <string>
#include <vector>

namespace pliant::viewer {

// Rows of the panel: a label on the left, something to change on the right.

/// Begins a row; the widget that follows fills it.
void row(const char* label);

/// A row that tells something.
void tell(const char* label, const std::string& text);

/// Between these two stands a slider. It leaves room at its right for what it is set to, which its handle would cover
/// else.
void beginSlider(const char* id);
void endSlider(const std::string& text);

/// Whether the part of that name is open.
bool beginPart(const char* name, bool isOpenAtFirst = true);

/// A list to choose from. Whether another one was chosen.
bool choose(const char* label, const std::vector<std::string>& names, int& chosen);

/// Buttons side by side that fill the row, one of them lit. The one pressed, or -1.
int chooseButton(const char* id, const std::vector<std::string>& names, int lit);

/// Text in a quiet colour, wrapped.
void note(const std::string& text);

/// 262144 as "262,144".
std::string grouped(std::size_t number);

}  // namespace pliant::viewer
