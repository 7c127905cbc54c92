"""A desktop session's bus with a real keyring, gnome-keyring, on a machine of a check's own.

    keyring = Keyring(programs, anchor.environment)
    keyring.start()                     # open
    keyring.lock()
    keyring.items()
    keyring.kill()
"""

import os
import pathlib
import re
import signal
import time

from processes import PATIENCE_SECONDS, Programs

SERVICE = "org.freedesktop.secrets"
COLLECTION = "/org/freedesktop/secrets/collection/login"

# A bus that knows no service of this machine.
BUS = """<busconfig>
  <type>session</type>
  <listen>unix:path={run}/bus</listen>
  <servicedir>{run}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Keyring:
    """The bus starts the keyring, open, when somebody calls it, and again after it was killed."""

    def __init__(self, programs: Programs, environment: dict[str, str]):
        self._programs = programs
        self._environment = environment
        run = pathlib.Path(environment["XDG_RUNTIME_DIR"])
        self._password, self._pid = run / "password", run / "pid"
        self._password.write_text("a password")
        start = run / "start"
        start.write_text(
            f"echo $$ >'{self._pid}'\n"
            f"exec gnome-keyring-daemon --foreground --components=secrets --unlock"
            f" <'{self._password}'\n"
        )
        offered = run / "services"
        offered.mkdir()
        configuration = run / "bus.conf"
        configuration.write_text(BUS.format(run=run))
        (offered / f"{SERVICE}.service").write_text(
            f"[D-BUS Service]\nName={SERVICE}\nExec=/bin/sh {start}\n"
        )
        bus = programs.start(
            "dbus-daemon",
            f"--config-file={configuration}",
            "--nofork",
            "--print-address=1",
            environment=environment,
        )
        self.address = bus.wait_for(r"unix:\S+").group()

    def start(self) -> None:
        """Starts it, open; a bus that still waits for a dead one is asked again."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while "boolean false" not in self._property("Locked", status=None):
            assert time.monotonic() < deadline, "the keyring does not open"

    def lock(self) -> None:
        self._call(
            "/org/freedesktop/secrets",
            "org.freedesktop.Secret.Service.Lock",
            f"array:objpath:{COLLECTION}",
        )

    def kill(self) -> None:
        os.kill(int(self._pid.read_text()), signal.SIGKILL)

    def items(self) -> list[str]:
        """The paths of what the person's collection holds."""
        return re.findall(rf"{COLLECTION}/\d+", self._property("Items"))

    def _property(self, name: str, status: int | None = 0) -> str:
        return self._call(
            COLLECTION,
            "org.freedesktop.DBus.Properties.Get",
            "string:org.freedesktop.Secret.Collection",
            f"string:{name}",
            status=status,
        )

    def _call(self, path: str, method: str, *arguments: str, status: int | None = 0) -> str:
        call = self._programs.start(
            "dbus-send",
            f"--bus={self.address}",
            "--print-reply",
            f"--dest={SERVICE}",
            path,
            method,
            *arguments,
            environment=self._environment,
        )
        found = call.wait()
        assert status is None or found == status, call.output
        return call.output
