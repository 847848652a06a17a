#!/usr/bin/env bash
# Sets up, builds, and runs all tests; arguments go to ctest (./test.sh -R parity). ctest's own summary is printed last.
set -euo pipefail
cd "$(dirname "$0")"
source scripts/setup.sh
# For tests: a display for the window, a hand for it, movies; a newer validation layer, and SwiftShader.
packages+=(xvfb xauth xdotool ffmpeg chromium-common)
# The Python module as a wheel, and its samples.
packages+=(python3-pip python3-venv python3-setuptools python3-wheel python3-numpy python3-matplotlib python3-distributed)
# The reference of the headers, and the site.
packages+=(doxygen mkdocs mkdocs-material)
build
exec ctest --preset release --parallel "$(nproc)" "$@"
