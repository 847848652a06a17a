# Sourced by run.sh and test.sh: installs what is missing on Debian 12, configures and builds. Everything it prints goes to
# standard error or to the caller's redirection.

packages=(g++ cmake ninja-build pkgconf dpkg-dev libvulkan-dev libvulkan-volk-dev glslc spirv-tools libglm-dev libgtest-dev libbenchmark-dev
    libcli11-dev libfmt-dev nlohmann-json3-dev libtbb-dev libglfw3-dev python3-dev pybind11-dev
    libimgui-dev libstb-dev fonts-dejavu-core mesa-vulkan-drivers vulkan-validationlayers)
imgui_backends=/usr/share/doc/libimgui-dev/examples/backends  # slim images install no documentation: see below
build_folder=build

install_packages() {
    local missing=() package
    for package in "${packages[@]}"; do
        [ "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null)" = "install ok installed" ] || missing+=("$package")
    done
    case " ${packages[*]} " in
        *" libimgui-dev "*) [ -e "$imgui_backends/imgui_impl_vulkan.cpp" ] || missing+=(libimgui-dev) ;;
    esac
    [ ${#missing[@]} -eq 0 ] && return
    echo "== Installing ${missing[*]}" >&2
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --reinstall \
        -o "Dpkg::Options::=--path-include=$imgui_backends/*" "${missing[@]}" >&2
}

# build [options of cmake --build]
build() {
    install_packages
    cmake --preset release >&2
    cmake --build --preset release "$@" >&2
}

build_command() {
    build --target pliant_command
}
