"""The rules of script/check-imports: what may import what."""

import dataclasses
import fnmatch
import pathlib
import re

from packages import Package, Target

# docs/architecture.md, the table of packages: what each may import. "Toolbox/ToolboxJSON" is
# one product of a package, "*" every package. What a package may import, those above it may
# too: an app keeps its rows with ToolboxSQLite and writes facts with HubContracts.
ARROWS = {
    "Toolbox": (),
    "HubContracts": ("Toolbox/ToolboxJSON",),
    "WebInterface": ("Toolbox",),
    "ServiceBinding": ("HubContracts", "Toolbox"),
    "PersonalSyncKit": ("HubContracts", "Toolbox"),
    "Hub": ("HubContracts", "WebInterface", "Toolbox"),
    "AppShell": ("PersonalSyncKit", "WebInterface", "Toolbox"),
    "Apps/*": ("AppShell", "PersonalSyncKit"),
    "Services/*": ("HubContracts", "WebInterface", "Toolbox"),
    "Samples/*": ("PersonalSyncKit", "ServiceBinding"),
    "Checks/*": ("*",),
}

# Modules of the toolchain and the system. FoundationNetworking is left out on purpose:
# requests go through ToolboxHTTPClient.
FOREIGN = frozenset(
    "Swift Foundation FoundationEssentials Testing Synchronization Dispatch RegexBuilder"
    " Observation Glibc Musl Darwin CryptoKit CloudKit SQLite3 os".split()
)

_IMPORT = re.compile(
    r"(?:^|;)\s*"
    r"(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var|actor|macro)\s+)?"
    r"([A-Za-z_]\w*)"
)


@dataclasses.dataclass
class Report:
    findings: list[str] = dataclasses.field(default_factory=list)
    files: int = 0
    imports: int = 0


def check(repository: pathlib.Path, packages: dict[str, Package]) -> Report:
    report = Report()
    report.findings += _twin_names(packages)
    owners = {
        target.name: package for package in packages.values() for target in package.targets
    }
    for package in packages.values():
        report.findings += _arrows(package, packages)
        for target in package.targets:
            _check_target(repository, package, target, packages, owners, report)
    return report


def imported_modules(source: str) -> list[tuple[int, str]]:
    """(line number from 1, module) of each import; not those in comments and strings."""
    return [
        (number, match.group(1))
        for number, line in enumerate(code_only(source).split("\n"), 1)
        for match in _IMPORT.finditer(line)
    ]


def code_only(source: str) -> str:
    """The source with comments and string literals blanked; its lines stay where they are."""
    kept, at = [], 0
    while at < len(source):
        end = _end_of_blank(source, at)
        if end is None:
            kept.append(source[at])
            at += 1
        else:
            kept.append(re.sub(r"[^\n]", " ", source[at:end]))
            at = end
    return "".join(kept)


def _end_of_blank(source: str, at: int) -> int | None:
    """Where the comment or string that starts here ends; None when none starts here."""
    if source.startswith("//", at):
        return _until(source, "\n", at)
    if source.startswith("/*", at):
        return _end_of_block_comment(source, at)
    opening = re.compile(r'(#*)("""|")').match(source, at)
    if opening is None:
        return None
    hashes, quotes = opening.groups()
    closing = quotes + hashes
    escape = "\\" + hashes
    place = opening.end()
    while place < len(source):
        # An unclosed literal ends with its line: what looked like one was something else,
        # such as a quote in a regular expression, and must not hide the rest of the file.
        if quotes == '"' and source[place] == "\n":
            return place
        if source.startswith(escape, place):
            place += len(escape) + 1
        elif source.startswith(closing, place):
            return place + len(closing)
        else:
            place += 1
    return place


def _end_of_block_comment(source: str, at: int) -> int:
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(source, at):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(source)


def _until(source: str, text: str, at: int) -> int:
    found = source.find(text, at)
    return len(source) if found < 0 else found


def _twin_names(packages: dict[str, Package]) -> list[str]:
    findings = []
    seen: dict[str, tuple[str, str]] = {}
    for package in packages.values():
        for target in package.targets:
            folder, name = seen.setdefault(target.name.lower(), (package.folder, target.name))
            if (folder, name) != (package.folder, target.name):
                findings.append(
                    f"{_place(package, target.name)}: target {target.name} has the name of"
                    f" target {name} in {folder}; names are unique in the whole repository"
                    " and differ in more than case"
                )
    return findings


def reach(folder: str) -> frozenset[str] | None:
    """All that a package may import, directly or through what it may; None when unknown."""
    row = next((key for key in ARROWS if fnmatch.fnmatchcase(folder, key)), None)
    if row is None:
        return None
    found = set(ARROWS[row])
    for below in ARROWS[row]:
        found |= reach(below) or frozenset()
    return frozenset(found)


def _arrows(package: Package, packages: dict[str, Package]) -> list[str]:
    allowed = reach(package.folder)
    if allowed is None:
        return [
            f"{package.folder}/Package.swift:1: no rule says what {package.folder} may import;"
            " add it to ARROWS in script/lib/imports.py and to docs/architecture.md"
        ]
    if "*" in allowed:
        return []
    findings = []
    for identity, folder in package.dependencies.items():
        if not any(folder == entry.split("/")[0] for entry in allowed):
            findings.append(
                f"{_place(package, folder.split('/')[-1])}: {package.folder} may not depend on"
                f" {folder}; it may on {_list(allowed)} (docs/architecture.md)"
            )
    for target in package.targets:
        for product, identity in sorted(target.products):
            folder = package.dependencies.get(identity)
            if folder not in packages or product not in packages[folder].products:
                continue
            whole = folder in allowed
            some = any(entry.startswith(f"{folder}/") for entry in allowed)
            if some and not whole and f"{folder}/{product}" not in allowed:
                findings.append(
                    f"{_place(package, product)}: target {target.name} may not depend on"
                    f" {product}; {package.folder} may on {_list(allowed)}"
                    " (docs/architecture.md)"
                )
    return findings


def _check_target(repository, package, target, packages, owners, report) -> None:
    declared = _declared(package, target, packages)
    is_model = (
        package.folder.startswith("Apps/")
        and target.kind != "test"
        and target.name == package.folder.split("/")[-1] + "Model"
    )
    for file in sorted(target.folder.rglob("*.swift")):
        report.files += 1
        place = file.relative_to(repository)
        for line, module in imported_modules(file.read_text(encoding="utf-8")):
            report.imports += 1
            if module == target.name or module in FOREIGN:
                continue
            if module not in owners:
                report.findings.append(
                    f"{place}:{line}: {module} is neither a module of this repository nor of"
                    " the Swift toolchain; a new dependency needs a decision record, and then"
                    " a place in FOREIGN in script/lib/imports.py"
                )
            elif is_model:
                report.findings.append(
                    f"{place}:{line}: {target.name} imports {module}; a Model holds values and"
                    " rules and imports no module of ours (docs/architecture.md)"
                )
            elif module not in declared:
                report.findings.append(
                    f"{place}:{line}: {module} is imported, but target {target.name} does not"
                    f" depend on it; declare {_how(package, owners[module], module)} in"
                    f" {package.folder}/Package.swift, or do without"
                )


def _declared(package: Package, target: Target, packages: dict[str, Package]) -> set[str]:
    own = {other.name for other in package.targets}
    modules = set(target.modules & own)
    for product, identity in target.products:
        other = packages.get(package.dependencies.get(identity, ""))
        if other is not None:
            modules.update(other.products.get(product, ()))
    return modules


def _how(package: Package, owner: Package, module: str) -> str:
    if owner.folder == package.folder:
        return f'"{module}"'
    offered = [product for product, targets in owner.products.items() if module in targets]
    if not offered:
        return f"a product of {owner.folder} that offers it (there is none)"
    return f'.product(name: "{offered[0]}", package: "{owner.folder.split("/")[-1]}")'


def _place(package: Package, text: str) -> str:
    """The manifest, and the first line in it that says `text`."""
    lines = package.manifest.read_text(encoding="utf-8").split("\n")
    line = next((number for number, line in enumerate(lines, 1) if text in line), 1)
    return f"{package.folder}/Package.swift:{line}"


def _list(allowed: frozenset[str]) -> str:
    return ", ".join(sorted(allowed)) or "no other package"
