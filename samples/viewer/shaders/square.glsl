// A corner of a square around the middle: -1 or 1 each way, of a strip of four.
vec2 cornerOf(int index) {
    return vec2(float(index >> 1), float(index & 1)) * 2.0 - 1.0;
}
