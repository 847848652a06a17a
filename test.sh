#!/usr/bin/env bash
# Sets up, builds, and runs all tests; arguments go to ctest (./test.sh -R Parity). ctest's own summary is printed last.
set -euo pipefail
cd "$(dirname "$0")"
source scripts/setup.sh
packages+=(xvfb xauth xdotool ffmpeg)  # for tests: a display for the window, a hand for it, movies
build
exec ctest --preset release --parallel "$(nproc)" "$@"
