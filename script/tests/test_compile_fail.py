"""script/check-compile-fail refuses what compiles, and what fails for another reason."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1]
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Toolbox",
  targets: [.target(name: "ToolboxSample")]
)
"""
SAMPLE = "public struct Sample {\n  public init() {}\n  let hidden = 1\n}\n"
CONTROL = "// expect-success\nimport ToolboxSample\n\nlet sample = Sample()\n"


class CompileFailTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # One repository, with a copy of the scripts, for all: its package is built once.
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        cls.root = pathlib.Path(cls.holder.name)
        shutil.copytree(SCRIPT, cls.root / "script", ignore=shutil.ignore_patterns("tests"))
        sources = cls.root / "Toolbox" / "Sources" / "ToolboxSample"
        sources.mkdir(parents=True)
        (cls.root / "Toolbox" / "Package.swift").write_text(MANIFEST)
        (sources / "Sample.swift").write_text(SAMPLE)

    def check(self, **files: str) -> subprocess.CompletedProcess:
        folder = self.root / "Toolbox" / "CompileFail"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in files.items():
            (folder / f"{name}.swift").write_text(text)
        environment = {key: value for key, value in os.environ.items() if key != "HUB_BUILD_DIR"}
        return subprocess.run(
            [self.root / "script" / "check-compile-fail"],
            capture_output=True, text=True, env=environment,
        )

    def test_code_that_is_refused_as_expected_passes(self):
        answer = self.check(
            Control=CONTROL,
            Hidden="// expect-error: 'hidden' is inaccessible\nimport ToolboxSample\n\n"
            "print(Sample().hidden)\n",
        )

        self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        self.assertIn("2 files are compiled or refused as they say", answer.stdout)

    def test_code_that_compiles_after_all_is_found(self):
        answer = self.check(
            Control=CONTROL, Open="// expect-error: inaccessible\nimport ToolboxSample\n"
        )

        self.assertEqual(answer.returncode, 1)
        self.assertIn("Toolbox/CompileFail/Open.swift compiles", answer.stdout)

    def test_a_refusal_for_another_reason_is_found(self):
        answer = self.check(
            Control=CONTROL, Other="// expect-error: inaccessible\nimport NoSuchModule\n"
        )

        self.assertEqual(answer.returncode, 1)
        self.assertIn("is refused, but not with: inaccessible", answer.stdout)
        self.assertIn("no such module", answer.stdout)

    def test_a_control_that_does_not_compile_is_found(self):
        answer = self.check(Control=CONTROL + "print(sample.hidden)\n")

        self.assertEqual(answer.returncode, 1)
        self.assertIn("Control.swift must compile", answer.stdout)

    def test_a_folder_without_a_control_and_a_file_without_a_promise_are_found(self):
        answer = self.check(Silent="import ToolboxSample\n")

        self.assertEqual(answer.returncode, 1)
        self.assertIn("has no control file", answer.stdout)
        self.assertIn("Silent.swift:1: the first line must be", answer.stdout)


if __name__ == "__main__":
    unittest.main()
