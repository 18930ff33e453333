"""What the text of a kernel claims of its memory, checked by the accesses that could break it (LLVM Language Reference,
parameter attributes and metadata).

- `readonly`, `readnone`, `writeonly` of a parameter: nothing is stored, or read, through it. Which parameters a pointer comes
  from is known from the text (`provenance`), through buffer resources too; of those whose buffer an access goes to, all must
  make the claim.
- `noalias`: no byte of its buffer that the kernel changes is reached both through it and through another parameter. It is
  taken for the whole kernel, all lanes together: compilers read it so for a kernel's arguments.
- `!invariant.load`: its bytes have the value that they had when the kernel began, at the load and at the end.
- `!alias.scope` and `!noalias`: see `scopes`.

An instruction that can break none of them has no check, and costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..text import ir
from ..text.values import Array
from .batch import Batch
from .findings import ClaimFinding, Findings, earlier_access
from .hooks import Hooks
from .memory import SLOT_BITS, Access, Allocation, Bytes, GlobalMemory, first_byte
from .provenance import Accesses, Roots
from .scopes import Scopes
from .site import Site

Check = Callable[[Batch, Access, Site], None]


class Claims(Hooks):
    """The claims of a kernel whose parameters have these values."""

    def __init__(
        self, module: ir.Module, function: ir.Function, values: Sequence[Array], memory: GlobalMemory, accesses: Accesses
    ) -> None:
        self.function = function
        self.accesses = accesses
        self.buffers: dict[str, Allocation] = {}
        for (type_, name), value in zip(function.parameters, values, strict=True):
            found = memory.slots.get(int(value.item()) >> SLOT_BITS) if isinstance(type_, ir.PointerType) else None
            if found is not None:
                self.buffers[name] = found
        self.scopes = Scopes(module, function, accesses)
        self.invariants = Invariants(function, memory)
        self.shared = [
            Exclusive(name, buffer)
            for name, buffer in self.buffers.items()
            if "noalias" in function.claims[name] and list(self.buffers.values()).count(buffer) > 1
        ]
        self._checks: dict[str, dict[int, list[Check]]] = {"read": {}, "write": {}}  # by the codes of sites
        self._watched: dict[int, ir.Instruction] = {}

    def watch(self, i: ir.Instruction) -> None:
        """Look at the accesses of an instruction where they could break a claim. Its identity is the code of its sites."""
        if id(i) not in self._watched:
            self._watched[id(i)] = i
            for way, checks in (("read", self._reads(i)), ("write", self._writes(i))):
                if checks:
                    self._checks[way][id(i)] = checks

    @property
    def watching(self) -> bool:
        return any(self._checks.values())

    def read(self, batch: Batch, access: Access, site: Site) -> None:
        for check in self._checks["read"].get(site.code, ()):
            check(batch, access, site)

    def write(self, batch: Batch, access: Access, site: Site, words: Array | None = None) -> None:
        for check in self._checks["write"].get(site.code, ()):
            check(batch, access, site)

    def update(self, batch: Batch, access: Access, site: Site) -> None:
        self.write(batch, access, site)
        if not access.memory.constant:
            self.read(batch, access, site)

    def _reads(self, i: ir.Instruction) -> list[Check]:
        roots, _ = self.accesses.through(i)
        found = self._parameter_checks(roots, ("writeonly", "readnone"), "read")
        if "invariant.load" in i.metadata:
            found.append(self.invariants.check)
        return found + self.scopes.checks(i, "read")

    def _writes(self, i: ir.Instruction) -> list[Check]:
        _, roots = self.accesses.through(i)
        return self._parameter_checks(roots, ("readonly", "readnone"), "store") + self.scopes.checks(i, "write")

    def _parameter_checks(self, roots: Roots, forbidding: tuple[str, ...], kind: str) -> list[Check]:
        names: dict[int, list[str]] = {}
        for name in sorted(roots & self.buffers.keys()):
            names.setdefault(id(self.buffers[name]), []).append(name)
        broken = {}
        for buffer, found in names.items():
            claims = [next((a for a in forbidding if a in self.function.claims[name]), "") for name in found]
            if all(claims):
                broken[buffer] = (found[0], claims[0])
        checks: list[Check] = [_breach(broken, kind)] if broken else []
        for claim in self.shared:
            found = names.get(id(claim.buffer), [])
            if found == [claim.name] or (found and claim.name not in found):
                checks.append(claim.check(found == [claim.name], kind == "store"))
        return checks

    def finish(self, batch: Batch) -> None:
        self.invariants.finish(batch.findings)


def at_launch(function: ir.Function, arch: str, values: Sequence[Array], memory: GlobalMemory, findings: Findings) -> None:
    """Claims about what is launched: the machine, and the arguments (`nonnull`, `dereferenceable`)."""

    def report(message: str, owner: str | None = None) -> None:
        findings.add(ClaimFinding(message=message, line=function.line, instruction=f"@{function.name}", owner=owner))

    cpu = function.attributes.get("target-cpu") or arch
    if cpu.rstrip("af") != arch.rstrip("af"):
        report(f'the kernel says "target-cpu"="{cpu}" and runs on {arch}')
    for (type_, name), value in zip(function.parameters, values, strict=True):
        claims = function.claims[name]
        if not isinstance(type_, ir.PointerType):
            continue
        buffer = memory.slots.get(int(value.item()) >> SLOT_BITS)
        null = int(value.item()) == 0
        if null and ("nonnull" in claims or "dereferenceable" in claims):
            report(f"%{name} is nonnull by its attributes, and null is passed", name)
        for claim in ("dereferenceable", "dereferenceable_or_null"):
            least = int("".join(filter(str.isdigit, claims.get(claim, ""))) or 0)
            if buffer is not None and least > buffer.content.data.size:
                report(f"%{name} is {claim}({least}), and its buffer has {buffer.content.data.size} bytes", name)


def _breach(broken: dict[int, tuple[str, str]], kind: str) -> Check:
    """The check of an instruction that reaches one of these buffers only through parameters that forbid it."""

    def check(batch: Batch, access: Access, site: Site) -> None:
        if id(access.memory) not in broken:
            return
        name, claim = broken[id(access.memory)]
        everywhere = np.ones((*access.flat.shape, access.size), np.bool_)
        lane, _ = first_byte(access, everywhere)
        message = f"{kind} through %{name}, which is {claim}"
        batch.report(ClaimFinding, access, lane, site, everywhere, owner=f"%{name}", message=message)

    return check


class Exclusive:
    """A `noalias` parameter whose buffer is passed for another one, too."""

    def __init__(self, name: str, buffer: Allocation) -> None:
        self.name = name
        self.buffer = buffer
        size = buffer.content.data.size
        self.touched = {True: np.zeros(size, np.bool_), False: np.zeros(size, np.bool_)}  # through it, and otherwise
        self.changed = np.zeros(size, np.bool_)
        self.latest: dict[bool, Site] = {}

    def check(self, through: bool, stores: bool) -> Check:
        """The check of an instruction that reads or stores through the parameter, or otherwise."""

        def check(batch: Batch, access: Access, site: Site) -> None:
            if access.memory is not self.buffer:
                return
            where = access.flat[..., None] + np.arange(access.size)
            self.touched[through][where] = True
            self.latest[through] = site
            if stores:
                self.changed[where] = True
            clash = self.touched[not through][where] & self.changed[where]
            if clash.any():
                lane, offset = first_byte(access, clash)
                batch.report(
                    ClaimFinding, access, lane, site, clash, owner=f"%{self.name}",
                    message=f"byte {offset} of {self.buffer.name} is changed, and reached both through %{self.name}, which is "
                    "noalias, and otherwise", **earlier_access(self.latest[not through]),
                )  # fmt: skip

        return check


class Invariants:
    """The bytes that were read by `!invariant.load`."""

    def __init__(self, function: ir.Function, memory: GlobalMemory) -> None:
        self.original: dict[int, tuple[Allocation, Bytes, Bytes]] = {}  # what it held at first, and what was read of it
        self.first: dict[int, Site] = {}
        if any("invariant.load" in i.metadata for block in function.blocks for i in block.instructions):
            for buffer in memory.slots.values():
                data = buffer.content.data
                if not buffer.constant:
                    self.original[id(buffer)] = buffer, Bytes(data.copy()), Bytes(np.zeros(data.size, np.uint8))

    def check(self, batch: Batch, access: Access, site: Site) -> None:
        memory = access.memory
        if memory.space != "global":
            everywhere = np.ones((*access.flat.shape, access.size), np.bool_)
            message = f"!invariant.load of {memory.space} memory, which has no value before the kernel stores one"
            batch.report(ClaimFinding, access, first_byte(access, everywhere)[0], site, everywhere, message=message)
        if id(memory) not in self.original:
            return
        buffer, before, read = self.original[id(memory)]
        access.fill(read)
        self.first.setdefault(id(memory), site)
        changed = access.gather(memory.content) != access.gather(before)
        if changed.any():
            lane, offset = first_byte(access, changed)
            message = f"!invariant.load of byte {offset} of {buffer.name}, which has changed since the kernel began"
            batch.report(ClaimFinding, access, lane, site, changed, owner=buffer.name, message=message)

    def finish(self, findings: Findings) -> None:
        """Report what was read and has another value at the end."""
        for key, site in self.first.items():
            buffer, before, read = self.original[key]
            changed = (read.data != 0) & (buffer.content.data != before.data)
            if changed.any():
                message = f"!invariant.load of byte {int(np.argmax(changed))} of {buffer.name}, which the kernel changes later"
                findings.add(ClaimFinding(message=message, line=site.line, instruction=site.text, owner=buffer.name))
