"""The type stubs name all that the module has, with its signatures, and nothing else; all of it has a docstring."""

import ast
import inspect
import pathlib
import unittest

import pliant

STUB = pathlib.Path(pliant.__file__).with_name("__init__.pyi")
SPECIAL = {"__init__", "__len__"}  # the others are every object's, or Python's own business


def members_of(nodes):
    """Name -> node of functions, classes and annotated names."""
    found = {}
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            if not any(isinstance(d, ast.Attribute) for d in node.decorator_list):  # the getter stands for its setter
                found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
    return found


def public(names):
    return {name for name in names if not name.startswith("_") or name in SPECIAL}


def is_method(node):
    return isinstance(node, ast.FunctionDef) and not any(
        isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)


def signature_of(node):
    """(name, is it keyword-only, its default if that is a literal) per argument."""
    arguments = node.args
    positional = [None] * (len(arguments.args) - len(arguments.defaults)) + arguments.defaults
    listed = [(a.arg, False, d) for a, d in zip(arguments.args, positional)]
    listed += [(a.arg, True, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return [(name, keyword_only, literal(default)) for name, keyword_only, default in listed]


def literal(node):
    if node is None:
        return inspect.Parameter.empty
    return eval(compile(ast.Expression(node), "stub", "eval"))  # numbers, words, tuples, 1 / 60, ...


class Stubs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stub = members_of(ast.parse(STUB.read_text(encoding="utf-8")).body)

    def check_signature(self, node, function, name):
        ours = inspect.signature(function).parameters.values()
        self.assertEqual([(a, k) for a, k, _ in signature_of(node)],
                         [(p.name, p.kind is p.KEYWORD_ONLY) for p in ours if p.kind is not p.VAR_KEYWORD], name)
        for (argument, _, default), parameter in zip(signature_of(node), ours):
            if default is not ... and parameter.default is not ...:
                self.assertEqual(default, parameter.default, f"{name}: {argument}")

    def test_name_all_that_there_is(self):
        self.assertEqual(public(self.stub) - {"__version__"}, set(pliant.__all__))
        self.assertTrue(STUB.with_name("py.typed").exists())
        for name in pliant.__all__:
            thing = getattr(pliant, name)
            if not isinstance(thing, type):
                continue
            has = public(vars(thing)) - ({"__init__"} if "__init__" not in members_of(self.stub[name].body) else set())
            if issubclass(thing, pliant.Error):
                has -= {"kind"} if thing is not pliant.Error else set()
            with self.subTest(name=name):
                self.assertEqual(public(members_of(self.stub[name].body)), has)

    def test_have_the_signatures(self):
        checked = 0
        for name, node in self.stub.items():
            if isinstance(node, ast.FunctionDef):
                self.check_signature(node, getattr(pliant, name), name)
                checked += 1
            if not isinstance(node, ast.ClassDef):
                continue
            for member, inner in members_of(node.body).items():
                if is_method(inner):
                    self.check_signature(inner, getattr(getattr(pliant, name), member), f"{name}.{member}")
                    checked += 1
        self.assertGreater(checked, 60)

    def test_all_is_documented(self):
        for name in pliant.__all__:
            thing = getattr(pliant, name)
            self.assertTrue((thing.__doc__ or "").strip(), name)
            for member in public(vars(thing)) if isinstance(thing, type) else ():
                if member != "kind" and (member != "__init__" or member in members_of(self.stub[name].body)):
                    with self.subTest(name=f"{name}.{member}"):
                        self.assertTrue((inspect.getdoc(getattr(thing, member)) or "").strip())

    def test_names_are_those_that_users_import(self):
        for name in pliant.__all__:
            thing = getattr(pliant, name)
            self.assertEqual(thing.__module__, "pliant", name)
            self.assertEqual(thing.__name__, name)


if __name__ == "__main__":
    unittest.main()
