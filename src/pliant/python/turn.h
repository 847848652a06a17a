#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "pliant/python/errors.h"

namespace pliant::python {

/// Lets one thread at a time at a solver or device. Python's lock is let go of before the wait for this one: who has
/// this one may want Python's in the midst of a step, to ask whether it is to stop.
class Turn {
  public:
    /// Runs work() without Python's lock. Errors: this thread has the turn already, as in should_stop().
    template <class Work>
    auto take(Work&& work) {
        if (isMine()) refuse("the solver is in the midst of a step, and this is its own thread");
        const py::gil_scoped_release withoutPython;
        return run(work);
    }

    /// For what must not fail: on a thread that has the turn it runs at once.
    template <class Work>
    void takeAnyhow(Work&& work) {
        const py::gil_scoped_release withoutPython;
        if (isMine()) return work();
        run(work);
    }

  private:
    bool isMine() const { return holder_ == std::this_thread::get_id(); }

    template <class Work>
    auto run(Work&& work) {
        const std::lock_guard lock(mutex_);
        const Holding holding(holder_);
        return work();
    }

    struct Holding {
        explicit Holding(std::atomic<std::thread::id>& holder) : holder(holder) { holder = std::this_thread::get_id(); }
        ~Holding() { holder = std::thread::id(); }
        std::atomic<std::thread::id>& holder;
    };

    std::mutex mutex_;
    std::atomic<std::thread::id> holder_{};
};

}  // namespace pliant::python
