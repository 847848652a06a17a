#include "pliant/io/frame_writer.h"

#include <cmath>
#include <iterator>

#include "pliant/fail.h"
#include "pliant/maths.h"

namespace pliant {
namespace {

template <class... Args>
void append(std::string& text, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

void appendVertices(std::string& text, const char* prefix, const std::vector<vec3>& vertices) {
    for (const vec3& v : vertices)
        append(text, "{}{} {} {}\n", prefix, v.x, v.y, v.z);
}

// Calls visit(corners of the face, as numbers among all bodies' vertices) for each face.
template <class Visit>
void forFaces(const Scene& scene, Visit&& visit) {
    std::size_t firstVertex = 0;
    std::vector<std::size_t> corners;
    for (const Body& body : scene.bodies) {
        auto corner = shownFaceCorners(body).begin();
        for (const std::uint32_t size : shownFaceSizes(body)) {
            corners.clear();
            for (std::uint32_t i = 0; i < size; ++i)
                corners.push_back(firstVertex + *corner++);
            visit(corners);
        }
        firstVertex += shownVertexCount(body);
    }
}

// Calls visit(first vertex, number of vertices) for each rope of two particles or more.
template <class Visit>
void forLines(const Scene& scene, Visit&& visit) {
    std::size_t firstVertex = 0;
    for (const Body& body : scene.bodies) {
        if (body.isLine && body.vertexParticles.size() > 1) visit(firstVertex, body.vertexParticles.size());
        firstVertex += shownVertexCount(body);
    }
}

Error refusal(const OutputFile& file, const Status& status) {
    return fail("cannot write '{}': {}", file.path(), status.error().message);
}

}  // namespace

std::vector<vec3> userVertices(const Scene& scene, const std::vector<vec3>& positions) {
    std::vector<vec3> vertices;
    for (const Body& body : scene.bodies) {
        for (const std::uint32_t point : body.skin.vertexPoints)
            vertices.push_back(placeOf(body.skin.points[point], positions));
        if (!body.skin.isEmpty()) continue;
        auto loose = body.looseVertices.begin();
        for (const std::uint32_t particle : body.vertexParticles)
            vertices.push_back(particle == kNoParticle ? *loose++ : positions[particle]);
    }
    return vertices;
}

Status checkFinite(const std::vector<vec3>& vertices) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const vec3 p = vertices[i];
        if (!isFinite(p)) return fail("vertex {} lies at ({}, {}, {}), which is not finite", i, p.x, p.y, p.z);
    }
    return {};
}

Status writeObj(OutputFile& file, const Scene& scene, const std::vector<vec3>& positions) {
    const std::vector<vec3> vertices = userVertices(scene, positions);
    if (Status status = checkFinite(vertices); !status) return refusal(file, status);
    std::string text;
    appendVertices(text, "v ", vertices);
    forFaces(scene, [&](const std::vector<std::size_t>& corners) {
        text += 'f';
        for (const std::size_t corner : corners)
            append(text, " {}", corner + 1);
        text += '\n';
    });
    forLines(scene, [&](std::size_t first, std::size_t count) {
        text += 'l';
        for (std::size_t i = 0; i < count; ++i)
            append(text, " {}", first + i + 1);
        text += '\n';
    });
    return file.write(text);
}

Status writePly(OutputFile& file, const Scene& scene, const std::vector<vec3>& positions) {
    const std::vector<vec3> vertices = userVertices(scene, positions);
    if (Status status = checkFinite(vertices); !status) return refusal(file, status);
    std::string faces, edges;
    std::size_t faceCount = 0, edgeCount = 0;
    forFaces(scene, [&](const std::vector<std::size_t>& corners) {
        append(faces, "{}", corners.size());
        for (const std::size_t corner : corners)
            append(faces, " {}", corner);
        faces += '\n';
        ++faceCount;
    });
    forLines(scene, [&](std::size_t first, std::size_t count) {
        for (std::size_t i = 1; i < count; ++i)
            append(edges, "{} {}\n", first + i - 1, first + i);
        edgeCount += count - 1;
    });
    std::string text = "ply\nformat ascii 1.0\n";
    append(text, "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n", vertices.size());
    append(text, "element face {}\nproperty list uint uint vertex_indices\n", faceCount);
    if (edgeCount > 0) append(text, "element edge {}\nproperty uint vertex1\nproperty uint vertex2\n", edgeCount);
    text += "end_header\n";
    appendVertices(text, "", vertices);
    return file.write(text + faces + edges);
}

}  // namespace pliant
