#!/usr/bin/env bash
# The same bits on every machine: the golden tests, with those sources of the core library that they need, compiled for each of these
# machines and run there, under an emulator where it is another one than this.
#
#   tests/portability.sh [target ...]       of: g++ clang++ i386 aarch64 riscv64; all without an argument
#   tests/portability.sh --packages         the Debian packages that they need
#
# Objects stay in build-portability/; a second run compiles what has changed. Exit code: how many targets failed.
set -uo pipefail
cd "$(dirname "$0")/.."
folder=build-portability
packages=(g++ clang g++-i686-linux-gnu g++-aarch64-linux-gnu g++-riscv64-linux-gnu
    qemu-user googletest libgtest-dev libglm-dev libfmt-dev ninja-build)
targets=(g++ clang++ i386 aarch64 riscv64)

# What a target is made with: compiler, its flags, and what runs the program.
describe() {
    local linux="-static -pthread"
    case $1 in
        g++) compiler=g++ flags="" link=$linux runner="" ;;
        clang++) compiler=clang++ flags="" link=$linux runner="" ;;
        i386) compiler=i686-linux-gnu-g++ flags="-msse2 -mfpmath=sse" link=$linux runner="qemu-i386" ;;  # not the 80 bits of its old unit
        aarch64 | riscv64) compiler=$1-linux-gnu-g++ flags="" link=$linux runner="qemu-$1" ;;
        *) return 1 ;;
    esac
}

# The sources as tests/CMakeLists.txt takes them for its own golden programs, without wide kernels.
sources() {
    local all
    all=$(cd src/pliant && ls maths.cpp scene/*.cpp elements/*.cpp schedule/*.cpp state/*.cpp cpu/*.cpp |
        grep -vE "scene/(cage|embed|holes|inside|lattice|pieces)|schedule/(describe|memory|stability)|state/(step_report|stretch)|cpu/wide")
    sed 's,^,src/pliant/,' <<<"$all"
    printf '%s\n' tests/golden_test.cpp /usr/src/googletest/googletest/src/gtest-all.cc /usr/src/googletest/googletest/src/gtest_main.cc
}

# Headers of these libraries alone: a cross compiler must not see this machine's others.
link_headers() {
    mkdir -p "$folder/include"
    local name
    for name in glm fmt gtest; do ln -sfn "/usr/include/$name" "$folder/include/$name"; done
}

# write_rules target: a build by ninja.
write_rules() {
    local out=$folder/$1 source object objects=()
    mkdir -p "$out"
    {
        echo "builddir = $out"
        echo "rule compile"
        echo "  command = $compiler -std=c++20 -O2 -ffp-contract=off $flags -Wall -Wextra -DPLIANT_NO_TBB -DFMT_HEADER_ONLY -Isrc" \
            "-Itests -isystem $folder/include -I/usr/src/googletest/googletest -MD -MF \$out.d -c \$in -o \$out"
        echo "  depfile = \$out.d"
        echo "  deps = gcc"
        echo "rule link"
        echo "  command = $compiler \$in -o \$out $link"
        while read -r source; do
            object=$out/$(tr '/' '_' <<<"$source").o
            objects+=("$object")
            echo "build $object: compile $source"
        done < <(sources)
        echo "build $program: link ${objects[*]}"
    } >"$out/build.ninja"
}

# check target: 0 where all golden numbers are what they are everywhere.
check() {
    describe "$1" || { echo "portability: there is no target \"$1\"; there are ${targets[*]}" >&2; return 1; }
    command -v "$compiler" >/dev/null || { echo "$1: $compiler is not installed, see --packages"; return 1; }
    [ -z "$runner" ] || command -v "$runner" >/dev/null || { echo "$1: $runner is not installed, see --packages"; return 1; }
    program=$folder/$1/golden_test
    write_rules "$1"
    ninja -f "$folder/$1/build.ninja" "$program" >"$folder/$1/build.log" 2>&1 ||
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
[ $# -gt 0 ] && targets=("$@")
link_headers
failed=0
for target in "${targets[@]}"; do check "$target" || failed=$((failed + 1)); done
exit "$failed"
