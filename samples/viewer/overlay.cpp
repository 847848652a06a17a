#include "viewer/overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/color_space.hpp>

#include "viewer/font.h"
#include "viewer/insight.h"
#include "viewer/shaders/ramps.h"

namespace pliant::viewer {
namespace {

constexpr float kBacking = 0.78f;  // opacity of the white behind words: readable on anything

constexpr vec2 kTagPad{0.35f, 0.08f};  // around labels, in lines

Box backing(vec2 low, vec2 high, float line) {
    return {low, high, 0.35f * line, vec3(1.0f), kBacking};
}

bool overlap(const Box& a, const Box& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

bool isIn(const Paper& paper, vec2 place) {
    return place.x >= 0.0f && place.y >= 0.0f && place.x <= paper.size.x && place.y <= paper.size.y;
}

// Beside the edges of the paper, if there is room.
void keepIn(const Paper& paper, Box& box) {
    const float width = box.high.x - box.low.x;
    box.low.x = std::max(0.0f, std::min(box.low.x, paper.size.x - width));
    box.high.x = box.low.x + width;
}

bool overlapsAny(const Box& box, std::span<const Box> others) {
    return std::any_of(others.begin(), others.end(), [&](const Box& other) { return overlap(box, other); });
}

// A label, where it stands.
struct Tag {
    std::vector<std::string> lines;
    vec2 foot;
};

// In two lines, at the space that makes the wider one narrowest.
std::vector<std::string> broken(const std::string& text) {
    std::vector<std::string> best{text};
    float narrowest = widthOf(text, 1.0f);
    for (std::size_t space = text.find(' '); space != std::string::npos; space = text.find(' ', space + 1)) {
        const std::string first = text.substr(0, space), second = text.substr(space + 1);
        const float width = std::max(widthOf(first, 1.0f), widthOf(second, 1.0f));
        if (width >= narrowest) continue;
        narrowest = width;
        best = {first, second};
    }
    return best;
}

Box boxOf(const Tag& tag, const Paper& paper) {
    float width = 0.0f;
    for (const std::string& text : tag.lines)
        width = std::max(width, widthOf(text, paper.line));
    const vec2 extent(width + 2.0f * kTagPad.x * paper.line, (float(tag.lines.size()) + 2.0f * kTagPad.y) * paper.line);
    Box box = backing(tag.foot - vec2(0.5f * extent.x, extent.y), tag.foot + vec2(0.5f * extent.x, 0.0f), paper.line);
    keepIn(paper, box);
    return box;
}

bool anyOverlap(const std::vector<Tag>& tags, const Paper& paper) {
    std::vector<Box> boxes;
    for (const Tag& tag : tags) {
        const Box box = boxOf(tag, paper);
        if (overlapsAny(box, boxes)) return true;
        boxes.push_back(box);
    }
    return false;
}

void raiseOver(Box& box, std::span<const Box> others, float gap) {
    for (bool isFree = false; !isFree;) {
        isFree = true;
        for (const Box& other : others) {
            if (!overlap(box, other)) continue;
            const vec2 up(0.0f, box.high.y - other.low.y + gap);
            box.low -= up;
            box.high -= up;
            isFree = false;
        }
    }
}

void addTag(Overlay& overlay, const Paper& paper, const Tag& tag, const Box& box) {
    float y = box.low.y + kTagPad.y * paper.line;
    for (const std::string& text : tag.lines) {
        const float left = 0.5f * (box.low.x + box.high.x - widthOf(text, paper.line));
        overlay.words.push_back({text, {left, y}, paper.line});
        y += paper.line;
    }
}

// From left to right between whole pixels, one column each: no seams show. With a rim.
void addColours(Overlay& overlay, const Legend& legend, vec2 low, vec2 high) {
    const int first = static_cast<int>(low.x), end = static_cast<int>(high.x);
    overlay.boxes.push_back({low - 1.0f, high + 1.0f, 0.0f, kInk});
    for (int x = first; x < end; ++x) {
        const float share = (float(x - first) + 0.5f) / float(end - first);
        const vec3 colour = glm::convertLinearToSRGB(legend.colourAt(share));
        overlay.boxes.push_back({{float(x), low.y}, {float(x) + 1.0f, high.y}, 0.0f, colour});
    }
}

}  // namespace

Paper paperOf(std::uint32_t width, std::uint32_t height) {
    constexpr float kLinesPerPicture = 42.0f, kSmallest = 13.0f;  // [pixels]
    const auto size = vec2(width, height);
    return {size, std::round(std::max(kSmallest, size.y / kLinesPerPicture))};
}

Legend legendOfStretch(float full) {
    const float percent = 100.0f * full;
    const auto colourAt = [](float share) { return stretchColour(2.0f * share - 1.0f); };
    return {"stretch of the sticks",
            colourAt,
            {{0.0f, fmt::format("-{:.3g} %", percent)}, {0.5f, "0"}, {1.0f, fmt::format("+{:.3g} %", percent)}}};
}

Legend legendOfContacts() {
    return {"contact: pressed in by",
            heatColour,
            {{0.0f, "apart"}, {kJustTouches, "touches"}, {1.0f, fmt::format("{:.0f} %", 100.0f * kFullyPressed)}}};
}

Legend legendOfSleep() {
    const auto colourAt = [](float share) { return sleepColour(share < 0.5f ? 0.0f : 1.0f); };
    return {"what is at rest", colourAt, {{0.25f, "awake"}, {0.75f, "asleep"}}};
}

void addLabels(Overlay& overlay, const Paper& paper, std::span<const samples::Label> labels, const Camera& camera) {
    std::vector<Tag> tags;
    for (const samples::Label& label : labels) {
        const std::optional<vec2> foot = pixelOf(camera, label.place, paper.size);
        if (foot && isIn(paper, *foot)) tags.push_back({{label.text}, *foot});
    }
    if (anyOverlap(tags, paper)) {
        for (Tag& tag : tags)
            tag.lines = broken(tag.lines[0]);
    }
    std::vector<Box> placed;
    for (const Tag& tag : tags) {
        Box box = boxOf(tag, paper);
        raiseOver(box, placed, 0.15f * paper.line);
        addTag(overlay, paper, tag, box);
        placed.push_back(box);
    }
    overlay.boxes.insert(overlay.boxes.end(), placed.begin(), placed.end());
}

void addHeadlines(Overlay& overlay, const Paper& paper, Side side, std::span<const Headline> lines) {
    if (lines.empty()) return;
    const float margin = 0.7f * paper.line, pad = 0.5f * paper.line, spacing = 1.12f;
    const float room = paper.size.x - 2.0f * (margin + pad);
    std::vector<Words> words;
    float widest = 0.0f, y = margin + 0.6f * pad;
    for (const Headline& told : lines) {
        const float size = told.scale * paper.line;
        words.push_back({fitted(told.text, size, room), {0.0f, y}, size});
        widest = std::max(widest, widthOf(words.back().text, size));
        y += spacing * size;
    }
    const float left = side == Side::Left ? margin : paper.size.x - margin - 2.0f * pad - widest;
    overlay.boxes.push_back(backing({left, margin}, {left + widest + 2.0f * pad, y + 0.6f * pad}, paper.line));
    for (Words& told : words) {
        const float aside = side == Side::Left ? 0.0f : widest - widthOf(told.text, told.size);
        told.corner.x = left + pad + aside;
        overlay.words.push_back(std::move(told));
    }
}

void addLegend(Overlay& overlay, const Paper& paper, const Legend& legend) {
    constexpr float kWidth = 15.0f, kTitle = 1.25f, kBar = 0.7f, kNotch = 0.25f, kTick = 0.85f;  // in lines
    const float line = paper.line, margin = 0.7f * line;
    const vec2 pad(1.1f * line, 0.4f * line);
    const vec2 high = paper.size - margin;
    const vec2 low = high - vec2(kWidth, kTitle + kBar + kNotch + kTick) * line - 2.0f * pad;
    if (low.x < 0.0f || low.y < 0.0f) return;
    overlay.boxes.push_back(backing(low, high, line));
    overlay.words.push_back({legend.title, low + pad, line});
    const vec2 bar = glm::round(low + pad + vec2(0.0f, kTitle * line));
    const vec2 barEnd = bar + glm::round(vec2(kWidth, kBar) * line);
    addColours(overlay, legend, bar, barEnd);
    for (const Legend::Tick& tick : legend.ticks) {
        const float size = kTick * line, middle = std::round(std::lerp(bar.x, barEnd.x, tick.share));
        overlay.boxes.push_back({{middle - 0.5f, barEnd.y}, {middle + 0.5f, barEnd.y + kNotch * line}, 0.0f, kInk});
        const float left = middle - 0.5f * widthOf(tick.text, size);
        overlay.words.push_back({tick.text, {left, barEnd.y + kNotch * line}, size});
    }
}

Overlay overlayOf(const Paper& paper, const samples::SampleScene& sample, const std::vector<std::string>& board,
                  const View& view) {
    constexpr float kScore = 2.0f, kBesides = 1.3f;
    constexpr float kRoom = 16.0f;  // lines: in a lower picture a board would hide the game
    Overlay overlay;
    addLabels(overlay, paper, sample.labels, view.camera);
    std::vector<Headline> lines;
    for (const std::string& line : board)
        lines.push_back({line, lines.empty() ? kScore : kBesides});
    if (paper.size.y >= kRoom * paper.line) addHeadlines(overlay, paper, Side::Right, lines);
    if (view.show == Show::Stretch) addLegend(overlay, paper, legendOfStretch(view.fullStretch));
    if (view.show == Show::Contacts) addLegend(overlay, paper, legendOfContacts());
    if (view.show == Show::Sleep) addLegend(overlay, paper, legendOfSleep());
    return overlay;
}

}  // namespace pliant::viewer
