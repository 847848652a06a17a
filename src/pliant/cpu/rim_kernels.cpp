#include <array>

#include "pliant/cpu/kernels.h"
#include "pliant/shared/cluster.h"
#include "pliant/shared/rim.h"

namespace pliant::cpu {
namespace {

using Index = std::uint32_t;

// Of one rim. As shaders/hold_rims.comp.glsl.
class RimHolder {
  public:
    RimHolder(const Buffers& buffers, const Rim& rim) : buffers_(buffers), rim_(rim), count_(rim.nodeCount) {}

    void hold() {
        float excess = 0.0f, weight = 0.0f;
        for (Index k = 0; k < count_; ++k)
            excess = addRimExcess<float>(excess, linkFrom(k));
        excess = excess - rim_.remainder;
        if (!(excess > 0.0f)) return;
        for (Index k = 0; k < count_; ++k)
            weight = addWeighted<float>(weight, inverseMass(k), dotOf<float>(pull(k), pull(k)));
        const float tension = strandTension<float>(excess, weight);
        if (tension > 0.0f) move(tension);
    }

  private:
    Index row(Index k) const { return buffers_.schedule->rimNodes[rim_.firstNode + k]; }
    Index before(Index k) const { return (k == 0 ? count_ : k) - 1; }
    float inverseMass(Index k) const { return buffers_.particles[row(k)].w; }
    vec3 place(Index k) const { return vec3(buffers_.particles[row(k)]); }
    vec3 pull(Index k) const { return strandPull<float>(vec3(links_[before(k)]), vec3(links_[k])); }

    // How much longer it is than the mean.
    float linkFrom(Index k) {
        const vec3 way = difference<float>(place(k + 1 < count_ ? k + 1 : 0), place(k));
        links_[k] = strandLink<float>(way);
        return rimExcess<float>(way, links_[k].w, rim_.meanLink);
    }

    void move(float tension) {
        const Index last = count_ - 1;
        vec4 line(0.0f);
        float share = 1.0f;
        for (Index k = 0; k < last; ++k) {
            const float w = inverseMass(k), toBefore = links_[before(k)].w, toBehind = links_[k].w;
            share = rimShare<float>(line, share, tension, w, toBefore, toBehind);
            line = strandLine<float>(line, pull(k), tension, w, toBefore, toBehind);
            lines_[k] = line;
            shares_[k] = share;
        }
        lines_[last - 1] = lastRimLine<float>(lines_[last - 1], shares_[last - 1]);
        for (Index k = last - 1; k-- > 0;)
            lines_[k] = rimLine<float>(lines_[k], shares_[k], lines_[k + 1]);
        const vec3 shift = lastRimShift<float>(lines_[last - 1], lines_[0], pull(last), tension, inverseMass(last),
                                               links_[last - 1].w, links_[last].w);
        for (Index k = 0; k < last; ++k)
            put(k, strandShift<float>(lines_[k], shift));
        put(last, shift);
    }

    void put(Index k, vec3 shift) {
        vec4& x = buffers_.particles[row(k)];
        x = vec4(shiftedPlace<float>(vec3(x), shift), x.w);
    }

    const Buffers& buffers_;
    const Rim& rim_;
    Index count_;
    std::array<vec4, kMostRimNodes> links_, lines_;
    std::array<float, kMostRimNodes> shares_;
};

}  // namespace

void holdRims(const Buffers& buffers, Index, const PassConstants&, Index first, Index last) {
    for (Index i = first; i < last; ++i)
        RimHolder(buffers, buffers.schedule->rims[i]).hold();
}

}  // namespace pliant::cpu
