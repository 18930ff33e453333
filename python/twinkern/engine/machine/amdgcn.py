"""Lowering for AMD GPUs: raw buffer resources with hardware range checks, LDS-only barriers, MFMA."""

from __future__ import annotations

from collections.abc import Callable

from twinkern._contract import Atom, Operation, Ordering, ReadKind
from twinkern.engine.ir.builder import Node
from twinkern.engine.ir.types import BFLOAT, FLOAT, I16, I32, I64, Type, vector
from twinkern.engine.machine.interface import Machine, Tensor, Token
from twinkern.engine.plan.layout import TileLayout

COUNTERS_OPEN = 0x7 << 4 | 0xF << 8
"""The fields of s_waitcnt that wait for nothing: exports and LDS (CDNA3 ISA document, "S_WAITCNT": vmcnt in bits 3:0 and
15:14, expcnt in 6:4, lgkmcnt in 11:8)."""
LDS_DONE = 0x7 << 4 | 0xF | 0x3 << 14
"""s_waitcnt for LDS accesses alone."""
GROUP_MATRIX, GROUP_LOAD = 0x008, 0x020
"""Instruction classes of a scheduling group (LLVM AMDGPU usage guide, llvm.amdgcn.sched.group.barrier)."""
ZERO_BYTES = 16
"""Zeros of the module that a lane which is off may load: as many as the widest load takes."""
OUT_OF_RANGE = -(1 << 31)
"""Offset of a masked access: at or past every resource of less than 2 GiB, so a load gives 0 and a store is dropped."""
MASK_REACH = 1 << 30
"""Bytes of the largest tensor in which a masked offset stays out of range wherever it is moved."""


class Amdgcn(Machine):
    """The machine interface for AMD GPUs; a tensor's handle is its buffer resource."""

    __slots__ = ()

    @property
    def reads(self) -> dict[ReadKind, Callable[[Type, Node, TileLayout, int], Node]]:
        """See Machine. Not kept, for methods that an object holds of itself keep all of the kernel from being released."""
        return {ReadKind.LOAD: self.read_run, ReadKind.TRANSPOSED: self.read_transposed}

    def thread(self) -> Node:
        return self.builder.call("workitem_id_x")

    def workgroup(self, axis: int) -> Node:
        return self.builder.call("workgroup_id_y" if axis else "workgroup_id_x")

    def uniform(self, value: Node) -> Node:
        return self.builder.call("readfirstlane", value)

    def reciprocal(self, value: Node) -> Node:
        return self.builder.call("reciprocal_f32", value)

    def tensor(self, pointer: Node, size: int) -> Tensor:
        b = self.builder
        flags = b.constant(self.arch.resource_flags)
        handle = b.call("make_buffer_resource", pointer, b.constant(0, I16), b.constant(size, I64), flags)
        return Tensor(pointer, handle, size)

    def checks_range(self, copies: bool) -> bool:
        """See Machine. Copies to a place of each lane's own know no resource."""
        return not (copies and self.arch.dma_per_lane)

    def folded(self, tensor: Tensor, offset: Node, valid: Node, copies: bool) -> Node | None:
        return self.masked(offset, valid) if self.checks_range(copies) and tensor.bytes <= MASK_REACH else None

    def masked(self, offset: Node, valid: Node | None) -> Node:
        """An offset that is out of range where `valid` does not hold."""
        return self.builder.select(valid, offset, self.builder.constant(OUT_OF_RANGE)) if valid else offset

    def load(self, tensor: Tensor, offset: Node, valid: Node | None, type_: Type) -> Node:
        b = self.builder
        zero = b.constant(0)
        at = self.masked(offset, valid)
        loaded = b.call(f"buffer_load_{access_type(type_)[1]}", tensor.handle, at, zero, zero)
        return b.cast(Operation.BITCAST, loaded, type_)

    def store(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        b = self.builder
        words, suffix = access_type(value.type)
        zero = b.constant(0)
        at = self.masked(offset, valid)
        stored = b.cast(Operation.BITCAST, value, words)
        b.call(f"buffer_store_{suffix}", stored, tensor.handle, at, zero, zero)

    def add(self, tensor: Tensor, offset: Node, valid: Node | None, value: Node) -> None:
        b = self.builder
        zero = b.constant(0)
        b.call("buffer_add_float", value, tensor.handle, self.masked(offset, valid), zero, zero)

    def load_to_shared(self, tensor: Tensor, offset: Node, valid: Node | None, dwords: int, place: Node, stage: int) -> None:
        """See Machine. With a range check, an offset out of range writes zeros.

        Without one, lanes that are off load from zeros of the module's own: so each warp issues each load, and its counter
        counts them all.
        """
        b = self.builder
        zero = b.constant(0)
        if not self.arch.dma_per_lane:
            at = self.masked(offset, valid)
            size = b.constant(4 * dwords)
            b.call("buffer_load_lds", tensor.handle, place, size, at, zero, zero, zero, scope=stage)
            return
        source = b.offset(tensor.pointer, offset)
        if valid is not None:
            source = b.select(valid, source, b.zeros(ZERO_BYTES))
        b.call(f"async_load_lds_{dwords}", source, place, zero, zero, scope=stage)

    def chunk_place(self, base: Node, thread: Node, warp: Node, chunk_bytes: int) -> Node:
        """See Machine. Where lanes follow each other by themselves, the place is that of the warp's first lane."""
        b = self.builder
        if self.arch.dma_per_lane:
            return b.offset(base, b.mul(thread, b.constant(chunk_bytes)))
        return b.offset(base, b.mul(warp, b.constant(self.arch.wave_size * chunk_bytes)))

    def filled(self, tokens: list[Node], token: Token) -> None:
        """See Machine. Loads are counted as they start."""

    def wait(self, own: str, own_value: int, value: int) -> None:
        """Wait for one counter: by an instruction of its own, or by a value that leaves the other counters open."""
        b, split = self.builder, self.arch.split_waits
        b.call(own if split else "wait", b.constant(own_value, I16) if split else b.constant(value))

    def await_filled(self, tokens: list[Node], token: Token) -> None:
        """See Machine. The counter counts instructions of the warp, which arrive in order."""
        in_flight = token.later * token.loads
        self.wait("wait_async", in_flight, in_flight & 0xF | in_flight >> 4 << 14 | COUNTERS_OPEN)

    def release(self, tokens: list[Node], token: Token) -> None:
        """See Machine. All warps meet."""
        self.barrier_with_loads_in_flight()

    def barrier_with_loads_in_flight(self) -> None:
        """See Machine. A fence would drain the loads, so the wait is for LDS by its counter."""
        self.wait("wait_lds", 0, LDS_DONE)
        self.builder.call("barrier")

    def read_transposed(self, type_: Type, address: Node, _: TileLayout, stage: int) -> Node:
        """A transposed read. What a lane points at is as long as what it gets, and aligned to that."""
        suffix = "bf16" if type_.element is BFLOAT else "f16"
        return self.builder.call(f"transposed_read_{type_.lanes}_{suffix}", address, scope=stage)

    def spread_loads(self, loads: int, atoms: int) -> None:
        b = self.builder
        zero = b.constant(0)
        for load in range(loads):
            share = atoms * (load + 1) // loads - atoms * load // loads
            b.call("schedule_group", b.constant(GROUP_LOAD), b.constant(1), zero)
            if share:
                b.call("schedule_group", b.constant(GROUP_MATRIX), b.constant(share), zero)

    def hold_schedule(self) -> None:
        self.builder.call("schedule_barrier", self.builder.constant(0))

    def set_priority(self, priority: int) -> None:
        self.builder.call("set_priority", self.builder.constant(priority, I16))

    def barrier(self) -> None:
        """A workgroup barrier that orders LDS accesses and nothing else.

        The instruction alone does not wait for memory; the fences around it do, for LDS only.
        """
        b = self.builder
        b.fence(Ordering.RELEASE)
        b.call("barrier")
        b.fence(Ordering.ACQUIRE)

    def cleared(self, atom: Atom) -> list[Node]:
        """See Machine.

        An atom of 32x32 reads its operands again while it writes, so its destination may not touch them. LLVM 20 forgets that
        for one whose C it folded to the constant 0 (llvm-project#166600): so there the zeros go through a fence that makes no
        instruction and that no fold sees through.
        """
        zero = self.builder.zero(vector(atom.d.length, FLOAT))
        return [self.builder.call("arithmetic_fence_16", zero) if atom.d.length == 16 else zero]


def access_type(type_: Type) -> tuple[Type, str]:
    """The integer type of one global access of this size, and its suffix in the intrinsics' ids."""
    if type_.bytes == 2:
        return I16, "i16"
    words = type_.bytes // 4
    return vector(words, I32), "i32" if words == 1 else f"v{words}i32"
