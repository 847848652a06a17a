# An overlay port that builds the tree it lies in: nothing of Pliant is downloaded.
#   vcpkg install pliant --overlay-ports=samples/packaging/vcpkg/ports
# Elsewhere the next two lines become vcpkg_from_git() or the like.
cmake_path(SET SOURCE_PATH NORMALIZE "${CURRENT_PORT_DIR}/../../../../..")
string(REGEX REPLACE "/$" "" SOURCE_PATH "${SOURCE_PATH}")

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options FEATURES tbb PLIANT_TBB)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    ${feature_options}
    -DPLIANT_INSTALL=ON
    -DPLIANT_TESTS=OFF
    -DPLIANT_SAMPLES=OFF
    -DPLIANT_BENCHMARKS=OFF
    -DPLIANT_PYTHON=OFF
    -DPLIANT_WERROR=OFF
    "-DGLSLC=${CURRENT_HOST_INSTALLED_DIR}/tools/shaderc/glslc${VCPKG_HOST_EXECUTABLE_SUFFIX}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/pliant)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
