#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace pliant::tests {

using Words = std::vector<std::string>;

inline Words wordsOf(const std::string& line) {
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
}

/// The lines that start so.
inline Words linesOf(const std::string& text, const std::string& prefix) {
    std::istringstream stream(text);
    Words lines;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(prefix)) lines.push_back(line);
    }
    return lines;
}

inline std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void writeFile(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

/// As data URIs want it; of whole groups of three bytes.
inline std::string base64(const std::string& bytes) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) { return std::uint32_t(static_cast<unsigned char>(bytes[i + k])); };
        const std::uint32_t group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (const int shift : {18, 12, 6, 0})
            text += kDigits[group >> shift & 63];
    }
    return text;
}

/// An empty folder that goes with the test.
class TempFolder {
  public:
    TempFolder() {
        std::string path = (std::filesystem::temp_directory_path() / "pliant-test-XXXXXX").string();
        if (!::mkdtemp(path.data())) throw std::runtime_error("cannot make a folder like " + path);
        path_ = path;
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::string& path() const { return path_; }
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }

    /// Of everything that lies in it.
    std::set<std::string> names() const {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) {
            names.insert(entry.path().filename().string());
        }
        return names;
    }

  private:
    std::string path_;
};

/// What a program left behind.
struct Finished {
    int status = 0;  ///< its exit status, or 128 + the signal that killed it
    std::string out;
    std::string err;
};

/// Runs a program in a folder, with nothing to read, and waits for it. `words` are its path and arguments.
inline Finished run(const TempFolder& folder, Words words) {
    using Stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
    const Stream out(std::tmpfile(), std::fclose), err(std::tmpfile(), std::fclose);
    if (!out || !err) throw std::runtime_error("cannot make a temporary file");
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);

    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("cannot fork");
    if (child == 0) {
        const bool isReady = ::chdir(folder.path().c_str()) == 0 && ::dup2(::open("/dev/null", O_RDONLY), 0) == 0 &&
                             ::dup2(fileno(out.get()), 1) == 1 && ::dup2(fileno(err.get()), 2) == 2;
        if (isReady) ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);

    const auto textOf = [](std::FILE* stream) {
        std::rewind(stream);
        std::string text;
        std::array<char, 4096> part;
        while (const std::size_t size = std::fread(part.data(), 1, part.size(), stream))
            text.append(part.data(), size);
        return text;
    };
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), textOf(out.get()), textOf(err.get())};
}

}  // namespace pliant::tests
