#include "picture_files.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "pliant/fail.h"

namespace pliant::cli {
namespace {

// As many as a movie of any length needs, beside its place.
std::string numberedInstead(const std::string& path) {
    return std::filesystem::path(path).replace_extension().string() + "-%04d.png";
}

constexpr std::size_t kLargeNumber = 1'000'000'000;  // of more digits than any name asks for

}  // namespace

Result<std::optional<NumberedName>> NumberedName::parse(const std::string& path) {
    const std::size_t percent = path.find('%');
    if (percent == std::string::npos) return std::optional<NumberedName>();
    const std::string number = path.substr(percent, 4);
    const bool isNumber =
        number.size() == 4 && number[1] == '0' && number[2] >= '1' && number[2] <= '9' && number[3] == 'd';
    const std::string after = isNumber ? path.substr(percent + 4) : "";
    if (!isNumber || after.find('%') != std::string::npos || after.find('/') != std::string::npos) {
        return fail(
            "--out '{}': numbered pictures are named with one number of a fixed width, like %04d, in the file's name",
            path);
    }
    return std::optional(NumberedName{path.substr(0, percent), number[2] - '0', after});
}

std::string NumberedName::with(std::size_t number) const {
    return fmt::format("{}{:0{}}{}", before, number, digits, after);
}

bool NumberedName::covers(const std::string& path) const {
    const std::string file = std::filesystem::path(path).filename().string();
    const std::size_t first = std::filesystem::path(before + "0").filename().string().size() - 1;
    if (file.size() <= first + after.size()) return false;
    std::size_t number = 0;
    const char* end = file.data() + file.size() - after.size();
    const auto [read, error] = std::from_chars(file.data() + first, end, number);
    return error == std::errc() && read == end && number > 0 && isSameFile(with(number), path);
}

std::string NumberedName::text() const {
    return fmt::format("{}%0{}d{}", before, digits, after);
}

std::string NumberedName::folder() const {
    const std::string folder = std::filesystem::path(before + "0").parent_path().string();
    return folder.empty() ? "." : folder;
}

Result<PictureFiles> PictureFiles::plan(const std::vector<std::string>& paths, std::uint32_t width,
                                        std::uint32_t height) {
    PictureFiles files;
    files.width_ = width;
    files.height_ = height;
    if (Status status = checkGivenOnce(paths); !status) return status.error();
    for (const std::string& path : paths) {
        if (Status status = files.planOne(path); !status) return status.error();
    }
    if (Status status = files.checkNumbers(); !status) return status.error();
    return files;
}

// A number must not lead to another picture's file.
Status PictureFiles::checkNumbers() const {
    for (const NumberedName& name : numbered_) {
        for (const std::string& path : lastPaths_) {
            if (name.covers(path)) return fail("--out '{}' and '{}' would write the same file", name.text(), path);
        }
        for (const NumberedName& other : numbered_) {
            const bool isOther = other.digits != name.digits;
            if (isOther && isSameFile(other.with(kLargeNumber), name.with(kLargeNumber)))
                return fail("--out '{}' and '{}' would write the same files", name.text(), other.text());
        }
    }
    return {};
}

Status PictureFiles::planOne(const std::string& path) {
    if (path.ends_with(".mp4") || path.ends_with(".gif")) {
        if (Status status = viewer::checkMovie(path, width_, height_); !status)
            return fail("--out {}", status.error().message);
        if (!viewer::canMakeMovies()) {
            return fail(
                "--out '{}': movies are made by ffmpeg, and there is none on the PATH. Install it (Debian: apt install "
                "ffmpeg), or ask for numbered pictures: --out {}",
                path, numberedInstead(path));
        }
        moviePaths_.push_back(path);
        return {};
    }
    if (!path.ends_with(".png")) return fail("--out '{}': the name must end in .png, .mp4 or .gif", path);
    if (Status status = viewer::checkPng(path, width_, height_); !status)
        return fail("--out {}", status.error().message);
    const Result<std::optional<NumberedName>> name = NumberedName::parse(path);
    if (!name) return name.error();
    if (*name) numbered_.push_back(**name);
    else lastPaths_.push_back(path);
    return {};
}

Status PictureFiles::checkSpares(const std::vector<InputFile>& inputs) const {
    std::vector<std::string> paths = lastPaths_;
    paths.insert(paths.end(), moviePaths_.begin(), moviePaths_.end());
    for (const NumberedName& name : numbered_) {
        for (const InputFile& input : inputs)
            if (name.covers(input.path)) paths.push_back(input.path);
    }
    for (const std::string& path : paths) {
        if (Status status = cli::checkSpares(inputs, "--out", path); !status) return status;
    }
    return {};
}

Status PictureFiles::open(double fps) {
    for (const std::string& path : lastPaths_) {
        if (Status status = checkWritable(path); !status) return status;
    }
    for (const NumberedName& name : numbered_) {
        if (Status status = makeFolder(name); !status) return status;
    }
    for (const std::string& path : moviePaths_) {
        Result<viewer::Movie> movie = viewer::Movie::create(path, width_, height_, fps);
        if (!movie) return movie.error();
        movies_.push_back(std::move(*movie));
    }
    return {};
}

Status PictureFiles::makeFolder(const NumberedName& name) {
    std::error_code error;
    std::vector<std::string> missing;
    for (std::filesystem::path p = name.folder(); !p.empty() && !std::filesystem::exists(p, error); p = p.parent_path())
        missing.push_back(p.string());
    std::filesystem::create_directories(name.folder(), error);
    if (error) return fail("cannot make the folder '{}': {}", name.folder(), error.message());
    madeFolders_.insert(madeFolders_.end(), missing.begin(), missing.end());
    return checkWritable(name.with(1));
}

Status PictureFiles::add(const viewer::Image& image) {
    ++count_;
    for (const NumberedName& name : numbered_) {
        if (Status status = viewer::writePng(name.with(count_), image); !status) return status;
    }
    for (viewer::Movie& movie : movies_) {
        if (Status status = movie.add(image); !status) return status;
    }
    return {};
}

Status PictureFiles::finish(const viewer::Image& last) {
    if (count_ == 0) movies_.clear();
    for (viewer::Movie& movie : movies_) {
        if (Status status = movie.finish(); !status) return status;
    }
    for (const std::string& path : lastPaths_) {
        if (Status status = viewer::writePng(path, last); !status) return status;
    }
    return {};
}

std::vector<std::string> PictureFiles::account() const {
    std::vector<std::string> paths = lastPaths_;
    const std::vector<std::string> names = numbered();
    paths.insert(paths.end(), names.begin(), names.end());
    if (count_ > 0) paths.insert(paths.end(), moviePaths_.begin(), moviePaths_.end());
    return paths;
}

std::vector<std::string> PictureFiles::numbered() const {
    std::vector<std::string> names;
    for (const NumberedName& name : numbered_)
        if (count_ > 0) names.push_back(name.text());
    return names;
}

PictureFiles::~PictureFiles() {
    std::error_code ignored;
    for (const std::string& folder : madeFolders_)
        std::filesystem::remove(folder, ignored);  // does so only if nothing lies in it
}

}  // namespace pliant::cli
