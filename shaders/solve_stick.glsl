// One stick of a pass: both ends move.
#include "stick_push.glsl"

void solveStick(uint index, uint response) {
    Stick stick = sticks[index];
    vec4 a = particles[stick.a];
    vec4 b = particles[stick.b];
    vec3 d = difference(a.xyz, b.xyz);
    float push = pushOf(response, index, stick, d, a.w, b.w, 1.0f);
    precise float shareA = a.w * push;
    precise float shareB = b.w * push;
    particles[stick.a] = vec4(moveFirstEnd(a.xyz, d, shareA), a.w);
    particles[stick.b] = vec4(moveSecondEnd(b.xyz, d, shareB), b.w);
}
