"""Work on cases in processes of their own: a crash or a time-out costs one item, which is named, and the rest still run."""

from __future__ import annotations

import contextlib
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from twinkern.engine.ir.verifier import InternalError
from twinkern.engines import Engine, Explanation, NativeEngine, Program, PythonEngine

Item = TypeVar("Item")
Result = TypeVar("Result")
Engines = tuple[Engine, Engine]
"""The Python engine and the C engine, in this order."""

START_SECONDS = 60.0
"""Until a process must have imported this package."""
END_SECONDS = 5.0
"""For a process that closed its pipe, or was killed, to end."""
POLL_SECONDS = 0.005
ITEMS_A_PROCESS = 8
"""Items from which on another process pays for its start."""
READY = "ready"
Progress = Callable[[int, int], None]
"""Told how many items are done, of how many."""


class Interrupted(KeyboardInterrupt):
    """An interrupt of a run; `results` are those of its items, None for each that was not done."""

    def __init__(self, results: Sequence[object]) -> None:
        super().__init__()
        self.results = results


@contextlib.contextmanager
def sheltered() -> Iterator[None]:
    """Processes that are started here are never interrupted by the terminal, whatever they do: their parent is, and ends them.
    An interrupt that comes meanwhile is delivered behind it."""
    resource_tracker.ensure_running()  # its start would lift the mask
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def both_engines() -> Engines:
    """The two engines. Raises ImportError where the C engine is not built."""
    return PythonEngine(), NativeEngine()


@dataclass(frozen=True, slots=True)
class Lost:
    """What is left of an item whose process died or was ended: why, and the engine that was at work, if any."""

    timed_out: bool
    detail: str
    engine: str = ""

    def __str__(self) -> str:
        return f"{self.engine}: {self.detail}" if self.engine else self.detail


class Announcing:
    """An engine in a worker process that says when it starts, so that a crash or a time-out can be laid at its door."""

    def __init__(self, engine: Engine, connection: Connection) -> None:
        self.engine = engine
        self.name = engine.name
        self.connection = connection

    def emit(self, data: bytes, flavor: str) -> Program:
        """See Engine."""
        self.connection.send((self.name, None))
        return self.engine.emit(data, flavor)

    def explain(self, data: bytes) -> Explanation:
        """See Engine."""
        self.connection.send((self.name, None))
        return self.engine.explain(data)


def serve(connection: Connection, make_engines: Callable[[], Engines], work: Callable) -> None:
    """The life of a worker process: take an item, send (None, result), until the other end is closed."""
    python, c = (Announcing(engine, connection) for engine in make_engines())
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send((READY, None))
        while True:
            item = connection.recv()
            connection.send((None, work(item, (python, c))))


@dataclass(slots=True)
class Worker:
    """A worker process as its parent sees it. `index` is the item in work, None between items; `deadline` in monotonic time."""

    process: object
    connection: Connection
    deadline: float = field(default_factory=lambda: time.monotonic() + START_SECONDS)
    started: bool = False
    index: int | None = None
    engine: str = ""

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.connection.close()
        self.has_ended()

    def has_ended(self) -> bool:
        """Whether the process ends, in END_SECONDS at most.

        It is asked for its status, since `join` with a limit waits without one where a process has closed what `join` looks at.
        """
        deadline = time.monotonic() + END_SECONDS
        while self.process.exitcode is None and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        return self.process.exitcode is not None

    def obituary(self) -> str:
        """Why the process is no more, or no use."""
        if not self.has_ended():
            return "the process lives on and does not answer"
        code = self.process.exitcode
        if code < 0:
            return f"the process died of signal {-code} ({signal.strsignal(-code)})"
        return f"the process exited with status {code}"


class Workers:
    """Processes that run `work(item, engines)`, each on one item at a time.

    `make_engines` and `work` are functions of a module, which the processes import; `seconds` is the limit for one item. Use
    it as a context manager, which ends the processes.
    """

    def __init__(self, make_engines: Callable[[], Engines], work: Callable, jobs: int, seconds: float) -> None:
        make_engines()  # an engine that cannot be had is told here, once
        self.context = get_context("spawn")
        self.make_engines = make_engines
        self.work = work
        self.jobs = jobs
        self.seconds = seconds
        self.workers: list[Worker] = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        while self.workers:
            self.workers.pop().end()

    def start(self) -> None:
        """Start one more process."""
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=serve, args=(theirs, self.make_engines, self.work), daemon=True)
        with sheltered():
            process.start()
        theirs.close()
        self.workers.append(Worker(process, ours))

    def map(self, items: Sequence[Item], progress: Progress = lambda done, total: None) -> list[Result | Lost]:
        """The result of every item, in order; Lost where its process did not live to tell.

        Raises InternalError where processes cannot be started, Interrupted with what was done.
        """
        results: list[Result | Lost | None] = [None] * len(items)
        try:
            self.work_on(items, results, progress)
        except KeyboardInterrupt:
            raise Interrupted(results) from None
        return results

    def work_on(self, items: Sequence[Item], results: list, progress: Progress) -> None:
        """Fill in the results of items."""
        waiting = deque(range(len(items)))
        done = 0
        while done < len(items):
            wanted = min(self.jobs, max(len(waiting) // ITEMS_A_PROCESS, 1))
            while waiting and len(self.workers) < wanted:
                self.start()
            for worker in self.workers:
                if worker.started and worker.index is None and waiting:
                    self.hand_out(worker, waiting.popleft(), items)
            done += self.collect(results)
            progress(done, len(items))

    def hand_out(self, worker: Worker, index: int, items: Sequence[Item]) -> None:
        """Give an item to a worker. One that has died since is noticed when its answer is read."""
        worker.index, worker.engine = index, ""
        worker.deadline = time.monotonic() + self.seconds
        with contextlib.suppress(OSError):
            worker.connection.send(items[index])

    def collect(self, results: list) -> int:
        """Wait for news, or the next deadline; note results and losses, and return how many there are."""
        busy = [worker for worker in self.workers if worker.index is not None or not worker.started]
        next_deadline = min(worker.deadline for worker in busy)
        ready = wait([worker.connection for worker in busy], max(next_deadline - time.monotonic(), 0))
        found = 0
        for worker in busy:
            lost = None
            if worker.connection in ready:
                try:
                    said, result = worker.connection.recv()
                    if said is None:
                        results[worker.index], worker.index = result, None
                        found += 1
                    elif said == READY:
                        worker.started = True
                    else:
                        worker.engine = said
                    continue
                except (EOFError, OSError):
                    lost = Lost(False, worker.obituary(), worker.engine)
            elif time.monotonic() >= worker.deadline:
                lost = Lost(True, f"not done after {self.seconds:g} s", worker.engine)
            if lost is not None:
                found += self.bury(worker, lost, results)
        return found

    def bury(self, worker: Worker, lost: Lost, results: list) -> int:
        """Do away with a worker; returns how many items are lost with it."""
        self.workers.remove(worker)
        worker.end()
        if not worker.started:
            raise InternalError(f"a worker process could not be started: {lost}; is the calling script guarded by __name__?")
        results[worker.index] = lost
        return 1


def run_here(
    items: Sequence[Item],
    make_engines: Callable[[], Engines],
    work: Callable,
    progress: Progress = lambda done, total: None,
) -> list[Result]:
    """The result of every item, worked on in this process. Raises Interrupted with what was done."""
    engines = make_engines()
    results: list[Result | None] = [None] * len(items)
    try:
        for index, item in enumerate(items):
            results[index] = work(item, engines)
            progress(index + 1, len(items))
    except KeyboardInterrupt:
        raise Interrupted(results) from None
    return results
