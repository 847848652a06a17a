#include "pliant/python/records.h"

namespace pliant::python {
namespace {

const Fields<StickMaterial>& stickFields() {
    static const Fields<StickMaterial> fields{
        {"response", &StickMaterial::response, "'rigid', 'compliant' (XPBD) or 'hooke' (an explicit spring)"},
        {"compliance", &StickMaterial::compliance, "[m/N], of a compliant stick"},
        {"stiffness", &StickMaterial::stiffness, "[N/m], of a Hooke stick"},
        {"one_sided", &StickMaterial::oneSided, "pulls when stretched and does nothing when slack"},
        {"damping", &StickMaterial::damping, "[s], along the stick, 0 ... 1e3"},
        {"compression_compliance", &StickMaterial::compressionCompliance,
         "[m/N], 0 or 1e-15 ... 1e15: added while pressed"},
        {"strain_limit", &StickMaterial::strainLimit, "share of its length that it can stretch; None: no limit"},
    };
    return fields;
}

const Fields<Fabric>& fabricFields() {
    static const Fields<Fabric> fields{
        {"areal_density", &Fabric::arealDensity, "[kg/m^2]"},
        {"stretch_compliance", &Fabric::stretchCompliance, "[m/N], of a square piece of any size; 0: none"},
        {"shear_compliance", &Fabric::shearCompliance, "[m/N], 1 / shear stiffness; 0: none"},
        {"bending_stiffness", &Fabric::bendingStiffness, "[N m], moment per width and curvature"},
        {"damping", &Fabric::damping, "[s], 0 ... 10: stress per rate of the elastic stress"},
        {"strain_limit", &Fabric::strainLimit,
         "share of the length beyond which it does not give, 0.05 unless set; inf: no limit"},
        {"compression_compliance", &Fabric::compressionCompliance,
         "[m/N], 0 or 1e-12 ... 1e6: added while threads are pressed"},
    };
    return fields;
}

const Fields<TetMaterial>& tetFields() {
    static const Fields<TetMaterial> fields{
        {"density", &TetMaterial::density, "[kg/m^3]"},
        {"edge", &TetMaterial::edge, "of the sticks along all edges; compliance [m/N]: 1 / (Young's modulus * 1 m)"},
        {"bulk_compliance", &TetMaterial::bulkCompliance, "1 / bulk modulus [m^2/N], 0 ... 1e6"},
    };
    return fields;
}

py::dict presets() {
    py::dict named;
    for (const FabricPreset& preset : fabricPresets())
        named[preset.name] = py::cast(preset.fabric);
    return named;
}

Status checkStick(const StickMaterial& material) {
    Scene scene = leastScene();
    scene.materials = {material};
    return validate(scene);
}

Status checkFabric(const Fabric& fabric) {
    return validate(fabric);
}

Status checkTets(const TetMaterial& material) {
    return validate(material, "TetMaterial");
}

std::string textOf(py::handle from, const std::string& what) {
    std::string text;
    read(from, what, text);
    return text;
}

}  // namespace

void bindMaterials(py::module_& module) {
    bindRecord<StickMaterial>(module, "What a stick does when its length is not its rest length.", stickFields(),
                              &checkStick);
    bindRecord<TetMaterial>(module, "What a body of tetrahedra is made of, however finely it is cut.", tetFields(),
                            &checkTets);
    bindRecord<Fabric>(module,
                       "What a piece of cloth is made of. No number depends on the resolution, the step or the "
                       "iterations.",
                       fabricFields(), &checkFabric);
    module.def(
        "fabric", [](py::handle name) { return take(fabricNamed(textOf(name, "fabric: name"))); }, py::arg("name"),
        docOf("fabric(name)", "The fabric of that everyday name; see fabrics().").c_str());
    module.def("fabrics", &presets, docOf("fabrics()", "All fabrics that have names, by these.").c_str());
}

}  // namespace pliant::python
