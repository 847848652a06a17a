#pragma once

#include <nlohmann/json.hpp>

#include "bench_contact.h"
#include "bench_run.h"
#include "bench_stretch.h"
#include "plot/svg_plot.h"

namespace pliant::cli {

using Json = nlohmann::ordered_json;

/// For a person: what the machine can do at best.
std::string textOf(const Machines& machines);

/// One scene: a line per way, and a verdict.
std::string textOf(const SpeedTable& table);

/// Where the time of a frame goes, by kind of pass; empty where no device has told.
std::string profileText(const Machines& machines, const SpeedTable& table);

/// What the columns mean.
std::string legendText();

/// One table per size and machine.
std::string textOf(const std::vector<StretchRow>& rows, std::uint32_t frames);

/// One flat object per row, all with the same keys, which are the columns of the CSV file too.
Json rowsOf(const std::vector<SpeedTable>& tables);
/// Stretch as shares of rest lengths.
Json rowsOf(const std::vector<StretchRow>& rows, std::uint32_t frames);
std::string textOf(const std::vector<ContactRow>& rows, std::uint32_t frames);
Json rowsOf(const std::vector<ContactRow>& rows, std::uint32_t frames);
/// One per scene, way and kind of pass.
Json profilesOf(const std::vector<SpeedTable>& tables);
Json profilesOf(const std::vector<ContactRow>& rows);
Json ceilingsOf(const Machines& machines);

/// Of rows with the same keys. Texts are in quotation marks, null is empty.
std::string csvOf(const Json& rows);

/// Stick solves per second and share of the ceiling against the number of particles, scene by scene.
plot::Plot plotOf(const Machines& machines, const std::vector<SpeedTable>& tables);

/// Stretch against time, size by size.
plot::Plot plotOf(const std::vector<StretchRow>& rows, std::uint32_t frames);

}  // namespace pliant::cli
