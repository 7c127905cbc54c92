"""What every check may ask for: a Chromium, and programs that end with the check."""

import os
import pathlib
import re
import signal
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import figures  # noqa: E402
from anchor import Anchor  # noqa: E402
from browser import Chromium  # noqa: E402
from hub import Hub  # noqa: E402
from processes import Programs  # noqa: E402


def pytest_configure() -> None:
    # A limit on the run's time ends it by SIGTERM. Without this no fixture would clean up, and
    # the programs, which are in sessions of their own, would go on.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


# Several processes run the checks, and one writes the end: a figure goes along with its report.
_figures: list[tuple[str, str]] = []


def pytest_runtest_makereport(item) -> None:
    item.user_properties.extend(figures.take())


def pytest_runtest_logreport(report) -> None:
    if report.when == "teardown":
        _figures.extend(report.user_properties)


def pytest_terminal_summary(terminalreporter) -> None:
    for name, value in _figures:
        terminalreporter.write_line(f"{name}: {value}")


@pytest.fixture(scope="session")
def build_folder(tmp_path_factory) -> pathlib.Path:
    named = os.environ.get("HUB_BUILD_DIR")
    return pathlib.Path(named) if named else tmp_path_factory.mktemp("build")


@pytest.fixture(scope="session")
def chromium(build_folder):
    with Chromium(build_folder / "screenshots") as running:
        yield running


@pytest.fixture
def programs(request, tmp_path, build_folder):
    """Starts programs whose home is a new folder; their logs stay in logs/end-to-end/."""
    name = re.sub(r"[^\w-]+", "-", request.node.name)
    with Programs(tmp_path, build_folder / "logs" / "end-to-end" / name) as started:
        yield started


@pytest.fixture
def hub(programs, tmp_path) -> Hub:
    """A Hub without an owner, which a check starts."""
    return Hub(programs, tmp_path / "hub")


@pytest.fixture
def desk(programs, tmp_path) -> Anchor:
    """Anchor with an empty store, without a Hub."""
    return Anchor(programs, tmp_path / "desk")
