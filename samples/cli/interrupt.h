#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pliant/result.h"

namespace pliant::cli {

/// Once, at the start: a signal that ends the program removes unfinished files first. Signals that were ignored when
/// the program was started (nohup) stay so.
void tidyUpOnSignals();

/// From now on the first Ctrl-C, termination request or hang-up asks for an orderly end; the second ends the program at
/// once.
void listenForInterrupts();

/// Whether an orderly end was asked for. From any thread.
bool wasInterrupted();

/// With which status the program then ends, as shells have it: 128 + the signal, 130 for Ctrl-C.
int interruptedStatus();

/// What to say of a run that was interrupted: how far it came, and the files that were kept.
Error interruptedAfter(std::uint32_t frames, std::uint32_t wanted, const std::vector<std::string>& kept);

}  // namespace pliant::cli
