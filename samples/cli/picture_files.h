#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/movie.h"

namespace pliant::cli {

/// A name with a place for a number: frames/%04d.png.
struct NumberedName {
    std::string before;
    int digits = 4;
    std::string after;

    /// None if there is no % in the path. Errors: a % that is no %0Nd, more than one, or one in the name of a folder.
    static Result<std::optional<NumberedName>> parse(const std::string& path);

    std::string with(std::size_t number) const;
    std::string text() const;
    bool covers(const std::string& path) const;  ///< whether some number leads to that file
    std::string folder() const;                  ///< "." where the name has none
};

/// The files that pictures go to: the last picture, all of them numbered from 1, or a movie. Where there is no ffmpeg a
/// movie x.mp4 becomes numbered pictures, x-frames/%04d.png.
class PictureFiles {
  public:
    /// Errors: a name that cannot be, see checkMovie(), checkPng() and NumberedName; the same file twice.
    static Result<PictureFiles> plan(const std::vector<std::string>& paths, std::uint32_t width, std::uint32_t height);

    /// Opens what can be opened, and makes the folders of numbered pictures. `fps`: pictures per second of a movie.
    /// Errors: those of OutputFile and Movie, a folder that cannot be made.
    Status open(double fps);

    bool wantsAll() const { return !numbered_.empty() || !moviePaths_.empty(); }
    Status add(const viewer::Image& image);
    Status finish(const viewer::Image& last);

    /// A line each: what was written, and what became of a movie without ffmpeg.
    std::vector<std::string> account() const;

    PictureFiles(PictureFiles&&) noexcept = default;
    PictureFiles& operator=(PictureFiles&&) noexcept = default;
    ~PictureFiles();  ///< removes folders that were made and have stayed empty

  private:
    PictureFiles() = default;
    Status planOne(const std::string& path);
    Status checkNumbers() const;
    Status openMovie(const std::string& path, double fps);
    Status makeFolder(const NumberedName& name);

    std::uint32_t width_ = 0, height_ = 0;
    std::vector<std::string> lastPaths_, moviePaths_;
    std::vector<NumberedName> numbered_;
    std::vector<viewer::Movie> movies_;
    std::vector<std::string> madeFolders_, account_;
    std::size_t count_ = 0;
};

}  // namespace pliant::cli
