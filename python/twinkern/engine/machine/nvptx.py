"""Lowering for NVIDIA GPUs: guarded accesses, copies in groups to shared memory, matrix reads, mma.sync."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from twinkern._contract import Atom, Ordering, ReadKind, SyncScope, Update
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.ir.types import FLOAT, VOID, Type
from twinkern.engine.machine.interface import Machine, Tensor, Token
from twinkern.engine.plan.layout import TileLayout

ALL_LANES = -1
"""The mask of a shuffle in which the whole warp takes part."""
LAST_LANE = 31
"""What bounds the lane that a shuffle names (PTX ISA, "shfl.sync": c, without segments)."""
PARTED_BARRIER = 1
"""The barrier of warps that have roles; 0 is that of the whole block."""
ZERO_BYTES = 16
"""Zeros of the module that a lane which is off may load: as many as the widest load takes."""


@contextmanager
def where(b: Builder, valid: Node | None) -> Iterator[None]:
    """Emit what runs where a condition holds, or always where there is none."""
    branch = b.begin_if(valid) if valid is not None else None
    yield
    if branch:
        b.begin_else(branch)
        b.end_if(branch)


class Nvptx(Machine):
    """The machine interface for NVIDIA GPUs; a tensor's handle is its pointer, and nothing checks a range but the kernel."""

    __slots__ = ()

    @property
    def reads(self) -> dict[ReadKind, Callable[[Type, Node, TileLayout, int], Node]]:
        return {ReadKind.LOAD: self.read_run, ReadKind.MATRIX: self.read_matrix}

    def thread(self) -> Node:
        return self.builder.call("thread_x")

    def workgroup(self, axis: int) -> Node:
        return self.builder.call("block_y" if axis else "block_x")

    def uniform(self, value: Node) -> Node:
        """See Machine. That of lane 0."""
        b = self.builder
        return b.call("shuffle_index", b.constant(ALL_LANES), value, b.constant(0), b.constant(LAST_LANE))

    def reciprocal(self, value: Node) -> Node:
        return self.builder.call("reciprocal_approximate", value)

    def tensor(self, pointer: Node, size: int) -> Tensor:
        return Tensor(pointer, pointer, size)

    def checks_range(self, copies: bool) -> bool:
        return False

    def folded(self, tensor: Tensor, offset: Node, valid: Node, copies: bool) -> Node | None:
        return None

    def load(self, tensor: Tensor, offset: Node, valid: Node | None, type_: Type) -> Node:
        """See Machine. Lanes that are off load from zeros of the module's own, so that no branch parts the loads."""
        b = self.builder
        source = b.offset(tensor.pointer, offset)
        if valid is not None:
            source = b.select(valid, source, b.zeros(ZERO_BYTES))
        return b.load(type_, source, type_.bytes)

    def store(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        b = self.builder
        with where(b, valid):
            b.store(value, b.offset(tensor.pointer, offset), value.type.bytes)

    def add(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        """See Machine. Nobody waits for what was there before."""
        b = self.builder
        with where(b, valid):
            b.atomic(Update.FADD, b.offset(tensor.pointer, offset), value, Ordering.MONOTONIC, SyncScope.DEVICE)

    def load_to_shared(self, tensor: Tensor, offset: Node, valid: Node | None, dwords: int, place: Node, stage: int) -> None:
        """See Machine. A copy of no bytes reads nothing and writes zeros (PTX ISA, "cp.async": src-size)."""
        b = self.builder
        size = b.constant(4 * dwords)
        if valid is not None:
            size = b.select(valid, size, b.constant(0))
        b.call(f"copy_async_{dwords}", place, b.offset(tensor.pointer, offset), size, scope=stage)

    def chunk_place(self, base: Node, thread: Node, warp: Node, chunk_bytes: int) -> Node:
        return self.builder.offset(base, self.builder.mul(thread, self.builder.constant(chunk_bytes)))

    def filled(self, tokens: list[Node], token: Token) -> None:
        """See Machine. The copies of a tile are a group."""
        self.builder.call("commit_copies")

    def await_filled(self, tokens: list[Node], token: Token) -> None:
        self.builder.call("wait_copies", self.builder.constant(token.later))

    def release(self, tokens: list[Node], token: Token) -> None:
        """See Machine. All warps meet."""
        self.barrier()

    def barrier_with_loads_in_flight(self) -> None:
        """See Machine. A barrier waits for no copy."""
        self.barrier()

    def read_matrix(self, type_: Type, address: Node, layout: TileLayout, stage: int) -> Node:
        """A read of as many matrices as a lane gets words of them."""
        suffix = "_transposed" if layout.k_outer else ""
        return self.builder.call(f"read_matrix_{type_.bytes // 4}{suffix}", address, scope=stage)

    def spread_loads(self, loads: int, atoms: int) -> None:
        """See Machine. There is no such hint."""

    def hold_schedule(self) -> None:
        """See Machine. An empty assembly that may touch memory: LLVM moves no access across it."""
        self.builder.assembly("", "~{memory}", VOID)

    def set_priority(self, priority: int) -> None:
        """See Machine. Warps have none."""

    def barrier(self) -> None:
        """See Machine. It orders all memory of the block. Warps that come from different places meet at one that counts threads
        and is not aligned: of another the block is to come from one place (PTX ISA, "barrier.cta"; so Compute Sanitizer)."""
        b = self.builder
        if b.function.parted:
            b.call("counted_barrier", b.constant(PARTED_BARRIER), b.constant(b.function.threads))
        else:
            b.call("block_barrier", b.constant(0))

    def cleared(self, atom: Atom) -> list[Node]:
        return [self.builder.zero(FLOAT)] * atom.d.length
