#pragma once

#include "pliant/result.h"

namespace pliant::cli {

/// Standard streams that were closed when the program was started lead nowhere from now on. Without it the next file
/// that is opened would take their place, and get what is said to the person.
void openMissingStreams();

/// Everything printed has been handed to the system, or the error says that it was not.
Status flushOutput();

}  // namespace pliant::cli
