#include "pliant/io/mesh_reader.h"

#include <fmt/format.h>
#include "pliant/python/meshed.h"
#include "pliant/python/records.h"

namespace pliant::python {
namespace {

const Fields<RopeDescription>& ropeFields() {
    static const Fields<RopeDescription> fields{
        {"name", &RopeDescription::name, "of the body"},
        {"start", &RopeDescription::from, "first particle [m]"},
        {"end", &RopeDescription::to, "last particle [m]"},
        {"count", &RopeDescription::count, "particles, at least 1"},
        {"length", &RopeDescription::length, "at rest [m]; 0: the distance of its ends; more hangs down in a V"},
        {"linear_density", &RopeDescription::linearDensity, "[kg/m]"},
        {"material", &RopeDescription::material, "of every stick"},
        {"axial_compliance", &RopeDescription::axialCompliance, "[1/N], strain per force; above 0: compliant sticks"},
        {"bending_stiffness", &RopeDescription::bendingStiffness, "[N m^2], E I"},
    };
    return fields;
}

const Fields<GridDescription>& gridFields() {
    static const Fields<GridDescription> fields{
        {"name", &GridDescription::name, "of the body"},
        {"corner", &GridDescription::corner, "particle (0, 0) [m]"},
        {"along_row", &GridDescription::alongRow, "direction of growing columns, of length 1"},
        {"along_column", &GridDescription::alongColumn, "direction of growing rows, of length 1"},
        {"width", &GridDescription::width, "from the first column to the last [m]"},
        {"height", &GridDescription::height, "from the first row to the last [m]"},
        {"columns", &GridDescription::columns, "particles along a row"},
        {"rows", &GridDescription::rows, "particles along a column"},
        {"fabric", &GridDescription::fabric, "a Fabric or its name: instead of the density and the materials"},
        {"areal_density", &GridDescription::arealDensity, "[kg/m^2]"},
        {"structural", &GridDescription::structural, "material of the sticks along rows and columns"},
        {"shear", &GridDescription::shear, "of those along the diagonals of cells"},
        {"bend", &GridDescription::bend, "of those between particles two apart"},
    };
    return fields;
}

const Fields<MeshDescription>& meshFields() {
    static const Fields<MeshDescription> fields{
        {"name", &MeshDescription::name, "of the body"},
        {"fabric", &MeshDescription::fabric, "a Fabric or its name: instead of the density and the materials"},
        {"areal_density", &MeshDescription::arealDensity, "[kg/m^2]"},
        {"structural", &MeshDescription::structural, "material of the sticks along edges"},
        {"shear", &MeshDescription::shear, "of those across faces of four corners and more"},
        {"bend", &MeshDescription::bend, "of those across edges that two faces share"},
    };
    return fields;
}

const Fields<BlockDescription>& blockFields() {
    static const Fields<BlockDescription> fields{
        {"name", &BlockDescription::name, "of the body"},
        {"centre", &BlockDescription::centre, "[m]"},
        {"size", &BlockDescription::size, "[m]"},
        {"cells", &BlockDescription::cells, "along x, y and z; five tetrahedra each"},
        {"material", &BlockDescription::material, "a TetMaterial"},
    };
    return fields;
}

const Fields<LatticeDescription>& latticeFields() {
    static const Fields<LatticeDescription> fields{
        {"name", &LatticeDescription::name, "of the body"},
        {"cell_size", &LatticeDescription::cellSize, "[m], edge of the cells, at most"},
        {"material", &LatticeDescription::material, "a TetMaterial"},
    };
    return fields;
}

// A method whose keywords are the fields of a description, and which adds what it describes.
template <class Description>
void bindAdd(py::class_<Scene>& scene, const char* function, const char* doc, const Fields<Description>& fields,
             Result<std::uint32_t> (*add)(Scene&, const Description&)) {
    scene.def(
        function,
        [function, &fields, add](Scene& to, const py::kwargs& keywords) {
            Description description;
            readFields(keywords, function, fields, description);
            return take(add(to, description));
        },
        docOf(function, "self", fields, doc).c_str());
}

template <class Description>
void bindAddMeshed(py::class_<Scene>& scene, const char* function, const char* doc, const Fields<Description>& fields,
                   Result<std::uint32_t> (*add)(Scene&, const Description&)) {
    scene.def(
        function,
        [function, &fields, add](Scene& to, py::handle vertices, py::handle faces, const py::kwargs& keywords) {
            return take(add(to, readMeshed(function, fields, vertices, faces, keywords)));
        },
        py::arg("vertices"), py::arg("faces"), docOf(function, "self, vertices, faces", fields, doc).c_str());
}

py::tuple arraysOf(const MeshDescription& mesh) {
    const auto isTriangle = [](std::uint32_t size) { return size == 3; };
    if (std::all_of(mesh.faceSizes.begin(), mesh.faceSizes.end(), isTriangle)) {
        const py::array corners = copyOf(mesh.faceCorners);
        return py::make_tuple(copyOf(mesh.vertices), corners.attr("reshape")(-1, 3));
    }
    py::list faces;
    std::size_t first = 0;
    for (const std::uint32_t size : mesh.faceSizes) {
        py::tuple face(size);
        for (std::size_t i = 0; i < size; ++i)
            face[i] = mesh.faceCorners[first + i];
        faces.append(face);
        first += size;
    }
    return py::make_tuple(copyOf(mesh.vertices), faces);
}

std::string pathOf(py::handle from) {
    const auto path = py::reinterpret_steal<py::object>(PyOS_FSPath(from.ptr()));
    std::string text;
    if (!path) PyErr_Clear();
    read(path ? path : py::reinterpret_borrow<py::object>(from), "path", text);
    if (text.find('\0') != std::string::npos) refuse("path has a null character in it");
    return text;
}

}  // namespace

void bindBodies(py::class_<Scene>& scene) {
    bindAdd(scene, "add_rope", "Adds a rope and returns the index of its body.", ropeFields(), &addRope);
    bindAdd(scene, "add_grid", "Adds a rectangular cloth and returns the index of its body.", gridFields(), &addGrid);
    bindAdd(scene, "add_block", "Adds a box of tetrahedra and returns the index of its body.", blockFields(),
            &addBlock);
    bindAddMeshed(scene, "add_mesh",
                  "Adds a cloth from a surface mesh and returns the index of its body. vertices: (n, 3) [m]; faces: "
                  "(m, k) vertex numbers, or a list of lists. Vertices at equal places become one particle.",
                  meshFields(), &addMesh);
    bindAddMeshed(scene, "add_lattice",
                  "Fills a closed surface mesh with cells of tetrahedra, which carry it, and returns the index of the "
                  "body. Arrays as of add_mesh().",
                  latticeFields(), &addLattice);
}

void bindFiles(py::module_& module) {
    module.def(
        "read_mesh", [](py::handle path) { return arraysOf(take(readMesh(pathOf(path)))); }, py::arg("path"),
        docOf("read_mesh(path)",
              "Vertices (n, 3) and faces of an OBJ, PLY, STL, glTF or .glb file: (m, 3), or a list of tuples where "
              "some have more corners.")
            .c_str());
    module.def(
        "sphere_mesh",
        [](py::handle centre, py::handle radius, py::handle subdivisions) {
            vec3 middle(0.0f);
            float r = 0.0f;
            std::uint32_t halvings = 0;
            read(centre, "sphere_mesh: centre", middle);
            read(radius, "sphere_mesh: radius", r);
            read(subdivisions, "sphere_mesh: subdivisions", halvings);
            if (halvings > 8) refuse("sphere_mesh: subdivisions is {}; it must be from 0 to 8", halvings);
            return arraysOf(sphereMesh(middle, r, halvings));
        },
        py::arg("centre") = py::make_tuple(0.0, 0.0, 0.0), py::arg("radius") = 1.0, py::arg("subdivisions") = 3,
        docOf("sphere_mesh(centre=(0.0, 0.0, 0.0), radius=1.0, subdivisions=3)",
              "A ball's surface of 20 * 4**subdivisions triangles: vertices and faces, as add_mesh() takes them.")
            .c_str());
}

}  // namespace pliant::python
