// A unit ball as a list of triangles, six vertices for each quad of its grid of sides and half as many rings.
const float kHalfTurn = 3.14159265359;

vec3 onBall(uint index, uint sides) {
    const uint quad = index / 6u;
    const uint corner = index % 6u;
    const bool right = corner == 1u || corner == 2u || corner == 4u;
    const bool below = corner == 2u || corner == 4u || corner == 5u;
    const float step = 2.0 * kHalfTurn / float(sides);
    const float turn = step * float(quad % sides + uint(right));
    const float fall = step * float(quad / sides + uint(below));
    return vec3(sin(fall) * cos(turn), cos(fall), sin(fall) * sin(turn));
}
