#include "camera_work.h"

#include <fmt/format.h>

namespace pliant::cli {
namespace {

using viewer::CameraMotion;

CameraMotion motionFor(const samples::SampleScene& sample, CameraMotion wanted) {
    return sample.game ? CameraMotion::Stay : wanted;
}

std::vector<vec3> inScheduleOrder(const Schedule& schedule, const std::vector<vec3>& positions) {
    std::vector<vec3> places;
    for (const std::uint32_t particle : schedule.sceneParticle)
        places.push_back(positions[particle]);
    return places;
}

}  // namespace

CameraWork::CameraWork(CameraMotion motion, const Studio& studio, float aspect)
    : camera_(motionFor(studio.model->sample(), motion), studio.view.camera, aspect,
              studio.model->sample().scene.positions),
      aspect_(aspect),
      surface_(surfaceOf(studio.model->sample().scene, *studio.model->schedule())) {}

Status CameraWork::point(Studio& studio) {
    const Result<std::vector<vec3>> now = studio.model->places();
    if (!now) return now.error();
    studio.view.camera = camera_.at(*now);
    ++pictures_;
    const std::vector<vec3> places = verticesOf(surface_, inScheduleOrder(*studio.model->schedule(), *now));
    if (viewer::isAnythingSeen(studio.view.camera, aspect_, surface_, places, studio.view.colliders)) return {};
    if (emptyRows_.empty() || emptyRows_.back().last + 1 < pictures_) emptyRows_.push_back({pictures_, pictures_});
    emptyRows_.back().last = pictures_;
    return {};
}

std::string CameraWork::complaint() const {
    if (emptyRows_.empty()) return {};
    if (pictures_ == 1) return "the picture shows nothing of the scene";
    std::string rows;
    for (const Row& row : emptyRows_) {
        rows += rows.empty() ? "" : ", ";
        rows += row.first == row.last ? fmt::format("{}", row.first) : fmt::format("{} to {}", row.first, row.last);
    }
    const bool isOne = emptyRows_.size() == 1 && emptyRows_[0].first == emptyRows_[0].last;
    return fmt::format("picture{} {} show{} nothing of the scene", isOne ? "" : "s", rows, isOne ? "s" : "");
}

CameraMotion cameraMotionNamed(const std::string& name) {
    if (name == "stay") return CameraMotion::Stay;
    return name == "follow" ? CameraMotion::Follow : CameraMotion::Fit;
}

}  // namespace pliant::cli
