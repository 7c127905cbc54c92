"""What a running process has in memory, as a core of it would hold it.

    for mapping, data in memory_of(hub.program.pid):
        search.data(mapping, data)
"""

import contextlib
import os
import pathlib
import re
import signal

# Most of a mapping was never touched.
UNTOUCHED = re.compile(rb"\0{4096,}")
MAPPING = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) rw\S+ \S+ \S+ \d+ *(.*)$", re.MULTILINE)


def memory_of(pid: int):
    """Each mapping that the process can write, with its name; the process stands still meanwhile.

    Only who may trace the process can read it: its parent, or root.
    """
    os.kill(pid, signal.SIGSTOP)
    try:
        maps = pathlib.Path(f"/proc/{pid}/maps").read_text()
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
            for start, end, name in MAPPING.findall(maps):
                # What the kernel keeps for itself cannot be read.
                if name not in ("[vvar]", "[vsyscall]"):
                    yield name or "memory", _read(memory, int(start, 16), int(end, 16))
    finally:
        os.kill(pid, signal.SIGCONT)


def _read(memory, start: int, end: int) -> bytes:
    """The bytes of a mapping; pages of nothing but zeros are left out."""
    data = bytearray()
    memory.seek(start)
    with contextlib.suppress(OSError):  # A guard page ends it early.
        while len(data) < end - start and (piece := memory.read(end - start - len(data))):
            data += piece
    return UNTOUCHED.sub(b"\0", data)
