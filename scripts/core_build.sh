# Sourced by tests/portability.sh and samples/web/build.sh, in the root of the repository: builds of the core library for other
# machines, by ninja and without CMake. Callers set $folder, where the headers of glm and fmt go, $compiler,
# $flags and $link, and may set $needs, files that the program is made of besides, and $header, which is precompiled.

# The sources as tests/CMakeLists.txt takes them for its own golden programs. "core_sources wide": with the kernels that take eight
# items at a time, by the compiler's own vectors.
core_sources() {
    local all kernels="cpu/no_wide.cpp cpu/no_wide16.cpp"
    [ "${1:-}" != wide ] || kernels="cpu/wide_kernels.cpp cpu/no_wide16.cpp"
    all=$(cd src/pliant && ls maths.cpp scene/*.cpp elements/*.cpp schedule/*.cpp state/*.cpp cpu/*.cpp |
        grep -vE "scene/(cage|embed|holes|inside|lattice|pieces)|schedule/(describe|memory|stability)|state/(step_report|stretch)|cpu/(no_)?wide")
    printf 'src/pliant/%s\n' $all $kernels
    echo scripts/fmt_once.cpp
}

# Headers of these libraries alone: a cross compiler must not see this machine's others.
link_headers() {
    mkdir -p "$folder/include"
    local name
    for name in "$@"; do ln -sfn "/usr/include/$name" "$folder/include/$name"; done
}

# write_rule name command: one that compiles.
write_rule() {
    printf 'rule %s\n  command = %s\n  depfile = $out.d\n  deps = gcc\n' "$1" "$2"
}

# write_rules out program source ...: rules for ninja to standard output; objects go to the folder `out`.
write_rules() {
    local out=$1 program=$2 source object objects=()
    shift 2
    echo "builddir = $out"
    local compile="$compiler -std=c++20 -O2 -ffp-contract=off $flags -Wall -Wextra -DPLIANT_NO_TBB -Isrc -Itests"
    compile+=" -isystem $folder/include -I/usr/src/googletest/googletest -MD -MF \$out.d"
    write_rule compile "$compile${header:+ -include $out/header.h} -c \$in -o \$out"
    write_rule compile_foreign "$compile -O0 -c \$in -o \$out"  # what only tells of the tests
    if [ -n "${header:-}" ]; then
        cp -u "$header" "$out/header.h"
        write_rule precompile "$compile -x c++-header \$in -o \$out"
        echo "build $out/header.h.gch: precompile $out/header.h"
    fi
    echo "rule link"
    echo "  command = $compiler \$in -o \$out $link"
    for source in "$@"; do
        object=$out/$(tr '/' '_' <<<"$source").o
        objects+=("$object")
        case $source in
            /*) echo "build $object: compile_foreign $source" ;;
            *) echo "build $object: compile $source${header:+ | $out/header.h.gch}" ;;
        esac
    done
    echo "build $program: link ${objects[*]}${needs:+ | $needs}"
}
