#include <fmt/format.h>
#include <utility>

#include "pliant/python/arrays.h"
#include "pliant/python/records.h"

namespace pliant::python {
namespace {

const Fields<Enclosure>& enclosureFields() {
    static const Fields<Enclosure> fields{
        {"filling", &Enclosure::filling, "'fixed' keeps the volume, 'gas' the pressure times the volume"},
        {"rest_measure", &Enclosure::restMeasure, "volume at rest [m^3]; 0: as the scene has it"},
        {"inflation", &Enclosure::inflation, "of fixed: the volume that is kept, by that at rest"},
        {"compliance", &Enclosure::compliance, "of fixed: change of the volume per pressure [m^5/N]"},
        {"pressure", &Enclosure::pressure, "of gas: inside, at rest [N/m^2]"},
        {"outside", &Enclosure::outside, "of gas: around it [N/m^2]"},
        {"buoyancy", &Enclosure::buoyancy, "density of what is around it [kg/m^3]"},
    };
    return fields;
}

std::uint32_t bodyOf(const Scene& scene, py::handle from, const char* function) {
    std::uint32_t body = 0;
    read(from, fmt::format("{}: body", function), body);
    if (body >= scene.bodies.size())
        refuse("{}: there is no body {}; the scene has {}", function, body, scene.bodies.size());
    return body;
}

std::uint32_t addParticles(Scene& scene, py::handle positions, py::handle masses) {
    const std::vector<vec3> places = readPoints(positions, "add_particles: positions");
    const std::vector<float> weights = readNumbers(masses, "add_particles: masses", places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!isPoint(places[i])) refuse("add_particles: positions[{}] is beyond {} m", i, kLargestCoordinate);
        if (!(weights[i] >= kSmallestMass && weights[i] <= kLargestMass)) {
            refuse("add_particles: masses[{}] is {} kg; it must be from {} to {}", i, weights[i], kSmallestMass,
                   kLargestMass);
        }
    }
    const auto first = static_cast<std::uint32_t>(scene.positions.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        addParticle(scene, places[i], weights[i]);
    return first;
}

void addSticks(Scene& scene, py::handle pairs, py::handle material, py::handle kind) {
    const std::vector<std::uint32_t> ends = readPairs(pairs, "add_sticks: pairs");
    StickMaterial of;
    StickKind as{};
    if (!material.is_none()) read(material, "add_sticks: material", of);
    read(kind, "add_sticks: kind", as);
    const std::size_t before = scene.sticks.size(), materials = scene.materials.size();
    const std::uint32_t index = addMaterial(scene, of);
    for (std::size_t i = 0; i < ends.size(); i += 2) {
        const Status status = addStick(scene, ends[i], ends[i + 1], index, as);
        if (status) continue;
        scene.sticks.resize(before);
        scene.materials.resize(materials);
        refuse("add_sticks: pairs[{}]: {}", i / 2, status.error().message);
    }
}

void addShape(Scene& scene, py::handle particles, py::handle compliance) {
    SceneShape shape;
    shape.particles = readIndices(particles, "add_shape: particles");
    read(compliance, "add_shape: compliance", shape.compliance);
    scene.shapes.push_back(std::move(shape));
    const Status status = validateShapes(scene);
    if (!status) scene.shapes.pop_back();
    take(status);
}

const Fields<ContactDescription>& contactFields() {
    static const Fields<ContactDescription> fields{
        {"thickness", &ContactDescription::thickness,
         "that its particles keep from each other [m]; None: 1.2 of the mean length of its edges, less in a folded "
         "surface"},
        {"friction", &ContactDescription::friction, "Coulomb's coefficient; two that touch have the mean of theirs"},
        {"category", &ContactDescription::category, "a bit for each category that it belongs to"},
        {"mask", &ContactDescription::mask, "categories that it touches"},
    };
    return fields;
}

void addContactOf(Scene& scene, py::handle body, const py::kwargs& keywords) {
    ContactDescription description;
    readFields(keywords, "add_contact", contactFields(), description);
    take(addContact(scene, bodyOf(scene, body, "add_contact"), description));
    const Status status = validateContacts(scene);
    if (!status) scene.contacts.pop_back();
    take(status);
}

void addEnclosure(Scene& scene, py::handle body, const py::kwargs& keywords) {
    Enclosure enclosure;
    readFields(keywords, "add_enclosure", enclosureFields(), enclosure);
    enclosure.boundary = boundaryOf(scene.bodies[bodyOf(scene, body, "add_enclosure")], scene.positions);
    scene.enclosures.push_back(std::move(enclosure));
    const Status status = validateEnclosures(scene);
    if (!status) scene.enclosures.pop_back();
    take(status);
}

std::uint32_t addFrame(Scene& scene, py::handle name, py::handle pose, py::handle inertia) {
    Frame frame;
    read(name, "add_frame: name", frame.name);
    read(pose, "add_frame: pose", frame.pose);
    read(inertia, "add_frame: inertia", frame.inertia);
    take(validate(frame.pose, "add_frame: pose"));
    take(validateInertia(frame.inertia, "add_frame: inertia"));
    if (scene.frames.size() == kMostFrames) refuse("add_frame: the scene has {} already, the most", kMostFrames);
    scene.frames.push_back(std::move(frame));
    return static_cast<std::uint32_t>(scene.frames.size() - 1);
}

// A change to a body, taken back where the scene's rules do not allow it.
template <class Member>
void setOf(Scene& scene, py::handle body, const char* function, Member Body::*member, Member value,
           Status (*check)(const Scene&)) {
    Member& to = scene.bodies[bodyOf(scene, body, function)].*member;
    const Member before = std::exchange(to, value);
    const Status status = check(scene);
    if (!status) to = before;
    take(status);
}

void setFrame(Scene& scene, py::handle body, py::handle frame) {
    std::optional<std::uint32_t> index;
    read(frame, "set_frame: frame", index);
    setOf(scene, body, "set_frame", &Body::frame, index.value_or(kWorld), &validateFrames);
}

void setIntegrator(Scene& scene, py::handle body, py::handle integrator) {
    Integrator how{};
    read(integrator, "set_integrator: integrator", how);
    setOf(scene, body, "set_integrator", &Body::integrator, how, &validateForces);
}

void bindBodyParts(py::class_<Scene>& scene) {
    scene.def(
        "add_enclosure", &addEnclosure, py::arg("body"),
        docOf("add_enclosure", "self, body", enclosureFields(), "Fills a body that is a closed mesh: a balloon, a bag.")
            .c_str());
    scene.def(
        "add_contact", &addContactOf, py::arg("body"),
        docOf("add_contact", "self, body", contactFields(),
              "All particles of a body keep others off from now on, and those of their own that are not near them at "
              "rest; where sticks, bends or elements join two bodies these count as one.")
            .c_str());
    scene.def("set_frame", &setFrame, py::arg("body"), py::arg("frame"),
              docOf("set_frame(self, body, frame)",
                    "Puts a body into a frame of reference: its positions are places in it from now on. None: the "
                    "world.")
                  .c_str());
    scene.def("set_integrator", &setIntegrator, py::arg("body"), py::arg("integrator"),
              docOf("set_integrator(self, body, integrator)",
                    "How forces move a body: 'verlet', 'explicit-euler', 'semi-implicit-euler', 'velocity-verlet', "
                    "'runge-kutta-4' or 'backward-euler'.")
                  .c_str());
}

}  // namespace

void bindParts(py::class_<Scene>& scene) {
    scene.def("add_particles", &addParticles, py::arg("positions"), py::arg("masses"),
              docOf("add_particles(self, positions, masses)",
                    "Adds free particles at rest, of no body, and returns the index of the first. positions: (n, 3) "
                    "[m]; masses: (n,) or one for all [kg].")
                  .c_str());
    scene.def("add_sticks", &addSticks, py::arg("pairs"), py::arg("material") = py::none(),
              py::arg("kind") = "structural",
              docOf("add_sticks(self, pairs, material=None, kind='structural')",
                    "Adds sticks between particles, as long at rest as they are now. pairs: (n, 2) particle numbers; "
                    "kind: 'structural', 'shear' or 'bend'.")
                  .c_str());
    scene.def("add_shape", &addShape, py::arg("particles"), py::arg("compliance") = 0.0,
              docOf("add_shape(self, particles, compliance=0.0)",
                    "Has these particles keep their shape together (shape matching); compliance [s^2], 0: as stiff as "
                    "the step allows.")
                  .c_str());
    scene.def("add_frame", &addFrame, py::arg("name") = "frame", py::arg("pose") = py::make_tuple(0.0, 0.0, 0.0),
              py::arg("inertia") = 1.0,
              docOf("add_frame(self, name='frame', pose=(0.0, 0.0, 0.0), inertia=1.0)",
                    "Adds a frame of reference and returns its index. pose: a FramePose or an origin [m]; inertia: "
                    "share of its motion that its bodies feel.")
                  .c_str());
    bindBodyParts(scene);
}

}  // namespace pliant::python
