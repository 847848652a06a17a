#include "scenes/in_the_way.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <memory>
#include <new>

#include "pliant/fail.h"
#include "pliant/io/mesh_reader.h"
#include "pliant/io/pc2.h"
#include "pliant/scene/obstacle.h"

namespace pliant::samples {
namespace {

constexpr std::string_view kCacheEnd = ".pc2@";

Status checkPlaces(const std::vector<vec3>& places, const std::string& path, std::size_t sample) {
    for (std::size_t v = 0; v < places.size(); ++v) {
        if (isPoint(places[v])) continue;
        return failAs(ErrorKind::File,
                      "{}: sample {}: vertex {} is at ({}, {}, {}); coordinates must be finite and within {} m", path,
                      sample, v, places[v].x, places[v].y, places[v].z, kLargestCoordinate);
    }
    return {};
}

Result<std::vector<std::vector<vec3>>> readSamples(const ColliderFiles& files, std::size_t vertices) {
    Result<Pc2Reader> file = Pc2Reader::open(files.cache);
    if (!file) return file.error();
    if (file->points() != vertices) {
        return failAs(ErrorKind::File, "{}: the file has {} points, but {} has {} vertices", files.cache,
                      file->points(), files.mesh, vertices);
    }
    if (file->samples() == 0) return failAs(ErrorKind::File, "{}: the file has no samples", files.cache);
    std::vector<std::vector<vec3>> samples;
    for (std::size_t i = 0; i < file->samples(); ++i) {
        Result<std::vector<vec3>> places = file->next();
        if (!places) return places.error();
        if (Status status = checkPlaces(*places, files.cache, i); !status) return status.error();
        samples.push_back(std::move(*places));
    }
    return samples;
}

Result<MeshInTheWay> readMeshInTheWay(const std::string& text) {
    const ColliderFiles files = colliderFilesOf(text);
    if (files.cache.empty() && text.ends_with(".pc2"))
        return fail("--collider {0}: a point cache moves a mesh: {0}@MESHFILE", text);
    Result<MeshDescription> mesh = readMesh(files.mesh);
    if (!mesh) {
        const std::string orSolid = files.mesh.find(':') == std::string::npos ? "" : "; solids are " + shapeNames();
        return Error{fmt::format("--collider: {}{}", mesh.error().message, orSolid), mesh.error().kind};
    }
    MeshInTheWay read{std::move(*mesh), {}};
    if (files.cache.empty()) return read;
    auto samples = readSamples(files, read.mesh.vertices.size());
    if (!samples) return Error{fmt::format("--collider: {}", samples.error().message), samples.error().kind};
    read.samples = std::move(*samples);
    read.mesh.vertices = read.samples.front();
    return read;
}

// As thick as the thickest that touches it: thinner, its particles would fit between those of that.
float thicknessOf(const Scene& scene, const SceneOptions& options) {
    if (options.colliderThickness) return *options.colliderThickness;
    float thickest = 0.0f;
    for (const Contact& contact : scene.contacts)
        if (contact.category != kObstacleCategory) thickest = std::max(thickest, contact.thickness);
    return thickest > 0.0f ? thickest : ObstacleDescription{}.thickness;
}

// An obstacle and where it goes.
struct Moving {
    Obstacle obstacle;
    std::vector<std::vector<vec3>> samples;
};

Status moveAll(const Scene& scene, const std::vector<Moving>& moving, double samplesPerSecond, double time,
               StepInputs& inputs) {
    for (const auto& [obstacle, samples] : moving) {
        const Status moved = moveObstacle(scene, obstacle, verticesAt(samples, samplesPerSecond, time), inputs);
        if (!moved) return moved;
    }
    return {};
}

}  // namespace

ColliderFiles colliderFilesOf(const std::string& text) {
    const std::size_t end = text.find(kCacheEnd);
    if (end == std::string::npos) return {text, ""};
    const std::size_t sign = end + kCacheEnd.size() - 1;
    return {text.substr(sign + 1), text.substr(0, sign)};
}

bool hasMeshInTheWay(const SceneOptions& options) {
    return std::any_of(options.colliders.begin(), options.colliders.end(), std::not_fn(namesShape));
}

Result<InTheWay> readInTheWay(const SceneOptions& options) {
    InTheWay inTheWay;
    for (const std::string& text : options.colliders) {
        if (namesShape(text)) {
            Result<ShapeInTheWay> shape = shapeOf(text, options.colliderThickness.value_or(Collider{}.thickness));
            if (!shape) return shape.error();
            inTheWay.shapes.push_back(*shape);
            continue;
        }
        try {
            Result<MeshInTheWay> mesh = readMeshInTheWay(text);
            if (!mesh) return mesh.error();
            inTheWay.meshes.push_back(std::move(*mesh));
        } catch (const std::bad_alloc&) {
            return failAs(ErrorKind::OutOfMemory, "--collider {}: it does not fit into memory", text);
        }
    }
    return inTheWay;
}

std::vector<vec3> verticesAt(std::span<const std::vector<vec3>> samples, double samplesPerSecond, double time) {
    const double place = std::max(time * samplesPerSecond, 0.0), last = double(samples.size() - 1);
    if (place >= last) return samples.back();
    const double before = std::floor(place), share = place - before;
    const std::vector<vec3>& from = samples[static_cast<std::size_t>(before)];
    const std::vector<vec3>& to = samples[static_cast<std::size_t>(before) + 1];
    std::vector<vec3> vertices(from.size());
    for (std::size_t v = 0; v < vertices.size(); ++v)
        vertices[v] = vec3((1.0 - share) * glm::dvec3(from[v]) + share * glm::dvec3(to[v]));
    return vertices;
}

Status addInTheWay(SampleScene& sample, InTheWay inTheWay, const SceneOptions& options) {
    for (const ShapeInTheWay& shape : inTheWay.shapes)
        if (Status status = addShapeInTheWay(sample, shape); !status) return status;
    std::vector<Moving> moving;
    const float thickness = thicknessOf(sample.scene, options);
    for (MeshInTheWay& read : inTheWay.meshes) {
        ObstacleDescription description;
        description.name = read.mesh.name;
        description.vertices = std::move(read.mesh.vertices);
        description.faceSizes = std::move(read.mesh.faceSizes);
        description.faceCorners = std::move(read.mesh.faceCorners);
        description.thickness = thickness;
        Result<Obstacle> obstacle = addObstacle(sample.scene, description);
        if (!obstacle) return fail("--collider: {}", obstacle.error().message);
        ++sample.bodiesInTheWay;
        if (!read.samples.empty()) moving.push_back({std::move(*obstacle), std::move(read.samples)});
    }
    if (moving.empty()) return {};
    const double rate = options.colliderFps;
    StepInputs first = sample.inputs(0.0, 0.0);
    if (Status status = moveAll(sample.scene, moving, rate, 0.0, first); !status)
        return fail("--collider: {}; a larger --collider-thickness makes it fewer", status.error().message);
    const auto scene = std::make_shared<const Scene>(sample.scene);
    sample.inputs = [scene, rate, moving = std::make_shared<const std::vector<Moving>>(std::move(moving)),
                     others = sample.inputs](double from, double to) {
        StepInputs inputs = others(from, to);
        [[maybe_unused]] const Status moved = moveAll(*scene, *moving, rate, to, inputs);
        assert(moved);
        return inputs;
    };
    return {};
}

}  // namespace pliant::samples
