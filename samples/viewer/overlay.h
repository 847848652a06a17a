#pragma once

#include <span>
#include <string>
#include <vector>

#include "viewer/picture.h"

namespace pliant::viewer {

// What is written on a picture: names, scores, the meaning of colours. Told once as boxes and lines of text, and drawn
// onto pictures by paint(), into the window by drawOverlay().

/// Colours are sRGB, 0 ... 1.
struct Box {
    vec2 low, high;         ///< corners [pixels]
    float rounding = 0.0f;  ///< radius of its corners [pixels]
    vec3 colour{1.0f};
    float opacity = 1.0f;
};

struct Words {
    std::string text;
    vec2 corner;        ///< upper left [pixels]
    float size = 0.0f;  ///< height of the line [pixels]
};

/// Words lie over boxes, later ones over earlier ones.
struct Overlay {
    std::vector<Box> boxes;
    std::vector<Words> words;
};

inline const vec3 kInk = vec3(40.0f, 44.0f, 58.0f) / 255.0f;  ///< of all words, sRGB

/// What is written on.
struct Paper {
    vec2 size;          ///< [pixels]
    float line = 0.0f;  ///< height of a usual line of text [pixels]
};

/// Text that can be read in a picture of that size.
Paper paperOf(std::uint32_t width, std::uint32_t height);

/// What colours stand for.
struct Legend {
    struct Tick {
        float share;  ///< of the way from left to right
        std::string text;
    };
    std::string title;
    vec3 (*colourAt)(float share) = nullptr;  ///< linear
    std::vector<Tick> ticks;
};

/// Of Show::Stretch; `full` is the strain of full red.
Legend legendOfStretch(float full);

/// Of Show::Contacts and of Show::Sleep.
Legend legendOfContacts();
Legend legendOfSleep();

/// Words over what they name. Where two would overlap all are broken in two lines, and what still overlaps stands
/// higher; none where the place is out of sight.
void addLabels(Overlay& overlay, const Paper& paper, std::span<const samples::Label> labels, const Camera& camera);

/// A line at the edge of a picture, `scale` usual lines high.
struct Headline {
    std::string text;
    float scale = 1.0f;
};
enum class Side { Left, Right };

/// Lines in an upper corner, cut where they are wider than the picture.
void addHeadlines(Overlay& overlay, const Paper& paper, Side side, std::span<const Headline> lines);

/// A bar of colours in the lower right corner. None where the picture is too small for it.
void addLegend(Overlay& overlay, const Paper& paper, const Legend& legend);

/// All that is said of a scene: its labels, and where there is room the board of a game and the legend of what is
/// shown.
Overlay overlayOf(const Paper& paper, const samples::SampleScene& sample, const std::vector<std::string>& board,
                  const View& view);

/// Draws it onto a picture, with smooth edges.
void paint(const Overlay& overlay, Image& image);

}  // namespace pliant::viewer
