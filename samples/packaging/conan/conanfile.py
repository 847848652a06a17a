"""A recipe that builds the tree it lies in: nothing of Pliant is downloaded.

    conan create samples/packaging/conan --build=missing

Versions of what it needs are those of Conan Center. The version of Pliant is that of src/pliant/version.h."""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

required_conan_version = ">=2.0"
SOURCES = ("CMakeLists.txt", "LICENSE", "src/*", "shaders/*")


class PliantConan(ConanFile):
    name = "pliant"
    description = "Soft bodies on Vulkan and on the processor, with the same bits"
    license = "MIT"
    topics = ("simulation", "cloth", "soft-body", "vulkan", "xpbd")
    package_type = "static-library"  # libpliant.so comes along: pliant::pliant
    settings = "os", "arch", "compiler", "build_type"
    options = {"with_tbb": [True, False]}
    default_options = {"with_tbb": True}

    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._tree(), "src", "pliant", "version.h"))
        self.version = ".".join(re.findall(r"#define PLIANT_VERSION_[A-Z]+ (\d+)", header))

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, src=self._tree(), dst=self.export_sources_folder, excludes=("*__pycache__*",))

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("glm/1.0.1", transitive_headers=True)
        self.requires("fmt/10.2.1")
        self.requires("nlohmann_json/3.11.3")
        self.requires("volk/1.3.268.0")
        self.requires("vulkan-loader/1.3.268.0")
        if self.options.with_tbb:
            self.requires("onetbb/2021.12.0")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25 <4]")
        self.tool_requires("shaderc/2024.1")  # glslc

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("TESTS", "SAMPLES", "BENCHMARKS", "PYTHON", "WERROR"):
            toolchain.cache_variables[f"PLIANT_{part}"] = False
        toolchain.cache_variables["PLIANT_INSTALL"] = True
        toolchain.cache_variables["PLIANT_TBB"] = bool(self.options.with_tbb)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # What CMake installs says more than Conan could make up: all parts, each with what it needs.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "pliant"))
        self.cpp_info.libs = ["pliant_c", "pliant_io", "pliant_gpu", "pliant_core"]
        if self.settings.os == "Linux":
            self.cpp_info.system_libs = ["dl", "pthread"]
