#pragma once

#include <cstdint>

namespace pliant::viewer {

/// How finely the scene is drawn, as a share of the window's width and height: coarser where a picture takes too long
/// while things move, and full once they stand still.
class Detail {
  public:
    static constexpr double kStill = 0.3;  ///< [s] without change, before it is drawn in full

    Detail() = default;
    /// Of a device that draws slowly: there is no need to find that out.
    static Detail startingCoarse();

    /// A picture at this share took so long.
    void measured(double share, double ms);

    /// Of the next picture. `hasChanged`: what is to be seen has, since the last one that was drawn; `elapsed` [s]
    /// since the last call.
    double shareFor(bool hasChanged, double elapsed);

    bool isStill() const { return still_ > 2.0 * kStill; }

    double moving() const { return kShares[level_]; }  ///< while things move

  private:
    static constexpr double kShares[] = {1.0, 0.75, 0.5, 0.35};
    static constexpr int kLevels = 4;

    int level_ = 0;
    int patience_ = 0;  // pictures until it may get finer again
    double still_ = 0.0;
    double last_ = 1.0;
};

}  // namespace pliant::viewer
