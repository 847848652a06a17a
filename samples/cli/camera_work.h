#pragma once

#include "studio.h"
#include "viewer/camera_motion.h"

namespace pliant::cli {

/// Points a studio's camera, picture by picture, and remembers those in which nothing of the scene is.
class CameraWork {
  public:
    /// `start`: as the camera stands before the first frame. Games have a picture of their own, from which it does not
    /// move.
    CameraWork(viewer::CameraMotion motion, const Studio& studio, float aspect);

    /// Of the state that the model is in, before its picture is taken. Errors: those of Model::snapshot().
    Status point(Studio& studio);

    /// First and last of those that show nothing, row by row, counted from 1.
    struct Row {
        std::uint32_t first = 0, last = 0;
    };
    const std::vector<Row>& emptyRows() const { return emptyRows_; }
    /// "pictures 3 to 40 show nothing of the scene", "the picture shows nothing of the scene"; empty: all show
    /// something.
    std::string complaint() const;

  private:
    viewer::MovingCamera camera_;
    float aspect_;
    Surface surface_;
    std::uint32_t pictures_ = 0;
    std::vector<Row> emptyRows_;
};

/// "fit", "follow" or "stay".
viewer::CameraMotion cameraMotionNamed(const std::string& name);

}  // namespace pliant::cli
