"""The ground the other checks stand on: programs are waited for, killed and cleaned up."""

import os
import sys
import time

import pytest

from processes import ProgramError, Programs, binary, free_port, wait_until_answered

FOREVER = "import time; print('up', flush=True); time.sleep(600)"
WITH_CHILD = (
    "import subprocess, sys, time;"
    f"child = subprocess.Popen([sys.executable, '-c', {FOREVER!r}]);"
    "print('child', child.pid, flush=True);"
    "time.sleep(600)"
)


def python(programs, code, **more):
    return programs.start(sys.executable, "-c", code, **more)


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 60
    while is_alive(pid):
        assert time.monotonic() < deadline, f"process {pid} is still there"
        time.sleep(0.01)


def test_the_first_link_is_found_without_what_follows_it(programs):
    program = python(programs, "print('Hub: http://hub.localhost:8080/.', flush=True)")

    assert program.wait_for_link() == "http://hub.localhost:8080"


def test_a_program_that_ends_too_early_is_reported_with_what_it_printed(programs):
    program = python(programs, "print('port 80 is in use'); raise SystemExit(3)")

    with pytest.raises(ProgramError, match="port 80 is in use"):
        program.wait_for("never printed")
    assert program.wait() == 3


def test_another_exit_status_than_expected_is_an_error(programs):
    with pytest.raises(ProgramError, match="status 3, not 0"):
        programs.run(sys.executable, "-c", "raise SystemExit(3)")

    assert programs.run(sys.executable, "-c", "print('fine')") == "fine\n"


def test_a_server_is_waited_for_until_it_answers(programs, tmp_path):
    (tmp_path / "health").write_text("ready")
    port = free_port()
    programs.start(sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1")

    assert wait_until_answered(f"http://127.0.0.1:{port}/health") == "ready"


def test_kill_reaches_the_children(programs):
    program = python(programs, WITH_CHILD)
    child = int(program.wait_for(r"child (\d+)").group(1))

    program.kill()

    assert program.exit_status == -9
    wait_until_gone(child)


def test_stop_lets_a_program_end_by_itself(programs):
    code = "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit(7));" + FOREVER
    program = python(programs, code)
    program.wait_for("up")

    assert program.stop() == 7


def test_leaving_the_block_leaves_no_program_behind(tmp_path):
    with Programs(tmp_path, tmp_path / "logs") as programs:
        program = python(programs, WITH_CHILD)
        child = int(program.wait_for(r"child (\d+)").group(1))

    assert program.exit_status is not None
    wait_until_gone(child)


def test_a_program_sees_nothing_of_the_person_who_runs_it(programs, tmp_path):
    shown = programs.run(sys.executable, "-c", "import os; print(os.environ)")

    assert str(tmp_path / "data") in shown
    assert os.environ["HOME"] == str(tmp_path) or f"'HOME': '{os.environ['HOME']}'" not in shown


def test_a_product_without_a_path_says_how_to_get_one(monkeypatch):
    monkeypatch.delenv("NO_SUCH_PRODUCT_BIN", raising=False)

    with pytest.raises(ProgramError, match="script/test EndToEnd"):
        binary("no-such-product")
