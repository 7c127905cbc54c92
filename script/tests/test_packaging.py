"""The units in packaging/ and the commands of docs/operating.md speak of one user and one folder."""

import pathlib
import re
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def service(name: str) -> dict[str, list[str]]:
    """The settings of a unit's [Service], each with all its values."""
    text = (REPOSITORY / "packaging" / name).read_text()
    section = text.partition("[Service]\n")[2].partition("\n[")[0]
    found: dict[str, list[str]] = {}
    for line in section.splitlines():
        if line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def commands() -> list[str]:
    """What docs/operating.md has a person type."""
    text = (REPOSITORY / "docs" / "operating.md").read_text()
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


class PackagingTests(unittest.TestCase):
    def test_the_nightly_backup_runs_as_who_owns_the_data(self):
        hub, backup = service("hub.service"), service("hub-backup.service")

        # A user whose number stays: the Hub's commands open nothing of another, not even as root.
        self.assertNotIn("DynamicUser", hub)
        self.assertEqual(hub["User"], ["hub"])
        self.assertEqual(backup["User"], hub["User"])
        self.assertIn("HUB_DATA=/var/lib/hub", hub["Environment"])
        self.assertEqual(backup["Environment"], ["HUB_DATA=/var/lib/hub"])
        self.assertEqual(hub["StateDirectory"], ["hub"])
        self.assertEqual(backup["ReadWritePaths"], ["/var/lib/hub /var/backups/hub"])

    def test_the_backup_has_no_more_rights_than_the_hub(self):
        hub, backup = service("hub.service"), service("hub-backup.service")

        for name in ("CapabilityBoundingSet", "NoNewPrivileges", "ProtectSystem", "SystemCallFilter"):
            self.assertEqual(backup[name], hub[name])
        self.assertEqual(backup["PrivateNetwork"], ["yes"])

    def test_who_follows_the_manual_never_runs_a_command_of_the_hub_as_root(self):
        as_root = [line for line in commands() if re.search(r"sudo (-u root )?hub ", line)]
        on_the_folder = [line for line in commands() if re.search(r"hub (backup|restore) ", line)]

        self.assertEqual(as_root, [])
        self.assertGreaterEqual(len(on_the_folder), 3)
        for line in on_the_folder:
            self.assertRegex(line, r"^sudo -u hub hub .* --data /var/lib/hub$")
        self.assertTrue(any(line.startswith("sudo useradd --system") for line in commands()))


if __name__ == "__main__":
    unittest.main()
