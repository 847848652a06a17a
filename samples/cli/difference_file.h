#pragma once

#include "differences.h"
#include "pliant/io/output_file.h"

namespace pliant::cli {

/// `compare --csv FILE.csv`: one line per frame on what differs.
class DifferenceFile {
  public:
    /// Opens the file and writes the names of its columns; `place` is "particle" or "vertex". Errors: those of
    /// OutputFile, a name that does not end in .csv.
    static Result<DifferenceFile> create(const std::string& path, const std::string& place);

    void add(const FrameDifference& frame);

    /// Puts the file in its place. Errors: those of OutputFile.
    Status finish();

  private:
    explicit DifferenceFile(OutputFile file) : file_(std::move(file)) {}
    OutputFile file_;
    std::string text_;
};

}  // namespace pliant::cli
