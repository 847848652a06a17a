#include "pliant/python/meshed.h"
#include "pliant/python/records.h"

namespace pliant::python {
namespace {

const Fields<ObstacleDescription>& obstacleFields() {
    static const Fields<ObstacleDescription> fields{
        {"name", &ObstacleDescription::name, "of the body"},
        {"thickness", &ObstacleDescription::thickness, "[m]: others keep off the mean of this and theirs"},
        {"friction", &ObstacleDescription::friction, "Coulomb's coefficient; two that touch have the mean of theirs"},
        {"spacing", &ObstacleDescription::spacing, "of its particles [m]; None: 0.6 of the thickness"},
    };
    return fields;
}

Obstacle addTheObstacle(Scene& scene, py::handle vertices, py::handle faces, const py::kwargs& keywords) {
    return take(addObstacle(scene, readMeshed("add_obstacle", obstacleFields(), vertices, faces, keywords)));
}

void moveTheObstacle(StepInputs& inputs, const Scene& scene, const Obstacle& obstacle, py::handle vertices) {
    take(moveObstacle(scene, obstacle, readPoints(vertices, "move_obstacle: vertices"), inputs));
}

}  // namespace

void bindObstacles(py::class_<Scene>& scene) {
    scene.def("add_obstacle", &addTheObstacle, py::arg("vertices"), py::arg("faces"),
              docOf("add_obstacle", "self, vertices, faces", obstacleFields(),
                    "Adds a surface in the way of what has a contact: furniture, terrain, a character. It stays where "
                    "it is unless StepInputs.move_obstacle() moves it. Arrays as of add_mesh(). Returns an Obstacle; "
                    "scene.bodies[obstacle.body] is its body.")
                  .c_str());
}

void bindObstacleInputs(py::class_<StepInputs>& inputs) {
    inputs.def("move_obstacle", &moveTheObstacle, py::arg("scene"), py::arg("obstacle"), py::arg("vertices"),
               docOf("move_obstacle(self, scene, obstacle, vertices)",
                     "Has the vertices of an obstacle, (n, 3) [m] in the order in which they were added, there when "
                     "the step ends, in straight lines. It names the obstacle's particles, of which a step takes "
                     "65,536.")
                   .c_str());
}

}  // namespace pliant::python
