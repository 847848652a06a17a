// What kernels ask of a particle's frame of reference, where all are in the world.
#include "shared/real.h"

vec3 fallOf(uint i, vec3 x, vec3 p) {
    return constants.fall;
}
vec3 displacementBeside(uint i, vec3 x, vec3 p) {
    return difference(x, p);
}
vec3 airStepAt(uint i) {
    return constants.airStep;
}
vec3 weightOf(uint i) {
    return constants.fall;
}
uint collidersOf(uint i) {
    return 0u;
}
