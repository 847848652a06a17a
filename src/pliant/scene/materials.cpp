#include "pliant/scene/materials.h"

#include <cmath>

#include "pliant/fail.h"

namespace pliant {
namespace {

constexpr float kSmallestParameter = 1e-15f;
constexpr float kLargestParameter = 1e15f;
constexpr float kLongestDamping = 1e3f;
constexpr float kLargestLimit = 10.0f;

bool isParameter(float x) {
    return x == 0.0f || (x >= kSmallestParameter && x <= kLargestParameter);
}

}  // namespace

Status validateMaterial(const StickMaterial& material, const std::string& what) {
    if (material.response > Response::Hooke)
        return fail("{} has the unknown response {}", what, int(material.response));
    const bool isCompliant = material.response == Response::Compliant;
    if (isCompliant && !isParameter(material.compliance)) {
        return fail("{} has a compliance of {} m/N; it must be 0 or from {} to {}", what, material.compliance,
                    kSmallestParameter, kLargestParameter);
    }
    const bool isHooke = material.response == Response::Hooke;
    if (isHooke && !isParameter(material.stiffness)) {
        return fail("{} has a stiffness of {} N/m; it must be 0 or from {} to {}", what, material.stiffness,
                    kSmallestParameter, kLargestParameter);
    }
    if (!(material.damping >= 0.0f && material.damping <= kLongestDamping)) {
        return fail("{} has a damping of {} s; it must be from 0 to {} s", what, material.damping, kLongestDamping);
    }
    if (!isParameter(material.compressionCompliance)) {
        return fail("{} has a compression compliance of {} m/N; it must be 0 or from {} to {}", what,
                    material.compressionCompliance, kSmallestParameter, kLargestParameter);
    }
    if (material.strainLimit && !(*material.strainLimit >= 0.0f && *material.strainLimit <= kLargestLimit)) {
        return fail("{} has a strain limit of {}; it must be from 0 to {}", what, *material.strainLimit, kLargestLimit);
    }
    return {};
}

Status validateSheet(const std::optional<Fabric>& fabric, const std::array<StickMaterial, 3>& materials,
                     const std::string& what) {
    if (fabric) {
        const Status status = validate(*fabric);
        return status ? status : fail("{}: {}", what, status.error().message);
    }
    constexpr std::array kNames{"structural", "shear", "bend"};
    for (std::size_t i = 0; i < materials.size(); ++i) {
        const std::string its = fmt::format("{}: its {} material", what, kNames[i]);
        if (Status status = validateMaterial(materials[i], its); !status) return status;
    }
    return {};
}

}  // namespace pliant
