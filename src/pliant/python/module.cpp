// The extension within the package pliant: see package/__init__.py.

#include "pliant/python/records.h"
#include "pliant/version.h"

PYBIND11_MODULE(_pliant, module) {
    using namespace pliant::python;
    py::options options;
    options.disable_function_signatures();  // docOf() writes them, with what keywords there are

    module.doc() = "Soft bodies: cloth, ropes and jelly. SI units, y is up.";
    const py::object ownName = module.attr("__name__");
    module.attr("__name__") = "pliant";  // whence users import what is made here, and pickles name it
    bindErrors(module);
    bindMaterials(module);
    bindPlaces(module);
    bindInputs(module);
    bindSnapshot(module);
    bindSchedule(module);
    bindRigidBody(module);
    bindScene(module);
    bindMeasures(module);
    bindGpu(module);
    bindSolvers(module);
    bindFiles(module);
    bindRenderer(module);
    module.attr("__version__") = PLIANT_VERSION;
    module.attr("__name__") = ownName;
}
