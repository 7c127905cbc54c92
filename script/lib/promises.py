"""Which test keeps which promise: docs/promises.md against the promises and the tests that there are."""

import dataclasses
import pathlib
import re

TABLE = pathlib.Path("docs/promises.md")

_HEADING = re.compile(r"^### ([SOHR]\d+b?) ", re.MULTILINE)
_RULE = re.compile(r"^\| (KIT-\d\d) \|", re.MULTILINE)
_ROW = re.compile(r"^\| ((?:[SOHR]\d+b?|KIT-\d\d)) \| (.+) \| (\w+|–) \|$")
_TEST = re.compile(r"@Test\b(?P<head>(?:(?!@Test\b).)*?)\bfunc\s+`(?P<name>[^`]+)`", re.DOTALL)
_PROMISE = re.compile(r"((?:[SOHR]\d+b?|KIT-\d\d)):? ")

# A rule of the Hub, the row that names its test, and the rules in a test's name: `… (SES-30, SES-34)`, `SES-04: …`
_HUB_ID = r"(?:SIGN|SES|ISO|PRIV)-\d\d"
_HUB_RULE = re.compile(rf"^\| ({_HUB_ID}) \|", re.MULTILINE)
_HUB_ROW = re.compile(rf"^\| ({_HUB_ID}) \| (.+) \|$")
_HUB_NAMED = re.compile(rf"^({_HUB_ID}):? | \(({_HUB_ID}(?:, {_HUB_ID})*)\)$")

BOTH = {"both"}, {"attached", "detached"}


@dataclasses.dataclass(frozen=True)
class Row:
    promise: str
    test: str
    journals: str

    def __str__(self) -> str:
        return f"| {self.promise} | {self.test} | {self.journals} |"


def promises(repository: pathlib.Path) -> list[str]:
    """What kit and Hub promise and the client's rules, in the order of the documents."""
    protocol = repository / "docs" / "protocol"
    return [
        promise
        for name, pattern in (("sync.md", _HEADING), ("identity.md", _RULE))
        if (protocol / name).is_file()
        for promise in pattern.findall((protocol / name).read_text(encoding="utf-8"))
    ]


def rows_of_tests(sources: dict[pathlib.Path, str]) -> list[Row]:
    """A row for each test that is named after a promise."""
    rows = []
    for _, text in sorted(sources.items()):
        tests = list(_TEST.finditer(text))
        for test, following in zip(tests, [*tests[1:], None]):
            if (named := _PROMISE.match(test["name"])) is None:
                continue
            body = text[test.start() : following.start() if following else len(text)]
            journals = _journals(test["head"], body, text)
            rows.append(Row(named[1], test["name"][named.end() :], journals))
    return rows


def _journals(head: str, body: str, text: str) -> str:
    """The forms of journal with which a test runs; a dash where it names none.

    Arguments may be a list of the suite's, with a form in each element.
    """
    lists = [
        found[0]
        for name in re.findall(r"\b[a-z]\w*\b", head)
        if (found := re.search(rf"static (?:let|var) {name}\b.*?\n\n", text, re.DOTALL))
    ]
    if "JournalForm.allCases" in head or any(
        ".attached" in given and ".detached" in given for given in lists
    ):
        return "both"
    if re.search(r"\.detached\b|\bDetachedJournal\b|\bDetachedSyncRuntime\b", body):
        return "detached"
    names_one = re.search(r"\bPairOfDevices\b|\bTestDevice\b|\bNoteStore\b|\.attached\b", body)
    return "attached" if names_one else "–"


def findings(repository: pathlib.Path, sources: dict[pathlib.Path, str]) -> list[str]:
    table = repository / TABLE
    if not table.is_file():
        return []
    written = {
        Row(*match.groups()): number
        for number, line in enumerate(table.read_text(encoding="utf-8").split("\n"), 1)
        if (match := _ROW.match(line))
    }
    found = set(rows_of_tests(sources))
    problems = [
        f"{TABLE}:{number}: no test says this: {row}"
        for row, number in written.items()
        if row not in found
    ]
    for promise in promises(repository):
        journals = {row.journals for row in written if row.promise == promise}
        if not journals:
            problems.append(f"{TABLE}: no test keeps {promise}")
        elif promise[0] in "SOR" and not any(forms <= journals for forms in BOTH):
            problems.append(f"{TABLE}: {promise} is not tried with both forms of journal")
    return problems


def hub_rules(repository: pathlib.Path) -> list[str]:
    """The Hub's rules that have a number, in the order of docs/protocol/identity.md."""
    path = repository / "docs" / "protocol" / "identity.md"
    return _HUB_RULE.findall(path.read_text(encoding="utf-8")) if path.is_file() else []


def rows_of_rules(sources: dict[pathlib.Path, str]) -> list[tuple[str, str]]:
    """Each rule with each test that is named after it; a test of two rules is there twice."""
    return [
        (rule, _HUB_NAMED.sub("", test["name"]))
        for _, text in sorted(sources.items())
        for test in _TEST.finditer(text)
        if (named := _HUB_NAMED.search(test["name"]))
        for rule in (named[1] or named[2]).split(", ")
    ]


def rule_findings(repository: pathlib.Path, sources: dict[pathlib.Path, str]) -> list[str]:
    """Rules without a test, and rows without one, in the table of docs/promises.md."""
    table = repository / TABLE
    rules = hub_rules(repository)
    if not table.is_file() or not rules:
        return []
    found = set(rows_of_rules(sources))
    written = {
        match.groups(): number
        for number, line in enumerate(table.read_text(encoding="utf-8").split("\n"), 1)
        if (match := _HUB_ROW.match(line))
    }
    kept = {rule for rule, _ in written}
    return [
        f"{TABLE}:{number}: no test says this: | {' | '.join(row)} |"
        for row, number in written.items()
        if row not in found
    ] + [f"{TABLE}: no test keeps {rule}" for rule in rules if rule not in kept]


def rule_table(repository: pathlib.Path, sources: dict[pathlib.Path, str]) -> str:
    """The rows of rules as docs/promises.md has to hold them."""
    found = rows_of_rules(sources)
    return "\n".join(
        f"| {rule} | {test} |"
        for rule in hub_rules(repository)
        for named, test in found
        if named == rule
    )


def table(repository: pathlib.Path, sources: dict[pathlib.Path, str]) -> str:
    """The rows as docs/promises.md has to hold them."""
    found = rows_of_tests(sources)
    order = promises(repository)
    return "\n".join(
        str(row) for promise in order for row in found if row.promise == promise
    )
