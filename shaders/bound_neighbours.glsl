// The box of a node of neighbours. What is in it is read at once, so that a device waits for memory once: where there
// are fewer than eight the last one stands for the others, too.
#extension GL_EXT_control_flow_attributes : require

uint insideAt(NeighbourNode node, uint k) {
    return node.first + min(k, node.count - 1u);
}

bool isNew(NeighbourNode node, uint i, uint now) {
    if (i < space.groups) return boxes[i].changed == now;
    bool isAny = false;
    [[unroll]] for (uint k = 0u; k < kNeighbourGroup; ++k)
        isAny = boxes[insideAt(node, k)].changed == now || isAny;
    return isAny;
}

NeighbourBox boxOfGroup(NeighbourNode node) {
    NeighbourBox box = boxOfNone();
    [[unroll]] for (uint k = 0u; k < kNeighbourGroup; ++k) {
        uint i = order[insideAt(node, k)];
        vec4 motion = motions[i];
        NeighbourBox with = boxWith(box, anchors[i], motion);
        if (motion.w > 0.0f) box = with;
    }
    return box;
}

NeighbourBox boxOfNodes(NeighbourNode node) {
    NeighbourBox box = boxOfNone();
    [[unroll]] for (uint k = 0u; k < kNeighbourGroup; ++k)
        box = boxAround(box, boxes[insideAt(node, k)]);
    return box;
}

void boundNode(uint i) {
    bool areStale = state[kListsAreStale] != 0u;
    if (!areStale && state[kHadStrays] == 0u) return;
    uint now = areStale ? 0u : state[kListAge] + 1u;
    NeighbourNode node = nodes[i];
    if (!areStale && !isNew(node, i, now)) return;
    NeighbourBox box = i < space.groups ? boxOfGroup(node) : boxOfNodes(node);
    box.changed = now;
    box.inside = node.first;
    box.after = node.after;
    boxes[i] = box;
}
