// How bodies drift. A particle's way begins with its base, what ways around it have in common (cut.h), and that is
// little where these differ, as they do in cloth that crumples: seen from this world such cloth would be stopped by its
// own cuts. So bases count from how its body drifts. That is the mean way of its particles; or, where some of them are
// held or lie on colliders, the way of these that is nearest to rest. Bodies that come near each other have one drift
// together, again what is nearest to rest of theirs.
#ifndef PLIANT_SHARED_DRIFT_H
#define PLIANT_SHARED_DRIFT_H

#include "neighbour.h"

#ifdef __cplusplus
namespace pliant {
#endif

// Ways are added up as whole numbers, so that their order does not matter: of a share of their body's reach, smaller
// where it has fewer particles, and of 64 reaches at most. Their sum is within 2^30, of up to 2^24 particles.
struct DriftUnits {
    float scale;  // how many are a metre [1/m]
    float most;   // so many at most
};

PLIANT_PLAIN DriftUnits driftUnitsOf(PLIANT_NEIGHBOUR_BODY body) {
    uint count = body.traits >> kCountShift, power = count < 8u ? 16u : count > 24u ? 0u : 24u - count;
    PLIANT_PRECISE float scale = reciprocal(body.reach) * floatOfBits((127u + power) << 23);
    DriftUnits units;
    units.scale = storable(scale);
    units.most = floatOfBits((133u + power) << 23);
    return units;
}

PLIANT_PLAIN int driftInUnits(float way, DriftUnits units) {
    PLIANT_PRECISE float scaled = way * units.scale, least = 0.0f - units.most;
    return wholeNumber(clampTo(scaled, least, units.most));
}

// Of a whole number within 2^30 of 0.
PLIANT_PLAIN float realOfSum(int sum) {
    PLIANT_PRECISE float real = realNumber(sum >> 15) * 32768.0f + realNumber(sum & 32767);
    return real;
}

// The mean of so many ways along an axis, by their sum.
PLIANT_PLAIN float meanDrift(int sum, uint count, DriftUnits units) {
    PLIANT_PRECISE float parts = realOfSum(int(count)) * units.scale;
    PLIANT_PRECISE float mean = realOfSum(sum) * reciprocal(storable(parts));
    return count == 0u ? 0.0f : storable(mean);
}

// Of all that is from least to most along an axis, as orderOf() has them, what is nearest to rest.
PLIANT_PLAIN float nearestToRest(uint most, uint least) {
    float high = floatOfOrder(most), low = floatOfOrder(~least);
    return high < 0.0f ? high : low > 0.0f ? low : 0.0f;
}

#ifdef __cplusplus
}
#endif
#endif
