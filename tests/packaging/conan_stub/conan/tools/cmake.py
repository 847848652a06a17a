import os
import subprocess


def cmake_layout(recipe):
    pass


def cmake(*arguments):
    done = subprocess.run(["cmake", *arguments], capture_output=True, text=True)
    if done.returncode != 0 or "not used by the project" in done.stderr:
        raise RuntimeError(done.stdout[-2000:] + done.stderr)


class CMakeDeps:
    def __init__(self, recipe):
        self.recipe = recipe

    def generate(self):
        self.recipe.has_deps = True


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe, self.cache_variables = recipe, {}

    def generate(self):
        self.recipe.variables = self.cache_variables


class CMake:
    """Configures in earnest, and installs what was built before, PLIANT_BUILT; the test package alone is compiled."""

    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        variables = {name: "ON" if value else "OFF" for name, value in getattr(self.recipe, "variables", {}).items()}
        variables |= {"CMAKE_BUILD_TYPE": "Release"}
        if "PLIANT_PREFIX" in os.environ:
            variables |= {"CMAKE_PREFIX_PATH": os.environ["PLIANT_PREFIX"]}
        cmake("-S", self.recipe.source_folder, "-B", self.recipe.build_folder, "-G", "Ninja",
              *(f"-D{name}={value}" for name, value in variables.items()))

    def build(self):
        if hasattr(self.recipe, "tested_reference_str"):
            cmake("--build", self.recipe.build_folder)

    def install(self):
        cmake("--install", os.environ["PLIANT_BUILT"], "--prefix", self.recipe.package_folder)
