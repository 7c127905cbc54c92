"""Breaks the kit on purpose and sees whether a test notices.

    mutants.py check            each mutant still applies to the sources as they are
    mutants.py run FOLDER [NAME…]
                                copies the packages to FOLDER, and for each mutant (all, or those
                                named) builds the copy with it and runs the kit's tests

A mutant is a file in Checks/Mutants: a sentence that says which policy is broken, and one or more
exact replacements. Its old text must stand in the file exactly once.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

REPO = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGES = ("Toolbox", "HubContracts", "PersonalSyncKit")
# What tests of these read beside them: the vectors of sealed details.
READ = ("docs/protocol",)
# A mutant may make a pass that never ends; the sound kit needs a fraction of this.
TESTS_SECONDS = 900
# What takes longest, and is run only where nothing else has noticed.
SLOW_TESTS = "WorldTests|CrashTests|BadDiskTests"
BUILD_SECONDS = 1800

REPLACEMENT = re.compile(r"^@@ FILE (.+)\n@@ OLD\n(.*?)^@@ NEW\n(.*?)^@@ END$", re.M | re.S)
FAILED = re.compile(r"^✘ Test (.+?) (?:recorded an issue|failed after)")
# How the runner calls a test whose issue was recorded outside of its task; its own line comes later.
UNNAMED = "«unknown»"


class MutantError(Exception):
    """A mutant cannot be used as it is."""


class Mutant:
    def __init__(self, path: pathlib.Path):
        text = path.read_text()
        self.name = path.stem
        self.says = text.split("\n", 1)[0]
        self.replacements = REPLACEMENT.findall(text)
        if not self.replacements or self.says.startswith("@@"):
            raise MutantError(f"{path.name}: not a sentence and a replacement")

    def changed(self, root: pathlib.Path) -> dict[pathlib.Path, str]:
        """The files that it changes, as they then are."""
        texts: dict[pathlib.Path, str] = {}
        for name, old, new in self.replacements:
            path = root / name
            if not path.is_file():
                raise MutantError(f"{self.name}: there is no {name}")
            text = texts.get(path) or path.read_text()
            if (count := text.count(old)) != 1:
                raise MutantError(f"{self.name}: its old text stands {count} times in {name}")
            texts[path] = text.replace(old, new)
        return texts


def all_mutants(folder: pathlib.Path = REPO / "Checks" / "Mutants") -> list[Mutant]:
    return [Mutant(path) for path in sorted(folder.glob("*.mutant"))]


def problems(root: pathlib.Path, mutants: list[Mutant]) -> list[str]:
    """Why mutants do not apply; empty where all do."""
    found = []
    for mutant in mutants:
        try:
            mutant.changed(root)
        except MutantError as error:
            found.append(str(error))
    return found


class Outcome:
    """What came of building and testing once: the test that failed first, or none."""

    def __init__(self, failed: str | None, seconds: float):
        self.failed = failed
        self.seconds = seconds


class Bench:
    """A copy of the packages that is broken, tested and mended again."""

    def __init__(self, place: pathlib.Path):
        self.tree = place / "tree"
        self.build = place / "build"
        shutil.rmtree(self.tree, ignore_errors=True)
        for folder in (*PACKAGES, *READ):
            shutil.copytree(REPO / folder, self.tree / folder)

    def test(self, mutant: Mutant | None) -> Outcome:
        sound = {}
        for path, text in (mutant.changed(self.tree) if mutant else {}).items():
            sound[path] = path.read_text()
            path.write_text(text)
        try:
            return self._test()
        finally:
            for path, text in sound.items():
                path.write_text(text)

    def _test(self) -> Outcome:
        where = ["--package-path", self.tree / "PersonalSyncKit", "--scratch-path", self.build]
        built = subprocess.run(
            ["swift", "build", "--build-tests", *where],
            capture_output=True, text=True, errors="replace", timeout=BUILD_SECONDS)
        if built.returncode != 0:
            errors = [line for line in built.stdout.splitlines() if "error:" in line]
            raise MutantError("does not build: " + "; ".join(errors[:3]))
        begun = time.monotonic()
        failed = None
        for choice in (["--skip", SLOW_TESTS], ["--filter", SLOW_TESTS]):
            if failed is None:
                failed = first_failure(
                    ["swift", "test", "--skip-build", "--disable-xctest", *choice, *where])
        return Outcome(failed, time.monotonic() - begun)


def first_failure(command: list) -> str | None:
    """Runs tests until the first one that has a name fails, and names it; None where all pass."""
    # In a session of its own, since the tests are a child of what is started here.
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        start_new_session=True)

    def end() -> None:
        try:
            os.killpg(running.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    timer = threading.Timer(TESTS_SECONDS, end)
    timer.start()
    failed = None
    crash = "(the tests crashed)"
    for line in running.stdout:
        if "Fatal error" in line:
            crash = f"(the tests crashed: {line.strip()})"
        if failed in (None, UNNAMED) and (match := FAILED.match(line.strip())):
            failed = match.group(1)
            if failed != UNNAMED:
                end()
    running.stdout.close()
    status = running.wait()
    in_time = timer.is_alive()
    timer.cancel()
    if failed is None and not in_time:
        return f"(no end within {TESTS_SECONDS} s)"
    if failed is None and status != 0:
        return crash
    return failed


def run(folder: pathlib.Path, names: list[str]) -> int:
    mutants = [mutant for mutant in all_mutants() if not names or mutant.name in names]
    if found := problems(REPO, mutants):
        print("\n".join(found))
        return 1
    bench = Bench(folder)
    sound = bench.test(None)
    if sound.failed:
        print(f"the kit fails without a mutant: {sound.failed}")
        return 1
    print(f"the sound kit passes its tests in {sound.seconds:.0f} s", flush=True)
    wrong = 0
    for mutant in mutants:
        try:
            outcome = bench.test(mutant)
        except MutantError as error:
            wrong += 1
            print(f"BROKEN  {mutant.name}: {error}", flush=True)
            continue
        if outcome.failed:
            print(f"caught  {mutant.name}: by {outcome.failed}", flush=True)
        else:
            wrong += 1
            print(f"MISSED  {mutant.name}: {mutant.says}", flush=True)
    print(f"{len(mutants) - wrong} of {len(mutants)} mutants were caught")
    return 1 if wrong else 0


def main(arguments: list[str]) -> int:
    match arguments:
        case ["check"]:
            mutants = all_mutants()
            found = problems(REPO, mutants)
            print("\n".join(found) if found else f"{len(mutants)} mutants apply")
            return 1 if found else 0
        case ["run", folder, *names]:
            return run(pathlib.Path(folder), names)
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
