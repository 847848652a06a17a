#pragma once

#include <cstdint>

namespace pliant::viewer {

/// Turns the time that passes into steps of fixed length. Where the simulation cannot keep up it goes slower; it never
/// tries to catch up.
class Playback {
  public:
    explicit Playback(bool playing = true) : playing_(playing) {}

    static constexpr std::uint32_t kMostStepsPerFrame = 32;

    bool isPlaying() const { return playing_; }
    void toggle();
    void pause();
    /// One step more in the next frame, and pause.
    void stepOnce();

    /// How many steps to take in a frame that comes `elapsed` seconds after the last one: at most 1/30 s of them, and
    /// no more than kMostStepsPerFrame.
    std::uint32_t stepsDue(double elapsed, double dt);
    /// One of them has been taken; those that have not are forgotten.
    void stepTaken(double dt);
    /// The frame is over that began with stepsDue(): its time counts for the pace.
    void frameOver(double elapsed);

    /// Back to the start; goes on playing if it does.
    void reset();

    double time() const { return time_; }  ///< simulated [s]
    std::uint64_t steps() const { return steps_; }

    /// Simulated by real time while playing, about the last second's mean; 1 before there is one.
    double shareOfRealTime() const { return share_; }

  private:
    void forgetPace();

    bool playing_;
    std::uint32_t asked_ = 0;  // steps, one by one
    // [steps]; from a half on, so that a display of the same rate gets one step a frame despite its jitter
    double owed_ = 0.5;
    double time_ = 0.0;
    std::uint64_t steps_ = 0;
    double share_ = 1.0;
    double measuredReal_ = 0.0, measuredSimulated_ = 0.0;  // [s] since the last reading
};

}  // namespace pliant::viewer
