#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace pliant::cli {

/// The one JSON object on standard output. Bytes of a path that are no UTF-8 are replaced.
inline void printReport(const nlohmann::ordered_json& report) {
    using Json = nlohmann::ordered_json;
    fmt::print("{}\n", report.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pliant::cli
