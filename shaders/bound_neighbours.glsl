// The box of a node of neighbours.
bool isNew(NeighbourNode node, uint i, uint now) {
    if (i < space.groups) return boxes[i].changed == now;
    for (uint k = node.first; k < node.first + node.count; ++k) {
        if (boxes[k].changed == now) return true;
    }
    return false;
}

void boundNode(uint i) {
    bool areStale = state[kListsAreStale] != 0u;
    if (!areStale && state[kHadStrays] == 0u) return;
    uint now = areStale ? 0u : state[kListAge] + 1u;
    NeighbourNode node = nodes[i];
    if (!areStale && !isNew(node, i, now)) return;
    NeighbourBox box = boxOfNone();
    for (uint k = node.first; k < node.first + node.count; ++k) {
        uint inside = i < space.groups ? order[k] : k;
        if (i >= space.groups) box = boxAround(box, boxes[inside]);
        else if (motions[inside].w > 0.0f) box = boxWith(box, anchors[inside], motions[inside]);
    }
    box.changed = now;
    box.inside = node.first;
    box.after = node.after;
    boxes[i] = box;
}
