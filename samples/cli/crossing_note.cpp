#include "crossing_note.h"

#include "pliant/state/crossings.h"
#include "report.h"

namespace pliant::cli {
namespace {

// What starts so stays so.
bool startsCrossed(const samples::SampleScene& sample) {
    if (sample.start || sample.scene.contacts.empty()) return false;
    const auto crossings = crossingsOf(sample.scene, sample.scene.positions);
    return crossings && !crossings->empty();
}

}  // namespace

CrossingNote noteOnCrossings(const samples::SampleScene& sample, const std::string& scene, std::size_t crossings) {
    if (crossings == 0) return {};
    const bool mayTouch = sample.scene.contacts.empty() && samples::takes(scene, "--contact");
    const char* advice = mayTouch                ? "; --contact on keeps them from it"
                         : startsCrossed(sample) ? "; some start so, and --untangle brings them apart"
                                                 : "";
    return {
        fmt::format("{} {} going through faces{}", counted(crossings, "edge"), crossings == 1 ? "ends" : "end", advice),
        !mayTouch};
}

}  // namespace pliant::cli
