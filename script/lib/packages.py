#!/usr/bin/env python3
"""Answers questions about this repository's Swift packages from their manifests.

A package is a folder with a Package.swift: at the top, or in Apps/, Services/, Samples/ or
Checks/.
Nothing lists them anywhere else, so a new package needs no change here.

  packages.py order           every package, dependencies first
  packages.py closure FOLDER  that package and all it depends on, dependencies first
  packages.py resolve NAME    the folder of a package, from its folder or its last part
  packages.py executables     "FOLDER PRODUCT" for each executable outside Samples/ and Checks/
"""

import dataclasses
import hashlib
import json
import os
import pathlib
import subprocess
import sys

GROUPS = ("Apps", "Services", "Samples", "Checks")


class PackageError(Exception):
    """The manifests cannot be used; the text says which one and why."""


@dataclasses.dataclass(frozen=True)
class Target:
    name: str
    kind: str  # "regular", "test", "executable", "system", …
    folder: pathlib.Path
    modules: frozenset[str]  # declared: targets of this package, by name
    products: frozenset[tuple[str, str]]  # declared: (product, identity of its package)


@dataclasses.dataclass(frozen=True)
class Package:
    folder: str  # relative to the repository, with "/"
    root: pathlib.Path
    dependencies: dict[str, str]  # identity to folder, or to the path outside the repository
    products: dict[str, tuple[str, ...]]  # product to its targets
    executables: tuple[str, ...]
    targets: tuple[Target, ...]

    @property
    def manifest(self) -> pathlib.Path:
        return self.root / "Package.swift"


def folders(repository: pathlib.Path) -> list[str]:
    """The folders that are packages, sorted."""
    candidates = list(repository.iterdir())
    for group in GROUPS:
        if (repository / group).is_dir():
            candidates += (repository / group).iterdir()
    return sorted(
        str(path.relative_to(repository))
        for path in candidates
        if (path / "Package.swift").is_file()
    )


def dump(root: pathlib.Path, cache: pathlib.Path) -> dict:
    """The manifest as SwiftPM reads it; kept in `cache` until the manifest's bytes change."""
    manifest = (root / "Package.swift").read_bytes()
    key = hashlib.sha256(str(root).encode() + b"\0" + manifest).hexdigest()
    kept = cache / f"{key}.json"
    if kept.is_file():
        return json.loads(kept.read_text())
    cache.mkdir(parents=True, exist_ok=True)
    answer = subprocess.run(
        ["swift", "package", "--package-path", str(root), "--scratch-path",
         str(cache / "scratch"), "dump-package"],
        capture_output=True, text=True, check=False,
    )
    if answer.returncode != 0:
        raise PackageError(f"{root / 'Package.swift'} cannot be read:\n{answer.stderr.strip()}")
    # Written beside and renamed, so that a reader in another process never sees half of it.
    beside = kept.with_suffix(f".{os.getpid()}")
    beside.write_text(answer.stdout)
    beside.replace(kept)
    return json.loads(answer.stdout)


def parse(repository: pathlib.Path, folder: str, dumped: dict) -> Package:
    root = repository / folder
    dependencies = {}
    for dependency in dumped["dependencies"]:
        if "fileSystem" not in dependency:
            raise PackageError(
                f"{folder}/Package.swift: a dependency is not a .package(path:). Every package"
                " builds without a network; a new outside dependency needs a decision record."
            )
        for local in dependency["fileSystem"]:
            path = pathlib.Path(os.path.normpath(root / local["path"]))
            inside = path.is_relative_to(repository)
            dependencies[local["identity"]] = (
                str(path.relative_to(repository)) if inside else str(path)
            )
    products = {product["name"]: tuple(product["targets"]) for product in dumped["products"]}
    return Package(
        folder=folder,
        root=root,
        dependencies=dependencies,
        products=products,
        executables=tuple(
            product["name"] for product in dumped["products"] if "executable" in product["type"]
        ),
        targets=tuple(_target(root, target, dependencies) for target in dumped["targets"]),
    )


def _target(root: pathlib.Path, dumped: dict, dependencies: dict[str, str]) -> Target:
    standard = "Tests" if dumped["type"] == "test" else "Sources"
    modules, products = set(), set()
    for dependency in dumped["dependencies"]:
        if "product" in dependency:
            name, package = dependency["product"][:2]
            products.add((name, package.lower()))
        elif "target" in dependency:
            modules.add(dependency["target"][0])
        elif "byName" in dependency:
            # By name: a target of this package or else a product of any dependency.
            name = dependency["byName"][0]
            modules.add(name)
            products.update((name, identity) for identity in dependencies)
    return Target(
        name=dumped["name"],
        kind=dumped["type"],
        folder=root / (dumped.get("path") or f"{standard}/{dumped['name']}"),
        modules=frozenset(modules),
        products=frozenset(products),
    )


def read(repository: pathlib.Path, cache: pathlib.Path) -> dict[str, Package]:
    """Every package of the repository, by folder."""
    return {
        folder: parse(repository, folder, dump(repository / folder, cache))
        for folder in folders(repository)
    }


def in_order(packages: dict[str, Package], wanted: list[str]) -> list[str]:
    """The wanted folders and all they depend on, each after its dependencies.

    Throws `PackageError` for a circle and for a dependency that is no package here.
    """
    done: list[str] = []

    def visit(folder: str, above: tuple[str, ...]) -> None:
        if folder in done:
            return
        if folder in above:
            raise PackageError("packages depend in a circle: " + " → ".join((*above, folder)))
        if folder not in packages:
            raise PackageError(
                f"{above[-1]}/Package.swift depends on {folder}, which is no package here"
            )
        for dependency in sorted(packages[folder].dependencies.values()):
            visit(dependency, (*above, folder))
        done.append(folder)

    for folder in wanted:
        visit(folder, ())
    return done


def resolve(known: list[str], name: str) -> str:
    """`Anchor` and `Apps/Anchor/` both name `Apps/Anchor`."""
    name = name.rstrip("/")
    if name in known:
        return name
    matches = [folder for folder in known if folder.split("/")[-1] == name]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise PackageError(f"'{name}' could be any of: {', '.join(matches)}")
    raise PackageError(f"no package '{name}'. There are: {', '.join(known)}")


def main(arguments: list[str]) -> int:
    repository = pathlib.Path(__file__).resolve().parents[2]
    cache = pathlib.Path(os.environ.get("HUB_BUILD_DIR") or repository / "build") / "manifests"
    try:
        match arguments:
            case ["order"]:
                packages = read(repository, cache)
                print("\n".join(in_order(packages, sorted(packages))))
            case ["closure", folder]:
                packages = read(repository, cache)
                print("\n".join(in_order(packages, [resolve(sorted(packages), folder)])))
            case ["resolve", name]:
                print(resolve(folders(repository), name))
            case ["executables"]:
                for package in read(repository, cache).values():
                    if not package.folder.startswith(("Checks/", "Samples/")):
                        for product in package.executables:
                            print(package.folder, product)
            case ["--help"]:
                print(__doc__.strip())
            case _:
                print(__doc__.strip(), file=sys.stderr)
                return 2
    except PackageError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
