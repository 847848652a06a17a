#!/usr/bin/env bash
# Packs what proves Pliant on another machine into one folder: the command, GPU tests, the loader, a validation layer, and the
# shared libraries that they need, but not the driver and not the C library.   scripts/bundle.sh [FOLDER]
# There ./report runs all of it: see scripts/report.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup.sh
packages+=(chromium-common)  # its validation layer
folder=${1:-pliant-bundle}
if [ -n "${PLIANT_BUNDLE_BUILT:-}" ]; then
    build_folder=$PLIANT_BUNDLE_BUILT  # for the tests: it is there
else
    build --target pliant_command gpu_tests
fi

if [ -e "$folder" ]; then
    echo "scripts/bundle.sh: '$folder' is already there" >&2
    exit 2
fi
part=$folder.part
trap 'rm -rf "$part"' EXIT
rm -rf "$part"
mkdir -p "$part"/{bin,lib,fallback,layer}

strip -o "$part/bin/pliant" "$build_folder/pliant"
strip -o "$part/bin/gpu_tests" "$build_folder/tests/gpu_tests"
cp scripts/report "$part/report"

# A driver brings the C library and the compiler's own with it, newer ones than ours: these are for machines without.
libraries_of() { ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' | sort -u; }
layer=/usr/lib/chromium/libVkLayer_khronos_validation.so
place_of() { ldconfig -p | awk -v name="$1" '$1 == name && /x86-64/ && !found {print $NF; found = 1}'; }
loader=$(place_of libvulkan.so.1)
copied=("$part"/bin/* "$loader")
if [ -e "$layer" ]; then
    cp "$layer" "$part/layer/"
    sed 's|"library_path": ".*"|"library_path": "./libVkLayer_khronos_validation.so"|' \
        "$build_folder/validation/VkLayer_khronos_validation.json" > "$part/layer/VkLayer_khronos_validation.json"
    cp "$build_folder/validation/vk_layer_settings.txt" "$part/layer/"
fi
# NVIDIA's driver is linked with libXext, which a machine without a display may lack.
for library in $(libraries_of "${copied[@]}") "$loader" $(place_of libXext.so.6); do
    case $(basename "$library") in
        libc.so* | libm.so* | libdl.so* | libpthread.so* | librt.so* | libresolv.so* | ld-linux*) ;;
        libstdc++.so* | libgcc_s.so* | libvulkan.so* | libXext.so*) cp -L "$library" "$part/fallback/" ;;
        *) cp -L "$library" "$part/lib/" ;;
    esac
done

mv "$part" "$folder"
du -sm "$folder" | awk '{print $2 ": " $1 " MiB; run " $2 "/report on the machine with the driver"}'
