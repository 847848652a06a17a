#!/usr/bin/env bash
# The page of this folder as one file, index.html, to be opened from disk or from any server: the processor's solver as WebAssembly by
# emscripten (Debian: emscripten libglm-dev libfmt-dev ninja-build).
#
#   samples/web/build.sh [folder]     build-web in the repository without an argument; objects stay there for the next time
set -euo pipefail
folder=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/../.."
source scripts/core_build.sh
folder=$(realpath -m --relative-to=. "${folder:-build-web}")
for tool in em++ ninja; do
    command -v "$tool" >/dev/null || { echo "samples/web/build.sh: $tool is not installed" >&2; exit 1; }
done

compiler=em++ flags="-msimd128" needs=samples/web/page.html
link="-sALLOW_MEMORY_GROWTH -sSINGLE_FILE --shell-file $needs -sEXPORTED_RUNTIME_METHODS=UTF8ToString"
link_headers glm fmt
mapfile -t all < <(core_sources wide)
write_rules "$folder/wasm" "$folder/index.html" "${all[@]}" src/pliant/surface/surface.cpp samples/web/cloth.cpp >"$folder/web.ninja"
ninja -f "$folder/web.ninja" "$folder/index.html"
echo "wrote $folder/index.html"
