#include "standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

#include "pliant/fail.h"

namespace pliant::cli {

// A file that is opened gets the lowest number that is free.
void openMissingStreams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != stream) return;
    }
}

Status flushOutput() {
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout)) return fail("standard output cannot be written");
    return {};
}

}  // namespace pliant::cli
