"""Each planted fault is found by script/check-docs, and a sound tree passes."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPT / "lib"))

import docs  # noqa: E402

SYNC = """# Sync

## 4. A pass

### S1 · Local first

### O5 · The grant

## 8. The wire

### Ids

| | Rule |
| --- | --- |
| KIT-01 | Proved before it is saved. |
"""


class Tree(unittest.TestCase):
    """A repository in a temporary folder, and what the check says of it."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name).resolve()
        self.write("docs/protocol/sync.md", SYNC)

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def findings(self) -> list[str]:
        return docs.check(self.root).findings

    def assert_finding(self, *parts: str) -> None:
        findings = self.findings()
        self.assertEqual(len(findings), 1, findings)
        for part in parts:
            self.assertIn(part, findings[0])


class Promises(Tree):
    ROWS = "| S1 | an edit waits for nothing | both |\n| O5 | nothing leaks | both |\n"
    RULE = "| KIT-01 | a bearer is proved | – |\n"

    def setUp(self):
        super().setUp()
        self.write("docs/protocol/identity.md", "| KIT-01 | Proved. |\n")
        self.write(
            "Kit/Tests/KitTests/PromiseTests.swift",
            """
  static let stops: [(Int, JournalForm)] = [(1, .attached), (2, .detached)]

  @Test(arguments: JournalForm.allCases)
  func `S1 an edit waits for nothing`(form: JournalForm) async throws {
    let pair = try PairOfDevices(form)
  }

  @Test(arguments: stops)
  func `O5: nothing leaks`(
    stop: Int, form: JournalForm) {}

  @Test func `KIT-01: a bearer is proved`() {}

  @Test func `what is named after nothing`() {}
""",
        )

    def test_a_table_of_all_of_them_is_fine(self):
        self.write("docs/promises.md", self.ROWS + self.RULE)
        self.assertEqual(self.findings(), [])

    def test_a_row_whose_test_is_gone(self):
        self.write("docs/promises.md", self.ROWS + self.RULE + "| S1 | a test of before | both |\n")
        self.assert_finding("docs/promises.md:4:", "a test of before")

    def test_a_promise_that_nothing_keeps(self):
        self.write("docs/protocol/identity.md", "| KIT-01 | Proved. |\n| KIT-02 | Refused. |\n")
        self.write("docs/promises.md", self.ROWS + self.RULE)
        self.assert_finding("no test keeps KIT-02")

    def test_a_promise_that_is_tried_with_one_form_of_journal(self):
        self.write(
            "Kit/Tests/KitTests/PromiseTests.swift",
            "@Test func `S1 an edit waits`() { PairOfDevices() }\n"
            "@Test(arguments: JournalForm.allCases) func `O5 nothing leaks`() {}\n"
            "@Test func `KIT-01: a bearer is proved`() {}\n",
        )
        self.write(
            "docs/promises.md",
            "| S1 | an edit waits | attached |\n| O5 | nothing leaks | both |\n" + self.RULE,
        )
        self.assert_finding("S1 is not tried with both forms")

    def test_a_promise_of_the_hub_needs_a_test_and_no_journal(self):
        sync = (self.root / "docs/protocol/sync.md").read_text()
        self.write("docs/protocol/sync.md", sync + "\n### H1 · On disk\n")
        self.write("docs/promises.md", self.ROWS + self.RULE)
        self.assert_finding("no test keeps H1")
        self.write("Hub/Tests/HubTests/DiskTests.swift", "@Test func `H1: on disk`() {}\n")
        self.write("docs/promises.md", self.ROWS + self.RULE + "| H1 | on disk | – |\n")
        self.assertEqual(self.findings(), [])


class Rules(Tree):
    TABLE = "| SES-30 | no other site posts |\n| SES-34 | no other site posts |\n"

    def setUp(self):
        super().setUp()
        self.write("docs/protocol/sync.md", "")
        self.write("docs/protocol/identity.md", "| SES-30 | Ours. |\n| SES-34 | Guarded. |\n")
        self.write(
            "Hub/Tests/HubTests/GuardTests.swift",
            "@Test func `no other site posts (SES-30, SES-34)`() {}\n",
        )

    def test_a_rule_in_the_table_with_its_test_is_fine(self):
        self.write("docs/promises.md", self.TABLE)
        self.assertEqual(self.findings(), [])

    def test_a_rule_that_no_test_is_named_after(self):
        self.write("docs/promises.md", self.TABLE.split("\n")[0] + "\n")
        self.assert_finding("no test keeps SES-34")

    def test_a_row_of_a_rule_whose_test_is_gone(self):
        self.write("docs/promises.md", self.TABLE + "| SES-34 | a test of before |\n")
        self.assert_finding("docs/promises.md:3:", "a test of before")


class Links(Tree):
    def test_files_folders_headings_and_other_sites_are_fine(self):
        self.write("README.md", "[a](docs/protocol/sync.md#4-a-pass) [b](docs/) [c](#top)\n# Top\n")
        self.write("docs/x.md", "[d](../README.md) [e](https://example.org/x) `[f](gone.md)`\n")
        self.assertEqual(self.findings(), [])

    def test_a_link_to_nothing(self):
        self.write("README.md", "fine\n\nsee [a](docs/gone.md)\n")
        self.assert_finding("README.md:3:", "docs/gone.md leads to nothing")

    def test_a_picture_that_is_not_there(self):
        self.write("README.md", "![a page](docs/images/today.png)\n")
        self.assert_finding("docs/images/today.png")

    def test_a_heading_that_is_not_there(self):
        self.write("README.md", "[a](docs/protocol/sync.md#5-gone)\n")
        self.assert_finding("no heading for #5-gone")

    def test_a_link_out_of_the_repository(self):
        self.write("README.md", "[a](../other/x.md)\n")
        self.assert_finding("out of the repository")

    def test_a_link_in_a_fence_is_no_link(self):
        self.write("README.md", "```json\n[a](gone.md)\n```\n")
        self.assertEqual(self.findings(), [])


class Quotes(Tree):
    def test_a_piece_of_the_file(self):
        self.write("A.swift", "let a = 1\nlet b = 2\n\nlet c = 3\n")
        self.write("README.md", "`A.swift`:\n\n```swift\nlet b = 2\n\nlet c = 3\n```\n\nEnd.\n")
        self.assertEqual(self.findings(), [])

    def test_code_that_is_not_in_the_file(self):
        self.write("A.swift", "let a = 1\n")
        self.write("README.md", "`A.swift`:\n\n```swift\nlet a = 2\n```\n")
        self.assert_finding("README.md:4:", "A.swift does not say this")

    def test_half_a_line_is_not_in_the_file(self):
        self.write("A.swift", "let a = 12\n")
        self.write("README.md", "`A.swift`:\n\n```swift\nlet a = 1\n```\n")
        self.assert_finding("A.swift does not say this")

    def test_two_pieces_of_one_file(self):
        self.write("A.swift", "a\nb\nc\n")
        self.write("README.md", "`A.swift`:\n\n```\na\n```\n\n`A.swift`:\n\n```\nc\n```\n")
        self.assertEqual(self.findings(), [])

    def test_a_file_that_is_not_there(self):
        self.write("README.md", "`Gone.swift`:\n\n```\na\n```\n")
        self.assert_finding("there is no file Gone.swift")


class Commands(Tree):
    def test_a_script_that_is_there(self):
        self.write("script/up", "#!/bin/sh\n", mode=0o755)
        self.write("README.md", "`script/up`.\n\n```sh\nscript/up --debug\n```\n")
        self.assertEqual(self.findings(), [])

    def test_a_script_that_is_not_there(self):
        self.write("README.md", "```sh\nscript/down\n```\n")
        self.assert_finding("README.md:2:", "there is no script/down")

    def test_a_script_that_cannot_be_run(self):
        self.write("script/up", "#!/bin/sh\n")
        self.write("README.md", "Run `script/up` first.\n")
        self.assert_finding("script/up")


class Citations(Tree):
    def test_what_is_there(self):
        self.write(
            "A.swift",
            "/// Kept (docs/protocol/sync.md, S1 and O5), §4 too: docs/protocol/sync.md, §4.\n"
            "/// The promise S1 of docs/protocol/sync.md, and docs/protocol/sync.md,\n"
            '/// "Ids".\n'
            "/// Source: docs/protocol/sync.md, KIT-01.\n",
        )
        self.assertEqual(self.findings(), [])

    def test_a_document_that_is_not_there(self):
        self.write("A.swift", "\n/// See docs/protocol/gone.md.\n")
        self.assert_finding("A.swift:2:", "there is no docs/protocol/gone.md")

    def test_a_decision_that_is_not_there(self):
        self.write("docs/decisions/0001-server.md", "# 0001\n")
        self.write("A.swift", "// docs/decisions/0001, docs/decisions/0002\n")
        self.assert_finding("there is no docs/decisions/0002")

    def test_a_promise_that_is_not_there(self):
        self.write("A.swift", "/// (docs/protocol/sync.md, S1 and S11)\n")
        self.assert_finding("nothing called S11")

    def test_the_end_of_a_range_that_is_not_there(self):
        self.write("A.swift", "/// The promises S1–S7 of docs/protocol/sync.md.\n")
        self.assert_finding("nothing called S7")

    def test_a_section_that_is_not_there(self):
        self.write("A.swift", "/// docs/protocol/sync.md, §9\n")
        self.assert_finding("nothing called §9")

    def test_a_rule_that_is_not_there(self):
        self.write("docs/protocol/identity.md", "| SES-09 | Seen and ended. |\n")
        self.write("A.swift", "/// Ends it (SES-09, SES-99).\n")
        self.assert_finding("A.swift:1:", "no rule SES-99")

    def test_a_heading_that_is_not_there(self):
        self.write("docs/x.md", 'see sync.md, "Names"\n')
        self.assert_finding('nothing called "Names"')


class Tours(Tree):
    def setUp(self):
        super().setUp()
        self.write("Kit/Journal.swift", "public struct Journal {\n  func enqueue(_ a: Int) {}\n}\n")
        self.write("Kit/Other.swift", "enum Other {\n  case one\n  func ask() {}\n}\n")

    def test_what_is_there(self):
        self.write(
            "docs/tour.md",
            "1. `Kit/Journal.swift`: `Journal.enqueue(_:)` queues it.\n"
            "2. `Other` says `Other.one`.\n",
        )
        self.assertEqual(self.findings(), [])

    def test_a_file_that_is_not_there(self):
        self.write("docs/tour.md", "It is in `Kit/Gone.swift`.\n")
        self.assert_finding("docs/tour.md:1:", "no file Kit/Gone.swift")

    def test_a_type_that_is_not_there(self):
        self.write("docs/tour.md", "A `Letter` is sent.\n")
        self.assert_finding("no type is called Letter")

    def test_a_function_in_another_file_than_the_step_names(self):
        self.write("docs/tour.md", "1. `Kit/Journal.swift`: `ask()`\n")
        self.assert_finding("none of the files of its step has ask()")


class Command(Tree):
    def test_exit_status_and_closing_line(self):
        done = subprocess.run(
            [str(SCRIPT / "check-docs"), "--repository", str(self.root)],
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("0 links", done.stdout)
        self.write("README.md", "[a](gone.md)\n")
        done = subprocess.run(
            [str(SCRIPT / "check-docs"), "--repository", str(self.root)],
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("error: README.md:1:", done.stdout)


if __name__ == "__main__":
    unittest.main()
