#!/usr/bin/env bash
# Sets up, builds, and runs all tests; arguments go to ctest (./test.sh -R Parity). ctest's own summary is printed last.
set -euo pipefail
cd "$(dirname "$0")"
source scripts/setup.sh
# For tests: a display for the window, a hand for it, movies; a newer validation layer, and SwiftShader.
packages+=(xvfb xauth xdotool ffmpeg chromium-common)
build
exec ctest --preset release --parallel "$(nproc)" "$@"
