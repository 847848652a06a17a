#pragma once

// The one file that knows of oneTBB. Built without it (PLIANT_NO_TBB) all runs on the caller's thread; no bit depends
// on that.

#ifndef PLIANT_NO_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>
#endif

#include <cstddef>
#include <utility>

namespace pliant {

#ifndef PLIANT_NO_TBB

/// Calls body(first, last) for parts of [first, last), of `grain` items or more where there are as many.
template <class Index, class Body>
void parallelRanges(Index first, Index last, Index grain, Body&& body) {
    tbb::parallel_for(tbb::blocked_range<Index>(first, last, grain),
                      [&](const auto& range) { body(range.begin(), range.end()); });
}

/// Calls body(i) for each of 0 ... count.
template <class Index, class Body>
void parallelEach(Index count, Body&& body) {
    tbb::parallel_for(Index(0), count, body);
}

/// Calls all of them.
template <class... Functions>
void parallelInvoke(Functions&&... functions) {
    tbb::parallel_invoke(std::forward<Functions>(functions)...);
}

/// Within execute(), the functions above use so many threads at most.
class Arena {
  public:
    explicit Arena(int threads) : arena_(threads) {}

    template <class Function>
    auto execute(Function&& function) {
        return arena_.execute(std::forward<Function>(function));
    }

  private:
    tbb::task_arena arena_;
};

#else

template <class Index, class Body>
void parallelRanges(Index first, Index last, Index, Body&& body) {
    body(first, last);
}

template <class Index, class Body>
void parallelEach(Index count, Body&& body) {
    for (Index i = 0; i < count; ++i)
        body(i);
}

template <class... Functions>
void parallelInvoke(Functions&&... functions) {
    (functions(), ...);
}

class Arena {
  public:
    explicit Arena(int) {}

    template <class Function>
    auto execute(Function&& function) {
        return function();
    }
};

#endif

}  // namespace pliant
