#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "pliant/scene/obstacle.h"

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

/// Which particles are obstacles': all of the bodies that have a contact of that category.
inline std::vector<bool> obstacleParticles(const Scene& scene) {
    std::vector<bool> areObstacles(scene.positions.size(), false);
    for (const Contact& contact : scene.contacts) {
        if (contact.category != kObstacleCategory) continue;
        for (const Body& body : scene.bodies) {
            if (contact.firstParticle - body.firstParticle >= body.particleCount) continue;
            for (std::uint32_t i = 0; i < body.particleCount; ++i)
                areObstacles[body.firstParticle + i] = true;
        }
    }
    return areObstacles;
}

inline std::size_t countObstacleParticles(const Scene& scene) {
    const std::vector<bool> areObstacles = obstacleParticles(scene);
    return static_cast<std::size_t>(std::count(areObstacles.begin(), areObstacles.end(), true));
}

}  // namespace pliant::cli
