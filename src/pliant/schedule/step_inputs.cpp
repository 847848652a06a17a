#include "pliant/schedule/step_inputs.h"

#include "pliant/hash.h"
#include "pliant/shared/portable.h"

namespace pliant {
namespace {

class InputHash {
  public:
    void add(std::uint32_t word) { hash_.add(word); }
    void add(float x) { hash_.add(bitsOfFloat(x)); }
    void add(double x) { hash_.addLong(bitCast<std::uint64_t>(x)); }

    void add(const vec3& v) { addAll(v.x, v.y, v.z); }
    void add(const Pose& pose) {
        const glm::quat& q = pose.rotation;
        addAll(pose.position, q.w, q.x, q.y, q.z);
    }
    void add(const PinInput& pin) {
        addAll(pin.particle, std::uint32_t(pin.action), pin.target, pin.compliance, pin.frame.value_or(kWorld - 1));
    }
    void add(const Collider& c) {
        addAll(std::uint32_t(c.shape), c.halfExtents, c.radius, c.halfHeight, c.pose, c.before.value_or(c.pose));
        addAll(c.staticFriction, c.dynamicFriction, c.thickness, c.frame);
    }
    void add(const FrameInput& f) {
        const glm::dvec3& o = f.pose.origin;
        const glm::dquat& q = f.pose.rotation;
        addAll(f.frame, std::uint32_t(f.action), o.x, o.y, o.z, q.w, q.x, q.y, q.z, f.inertia.value_or(-1.0));
    }
    template <class T>
    void add(const std::vector<T>& items) {
        hash_.addLong(items.size());
        for (const T& item : items)
            add(item);
    }
    template <class... Parts>
    void addAll(const Parts&... parts) {
        (add(parts), ...);
    }

    std::uint64_t value() const { return hash_.value(); }

  private:
    Hash hash_;
};

}  // namespace

std::uint64_t hashOf(const StepInputs& inputs) {
    InputHash hash;
    hash.addAll(inputs.pins, inputs.colliders, std::uint32_t(inputs.wind ? 1 : 0), inputs.wind.value_or(vec3(0.0f)));
    hash.add(inputs.frames);
    if (!inputs.obstacles.empty()) hash.add(static_cast<std::uint32_t>(inputs.obstacles.size()));
    return hash.value() != 0 ? hash.value() : 1;
}

}  // namespace pliant
