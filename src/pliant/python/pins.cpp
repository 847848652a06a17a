#include "pliant/python/arrays.h"

#include <fmt/format.h>
#include "pliant/python/records.h"

namespace pliant::python {
namespace {

std::uint32_t bodyOf(py::handle from, const char* function) {
    std::uint32_t body = 0;
    read(from, fmt::format("{}: body", function), body);
    return body;
}

void pinTheVertices(Scene& scene, py::handle body, py::handle vertices) {
    take(pinVertices(scene, bodyOf(body, "pin_vertices"), readIndices(vertices, "pin_vertices: vertices")));
}

void pinThePlace(Scene& scene, py::handle body, py::handle place) {
    GridPlace there{};
    read(place, "pin_place: place", there);
    take(pinPlace(scene, bodyOf(body, "pin_place"), there));
}

void pinTheBox(Scene& scene, py::handle body, py::handle low, py::handle high) {
    vec3 from(0.0f), to(0.0f);
    read(low, "pin_box: low", from);
    read(high, "pin_box: high", to);
    take(pinBox(scene, bodyOf(body, "pin_box"), from, to));
}

}  // namespace

void bindPins(py::class_<Scene>& scene) {
    scene.def("pin_vertices", &pinTheVertices, py::arg("body"), py::arg("vertices"),
              docOf("pin_vertices(self, body, vertices)",
                    "Pins particles of a body, by the vertex numbers of the user's own mesh.")
                  .c_str());
    scene.def("pin_place", &pinThePlace, py::arg("body"), py::arg("place"),
              docOf("pin_place(self, body, place)",
                    "Pins a place of a grid: 'first-row', 'last-row', 'first-column', 'last-column', "
                    "'first-row-start', 'first-row-end', 'last-row-start', 'last-row-end', 'first-row-corners' or "
                    "'four-corners'.")
                  .c_str());
    scene.def(
        "pin_box", &pinTheBox, py::arg("body"), py::arg("low"), py::arg("high"),
        docOf("pin_box(self, body, low, high)", "Pins the body's particles in a box, its faces included [m].").c_str());
}

}  // namespace pliant::python
