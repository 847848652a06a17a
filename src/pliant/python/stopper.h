#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "pliant/python/errors.h"

namespace pliant::python {

/// Asks Python now and then, in the midst of a step, whether to stop: for Ctrl-C, and should_stop() if there is one.
/// Made and asked without exceptions getting into the solver; finish() throws them afterwards.
class Stopper {
  public:
    /// shouldStop: None or to be called.
    explicit Stopper(py::object shouldStop) : shouldStop_(std::move(shouldStop)) {
        if (!shouldStop_.is_none() && PyCallable_Check(shouldStop_.ptr()) == 0)
            refuse("should_stop must be None or a function without arguments");
    }

    /// By any thread, without Python's lock; only the one that took the step asks Python.
    bool isOver() {
        if (isOver_ || std::this_thread::get_id() != thread_ || Clock::now() < next_) return isOver_;
        const py::gil_scoped_acquire python;
        ask();
        next_ = Clock::now() + pause();
        return isOver_;
    }

    /// With Python's lock, after the step: throws what Python threw.
    void finish() {
        if (thrown_) throw py::error_already_set(std::move(*thrown_));
    }

  private:
    using Clock = std::chrono::steady_clock;

    void ask() {
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (!shouldStop_.is_none() && py::bool_(shouldStop_())) isOver_ = true;
        } catch (py::error_already_set& error) {
            thrown_.emplace(std::move(error));
            isOver_ = true;
        }
    }

    // Another thread may keep Python's lock for 5 ms each time.
    Clock::duration pause() const { return std::chrono::milliseconds(shouldStop_.is_none() ? 100 : 10); }

    py::object shouldStop_;
    std::thread::id thread_ = std::this_thread::get_id();
    Clock::time_point next_ = Clock::now() + (shouldStop_.is_none() ? pause() : Clock::duration(0));
    std::atomic<bool> isOver_ = false;
    std::optional<py::error_already_set> thrown_;
};

}  // namespace pliant::python
