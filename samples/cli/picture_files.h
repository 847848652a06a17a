#pragma once

#include <optional>
#include <string>
#include <vector>

#include "output_names.h"
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

/// The files that pictures go to: the last picture, all of them numbered from 1, or a movie.
class PictureFiles {
  public:
    /// Errors: a name that cannot be, see checkMovie(), checkPng() and NumberedName; the same file twice; a movie where
    /// there is no ffmpeg.
    static Result<PictureFiles> plan(const std::vector<std::string>& paths, std::uint32_t width, std::uint32_t height);

    /// Errors: a file that is read would be written over.
    Status checkSpares(const std::vector<InputFile>& inputs) const;

    /// Opens what can be opened, and makes the folders of numbered pictures. `fps`: pictures per second of a movie.
    /// Errors: those of OutputFile and Movie, a folder that cannot be made.
    Status open(double fps);

    bool wantsAll() const { return !numbered_.empty() || !moviePaths_.empty(); }
    bool wantsLast() const { return !lastPaths_.empty(); }
    bool hasUnfinished() const { return wantsLast() || !moviePaths_.empty(); }
    Status add(const viewer::Image& image);
    /// Movies to which nothing was added are left out.
    Status finish(const viewer::Image& last);

    /// What was written: before finish() numbered pictures alone.
    std::vector<std::string> account() const;
    std::vector<std::string> numbered() const;

    PictureFiles(PictureFiles&&) noexcept = default;
    PictureFiles& operator=(PictureFiles&&) noexcept = default;
    ~PictureFiles();  ///< removes folders that were made and have stayed empty

  private:
    PictureFiles() = default;
    Status planOne(const std::string& path);
    Status checkNumbers() const;
    Status makeFolder(const NumberedName& name);

    std::uint32_t width_ = 0, height_ = 0;
    std::vector<std::string> lastPaths_, moviePaths_;
    std::vector<NumberedName> numbered_;
    std::vector<viewer::Movie> movies_;
    std::vector<std::string> madeFolders_;
    std::size_t count_ = 0;
};

}  // namespace pliant::cli
