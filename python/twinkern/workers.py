"""Work in processes of their own: a crash or a time-out costs one item, which is named, and the rest still run."""

from __future__ import annotations

import contextlib
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

from twinkern.engine import InternalError

Item = TypeVar("Item")
Context = TypeVar("Context")
Result = TypeVar("Result")
Announce = Callable[[str], None]
"""Told what is at work from here on, so that a crash or a time-out can be laid at its door."""
Progress = Callable[[int, int], None]
"""Told how many items are done, of how many."""

START_SECONDS = 60.0
"""Until a process must have imported this package."""
END_SECONDS = 5.0
"""For a process that closed its pipe, or was killed, to end."""
POLL_SECONDS = 0.005


class Said(Enum):
    """What a worker process says: it is ready; what is at work; an item's result, or the exception that it raised."""

    READY = 0
    AT_WORK = 1
    DONE = 2
    RAISED = 3


class Interrupted(KeyboardInterrupt):
    """An interrupt of a run; `results` are those of its items, None for each that was not done."""

    def __init__(self, results: Sequence[Any]) -> None:
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


@dataclass(frozen=True, slots=True)
class Lost:
    """What is left of an item whose process died or was ended: why, and what was at work, if that was announced."""

    timed_out: bool
    detail: str
    at_work: str = ""

    def __str__(self) -> str:
        return f"{self.at_work}: {self.detail}" if self.at_work else self.detail


def serve(
    connection: Connection, prepare: Callable[[Announce], Context], work: Callable[[Item, Context], Result]
) -> None:
    """The life of a worker process: take an item, send its result, until the other end is closed."""
    context = prepare(lambda what: connection.send((Said.AT_WORK, what)))
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send((Said.READY, None))
        while True:
            item = connection.recv()
            answer: tuple[Said, object]
            try:
                answer = Said.DONE, work(item, context)
            except Exception as error:
                answer = Said.RAISED, error
            connection.send(answer)


@dataclass(slots=True)
class Worker:
    """A worker process as its parent sees it. `index` is the item in work, None between items; `deadline` in monotonic time."""

    process: SpawnProcess
    connection: Connection
    deadline: float = field(default_factory=lambda: time.monotonic() + START_SECONDS)
    started: bool = False
    index: int | None = None
    at_work: str = ""

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
        self.has_ended()
        code = self.process.exitcode
        if code is None:
            return "the process lives on and does not answer"
        if code < 0:
            return f"the process died of signal {-code} ({signal.strsignal(-code)})"
        return f"the process exited with status {code}"


class Workers(Generic[Item, Context, Result]):
    """Processes that run `work(item, context)`, each on one item at a time.

    `prepare` makes the context of a process, once; it and `work` are picklable, as functions of a module are. At most `jobs`
    processes are started, one for every `items_a_process`; `seconds` is the limit for one item. Use it as a context manager,
    which ends the processes.
    """

    def __init__(
        self,
        prepare: Callable[[Announce], Context],
        work: Callable[[Item, Context], Result],
        jobs: int,
        seconds: float,
        items_a_process: int = 1,
    ) -> None:
        self.prepare = prepare
        self.work = work
        self.jobs = jobs
        self.seconds = seconds
        self.items_a_process = items_a_process
        self.workers: list[Worker] = []

    def __enter__(self) -> Workers[Item, Context, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes."""
        while self.workers:
            self.workers.pop().end()

    def start(self) -> None:
        """Start one more process."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.prepare, self.work), daemon=True)
        with sheltered():
            process.start()
        theirs.close()
        self.workers.append(Worker(process, ours))

    def map(self, items: Sequence[Item], progress: Progress = lambda done, total: None) -> list[Result | Lost]:
        """The result of every item, in order; Lost where its process did not live to tell.

        Raises what `work` raised, InternalError where processes cannot be started, Interrupted with what was done.
        """
        results: dict[int, Result | Lost] = {}
        try:
            for index, result in self.each(items):
                results[index] = result
                progress(len(results), len(items))
        except KeyboardInterrupt:
            raise Interrupted([results.get(index) for index in range(len(items))]) from None
        return [results[index] for index in range(len(items))]

    def each(self, items: Sequence[Item]) -> Iterator[tuple[int, Result | Lost]]:
        """The result of every item with its index, as they come. Raises as `map` does, but KeyboardInterrupt as it is."""
        waiting = deque(range(len(items)))
        done = 0
        try:
            while done < len(items):
                self.employ(items, waiting)
                found = self.collect()
                done += len(found)
                yield from found
        except BaseException:
            self.close()  # they work on what nobody waits for
            raise

    def employ(self, items: Sequence[Item], waiting: deque[int]) -> None:
        """Start what processes pay, and give each that is idle an item."""
        wanted = min(self.jobs, max(len(waiting) // self.items_a_process, 1))
        while waiting and len(self.workers) < wanted:
            self.start()
        for worker in self.workers:
            if worker.started and worker.index is None and waiting:
                self.hand_out(worker, waiting.popleft(), items)

    def hand_out(self, worker: Worker, index: int, items: Sequence[Item]) -> None:
        """Give an item to a worker. One that has died since is noticed when its answer is read."""
        worker.index, worker.at_work = index, ""
        worker.deadline = time.monotonic() + self.seconds
        with contextlib.suppress(OSError):
            worker.connection.send(items[index])

    def collect(self) -> list[tuple[int, Result | Lost]]:
        """Wait for news, or the next deadline; the items that are done or lost with it."""
        busy = [worker for worker in self.workers if worker.index is not None or not worker.started]
        next_deadline = min(worker.deadline for worker in busy)
        ready = wait([worker.connection for worker in busy], max(next_deadline - time.monotonic(), 0))
        found: list[tuple[int, Result | Lost]] = []
        for worker in busy:
            if worker.connection in ready:
                try:
                    found += self.hear(worker)
                except (EOFError, OSError):
                    found.append(self.bury(worker, Lost(False, worker.obituary(), worker.at_work)))
            elif time.monotonic() >= worker.deadline:
                found.append(self.bury(worker, Lost(True, f"not done after {self.seconds:g} s", worker.at_work)))
        return found

    def hear(self, worker: Worker) -> list[tuple[int, Result | Lost]]:
        """What a worker has to say; the item that is done with it, if any. Raises what `work` raised."""
        said, what = worker.connection.recv()
        if said is Said.READY:
            worker.started = True
        elif said is Said.AT_WORK:
            worker.at_work = what
        else:
            index, worker.index = worker.index, None
            if said is Said.RAISED:
                raise what
            if index is not None:
                return [(index, what)]
        return []

    def bury(self, worker: Worker, lost: Lost) -> tuple[int, Lost]:
        """Do away with a worker; the item that is lost with it. Raises InternalError where it had not started."""
        self.workers.remove(worker)
        worker.end()
        if worker.index is None:
            raise InternalError(f"a worker process could not be started: {lost}; is the calling script guarded by __name__?")
        return worker.index, lost


def run_here(
    items: Sequence[Item],
    context: Context,
    work: Callable[[Item, Context], Result],
    progress: Progress = lambda done, total: None,
) -> list[Result]:
    """The result of every item, worked on in this process. Raises Interrupted with what was done."""
    results: list[Result] = []
    try:
        for item in items:
            results.append(work(item, context))
            progress(len(results), len(items))
    except KeyboardInterrupt:
        raise Interrupted([*results, *[None] * (len(items) - len(results))]) from None
    return results
