"""The manual page of every program, as mandoc reads it: nothing in it is wrong, and all verbs are there."""

import re
import subprocess

import pytest

from processes import binary


def said(*command) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("product", ["hub", "anchor"])
def test_a_manual_page_is_read_without_complaint_and_has_every_verb(product, tmp_path):
    page = tmp_path / f"{product}.1"
    page.write_text(said(binary(product), "manual"))

    lint = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True
    )
    # The page is the program's, which has a version and no day.
    found = [line for line in lint.stdout.splitlines() if "missing date" not in line]
    assert not found, "\n".join(found)

    shown = said("mandoc", "-T", "ascii", "-O", "width=80", page)
    shown = re.sub(".\b", "", shown)
    table = said(binary(product), "help").partition("Verbs:\n")[2].partition("\n\n")[0]
    verbs = [re.split(r"\s{2,}|\s[A-Z\[]", row.strip())[0] for row in re.findall("^  \\S.*", table, re.M)]
    assert len(verbs) > 5
    missing = [verb for verb in verbs if f"\n   {product} {verb}\n" not in shown]
    assert not missing, shown
