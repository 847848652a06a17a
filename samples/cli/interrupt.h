#pragma once

namespace pliant::cli {

/// From now on the first Ctrl-C or termination request asks for an orderly end, which removes unfinished files; the second ends
/// the program at once.
void listenForInterrupts();

/// Whether an end was asked for.
bool wasInterrupted();

}  // namespace pliant::cli
