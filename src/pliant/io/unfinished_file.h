#pragma once

#include <atomic>
#include <string>

namespace pliant {

/// The path of a file that is being written beside its place. As long as this is there, removeUnfinishedFiles() finds
/// it.
class UnfinishedFile {
  public:
    explicit UnfinishedFile(const std::string& path);
    ~UnfinishedFile();  ///< forgets the path; whoever made the file removes it
    UnfinishedFile(const UnfinishedFile&) = delete;

  private:
    struct Place;
    friend void removeUnfinishedFiles() noexcept;
    static Place* freePlace();
    static std::atomic<Place*> first_;
    Place* place_;
};

/// Removes the files of all of them: for a signal handler that ends the program at once. Calls nothing but
/// std::remove(), which for a file is unlink().
void removeUnfinishedFiles() noexcept;

}  // namespace pliant
