#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "pliant/io/gltf_json.h"

namespace pliant {

/// The bytes of a glTF file: those of a .glb's own chunk, those that stand in base64 in a URI, and those of files
/// beside it.
class GltfBuffers {
  public:
    /// `chunk`: that of a .glb, else empty. `folder`: where the file lies.
    GltfBuffers(const Json& root, std::string_view chunk, std::filesystem::path folder)
        : root_(root), chunk_(chunk), folder_(std::move(folder)) {}

    /// The bytes of a view, as long as this lives. Errors name the view or the buffer: a view that leaves its buffer, a
    /// buffer with fewer bytes than it says, a URI other than a relative path without ".." or base64, a file that
    /// cannot be read.
    Result<std::string_view> view(std::uint64_t index);

    /// Of all files and URIs that have been read.
    std::size_t sizeBytes() const { return sizeBytes_; }

  private:
    Result<std::string_view> buffer(std::uint64_t index);
    Result<std::string_view> bytesOf(const Json& buffer, std::uint64_t index);
    Result<std::string_view> fileBeside(const std::string& uri);

    const Json& root_;
    std::string_view chunk_;
    std::filesystem::path folder_;
    std::map<std::uint64_t, std::string_view> opened_;  // per buffer: its bytes, in one of these
    std::deque<std::string> decoded_;
    std::map<std::string, std::string> files_;  // per path: a file that many buffers name is read once
    std::size_t sizeBytes_ = 0;
};

}  // namespace pliant
