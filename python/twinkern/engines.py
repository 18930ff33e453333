"""The two engines behind one small interface. The caller names the engine; neither ever stands in for the other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from twinkern._contract import ARCHES, FLAVORS
from twinkern.engine.conv.emit import emit_program, manifest_json
from twinkern.engine.ir.verifier import InternalError
from twinkern.engine.plan.rules import accept
from twinkern.engine.spec.naming import kernel_name
from twinkern.engine.spec.problem import ConvProblem, plain
from twinkern.engine.spec.spec import ConvSpec, problem_fields, read_spec
from twinkern.engine.spec.violations import Refusal, SpecError, Violation, guess, quote, refuse
from twinkern.shown import html_table
from twinkern.words import ALIASES_BY_NAME, check_words, nested, words_to_json

DEFAULT_FLAVOR = "llvm22"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an engine makes of a spec before it emits anything.

    `asked` and `resolved` are canonical JSON, None as far as the spec was not understood; `name` and `manifest_text`, which
    says what its plan gives a runtime, are None where it was refused; `violations` is every rule that it breaks.
    """

    asked: str | None
    resolved: str | None
    name: str | None
    violations: tuple[Violation, ...]
    manifest_text: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Program:
    """One LLVM module with a kernel, and all that a runtime needs to launch it.

    `text` is the module, `manifest_text` its description in JSON, `asked` and `resolved` the canonical spec before and after
    deduction, `name` the kernel's name. Equal names have equal texts for one flavour.
    """

    name: str
    flavor: str
    text: str
    manifest_text: str
    asked: str
    resolved: str

    def __repr__(self) -> str:
        return f"<Program {self.name}, {self.flavor}, {len(self.text)} bytes, SHA-256 {self.sha256[:12]}>"

    def _repr_html_(self) -> str:
        """Kernels, launch sizes and the folded text, for notebooks."""
        rows = [(kernel["name"], f"grid {kernel['grid']}", f"block {kernel['block']}", f"{kernel['lds_bytes']} bytes of LDS")
                for kernel in self.manifest["kernels"]]  # fmt: skip
        return html_table(repr(self).strip("<>"), rows, self.text)

    @property
    def sha256(self) -> str:
        """SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def arch(self) -> str:
        """The architecture that the kernel is for."""
        return self.spec.arch

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest as a mapping, read from `manifest_text` anew each time."""
        found: dict[str, Any] = json.loads(self.manifest_text)
        return found

    @property
    def spec(self) -> ConvSpec:
        """The resolved spec."""
        return read_spec(self.resolved.encode())


class Engine(Protocol):
    """What both engines do. `data` is a spec in JSON."""

    @property
    def name(self) -> str:
        """What `--engine` calls it."""

    def emit(self, data: bytes, flavor: str) -> Program:
        """The program of a spec.

        Raises Refusal with every rule that the spec breaks, InternalError where an emitter is at fault.
        """

    def explain(self, data: bytes) -> Explanation:
        """What the engine makes of a spec; never raises Refusal."""


def decided(data: bytes) -> dict[str, dict[str, int | str]]:
    """What the plan of an accepted spec says beside the spec and the manifest: for each operand its tile in LDS, how it lies
    there and is read; and what the kernel asks of the machine. Without atoms there are no tiles. Raises Refusal.
    """
    plan = accept(read_spec(data))
    if plan.direct:
        return {"kernel": {**asdict(plan.direct), "pixels": plan.direct.pixels}}
    found: dict[str, dict[str, int | str]] = {}
    for tensor, operand, free in zip(plan.tensors, plan.operands, "mn", strict=False):
        layout, read = operand.layout, operand.read
        found[tensor.name] = {
            "rows": layout.rows,
            "columns": layout.columns,
            "outer": "k" if layout.k_outer else free,
            "pad": layout.pad,
            "swizzled_elements": layout.swizzle_group,
            "stage_bytes": layout.bytes,
            "vector": operand.tile.vector,
            "read": str(read.read.kind) if read.read else "none",
            "read_elements": read.elements,
        }
    needed, tile = plan.budget, plan.warp_tile
    found["kernel"] = {
        "warp_tile": f"{tile[0]}x{tile[1]}",
        "iterations": plan.iterations,
        "accumulators": needed.accumulators,
        "fragments": needed.fragments,
        "fetched": needed.fetched,
        "places": needed.places,
        "registers": needed.registers,
        "registers_allowed": plan.registers,
        "loads_in_flight": needed.loads_in_flight,
        "lds_bytes": needed.lds_bytes,
    }
    return found


def check_flavor(flavor: str) -> None:
    """Raise Refusal for a flavour that the contract does not have."""
    if flavor not in FLAVORS:
        raise refuse("FLAVOR", quote(flavor), ", ".join(FLAVORS), guess(flavor, FLAVORS))


def check_flavor_of_arch(flavor: str, arch: str) -> None:
    """Raise Refusal where the flavour's LLVM does not know the architecture."""
    allowed = ARCHES[arch].flavors
    if flavor not in allowed:
        raise refuse("FLAVOR_ARCH", flavor, arch, ", ".join(allowed))


class PythonEngine:
    """The engine to author and explore in."""

    name = "python"

    def emit(self, data: bytes, flavor: str) -> Program:
        """See Engine."""
        check_flavor(flavor)
        spec = read_spec(data)
        plan = accept(spec)
        check_flavor_of_arch(flavor, plan.arch.name)
        resolved = plan.spec.to_json()
        name = kernel_name(plan.spec, resolved)
        text = emit_program(plan, name, flavor)
        return Program(name, flavor, text, manifest_json(plan, name), spec.to_json(), resolved)

    def explain(self, data: bytes) -> Explanation:
        """See Engine."""
        asked = None
        try:
            spec = read_spec(data)
            asked = spec.to_json()
            plan = accept(spec)
        except Refusal as refusal:
            return Explanation(asked, None, None, refusal.violations)
        resolved = plan.spec.to_json()
        name = kernel_name(plan.spec, resolved)
        return Explanation(asked, resolved, name, (), manifest_json(plan, name))


class NativeEngine:
    """The C engine, through its cffi binding.

    Raises ImportError when made, where the extension is not built or was built from another contract.
    """

    name = "c"

    def __init__(self) -> None:
        from twinkern.native import binding

        self.binding = binding

    def emit(self, data: bytes, flavor: str) -> Program:
        """See Engine."""
        result = self.binding.emit(data, flavor)
        if result.error:
            raise InternalError(result.error)
        if result.violations:
            raise Refusal(Violation(*row) for row in result.violations)
        parts = result.name, result.text, result.manifest, result.asked, result.resolved
        name, text, manifest, asked, resolved = (part or "" for part in parts)
        return Program(name, flavor, text, manifest, asked, resolved)

    def explain(self, data: bytes) -> Explanation:
        """See Engine."""
        result = self.binding.explain(data)
        violations = tuple(Violation(*row) for row in result.violations)
        return Explanation(result.asked, result.resolved, result.name, violations, result.manifest)


ENGINES: dict[str, Callable[[], Engine]] = {"python": PythonEngine, "c": NativeEngine}


def get_engine(name: str) -> Engine:
    """The engine of this name.

    Raises SpecError for another name, ImportError where the C engine is not built.
    """
    if name not in ENGINES:
        raise SpecError(f"engine {name!r}: allowed are {', '.join(ENGINES)}{guess(str(name), ENGINES)}")
    return ENGINES[name]()


Spec = ConvSpec | Mapping[str, Any] | str | bytes
"""A spec in any of its forms: an object; a mapping, of the JSON form or with all fields side by side; JSON, or words
(`direction=forward n=2 ...`), as text; JSON as bytes."""


def spec_bytes(spec: Spec) -> bytes:
    """A spec as the JSON that engines read. Raises SpecError for what is no spec at all."""
    if isinstance(spec, ConvSpec):
        spec = spec.to_json()
    elif isinstance(spec, Mapping):
        spec = mapping_json(spec)
    if isinstance(spec, str):
        words = spec.split()
        if words and "{" not in spec and all("=" in word for word in words):
            check_words(words)
            return words_to_json(words)
        return spec.encode(errors="surrogateescape")
    if not isinstance(spec, bytes):
        raise SpecError(f"a spec is a ConvSpec, a mapping, words or JSON; {type(spec).__name__} is none of these")
    return spec


def mapping_json(spec: Mapping[str, Any]) -> str:
    """The JSON text of a spec given as a mapping. Raises SpecError for values that JSON has not."""
    given = {name: plain(value) for name, value in spec.items()}
    if "problem" not in given:
        aliases = {name: given.pop(name) for name in list(given) if name in ALIASES_BY_NAME}
        for name, value in aliases.items():
            given |= dict.fromkeys(ALIASES_BY_NAME[name].sets, value)
        given = nested(given)
    elif isinstance(given["problem"], ConvProblem):
        given["problem"] = problem_fields(given["problem"])
    try:
        return json.dumps(given, default=plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise SpecError(f"the spec cannot be written as JSON: {error}") from None


def emit(spec: Spec, *, engine: str = "python", flavor: str = DEFAULT_FLAVOR) -> Program:
    """Emit the program of a spec in any of its forms.

    `engine` is "python" or "c", `flavor` one of twinkern.FLAVORS. Raises SpecError for whatever is wrong with what was asked: a
    Refusal with every rule that the spec breaks, a WordError for words.
    """
    return get_engine(engine).emit(spec_bytes(spec), flavor)


def explain(spec: Spec, *, engine: str = "python") -> Explanation:
    """What an engine makes of a spec in any of its forms, with every rule that it breaks.

    Raises SpecError for what is no spec at all.
    """
    return get_engine(engine).explain(spec_bytes(spec))
