"""The order of packages comes from their manifests alone."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))

from packages import Package, PackageError, in_order, parse, resolve  # noqa: E402


def package(folder: str, *dependencies: str) -> Package:
    return Package(
        folder=folder,
        root=pathlib.Path("/repository") / folder,
        dependencies={name.lower(): name for name in dependencies},
        products={},
        executables=(),
        targets=(),
    )


def tree(*packages: Package) -> dict[str, Package]:
    return {each.folder: each for each in packages}


class OrderTests(unittest.TestCase):
    def test_each_package_comes_after_what_it_depends_on(self):
        packages = tree(package("Apps/Anchor", "Kit"), package("Kit", "Toolbox"), package("Toolbox"))

        self.assertEqual(in_order(packages, sorted(packages)), ["Toolbox", "Kit", "Apps/Anchor"])

    def test_a_closure_holds_nothing_else(self):
        packages = tree(package("Hub", "Toolbox"), package("Kit", "Toolbox"), package("Toolbox"))

        self.assertEqual(in_order(packages, ["Hub"]), ["Toolbox", "Hub"])

    def test_a_circle_is_shown(self):
        with self.assertRaisesRegex(PackageError, "A → B → A"):
            in_order(tree(package("A", "B"), package("B", "A")), ["A"])

    def test_a_dependency_that_is_not_here_names_the_manifest(self):
        with self.assertRaisesRegex(PackageError, "A/Package.swift depends on B"):
            in_order(tree(package("A", "B")), ["A"])


class ResolveTests(unittest.TestCase):
    known = ["Apps/Anchor", "Checks/Kit", "Kit", "Services/Anchor", "Toolbox"]

    def test_a_folder_and_its_last_part_name_the_same(self):
        self.assertEqual(resolve(self.known, "Toolbox"), "Toolbox")
        self.assertEqual(resolve(self.known, "Apps/Anchor/"), "Apps/Anchor")
        self.assertEqual(resolve(self.known, "Kit"), "Kit")

    def test_a_name_of_two_is_asked_back(self):
        with self.assertRaisesRegex(PackageError, "Apps/Anchor, Services/Anchor"):
            resolve(self.known, "Anchor")

    def test_an_unknown_name_lists_what_there_is(self):
        with self.assertRaisesRegex(PackageError, "There are: Apps/Anchor"):
            resolve(self.known, "Ancor")


class ManifestTests(unittest.TestCase):
    def test_a_dependency_from_the_network_is_refused(self):
        dumped = {"dependencies": [{"sourceControl": [{}]}], "products": [], "targets": []}

        with self.assertRaisesRegex(PackageError, "decision record"):
            parse(pathlib.Path("/repository"), "Hub", dumped)


if __name__ == "__main__":
    unittest.main()
