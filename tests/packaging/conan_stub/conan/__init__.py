"""What the recipe uses of Conan 2, for a machine without it: names and signatures are Conan's, and what a dependency
would give is taken from the system. Anything else that a recipe asks for is an error."""

import subprocess
import types


class Requirements(list):
    def __call__(self, reference, transitive_headers=False):
        name, _, version = reference.partition("/")
        if not name or not version:
            raise ValueError(f"'{reference}' is no reference")
        self.append(name)


class CppInfo:
    def __init__(self):
        self.builddirs, self.libs, self.system_libs, self.properties = [], [], [], {}

    def set_property(self, name, value):
        self.properties[name] = value


class ConanFile:
    def __init__(self, recipe_folder, build_folder, package_folder, **settings):
        self.recipe_folder, self.build_folder, self.package_folder = recipe_folder, build_folder, package_folder
        self.source_folder = self.export_sources_folder = None
        self.settings = types.SimpleNamespace(os="Linux", **settings)
        self.options = types.SimpleNamespace(**getattr(self, "default_options", {}))
        self.requires, self.tool_requires = Requirements(), Requirements()
        self.cpp_info = CppInfo()
        self.cpp = types.SimpleNamespace(build=types.SimpleNamespace(bindir=build_folder))

    def run(self, command, env=None):
        subprocess.run(command, shell=True, check=True)
