#include "report_file.h"

#include <algorithm>

#include "pliant/fail.h"

namespace pliant::cli {

Result<ReportFile> ReportFile::create(const std::string& path) {
    if (!path.ends_with(".csv")) return fail("--report '{}': the name must end in .csv", path);
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    ReportFile report(std::move(*file));
    report.text_ =
        "frame,time_s,largest_stretch,kinetic_energy_j,potential_energy_j,lost,penetrations,deepest_m,fastest_m_s,"
        "crowded,asleep,crossings\n";
    return report;
}

void ReportFile::add(std::uint32_t frame, double time, const StepReport& r, std::size_t crossings) {
    text_ += fmt::format("{},{:.9g},{:.9g},{:.9g},{:.9g},{},{},{:.9g},{:.9g},{},{},{}\n", frame, time, r.largestStretch,
                         r.kineticEnergy, r.potentialEnergy, r.lost, r.penetrations, r.deepest, r.fastest, r.crowded,
                         r.asleep, crossings);
}

Status ReportFile::finish() {
    if (Status status = file_.write(text_); !status) return status;
    return file_.finish();
}

}  // namespace pliant::cli
