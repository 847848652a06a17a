// Runs the chain. What includes it says what is done to an item: runItem().
void main() {
    for (uint c = constants.first; c < constants.first + constants.count; ++c) {
        ChainedPass pass = chain[c];
        for (uint i = laneNumber(); i < pass.count; i += gl_WorkGroupSize.x)
            runItem(pass.first + i, responseOf(pass));
        waitForGroup();
    }
}
