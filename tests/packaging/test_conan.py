"""Runs Conan's recipe method by method, as `conan create` does, on a stand-in for Conan: see conan_stub.

    PLIANT_BUILT=build python3 -m unittest test_conan"""

import importlib.util
import os
import pathlib
import re
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
RECIPE = SOURCE / "samples" / "packaging" / "conan"
sys.path.insert(0, str(HERE / "conan_stub"))
sys.dont_write_bytecode = True


def recipe_of(path, name, **folders):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kind, = (value for value in vars(module).values()
             if isinstance(value, type) and value.__module__ == name)
    return kind(recipe_folder=str(path.parent), cppstd="20", **folders)


class Conan(unittest.TestCase):
    def test_the_recipe_makes_a_package_that_programs_find(self):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            recipe = recipe_of(RECIPE / "conanfile.py", "pliant_recipe", build_folder=str(folder / "build"),
                               package_folder=str(folder / "package"))
            recipe.set_version()
            header = (SOURCE / "src/pliant/version.h").read_text(encoding="utf-8")
            self.assertEqual(recipe.version, ".".join(re.findall(r"^#define PLIANT_VERSION_\w+ (\d+)$", header, re.M)))

            recipe.export_sources_folder = recipe.source_folder = str(folder / "source")
            recipe.export_sources()
            exported = sorted(path.name for path in (folder / "source").iterdir())
            self.assertEqual(exported, ["CMakeLists.txt", "LICENSE", "shaders", "src"])
            recipe.layout()
            recipe.requirements()
            recipe.build_requirements()
            recipe.validate()
            self.assertEqual(sorted(recipe.requires),
                             ["fmt", "glm", "nlohmann_json", "onetbb", "volk", "vulkan-loader"])
            self.assertIn("shaderc", recipe.tool_requires)
            recipe.generate()
            self.assertTrue(recipe.has_deps)
            recipe.build()  # configures what was exported, and nothing beside it
            recipe.package()
            recipe.package_info()
            self.check_package(recipe, folder / "package")
            self.run_test_package(folder)

    def check_package(self, recipe, package):
        self.assertTrue((package / "licenses" / "LICENSE").is_file())
        self.assertEqual(recipe.cpp_info.properties["cmake_find_mode"], "none")
        for folder in recipe.cpp_info.builddirs:
            self.assertTrue((package / folder / "pliantConfig.cmake").is_file(), folder)
        for library in recipe.cpp_info.libs:
            self.assertTrue((package / "lib" / f"lib{library}.a").is_file(), library)

    def run_test_package(self, folder):
        os.environ["PLIANT_PREFIX"] = str(folder / "package")
        test = recipe_of(RECIPE / "test_package" / "conanfile.py", "pliant_test_package",
                         build_folder=str(folder / "test"), package_folder="")
        test.tested_reference_str = "pliant/0"
        test.source_folder = test.recipe_folder
        test.requirements()
        test.layout()
        test.build()
        test.test()


if __name__ == "__main__":
    unittest.main()
