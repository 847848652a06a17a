// One tensor of a pass.
#include "tensors.glsl"

// What the components of a row are short of, as tensors are now.
vec4[3] shortOf(TensorRow row, float damped) {
    MomentTensor gathered = tensorAt(row.place + constants.rows);
    vec4 rest[3] = vec4[3](gathered.xx, gathered.yy, gathered.xy);
    for (uint b = row.firstLink; b < row.firstLink + row.linkCount; ++b) {
        uint place = tensorBlocks[b].place;
        for (uint k = 0u; k < 9u; ++k) {
            float entry = blockEntry(tensorBlocks[b].mobility[k], tensorBlocks[b].compliance[k], damped,
                                     constants.inverseSquaredStep);
            rest[k / 3u] = lessTimes(rest[k / 3u], scratch[place + k % 3u], entry);
        }
    }
    return rest;
}

// Takes away what a tensor is short of, component by component.
void solveTensor(uint index) {
    TensorRow row = tensorRows[index];
    precise float damped = 1.0f + row.damping * constants.inverseStep;
    vec4 rest[3] = shortOf(row, damped);
    for (uint i = 0u; i < 3u; ++i) {
        float entries[3];
        for (uint k = 0u; k < 3u; ++k)
            entries[k] = blockEntry(tensorBlocks[row.firstLink].mobility[3u * k + i],
                                    tensorBlocks[row.firstLink].compliance[3u * k + i], damped,
                                    constants.inverseSquaredStep);
        vec4 change = solvedBy(rest[i], entries[i]);
        for (uint k = i + 1u; k < 3u; ++k)
            rest[k] = lessTimes(rest[k], change, entries[k]);
        scratch[row.place + i] = addTimes(scratch[row.place + i], change, 1.0f);
    }
}
