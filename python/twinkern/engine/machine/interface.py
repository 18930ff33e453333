"""The machine interface: everything that a kernel asks of the machine. Nothing outside this package knows which it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from twinkern._contract import Arch, Atom, ReadKind
from twinkern.engine.ir.builder import Builder, Function, Node
from twinkern.engine.ir.printer import Shell
from twinkern.engine.ir.types import Type
from twinkern.engine.machine.shell import module_shell
from twinkern.engine.plan.layout import TileLayout


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor in global memory: its pointer, the handle by which the machine reaches it, and its size."""

    pointer: Node
    handle: Node
    bytes: int


@dataclass(frozen=True, slots=True)
class Token:
    """A tile on its way through a stage of shared memory, straight from global memory.

    `stage` is the number of the stage; `later` tiles were started after it; a warp starts `loads` loads a tile.
    """

    stage: int
    later: int
    loads: int


class Machine(Protocol):
    """How threads, tensors, barriers and matrix atoms are spelled on one family of machines."""

    __slots__ = ("arch", "builder")

    arch: Arch
    builder: Builder

    def __init__(self, arch: Arch, builder: Builder) -> None:
        self.arch = arch
        self.builder = builder

    @property
    def reads(self) -> Mapping[ReadKind, Callable[[Type, Node, TileLayout, int], Node]]:
        """Reads of shared memory by kind, as the contract says: of a type, at an address in a tile, in a stage or NO_SCOPE."""

    def read_run(self, type_: Type, address: Node, layout: TileLayout, stage: int) -> Node:
        """The plain read of `reads`."""
        return self.builder.load(type_, address, layout.align(type_.bytes), stage)

    def shell(self, functions: Sequence[Function], flavor: str) -> Shell:
        """What stands around the operations of a module's kernels."""
        return module_shell(functions, self.arch, flavor)

    def thread(self) -> Node:
        """Index of the thread in its workgroup."""

    def workgroup(self, axis: int) -> Node:
        """Index of the workgroup along x (0) or y (1) of the grid."""

    def uniform(self, value: Node) -> Node:
        """A value that is the same in all lanes of a warp, in a form that tells the compiler so."""

    def reciprocal(self, value: Node) -> Node:
        """1 / an fp32 that is no subnormal, to a unit in the last place; zero where that would be subnormal, if the machine has
        it so."""

    def tensor(self, pointer: Node, size: int) -> Tensor:
        """A tensor of `size` bytes behind a kernel argument."""

    def checks_range(self, copies: bool) -> bool:
        """Whether an access past the end of a tensor is found out by the machine: a load gives zeros, a store is dropped.

        `copies`: one from global memory straight to shared memory.
        """

    def folded(self, tensor: Tensor, offset: Node, valid: Node, copies: bool) -> Node | None:
        """An offset that is found past the end where `valid` does not hold, even when it is moved by less than the tensor is
        long; None where there is none."""

    def load(self, tensor: Tensor, offset: Node, valid: Node | None, type_: Type) -> Node:
        """Read a scalar or vector at a byte offset; zeros where `valid` does not hold."""

    def store(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        """Write a scalar or vector at a byte offset; nothing where `valid` does not hold."""

    def add(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        """Add an fp32 to the one at a byte offset, in one step that all of the device sees as such; nothing where `valid` does
        not hold."""

    def load_to_shared(self, tensor: Tensor, offset: Node, valid: Node | None, dwords: int, place: Node, stage: int) -> None:
        """Start to bring `dwords` a lane straight to shared memory; zeros where `valid` does not hold.

        `place` is what `chunk_place` gave for the chunks of this pass.
        """

    def chunk_place(self, base: Node, thread: Node, warp: Node, chunk_bytes: int) -> Node:
        """Where in shared memory the chunk of a thread goes that is the thread's own in number, from `base` on."""

    def first_tokens(self, stages: int) -> list[Node]:
        """What the main loop is to carry for tokens of so many stages; the calls below replace its values in place.

        None where the machine counts loads or groups of them; a phase where a stage has a barrier object in shared memory.
        """
        return []

    def filled(self, tokens: list[Node], token: Token) -> None:
        """This warp has started every load of a tile: its token comes when they have arrived."""

    def await_filled(self, tokens: list[Node], token: Token) -> None:
        """Wait for a token, as far as this warp's loads are concerned: those of later tiles may stay under way."""

    def release(self, tokens: list[Node], token: Token) -> None:
        """This warp has read what it needs of a stage; no load into it starts before all have. Loads may be under way."""

    def barrier(self) -> None:
        """A workgroup barrier that orders accesses to shared memory and nothing else."""

    def barrier_with_loads_in_flight(self) -> None:
        """A workgroup barrier that waits for this warp's accesses to shared memory, but for no load under way."""

    def cleared(self, atom: Atom) -> list[Node]:
        """The accumulator of a matrix atom that nothing was added to, in the pieces that its intrinsic takes."""

    def spread_loads(self, loads: int, atoms: int) -> None:
        """Ask the scheduler to spread that many global loads over that many atoms."""

    def hold_schedule(self) -> None:
        """Keep the scheduler from moving anything across this point."""

    def set_priority(self, priority: int) -> None:
        """Priority of this warp against others, 0 to 3."""
