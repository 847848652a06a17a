#include "pliant/schedule/axes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pliant {
namespace {

using Index = std::uint32_t;

constexpr double kSameMass = 1e-3;

template <class MassAt>
Axis axisOf(Index count, MassAt&& massAt) {
    Axis axis;
    for (Index i = 0; i < count; ++i) {
        axis.places.push_back(i);
        axis.masses.push_back(massAt(i));
        axis.isPinned.push_back(1);
    }
    return axis;
}

std::vector<Index> placesOfThrees(const std::vector<char>& isPinned) {
    std::vector<Index> of(isPinned.size());
    Index next = 0;
    for (std::size_t i = 0; i < of.size();) {
        std::size_t end = i;
        while (end < of.size() && isPinned[end] == isPinned[i])
            ++end;
        const std::size_t length = end - i, size = isPinned[i] ? 1 : 3;
        const std::size_t groups = isPinned[i] ? length : std::max<std::size_t>(1, (length + 1) / 3);
        for (std::size_t k = 0; k < length; ++k)
            of[i + k] = next + static_cast<Index>(std::min(k / size, groups - 1));
        next += static_cast<Index>(groups);
        i = end;
    }
    return of;
}

}  // namespace

std::optional<GridAxes> axesOf(const Scene& scene, const Body& body) {
    const Index columns = body.isLine ? body.particleCount : body.columns, rows = body.isLine ? 1 : body.rows;
    if (columns == 0 || rows == 0 || std::uint64_t(columns) * rows != body.particleCount) return std::nullopt;
    if (body.integrator != Integrator::Verlet) return std::nullopt;
    const auto massAt = [&](Index column, Index row) {
        return double(scene.masses[body.firstParticle + row * columns + column]);
    };
    GridAxes axes{axisOf(columns, [&](Index i) { return massAt(i, 0); }),
                  axisOf(rows, [&](Index j) { return massAt(0, j) / massAt(0, 0); })};
    for (Index j = 0; j < rows; ++j)
        for (Index i = 0; i < columns; ++i) {
            const double mass = axes.columns.masses[i] * axes.rows.masses[j];
            if (!(std::abs(massAt(i, j) - mass) <= kSameMass * mass)) return std::nullopt;
            if (scene.pinned[body.firstParticle + j * columns + i] != 0) continue;
            axes.columns.isPinned[i] = axes.rows.isPinned[j] = 0;
        }
    return axes;
}

Threes cutIntoThrees(const Axis& axis) {
    Threes cut{placesOfThrees(axis.isPinned), {}, {}, {}};
    Axis& coarse = cut.coarse;
    for (Index i = 0; i < axis.count(); ++i) {
        if (cut.of[i] == coarse.masses.size()) {
            cut.first.push_back(i);
            coarse.masses.push_back(0.0);
            coarse.places.push_back(0.0);
            coarse.isPinned.push_back(axis.isPinned[i]);
        }
        coarse.masses.back() += axis.masses[i];
        coarse.places.back() += axis.masses[i] * axis.places[i];
    }
    cut.first.push_back(axis.count());
    for (Index i = 0; i < coarse.count(); ++i)
        coarse.places[i] /= coarse.masses[i];
    for (Index i = 0; i < axis.count(); ++i)
        cut.shares.push_back(axis.masses[i] / coarse.masses[cut.of[i]]);
    return cut;
}

}  // namespace pliant
