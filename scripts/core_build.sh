# Sourced by tests/portability.sh and samples/web/build.sh, in the root of the repository: builds of the core library for other
# machines, by ninja and without CMake. Callers set $folder, where the headers of glm and fmt go, $compiler,
# $flags and $link, and may set $needs, files that the program is made of besides.

# The sources as tests/CMakeLists.txt takes them for its own golden programs. "core_sources wide": with the kernels that take eight
# items at a time, by the compiler's own vectors.
core_sources() {
    local all kernels=cpu/no_wide.cpp
    [ "${1:-}" != wide ] || kernels="cpu/wide_kernels.cpp cpu/no_wide16.cpp"
    all=$(cd src/pliant && ls maths.cpp scene/*.cpp elements/*.cpp schedule/*.cpp state/*.cpp cpu/*.cpp |
        grep -vE "scene/(cage|embed|holes|inside|lattice|pieces)|schedule/(describe|memory|stability)|state/(step_report|stretch)|cpu/(no_)?wide")
    printf 'src/pliant/%s\n' $all $kernels
}

# Headers of these libraries alone: a cross compiler must not see this machine's others.
link_headers() {
    mkdir -p "$folder/include"
    local name
    for name in "$@"; do ln -sfn "/usr/include/$name" "$folder/include/$name"; done
}

# write_rules out program source ...: rules for ninja to standard output; objects go to the folder `out`.
write_rules() {
    local out=$1 program=$2 source object objects=()
    shift 2
    echo "builddir = $out"
    echo "rule compile"
    echo "  command = $compiler -std=c++20 -O2 -ffp-contract=off $flags -Wall -Wextra -DPLIANT_NO_TBB -DFMT_HEADER_ONLY -Isrc" \
        "-Itests -isystem $folder/include -I/usr/src/googletest/googletest -MD -MF \$out.d -c \$in -o \$out"
    echo "  depfile = \$out.d"
    echo "  deps = gcc"
    echo "rule link"
    echo "  command = $compiler \$in -o \$out $link"
    for source in "$@"; do
        object=$out/$(tr '/' '_' <<<"$source").o
        objects+=("$object")
        echo "build $object: compile $source"
    done
    echo "build $program: link ${objects[*]}${needs:+ | $needs}"
}
