#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include "command.h"

namespace pliant::tests {

/// A program that runs beside the test, which looks at what it does. Its standard error is a terminal, so that it shows
/// how far it is. Whatever is waited for must come within some minutes; the program is killed then, and the test fails.
class Running {
  public:
    /// Signals are not ignored, whatever the test itself does with them, but for `ignored`.
    Running(const TempFolder& folder, Words words, int ignored = 0) {
        if (!out_) throw std::runtime_error("cannot make a temporary file");
        terminal_ = ::posix_openpt(O_RDWR | O_NOCTTY);
        if (terminal_ < 0 || ::grantpt(terminal_) != 0 || ::unlockpt(terminal_) != 0)
            throw std::runtime_error("cannot make a terminal");
        const int error = ::open(::ptsname(terminal_), O_RDWR | O_NOCTTY);
        std::vector<char*> arguments;
        for (std::string& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        process_ = ::fork();
        if (process_ == 0) {
            for (const int signal : {SIGINT, SIGTERM, SIGHUP})
                ::signal(signal, signal == ignored ? SIG_IGN : SIG_DFL);
            const bool isReady = ::chdir(folder.path().c_str()) == 0 && ::dup2(::open("/dev/null", O_RDONLY), 0) == 0 &&
                                 ::dup2(fileno(out_.get()), 1) == 1 && ::dup2(error, 2) == 2;
            if (isReady) ::execv(arguments[0], arguments.data());
            ::_exit(127);
        }
        ::close(error);
    }

    ~Running() {
        if (!hasEnded_) ::kill(process_, SIGKILL), ::waitpid(process_, nullptr, 0);
        ::close(terminal_);
    }
    Running(const Running&) = delete;

    /// Until this has been said on the terminal.
    void waitForText(const std::string& text) {
        waitFor(text, [&] { return said_.find(text) != std::string::npos; });
    }

    void waitFor(const std::string& what, const std::function<bool()>& isThere) {
        for (const auto start = Clock::now(); !isThere() && !isDone();) {
            listen(10);
            if (Clock::now() - start > kPatience) {
                ADD_FAILURE() << "nothing of '" << what << "' so far: " << said_;
                ::kill(process_, SIGKILL);
                return;
            }
        }
    }

    void send(int signal) { ::kill(process_, signal); }

    /// Waits for its end. What was said on the terminal is `err`.
    Finished end() {
        waitFor("its end", [&] { return isDone(); });
        while (!isDone())
            listen(10);
        listen(0);
        std::rewind(out_.get());
        std::string out;
        for (int c = std::fgetc(out_.get()); c != EOF; c = std::fgetc(out_.get()))
            out += static_cast<char>(c);
        return {WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_), out, said_};
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::minutes kPatience{4};

    bool isDone() {
        if (!hasEnded_) hasEnded_ = ::waitpid(process_, &status_, WNOHANG) == process_;
        return hasEnded_;
    }

    // For so long [ms], or until something comes; then all that there is.
    void listen(int patience) {
        pollfd poll{terminal_, POLLIN, 0};
        while (::poll(&poll, 1, patience) == 1 && (poll.revents & POLLIN) != 0) {
            std::array<char, 4096> part;
            const ssize_t size = ::read(terminal_, part.data(), part.size());
            if (size <= 0) return;
            said_.append(part.data(), static_cast<std::size_t>(size));
            patience = 0;
        }
        if ((poll.revents & POLLHUP) != 0) std::this_thread::sleep_for(std::chrono::milliseconds(patience));
    }

    std::unique_ptr<std::FILE, int (*)(std::FILE*)> out_{std::tmpfile(), std::fclose};
    int terminal_ = -1;
    pid_t process_ = 0;
    int status_ = 0;
    bool hasEnded_ = false;
    std::string said_;
};

}  // namespace pliant::tests
