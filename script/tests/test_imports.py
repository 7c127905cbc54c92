"""Each planted violation is found by script/check-imports, and a sound tree passes."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPT / "lib"))

import imports  # noqa: E402
import packages  # noqa: E402


def manifest(name: str, targets: str, dependencies: str = "", products: str = "") -> str:
    return (
        "// swift-tools-version: 6.2\nimport PackageDescription\n\n"
        f'let package = Package(\n  name: "{name}",\n  products: [{products}],\n'
        f"  dependencies: [{dependencies}],\n  targets: [\n{targets}\n  ]\n)\n"
    )


TOOLBOX = manifest(
    "Toolbox",
    '    .target(name: "ToolboxJSON"),\n    .target(name: "ToolboxLocks"),',
    products='.library(name: "ToolboxJSON", targets: ["ToolboxJSON"]),'
    ' .library(name: "ToolboxLocks", targets: ["ToolboxLocks"])',
)
LOCKS = '.product(name: "ToolboxLocks", package: "Toolbox")'
JSON = '.product(name: "ToolboxJSON", package: "Toolbox")'


class Tree(unittest.TestCase):
    """A repository in a temporary folder, and what the check says of it."""

    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        self.root = pathlib.Path(self.holder.name).resolve() / "repository"
        self.write("Toolbox/Package.swift", TOOLBOX)
        self.write("Toolbox/Sources/ToolboxJSON/A.swift", "import Foundation\n")
        self.write("Toolbox/Sources/ToolboxLocks/A.swift", "import Synchronization\n")

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def findings(self) -> list[str]:
        found = packages.read(self.root, self.root.parent / "cache")
        return imports.check(self.root, found).findings

    def assert_finding(self, *parts: str) -> None:
        findings = self.findings()
        self.assertEqual(len(findings), 1, findings)
        for part in parts:
            self.assertIn(part, findings[0])


class ImportTests(Tree):
    def test_a_declared_import_passes_and_an_undeclared_one_is_named_with_its_line(self):
        self.write(
            "WebInterface/Package.swift",
            manifest(
                "WebInterface",
                f'    .target(name: "WebInterface", dependencies: [{LOCKS}]),',
                '.package(path: "../Toolbox")',
            ),
        )
        self.write("WebInterface/Sources/WebInterface/A.swift", "import ToolboxLocks\n")
        self.assertEqual(self.findings(), [])

        self.write(
            "WebInterface/Sources/WebInterface/Deep/B.swift",
            "import Foundation\n\n@testable import ToolboxJSON\n",
        )
        self.assert_finding(
            "WebInterface/Sources/WebInterface/Deep/B.swift:3: ToolboxJSON",
            f"declare {JSON}",
        )

    def test_the_command_fails_and_says_how_many(self):
        self.write("Toolbox/Sources/ToolboxJSON/B.swift", "import ToolboxLocks\n")

        answer = subprocess.run(
            [SCRIPT / "check-imports", "--repository", self.root],
            capture_output=True, text=True, env={**os.environ, "HUB_BUILD_DIR": ""},
        )

        self.assertEqual(answer.returncode, 1, answer.stderr)
        self.assertIn("error: Toolbox/Sources/ToolboxJSON/B.swift:1: ToolboxLocks", answer.stdout)
        self.assertIn("Findings: 1, in 3 files.", answer.stdout)

    def test_a_module_of_nobody_is_a_new_dependency(self):
        self.write("Toolbox/Sources/ToolboxJSON/B.swift", "import NIOCore\n")

        self.assert_finding("ToolboxJSON/B.swift:1: NIOCore", "decision record")


class ArrowTests(Tree):
    def test_the_hub_may_not_import_the_kit(self):
        self.write(
            "PersonalSyncKit/Package.swift",
            manifest(
                "PersonalSyncKit",
                '    .target(name: "PersonalSyncKit"),',
                products='.library(name: "PersonalSyncKit", targets: ["PersonalSyncKit"])',
            ),
        )
        self.write("PersonalSyncKit/Sources/PersonalSyncKit/A.swift", "")
        self.write(
            "Hub/Package.swift",
            manifest(
                "Hub",
                '    .target(name: "HubCore", dependencies: ['
                '.product(name: "PersonalSyncKit", package: "PersonalSyncKit")]),',
                '.package(path: "../PersonalSyncKit")',
            ),
        )
        self.write("Hub/Sources/HubCore/A.swift", "import PersonalSyncKit\n")

        self.assert_finding("Hub/Package.swift:7", "may not depend on PersonalSyncKit")

    def test_an_app_may_not_import_another_app(self):
        self.write("Apps/Kith/Package.swift", manifest(
            "Kith", '    .target(name: "Kith"),',
            products='.library(name: "Kith", targets: ["Kith"])',
        ))
        self.write("Apps/Kith/Sources/Kith/A.swift", "")
        self.write("Apps/Anchor/Package.swift", manifest(
            "Anchor",
            '    .target(name: "Anchor", dependencies: [.product(name: "Kith", package: "Kith")]),',
            '.package(path: "../Kith")',
        ))
        self.write("Apps/Anchor/Sources/Anchor/A.swift", "import Kith\n")

        self.assert_finding("Apps/Anchor may not depend on Apps/Kith")

    def test_contracts_may_use_one_product_of_the_toolbox_and_no_other(self):
        self.write("HubContracts/Package.swift", manifest(
            "HubContracts",
            f'    .target(name: "HubContracts", dependencies: [{JSON}, {LOCKS}]),',
            '.package(path: "../Toolbox")',
        ))
        self.write("HubContracts/Sources/HubContracts/A.swift", "import ToolboxJSON\n")

        self.assert_finding("HubContracts may not depend on ToolboxLocks")

    def test_the_toolbox_depends_on_nothing_above(self):
        self.write("HubContracts/Package.swift", manifest(
            "HubContracts", '    .target(name: "HubContracts"),',
            products='.library(name: "HubContracts", targets: ["HubContracts"])',
        ))
        self.write("HubContracts/Sources/HubContracts/A.swift", "")
        self.write("Toolbox/Package.swift", TOOLBOX.replace(
            "dependencies: []", 'dependencies: [.package(path: "../HubContracts")]'
        ))

        self.assert_finding("Toolbox may not depend on HubContracts; it may on no other package")

    def test_a_model_imports_no_module_of_ours(self):
        self.write("Apps/Anchor/Package.swift", manifest(
            "Anchor",
            f'    .target(name: "AnchorModel", dependencies: [{LOCKS}]),',
            '.package(path: "../../Toolbox")',
        ))
        self.write("Apps/Anchor/Sources/AnchorModel/A.swift", "import ToolboxLocks\n")

        self.assert_finding("AnchorModel/A.swift:1", "a Model holds values and rules")

    def test_a_package_without_a_rule_is_refused(self):
        self.write("Common/Package.swift", manifest("Common", '    .target(name: "Common"),'))
        self.write("Common/Sources/Common/A.swift", "")

        self.assert_finding("no rule says what Common may import")

    def test_target_names_differ_in_more_than_case(self):
        self.write("Hub/Package.swift", manifest("Hub", '    .target(name: "toolboxjson"),'))
        self.write("Hub/Sources/toolboxjson/A.swift", "")

        self.assert_finding("target ToolboxJSON has the name of target toolboxjson in Hub")

    def test_every_arrow_points_down(self):
        self.assertNotIn("Hub", imports.reach("Apps/Anchor"))
        self.assertIn("HubContracts", imports.reach("Apps/Anchor"))
        self.assertNotIn("PersonalSyncKit", imports.reach("Services/Live"))
        self.assertEqual(imports.reach("Toolbox"), frozenset())


class SourceTests(unittest.TestCase):
    def modules(self, source: str) -> list[tuple[int, str]]:
        return imports.imported_modules(source)

    def test_each_form_of_an_import_is_seen(self):
        source = (
            "import A\n@testable import B\npublic import C\n@_spi(Inner) package import D\n"
            "import struct E.Part\n#if canImport(F)\n  import F\n#endif\nimport G; import H.Sub\n"
        )

        self.assertEqual(
            self.modules(source),
            [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (5, "E"), (7, "F"), (9, "G"), (9, "H")],
        )

    def test_comments_and_strings_are_not_code(self):
        source = (
            '// import A\n/* import B /* import C */\nimport D\n*/\nlet text = """\nimport E\n'
            'say \\"""\nimport F\n"""\nlet raw = #"""\n"""\nimport G\n"""#\nimport H\n'
        )

        self.assertEqual(self.modules(source), [(14, "H")])

    def test_a_lone_quote_hides_no_more_than_its_line(self):
        self.assertEqual(self.modules('let quote = /"/\nimport A\n'), [(2, "A")])


if __name__ == "__main__":
    unittest.main()
