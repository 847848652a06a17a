#pragma once

#include <string>
#include <vector>

#include "result.h"

namespace pliant::cli {

/// Whether both lead to the same file, which need not be there.
bool isSameFile(const std::string& a, const std::string& b);

/// Errors: two of the paths of `--out` lead to the same file.
Status checkGivenOnce(const std::vector<std::string>& paths);

/// Whether a file can be made there: tried and dropped, so that a bad path is told before the work begins. Errors:
/// those of OutputFile.
Status checkWritable(const std::string& path);

}  // namespace pliant::cli
