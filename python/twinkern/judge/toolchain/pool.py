"""Worker processes that hold LLVM, kept warm and replaced when LLVM ends them.

LLVM aborts or exits the process on text that it cannot select, so no LLVM is ever loaded into the caller's
process.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from twinkern._contract import FLAVORS, PROVEN_FLAVORS
from twinkern.judge.toolchain.errors import ToolchainError

STAND_IN = PROVEN_FLAVORS[-1]
"""Its LLVM tries the text of a flavour that no llvmlite carries; a result so got is unproven."""

Request = dict[str, Any]
Reply = dict[str, Any]
"""What a worker process reads and answers: see _worker.py."""
START_TIMEOUT = 60.0
"""Seconds in which a worker must have loaded LLVM."""


def install_directory(flavor: str) -> Path:
    """Where `pip install --target` may put an llvmlite of another LLVM: `<sys.prefix>/<flavor>`."""
    return Path(sys.prefix) / flavor


class Worker:
    """One child process with one LLVM. Not thread-safe: a worker serves one request at a time."""

    def __init__(self, flavor: str) -> None:
        """Start a process for `flavor`. Raises ToolchainError when no llvmlite has that LLVM."""
        self.flavor = flavor
        self._connection, there = multiprocessing.Pipe()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        directory = install_directory(flavor)
        command = [sys.executable, "-P", str(Path(__file__).with_name("_worker.py")), str(there.fileno())]
        if directory.is_dir():
            command.append(str(directory))
        self._process = subprocess.Popen(
            command,
            pass_fds=[there.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=self._stderr,
            stderr=self._stderr,
        )
        there.close()
        hello = self._receive(START_TIMEOUT)
        if "error" in hello:
            self.close()
            raise ToolchainError(f"no LLVM for {flavor}: {hello['error']}; install twinkern[toolchain]")
        self.version = ".".join(map(str, hello["llvm"]))
        self.description = f"LLVM {self.version} (llvmlite {hello['llvmlite']})"
        if f"llvm{hello['llvm'][0]}" != flavor:
            self.close()
            where = f"{self.description} is installed, and no other in {directory.name}/"
            raise ToolchainError(f"no LLVM for {flavor}: {where}")

    def request(self, request: Request) -> Reply:
        """Answer one request. The reply holds `stderr`, what LLVM printed meanwhile.

        Raises ToolchainError when LLVM refused the request, ended the process or took longer than
        `request["timeout"]` seconds; in the last two cases the worker is closed.
        """
        self._stderr.seek(0)
        self._stderr.truncate()
        try:
            self._connection.send(request)
        except OSError:
            self._fail("LLVM was gone before the request")
        reply = self._receive(request["timeout"])
        reply["stderr"] = self._said()
        if "error" in reply:
            raise ToolchainError("; ".join(filter(None, (reply["stderr"], reply["error"]))))
        return reply

    @property
    def alive(self) -> bool:
        """Whether the worker can serve another request."""
        return not self._connection.closed and self._process.poll() is None

    def close(self) -> None:
        """End the process. Safe to call twice."""
        self._connection.close()
        self._process.kill()
        self._process.wait()
        self._stderr.close()

    def _receive(self, timeout: float) -> Reply:
        try:
            if self._connection.poll(timeout):
                reply: Reply = self._connection.recv()
                return reply
        except (EOFError, OSError):
            self._process.wait()
            self._fail(f"LLVM ended its process ({exit_text(self._process.returncode)})")
        self._fail(f"LLVM did not finish within {timeout:g} s and was stopped")

    def _fail(self, what: str) -> NoReturn:
        said = self._said()
        self.close()
        raise ToolchainError(f"{what}: {said}" if said else what) from None

    def _said(self) -> str:
        self._stderr.seek(0)
        text = self._stderr.read().decode(errors="replace")
        # What follows is addresses in LLVM's own code.
        return text.split("PLEASE submit a bug report")[0].split("Stack dump:")[0].strip()


def exit_text(code: int) -> str:
    """A process's exit status in words."""
    return f"signal {-code}" if code < 0 else f"exit status {code}"


_idle: dict[str, list[Worker]] = {}
_lock = threading.Lock()


def call(flavor: str, request: Request) -> Reply:
    """Serve `request` by an idle worker of `flavor`, or by a new one. Thread-safe. Errors as
    `Worker.request`."""
    with _lock:
        idle = _idle.setdefault(flavor, [])
        worker = idle.pop() if idle else None
    if worker is not None and not worker.alive:
        worker.close()
        worker = None
    if worker is None:
        worker = Worker(flavor)
    try:
        return worker.request(request)
    finally:
        if worker.alive:
            with _lock:
                _idle[flavor].append(worker)


def close_workers() -> None:
    """End every idle worker."""
    with _lock:
        for workers in _idle.values():
            while workers:
                workers.pop().close()


atexit.register(close_workers)
# A forked child must not talk over its parent's pipes.
os.register_at_fork(after_in_child=_idle.clear)


@dataclass(frozen=True, slots=True)
class FlavorStatus:
    """What this installation can do about one LLVM flavour.

    available: text of the flavour can be compiled. proven: by an LLVM of that very flavour. description:
    which LLVM and llvmlite, or the reason why there is none.
    """

    available: bool
    proven: bool
    description: str

    def __str__(self) -> str:
        return self.description


@cache
def llvm_version(flavor: str) -> str:
    """`LLVM 22.1.0 (llvmlite 0.50.0)`, by asking. Raises ToolchainError where the flavour's LLVM is
    missing."""
    worker = Worker(flavor)
    with _lock:
        _idle.setdefault(flavor, []).append(worker)
    return worker.description


def available_flavors() -> dict[str, FlavorStatus]:
    """The status of every flavour. Starts a worker for each on the first call."""
    found = {}
    for flavor in FLAVORS:
        proven = flavor in PROVEN_FLAVORS
        try:
            version = llvm_version(flavor if proven else STAND_IN)
            text = version if proven else f"unproven: no llvmlite carries it; tried with {version}"
            found[flavor] = FlavorStatus(True, proven, text)
        except ToolchainError as missing:
            found[flavor] = FlavorStatus(False, False, str(missing))
    return found
