#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pliant/export.h"
#include "pliant/result.h"

namespace pliant {

/// A file that is whole or not there: it is written beside its place, and finish() moves it in. Without finish()
/// nothing stays behind and a file that was there before is untouched. A symbolic link stays one: what it leads to is
/// replaced.
class PLIANT_API OutputFile {
  public:
    /// Errors, here and below, name the path and the system's reason: no such folder, no permission, disk full; a
    /// folder or a device of that name.
    static Result<OutputFile> create(const std::string& path);

    /// Adds so many bytes at the end.
    Status write(const void* bytes, std::size_t count);
    /// Adds a text at the end, as it is.
    Status write(std::string_view text) { return write(text.data(), text.size()); }

    /// Over bytes that have been written before.
    Status writeOver(long offset, const void* bytes, std::size_t count);

    /// Where the file will lie.
    const std::string& path() const;

    /// Where the file lies until finish(), for another program to write it.
    const std::string& partialPath() const;

    /// Everything written has been handed to the system, or the error says why not. Nothing can be written after it.
    Status close();

    /// Closes the file and puts it in its place.
    Status finish();

    OutputFile(OutputFile&&) noexcept;             ///< what is moved from can only be assigned to or destroyed
    OutputFile& operator=(OutputFile&&) noexcept;  ///< likewise
    ~OutputFile();                                 ///< removes what finish() has not put in its place

  private:
    struct Unfinished;  // removes what is left when it goes
    explicit OutputFile(std::unique_ptr<Unfinished> file);
    std::unique_ptr<Unfinished> file_;
};

}  // namespace pliant
