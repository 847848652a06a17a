#include "viewer/movie.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "pliant/fail.h"
#include "pliant/io/output_file.h"

extern char** environ;  // macOS declares it nowhere

namespace pliant::viewer {
namespace {

using Stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

bool isMp4(const std::string& path) {
    return path.ends_with(".mp4");
}

std::string findFfmpeg() {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::string program = folder + "/ffmpeg";
        if (!folder.empty() && ::access(program.c_str(), X_OK) == 0) return program;
    }
    return {};
}

// H.264 that plays everywhere; colours as players of this size take them to be.
std::vector<std::string> mp4Words() {
    return {"-c:v",        "libx264",   "-preset",          "medium", "-crf",
            "17",          "-pix_fmt",  "yuv420p",          "-vf",    "scale=out_color_matrix=bt709:out_range=tv",
            "-colorspace", "bt709",     "-color_primaries", "bt709",  "-color_trc",
            "bt709",       "-movflags", "+faststart",       "-f",     "mp4"};
}

// One palette for all pictures: ffmpeg keeps them until the last, but a palette for each would make the file twice as
// large.
std::vector<std::string> gifWords(double fps) {
    constexpr double kMostPerSecond = 30.0;  // players slow down what is faster than 50
    const std::string rate = fps > kMostPerSecond ? fmt::format("fps={},", kMostPerSecond) : "";
    const std::string colours = "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=bayer:bayer_scale=4";
    return {"-filter_complex", rate + colours, "-f", "gif"};
}

std::vector<std::string> wordsFor(const std::string& path, const std::string& partialPath, std::uint32_t width,
                                  std::uint32_t height, double fps) {
    std::vector<std::string> words{"ffmpeg",
                                   "-loglevel",
                                   "error",
                                   "-f",
                                   "rawvideo",
                                   "-pix_fmt",
                                   "rgba",
                                   "-video_size",
                                   fmt::format("{}x{}", width, height),
                                   "-framerate",
                                   fmt::format("{}", fps),
                                   "-i",
                                   "pipe:0"};
    const std::vector<std::string> format = isMp4(path) ? mp4Words() : gifWords(fps);
    words.insert(words.end(), format.begin(), format.end());
    words.insert(words.end(), {"-y", "file:" + partialPath});
    return words;
}

// Starts the program with these for its standard input and standard error, in a process group of its own, so that a
// Ctrl-C is ours to answer.
Result<pid_t> start(const std::string& program, std::vector<std::string> words, int input, int complaints) {
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t process = 0;
    const int failure = ::posix_spawn(&process, program.c_str(), &files, &attributes, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
    if (failure != 0) return fail("cannot start '{}': {}", program, std::strerror(failure));
    return process;
}

// A pair of sockets of which programs that are started see nothing but what they are given.
bool makeSockets(int (&ends)[2]) {
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    for (const int end : ends) {
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE  // macOS, in place of MSG_NOSIGNAL
        const int yes = 1;
        ::setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    }
    return true;
}

#ifdef MSG_NOSIGNAL
constexpr int kNoSignal = MSG_NOSIGNAL;
#else
constexpr int kNoSignal = 0;
#endif

int waitFor(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace

struct Movie::State {
    std::string path;
    std::uint32_t width = 0, height = 0;
    OutputFile file;
    Stream complaints{std::tmpfile(), std::fclose};
    int socket = -1;    // ffmpeg reads the other end
    pid_t process = 0;  // 0: has ended

    explicit State(OutputFile f) : file(std::move(f)) {}

    ~State() {
        closeSocket();
        if (process == 0) return;
        ::kill(process, SIGKILL);
        waitFor(process);
    }

    void closeSocket() {
        if (socket >= 0) ::close(std::exchange(socket, -1));
    }

    // No pipe, because writing to one whose reader has died would end this program too.
    Status startFfmpeg(const std::string& program, double fps) {
        int ends[2];
        if (!complaints || !makeSockets(ends)) {
            return fail("cannot write '{}': {}", path, std::strerror(errno));
        }
        socket = ends[0];
        const Result<pid_t> started =
            start(program, wordsFor(path, file.partialPath(), width, height, fps), ends[1], ::fileno(complaints.get()));
        ::close(ends[1]);
        if (!started) return started.error();
        process = *started;
        return {};
    }

    // Waits for ffmpeg's end. An error if it had to complain, even where it calls that a success: it does so when the
    // last bytes of a file cannot be written.
    Status end() {
        closeSocket();
        const int status = waitFor(std::exchange(process, 0));
        if (WIFSIGNALED(status)) {
            return fail("cannot write '{}': ffmpeg was ended by '{}'", path, ::strsignal(WTERMSIG(status)));
        }
        char line[400] = "";
        std::rewind(complaints.get());
        const bool hasComplaints = std::fgets(line, sizeof line, complaints.get()) != nullptr;
        line[std::strcspn(line, "\n")] = '\0';
        if (hasComplaints) return fail("cannot write '{}': ffmpeg says: {}", path, line);
        if (WEXITSTATUS(status) != 0) return fail("cannot write '{}': ffmpeg failed", path);
        return {};
    }
};

bool canMakeMovies() {
    return !findFfmpeg().empty();
}

Status checkMovie(const std::string& path, std::uint32_t width, std::uint32_t height) {
    if (!isMp4(path) && !path.ends_with(".gif")) return fail("'{}': a movie's name must end in .mp4 or .gif", path);
    if (isMp4(path) && (width % 2 != 0 || height % 2 != 0)) {
        return fail("'{}': an .mp4 needs an even width and height, not {} x {}", path, width, height);
    }
    return {};
}

Movie::Movie(std::unique_ptr<State> state) : state_(std::move(state)) {}
Movie::Movie(Movie&&) noexcept = default;
Movie& Movie::operator=(Movie&&) noexcept = default;
Movie::~Movie() = default;

Result<Movie> Movie::create(const std::string& path, std::uint32_t width, std::uint32_t height, double fps) {
    if (Status status = checkMovie(path, width, height); !status) return status.error();
    const std::string program = findFfmpeg();
    if (program.empty()) return fail("cannot write '{}': there is no ffmpeg", path);
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    auto state = std::make_unique<State>(std::move(*file));
    state->path = path;
    state->width = width;
    state->height = height;
    if (Status status = state->startFfmpeg(program, fps); !status) return status.error();
    return Movie(std::move(state));
}

Status Movie::add(const Image& image) {
    assert(image.width == state_->width && image.height == state_->height);
    const std::uint8_t* next = image.pixels.data();
    std::size_t left = image.pixels.size();
    while (left > 0) {
        const ssize_t sent = ::send(state_->socket, next, left, kNoSignal);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) {
            const Status status = state_->end();
            return status ? Status(fail("cannot write '{}': ffmpeg has stopped reading", state_->path)) : status;
        }
        next += sent;
        left -= static_cast<std::size_t>(sent);
    }
    return {};
}

Status Movie::finish() {
    if (Status status = state_->end(); !status) return status;
    return state_->file.finish();
}

}  // namespace pliant::viewer
