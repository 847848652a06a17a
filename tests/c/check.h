#pragma once

// What the programs in C test with: each failure is a line, and the program's exit status says whether there was one.

#include <pliant/pliant.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static inline void checkAt(int holds, const char* what, int line) {
    if (holds) return;
    ++failures;
    printf("line %d: %s; last error: %s\n", line, what, pliantErrorMessage());
}

static inline void refusedAt(PliantResult result, PliantResult expected, const char* says, int line) {
    if (result == expected && strstr(pliantErrorMessage(), says)) return;
    ++failures;
    printf("line %d: result %d in place of %d; '%s' is to be in: %s\n", line, (int)result, (int)expected, says,
           pliantErrorMessage());
}

#define CHECK(condition) checkAt(condition, #condition, __LINE__)
#define OK(call) checkAt((call) == PLIANT_OK, #call, __LINE__)
#define REFUSED(call, says) refusedAt(call, PLIANT_BAD_INPUT, says, __LINE__)
#define FAILS(call, kind, says) refusedAt(call, kind, says, __LINE__)

static inline uint64_t hashOf(const PliantSnapshot* snapshot) {
    uint64_t hash = 0;
    OK(pliantHashSnapshot(snapshot, &hash));
    return hash;
}

static inline uint64_t stateOf(const PliantSolver* solver) {
    PliantSnapshot* snapshot = NULL;
    OK(pliantTakeSnapshot(solver, &snapshot));
    const uint64_t hash = hashOf(snapshot);
    pliantDestroySnapshot(snapshot);
    return hash;
}
