#pragma once

#include <cstdint>
#include <fstream>

#include "pliant/io/output_file.h"
#include "pliant/scene/scene.h"

namespace pliant {

/// PC2 point cache, as Blender and Houdini read it: a header of 32 bytes, then three floats per point and sample,
/// little endian. Sample 0 is the state before the first frame.
class PLIANT_API Pc2Writer {
  public:
    /// Errors: those of OutputFile, more points or samples than the format can count (2^31 - 1).
    static Result<Pc2Writer> create(const std::string& path, std::size_t points, std::size_t samples);

    /// `vertices` has as many as `points` at creation. Errors: those of OutputFile, a vertex that is not finite.
    Status addSample(const std::vector<vec3>& vertices);

    /// As of OutputFile. Where fewer samples have been added than were announced, the header says how many there are.
    Status close();
    /// Closes the file and puts it in its place. Errors: those of OutputFile.
    Status finish();

  private:
    Pc2Writer(OutputFile file, std::size_t samples) : file_(std::move(file)), announced_(samples) {}
    OutputFile file_;
    std::size_t announced_ = 0, added_ = 0;
    bool isClosed_ = false;
};

/// Reads a point cache of PC2, sample after sample.
class PLIANT_API Pc2Reader {
  public:
    /// Errors name the file: not there, no PC2, no points, shorter or longer than its header says.
    static Result<Pc2Reader> open(const std::string& path);

    std::size_t points() const { return points_; }    ///< of each sample
    std::size_t samples() const { return samples_; }  ///< in the file

    /// The next sample. Errors: there is none, the file cannot be read on.
    Result<std::vector<vec3>> next();

  private:
    std::string path_;
    std::ifstream file_;
    std::size_t points_ = 0;
    std::size_t samples_ = 0;
    std::size_t samplesRead_ = 0;
};

}  // namespace pliant
