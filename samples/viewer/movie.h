#pragma once

#include <memory>
#include <string>

#include "viewer/picture.h"

namespace pliant::viewer {

/// Whether the program that makes movies, ffmpeg, is to be found on the PATH.
bool canMakeMovies();

/// What can be said of a movie before it is made. Errors: a name that ends in neither .mp4 nor .gif, an odd width or
/// height of an .mp4, whose colours are shared by two pixels each way.
Status checkMovie(const std::string& path, std::uint32_t width, std::uint32_t height);

/// Pictures handed to ffmpeg one after another. The file is written beside its place, and finish() moves it in; without
/// finish() nothing stays behind.
class Movie {
  public:
    /// `fps`: pictures shown per second; of a .gif at most 30 are kept. Errors: those of checkMovie() and OutputFile,
    /// no ffmpeg.
    static Result<Movie> create(const std::string& path, std::uint32_t width, std::uint32_t height, double fps);

    /// A picture of the movie's size. Errors: ffmpeg has given up, with its own words.
    Status add(const Image& image);

    /// Waits until ffmpeg is done. Errors: as those of add(), and of OutputFile.
    Status finish();

    Movie(Movie&&) noexcept;
    Movie& operator=(Movie&&) noexcept;
    ~Movie();

  private:
    struct State;
    explicit Movie(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace pliant::viewer
