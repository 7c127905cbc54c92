"""The mutants of the kit apply, and one that does not is said."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
import mutants  # noqa: E402

ONE = "It adds where it should take away.\n\n@@ FILE a.swift\n@@ OLD\nx - 1\n@@ NEW\nx + 1\n@@ END\n"


class MutantTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def mutant(self, text: str) -> mutants.Mutant:
        path = self.root / "one.mutant"
        path.write_text(text)
        return mutants.Mutant(path)

    def test_every_mutant_applies_to_the_sources(self):
        found = mutants.all_mutants()

        self.assertGreaterEqual(len(found), 12)
        self.assertEqual(mutants.problems(mutants.REPO, found), [])

    def test_a_mutant_changes_its_text_alone(self):
        (self.root / "a.swift").write_text("y\nx - 1\nz\n")

        changed = self.mutant(ONE).changed(self.root)

        self.assertEqual(changed, {self.root / "a.swift": "y\nx + 1\nz\n"})

    def test_a_mutant_whose_text_is_gone_or_stands_twice_is_named(self):
        one = self.mutant(ONE)
        for text in ("y\n", "x - 1\nx - 1\n"):
            (self.root / "a.swift").write_text(text)
            self.assertIn("one: its old text stands", mutants.problems(self.root, [one])[0])

    def test_a_mutant_of_a_file_that_is_gone_is_named(self):
        self.assertEqual(
            mutants.problems(self.root, [self.mutant(ONE)]), ["one: there is no a.swift"])

    def test_a_file_without_a_replacement_is_refused(self):
        with self.assertRaises(mutants.MutantError):
            self.mutant("It does nothing.\n")

    def test_the_first_failure_that_has_a_name_is_told(self):
        said = (
            "✘ Test «unknown» recorded an issue at A.swift:1",
            '✘ Test "O5 nothing is lost" recorded an issue at B.swift:2',
            '✘ Test "O6 nothing is doubled" failed after 1 second',
        )

        self.assertEqual(self.failure(*said), '"O5 nothing is lost"')
        self.assertEqual(self.failure(said[0]), "«unknown»")

    def test_a_crash_is_told_with_its_words(self):
        said = self.failure("Swift/Array.swift:1: Fatal error: Index out of range")

        self.assertIn("Fatal error: Index out of range", said)

    def failure(self, *lines: str) -> str | None:
        program = f"import sys; print({chr(10).join(lines)!r}, flush=True); sys.exit(1)"
        return mutants.first_failure([sys.executable, "-c", program])


if __name__ == "__main__":
    unittest.main()
