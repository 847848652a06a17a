#pragma once

#include "pliant/io/output_file.h"
#include "pliant/state/step_report.h"

namespace pliant::cli {

/// `--report FILE.csv`: one line per frame on how the scene is doing.
class ReportFile {
  public:
    /// Opens the file and writes the names of its columns. Errors: those of OutputFile, a name that does not end in
    /// .csv.
    static Result<ReportFile> create(const std::string& path);

    void add(std::uint32_t frame, double time, const StepReport& report, std::size_t crossings);

    /// Puts the file in its place. Errors: those of OutputFile.
    Status finish();

  private:
    explicit ReportFile(OutputFile file) : file_(std::move(file)) {}
    OutputFile file_;
    std::string text_;
};

}  // namespace pliant::cli
