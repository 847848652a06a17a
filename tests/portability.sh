#!/usr/bin/env bash
# The same bits on every machine: the golden tests, with those sources of the core library that they need, compiled for each of these
# machines and run there, under an emulator where it is another one than this.
#
#   tests/portability.sh [target ...]       of: g++ clang++ i386 aarch64 riscv64 s390x windows wasm wasm-simd web; all without an argument
#   tests/portability.sh --packages         the Debian packages that they need
#
# aarch64, wasm-simd and clang++ take eight items at a time, by the vectors that they have, the others one. s390x has the high byte first. "web" is the page of samples/web in a browser without a display, where a pointer pulls on it. Objects
# stay in build-portability/; a second run compiles what has changed. As many targets are made at a time as there are cores. Exit code: how many targets failed.
set -uo pipefail
cd "$(dirname "$0")/.."
source scripts/core_build.sh
folder=build-portability
export PATH=$PATH:/usr/lib/wine WINEPREFIX=$PWD/$folder/wine WINEDEBUG=-all
packages=(g++ clang g++-i686-linux-gnu g++-aarch64-linux-gnu g++-riscv64-linux-gnu g++-s390x-linux-gnu g++-mingw-w64-x86-64-posix emscripten
    qemu-user wine64 chromium googletest libgtest-dev libglm-dev libfmt-dev ninja-build)
targets=(g++ clang++ i386 aarch64 riscv64 s390x windows wasm wasm-simd web)

# What a target is made with: compiler, its flags, and what runs the program.
describe() {
    local linux="-static -pthread" wasm="-sALLOW_MEMORY_GROWTH -sEXIT_RUNTIME -sSINGLE_FILE"  # and no file to fetch
    suffix="" width=""
    case $1 in
        g++) compiler=g++ flags="" link=$linux runner="" ;;
        clang++) compiler=clang++ flags="" link=$linux runner="" width=wide ;;
        i386) compiler=i686-linux-gnu-g++ flags="-msse2 -mfpmath=sse" link=$linux runner="qemu-i386" ;;  # not the 80 bits of its old unit
        aarch64) compiler=$1-linux-gnu-g++ flags="" link=$linux runner="qemu-$1" width=wide ;;
        riscv64 | s390x) compiler=$1-linux-gnu-g++ flags="" link=$linux runner="qemu-$1" ;;
        wasm) compiler=em++ flags="" link=$wasm runner=node suffix=.js ;;
        wasm-simd) compiler=em++ flags="-msimd128" link=$wasm runner=node suffix=.js width=wide ;;
        windows) compiler=x86_64-w64-mingw32-g++-posix flags="" link=-static runner=wine64 suffix=.exe ;;
        *) return 1 ;;
    esac
    header=src/pliant/precompiled.h
}

need() {
    local tool
    for tool in "$@"; do
        command -v "$tool" >/dev/null || { echo "$target: $tool is not installed, see --packages"; return 1; }
    done
}

# 0 where the page shows the same bits, and the particle that the pointer carries gets to where it is let go.
check_page() {
    need em++ chromium || return
    samples/web/build.sh "$folder" >"$folder/web.log" 2>&1 || { echo "web: does not compile"; grep -m5 error "$folder/web.log"; return 1; }
    { echo "<script>"; cat tests/web_drag.js; echo "</script>"; cat "$folder/index.html"; } >"$folder/drag.html"
    chromium --headless --no-sandbox --enable-unsafe-swiftshader --use-angle=swiftshader --user-data-dir="$folder/chromium" \
        --virtual-time-budget=30000 --window-size=1000,750 --dump-dom "file://$PWD/$folder/drag.html" >"$folder/web.html" 2>>"$folder/web.log"
    local said
    said=$(grep -oE "After [0-9]+ frames[^<]*|dragged to within [0-9]+ pixels" "$folder/web.html" | paste -sd " ")
    echo "web: ${said:-nothing was drawn, see $folder/web.log}"
    [[ $said =~ "the same bits" && $said =~ within\ [1-3]?[0-9]\ pixels ]]
}

# check target: 0 where all golden numbers are what they are everywhere.
check() {
    [ "$1" != web ] || { check_page; return; }
    describe "$1" || { echo "portability: there is no target \"$1\"; there are ${targets[*]}" >&2; return 1; }
    need "$compiler" ninja $runner || return
    program=$folder/$1/golden_test$suffix
    mkdir -p "$folder/$1"
    write_rules "$folder/$1" "$program" $(core_sources $width) "${tests[@]}" >"$folder/$1/build.ninja"
    ninja -j1 -f "$folder/$1/build.ninja" "$program" >"$folder/$1/build.log" 2>&1 ||
        { echo "$1: does not compile"; grep -m5 -E "error|undefined" "$folder/$1/build.log"; return 1; }
    if $runner "$program" >"$folder/$1/run.log" 2>&1; then
        echo "$1: $(grep -o "PASSED.*" "$folder/$1/run.log")"
    else
        echo "$1: other bits, or it did not run"
        grep -m5 -E "Failure|0x[0-9a-f]{16}|rror" "$folder/$1/run.log"
        return 1
    fi
}

if [ "${1:-}" = --packages ]; then
    echo "${packages[@]}"
    exit 0
fi
chosen=("$@")
[ $# -gt 0 ] || chosen=("${targets[@]}")
link_headers glm fmt gtest
tests=(tests/golden_test.cpp /usr/src/googletest/googletest/src/gtest-all.cc /usr/src/googletest/googletest/src/gtest_main.cc)
failed=0 running=0
await() {
    wait -n || failed=$((failed + 1))
    running=$((running - 1))
}
for target in "${chosen[@]}"; do  # one on each core: a program under an emulator uses but one
    [ "$running" -lt "$(nproc)" ] || await
    check "$target" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do await; done
echo "portability: $((${#chosen[@]} - failed)) passed, $failed failed"
exit "$failed"
