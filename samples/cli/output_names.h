#pragma once

#include <string>
#include <vector>

#include "pliant/result.h"

namespace pliant::cli {

/// Whether both lead to the same file, which need not be there. By way of links too.
bool isSameFile(const std::string& a, const std::string& b);

/// A file that a command reads, and where it was named.
struct InputFile {
    std::string option;
    std::string path;
};

/// Errors: what `option` writes would replace a file that is read.
Status checkSpares(const std::vector<InputFile>& inputs, const char* option, const std::string& path);

/// Errors: two of the paths of `--out` lead to the same file.
Status checkGivenOnce(const std::vector<std::string>& paths);

/// Whether a file can be made there: tried and dropped, so that a bad path is told before the work begins. Errors:
/// those of OutputFile.
Status checkWritable(const std::string& path);

/// The same of what `option` names; no path is fine. Errors: a name that does not end in `extension`; those of
/// checkWritable().
Status checkName(const std::string& path, const char* option, const char* extension);

/// Writes a whole file and says so; nothing where there is no path. Errors: those of OutputFile.
Status writeText(const std::string& path, const std::string& text);

}  // namespace pliant::cli
