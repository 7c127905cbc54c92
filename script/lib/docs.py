"""The rules of script/check-docs: what the documents name has to exist."""

import dataclasses
import os
import pathlib
import re

import promises

LEFT_OUT = {".git", ".build", "build", "__pycache__", "node_modules"}
SOURCES = {".swift", ".py", ".sh", ".css", ".js", ".md"}

_FENCE = re.compile(r"^\s*(```+|~~~+)\s*(\w*)")
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?([^\s()<>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
_QUOTED = re.compile(r"^`([\w./+-]+)`:$")
_SCRIPT = re.compile(r"(?<![\w./-])(?:\./)?(script/[A-Za-z][\w-]*)(?![\w/.-]*[\w/-])")
_CODE = re.compile(r"`([^`\n]+)`")

# docs/protocol/sync.md, S2 · docs/decisions/0001 · in documents also: privacy.md, "Ids"
_CITED = re.compile(r"(?<![\w/-])(docs/[\w/-]+?(?:\.md|/\d{4}(?!\d)))|(?<![\w/.-])([a-z-]+\.md)(?=, )")
_ID = r"(?:[A-Z]{3,4}-\d{2}|[SOHR]\d+b?)"
_PART = re.compile(
    rf'"([^"\n]{{1,60}})"|§(\d+)|({_ID})(?:\s*(?:–|…)\s*(?:[A-Z]{{3,4}}-)?[SOHR]?(\d+))?(?![\w-])'
)
# A rule of docs/protocol/identity.md that code cites by its number alone, as in (SES-09)
_RULE = re.compile(r"\b(?:KIT|SIGN|SES|ISO|PRIV)-\d{2}\b")
_BEFORE = re.compile(rf"((?:{_ID}(?:–{_ID})?(?:, | and )?)+) of $")

_DECLARED = r"\b(?:struct|class|enum|actor|protocol|typealias|associatedtype)\s+{}\b"
_MEMBER = r"\b(?:func|case|var|let|init)\s*[^\n]*?\b{}\b|\b{}\s*[(<?]"


@dataclasses.dataclass
class Report:
    findings: list[str] = dataclasses.field(default_factory=list)
    files: int = 0
    links: int = 0
    citations: int = 0
    quotes: int = 0
    named: int = 0


def check(repository: pathlib.Path) -> Report:
    report = Report()
    files = sorted(_files(repository))
    documents = [path for path in files if path.suffix == ".md"]
    for path in documents:
        report.files += 1
        _check_document(repository, path, report)
        _check_quotes(repository, path, report)
    rules = repository / "docs" / "protocol" / "identity.md"
    for path in files:
        _check_citations(repository, path, report)
        if path.suffix == ".swift" and rules.is_file():
            _check_rules(repository, path, rules, report)
    tour = repository / "docs" / "tour.md"
    if tour.is_file():
        _check_tour(repository, tour, files, report)
    tests = swift_tests(repository)
    report.findings += promises.findings(repository, tests)
    report.findings += promises.rule_findings(repository, tests)
    return report


def swift_tests(repository: pathlib.Path) -> dict[pathlib.Path, str]:
    """The text of each Swift file in a folder of tests, by its path in the repository."""
    return {
        path.relative_to(repository): path.read_text(encoding="utf-8")
        for path in _files(repository)
        if path.suffix == ".swift" and "Tests" in path.relative_to(repository).parts
    }


def _files(repository: pathlib.Path):
    for folder, folders, names in os.walk(repository):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        for name in names:
            path = pathlib.Path(folder, name)
            if path.suffix in SOURCES or (path.suffix == "" and path.parent.name == "script"):
                yield path


# Links and commands


def _check_document(repository: pathlib.Path, path: pathlib.Path, report: Report) -> None:
    place = path.relative_to(repository)
    for number, line, fence in lines_of(path.read_text(encoding="utf-8")):
        if fence in (None, "sh"):
            for script in _SCRIPT.findall(line):
                if not os.access(repository / script, os.X_OK):
                    report.findings.append(f"{place}:{number}: there is no {script} to run")
        if fence is not None:
            continue
        for target in _LINK.findall(_CODE.sub("", line)):
            report.links += 1
            problem = _link_problem(repository, path, target)
            if problem:
                report.findings.append(f"{place}:{number}: {problem}")


# Code that a document shows


def _check_quotes(repository: pathlib.Path, path: pathlib.Path, report: Report) -> None:
    place = path.relative_to(repository)
    for number, name, code in quotes_of(path.read_text(encoding="utf-8")):
        report.quotes += 1
        source = repository / name
        if not source.is_file():
            report.findings.append(f"{place}:{number}: there is no file {name}")
        elif f"\n{code}\n" not in f"\n{source.read_text(encoding='utf-8')}\n":
            report.findings.append(f"{place}:{number}: {name} does not say this")


def quotes_of(text: str) -> list[tuple[int, str, str]]:
    """(line number from 1, file, code) of each fence under a line such as "`Kit/A.swift`:"."""
    found: list[tuple[int, str, str]] = []
    name = None
    for number, line, fence in lines_of(text):
        if fence is None:
            if line.strip():
                match = _QUOTED.match(line)
                name = match.group(1) if match else None
            is_open = False
        elif name and not is_open:
            found.append((number, name, line))
            is_open = True
        elif name:
            begin, _, code = found[-1]
            found[-1] = (begin, name, f"{code}\n{line}")
    return found


def lines_of(text: str) -> list[tuple[int, str, str | None]]:
    """(line number from 1, line, language of the fence it is in or None) of each line."""
    found: list[tuple[int, str, str | None]] = []
    closing, language = "", None
    for number, line in enumerate(text.split("\n"), 1):
        match = _FENCE.match(line)
        if match and not closing:
            closing, language = match.group(1), match.group(2)
        elif match and match.group(1).startswith(closing) and not match.group(2):
            closing, language = "", None
        else:
            found.append((number, line, language))
    return found


def _link_problem(repository: pathlib.Path, path: pathlib.Path, target: str) -> str | None:
    if re.match(r"[a-z][a-z+.-]*:", target):
        return None
    name, _, anchor = target.partition("#")
    other = (path.parent / name).resolve() if name else path
    if not other.is_relative_to(repository):
        return f"the link {target} leads out of the repository"
    if not other.exists():
        return f"the link {target} leads to nothing"
    if anchor and other.suffix == ".md" and anchor not in _anchors(other):
        return f"{other.relative_to(repository)} has no heading for #{anchor}"
    return None


def _headings(path: pathlib.Path) -> list[str]:
    return [
        re.sub(r"[`*]", "", line.lstrip("#").strip())
        for _, line, fence in lines_of(path.read_text(encoding="utf-8"))
        if fence is None and re.match(r"#{1,6} ", line)
    ]


def _anchors(path: pathlib.Path) -> set[str]:
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _headings(path)
    }


# Citations: what code and documents say that a document says


def _check_citations(repository: pathlib.Path, path: pathlib.Path, report: Report) -> None:
    text = path.read_text(encoding="utf-8")
    place = path.relative_to(repository)
    if place.parts[0] == "script" and (len(place.parts) > 2 or place.name == "check-docs"):
        return  # the check itself, its examples and its tests
    for match in _CITED.finditer(text):
        if match.group(2) and path.suffix != ".md" or text[: match.start()].endswith("]("):
            continue
        line = text.count("\n", 0, match.start()) + 1
        cited = match.group(1) or _by_name(repository, match.group(2))
        if cited is None:
            continue
        report.citations += 1
        document = _document(repository, cited)
        if document is None:
            report.findings.append(f"{place}:{line}: there is no {cited}")
            continue
        before = _unwrapped(text[max(0, match.start() - 120) : match.start()])
        for part in cited_parts(before, _unwrapped(text[match.end() : match.end() + 240])):
            if not _has_part(document, part):
                report.findings.append(f"{place}:{line}: {cited} has nothing called {part}")


def _check_rules(
    repository: pathlib.Path, path: pathlib.Path, rules: pathlib.Path, report: Report
) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        for rule in _RULE.findall(line):
            report.citations += 1
            if not _has_part(rules, rule):
                report.findings.append(
                    f"{path.relative_to(repository)}:{number}:"
                    f" {rules.relative_to(repository)} has no rule {rule}"
                )


def _by_name(repository: pathlib.Path, name: str) -> str | None:
    path = f"docs/protocol/{name}"
    return path if (repository / path).is_file() else None


def _document(repository: pathlib.Path, cited: str) -> pathlib.Path | None:
    path = repository / cited
    if cited.endswith(".md"):
        return path if path.is_file() else None
    return next(iter(sorted(path.parent.glob(f"{path.name}-*.md"))), None)


def _unwrapped(text: str) -> str:
    return re.sub(r"\n\s*(?:///?|#|\*)?[ \t]*", " ", text)


def cited_parts(before: str, after: str) -> list[str]:
    """The headings, sections and ids that a citation names, such as `S1`, `§4`, `"Ids"`."""
    parts: list[str] = []
    match = _BEFORE.search(before)
    if match:
        parts += re.findall(_ID, match.group(1))
    at = 0
    while separator := re.compile(r"(?:, | and |,$)").match(after, at):
        part = _PART.match(after, separator.end())
        if part is None:
            break
        at = part.end()
        heading, section, first, last = part.groups()
        parts.append(f'"{heading}"' if heading else f"§{section}" if section else first)
        if last:
            parts.append(re.sub(r"\d+b?$", last, first))
    return parts


def _has_part(document: pathlib.Path, part: str) -> bool:
    headings = _headings(document)
    if part.startswith('"'):
        return any(re.sub(r"^\d+\. ", "", heading) == part.strip('"') for heading in headings)
    if part.startswith("§"):
        return any(heading.startswith(f"{part[1:]}. ") for heading in headings)
    row = re.compile(rf"^\|\s*`?{part}`?\s*\|", re.MULTILINE)
    return any(re.match(rf"{part}(?!\w)", heading) for heading in headings) or bool(
        row.search(document.read_text(encoding="utf-8"))
    )


# The tour


def _check_tour(
    repository: pathlib.Path, tour: pathlib.Path, files: list[pathlib.Path], report: Report
) -> None:
    place = tour.relative_to(repository)
    swift = {path: path.read_text(encoding="utf-8") for path in files if path.suffix == ".swift"}
    for number, step in steps_of(tour.read_text(encoding="utf-8")):
        named: list[pathlib.Path] = []
        symbols: list[str] = []
        for code in _CODE.findall(step):
            if "/" in code and re.fullmatch(r"[\w./+-]+\.\w+", code):
                report.named += 1
                path = repository / code
                if path.is_file():
                    named.append(path)
                else:
                    report.findings.append(f"{place}:{number}: there is no file {code}")
            elif re.fullmatch(r"(?:[A-Z]\w*\.)*[A-Za-z]\w*(?:\([\w:]*\))?", code):
                symbols.append(code)
        sources = [swift[path] for path in named if path in swift]
        for symbol in symbols:
            problem = _symbol_problem(symbol, sources, list(swift.values()))
            report.named += 1
            if problem:
                report.findings.append(f"{place}:{number}: {problem}")


def steps_of(text: str) -> list[tuple[int, str]]:
    """(line number from 1, text) of each paragraph, list item and row of a table."""
    steps: list[tuple[int, str]] = []
    is_open = False
    for number, line, fence in lines_of(text):
        begins = re.match(r"\s*(?:[-*]|\d+\.) |\|", line)
        if fence is not None or not line.strip() or line.startswith("#"):
            is_open = False
        elif is_open and not begins:
            steps[-1] = (steps[-1][0], steps[-1][1] + " " + line.strip())
        else:
            steps.append((number, line.strip()))
            is_open = True
    return steps


def _symbol_problem(symbol: str, sources: list[str], everything: list[str]) -> str | None:
    """Why a symbol does not exist; a function has to be in a file that its step names."""
    is_function = symbol.endswith(")")
    *types, last = symbol.split("(")[0].split(".")
    if last[0].isupper() and not is_function:
        types, last = [*types, last], ""
    for name in types:
        declared = re.compile(_DECLARED.format(re.escape(name)))
        if not any(declared.search(text) for text in everything):
            return f"no type is called {name}"
    if not last or not (is_function or types):
        return None
    member = re.compile(_MEMBER.format(re.escape(last), re.escape(last)))
    if not any(member.search(text) for text in sources or everything):
        where = "none of the files of its step has" if sources else "there is no"
        return f"{where} {symbol}"
    return None
