#include "standard_streams.h"

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

#include <cstdio>
#include <iostream>

#include "pliant/fail.h"

namespace pliant::cli {

// A file that is opened gets the lowest number that is free. Windows starts no program without them.
void openMissingStreams() {
#ifndef _WIN32
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != stream) return;
    }
#endif
}

Status flushOutput() {
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout)) return fail("standard output cannot be written");
    return {};
}

}  // namespace pliant::cli
