#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pliant/scene/scene.h"

namespace pliant::cli {

/// The one JSON object on standard output. Bytes of a path that are no UTF-8 are replaced.
inline void printReport(const nlohmann::ordered_json& report) {
    using Json = nlohmann::ordered_json;
    fmt::print("{}\n", report.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// "1 particle", "2 particles".
inline std::string counted(std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Vertices of all bodies that no face uses.
inline std::size_t looseVertexCount(const Scene& scene) {
    std::size_t count = 0;
    for (const Body& body : scene.bodies)
        count += body.looseVertices.size();
    return count;
}

}  // namespace pliant::cli
