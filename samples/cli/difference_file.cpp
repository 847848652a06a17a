#include "difference_file.h"

#include "pliant/fail.h"

namespace pliant::cli {

Result<DifferenceFile> DifferenceFile::create(const std::string& path, const std::string& place) {
    if (!path.ends_with(".csv")) return fail("--csv '{}': the name must end in .csv", path);
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    DifferenceFile differences(std::move(*file));
    differences.text_ =
        fmt::format("frame,differing,beyond_tolerance,first_{0},largest_m,largest_{0},largest_ulp,rms_m\n", place);
    return differences;
}

// Where nothing differs there is no place to be named.
void DifferenceFile::add(const FrameDifference& f) {
    const auto numberOf = [](const std::optional<std::size_t>& place) {
        return place ? fmt::format("{}", *place) : std::string();
    };
    text_ += fmt::format("{},{},{},{},{:.9g},{},{},{:.9g}\n", f.frame, f.differing, f.beyond, numberOf(f.first),
                         f.metres, numberOf(f.worst), f.ulp, f.rms);
}

Status DifferenceFile::finish() {
    if (Status status = file_.write(text_); !status) return status;
    return file_.finish();
}

}  // namespace pliant::cli
