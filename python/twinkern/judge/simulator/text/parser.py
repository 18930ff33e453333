"""LLVM IR text to an `ir.Module`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from . import ir
from .errors import SimulatorError
from .lexer import unquote
from .reader import ATTRIBUTES, BINARY, CASTS, FLAGS, LINKAGE, Reader
from .values import element_type
from .verifier import TERMINATORS, verify

_ORDERINGS = frozenset("unordered monotonic acquire release acq_rel seq_cst".split())


@lru_cache(maxsize=16)
def parse(text: str) -> ir.Module:
    """The module. Debug records are skipped, and the contents of metadata are kept as text only.

    Raises SimulatorError, with the line, where the text is not LLVM IR as this reader knows it."""
    parser = Parser(text)
    try:
        module = parser.module()
        verify(module)
        return module
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        line = parser.tokens[min(parser.at, len(parser.tokens) - 1)].line
        raise SimulatorError(f"near line {line}: malformed LLVM IR ({error})") from error


class Parser(Reader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.result = ir.Module(lines=text.split("\n"))
        self.groups: dict[str, dict[str, str]] = {}

    # The module.

    def module(self) -> ir.Module:
        while self.token.kind != "end":
            token = self.token
            if token.kind == "local":
                self.type_definition()
            elif token.kind == "global":
                self.global_variable()
            elif token.kind == "metadata":
                self.metadata_definition()
            elif token.text in ("define", "declare"):
                self.function()
            elif token.text == "attributes":
                self.attribute_group()
            elif token.text == "target":
                self.at += 1
                kind = self.next().text
                self.expect("=")
                value = self.take("string").strip('"')
                if kind == "triple":
                    self.result.triple = value
            elif token.text == "source_filename" or token.text == "module":
                self.at += 3
            elif token.kind == "comdat":
                self.at += 4
            else:
                raise self.fail("a top-level entity")
        for function in self.result.functions.values():
            for group in [name for name in function.attributes if name.startswith("#")]:
                function.attributes.update(self.groups.get(group, {}))
        return self.result

    def global_variable(self) -> None:
        line = self.token.line
        name = unquote(self.next().text)
        self.expect("=")
        while self.token.text in LINKAGE:
            self.at += 1
            if self.token.text == "(":
                self.skip_balanced()
        space = self.address_space()
        while self.token.text in LINKAGE:
            self.at += 1
        if self.token.text not in ("global", "constant"):
            raise self.fail("global or constant")
        constant = self.next().text == "constant"
        type_ = self.type()
        initializer = None
        if self.token.text != "," and self.starts_constant():
            initializer = self.value(type_)
        align = type_.align
        while self.accept(","):
            if self.accept("align"):
                align = self.integer()
            elif self.token.kind == "metadata":
                self.at += 1
                self.metadata_node()
            else:
                self.at += 1
                if self.token.kind == "string":
                    self.at += 1
                elif self.token.text == "(":
                    self.skip_balanced()
        self.attributes()
        self.result.globals[name] = ir.GlobalVariable(name, type_, space, align, initializer, line, constant)

    def starts_constant(self) -> bool:
        """Whether an initialiser follows a global's type: the next line may start another entity."""
        token = self.token
        if token.line != self.tokens[self.at - 1].line:
            return False
        return token.kind in ("number", "string", "global", "word", "punct")

    def metadata_definition(self) -> None:
        name = self.next().text
        self.expect("=")
        self.accept("distinct")
        self.result.metadata[name] = self.metadata_node()

    def attribute_group(self) -> None:
        self.expect("attributes")
        name = self.take("attribute")
        self.expect("=")
        self.expect("{")
        group: dict[str, str] = {}
        while not self.accept("}"):
            token = self.next()
            if token.kind == "end":
                raise self.fail("'}'")
            key = token.text.strip('"')
            group[key] = ""
            if self.accept("="):
                group[key] = self.next().text.strip('"')
            elif self.token.text == "(":
                group[key] = self.skip_balanced()
        self.groups[name] = group

    # Functions.

    def function(self) -> None:
        line = self.token.line
        defined = self.next().text == "define"
        kernel = False
        while self.token.kind == "metadata":
            self.at += 1
            self.metadata_node()
        while self.token.kind == "word":
            text = self.token.text
            if text in LINKAGE:
                self.at += 1
            elif text.endswith(("cc", "_kernel", "_device")) or text in ("spir_func", "amdgpu_cs"):
                kernel = kernel or text.endswith("_kernel")
                self.at += 1
            elif text in ATTRIBUTES:
                self.attributes()
            else:
                break
        result = self.type()
        name = unquote(self.take("global"))
        self.expect("(")
        parameters, attributes = self.parameters()
        writeonly = frozenset(name for (_, name), found in zip(parameters, attributes, strict=True) if "writeonly" in found)
        function = ir.Function(name, result, parameters, line, kernel, writeonly=writeonly, parameter_attributes=attributes)
        while self.token.text != "{" and self.token.kind in ("word", "attribute", "string", "metadata"):
            if not defined and self.token.text in (
                "define",
                "declare",
                "attributes",
                "target",
                "source_filename",
            ):
                break
            if self.token.kind == "metadata":
                if not defined:
                    break
                self.at += 1
                self.metadata_node()
                continue
            found = self.attributes()
            function.attributes.update(found)
            if not found and self.token.text != "{" and self.token.kind == "word":
                if not defined and self.token.text in ("define", "declare", "attributes", "target"):
                    break
                self.at += 1
                if self.token.text == "(":
                    self.skip_balanced()
        if defined:
            self.body(function)
            self.result.functions[name] = function
        elif name.startswith("llvm."):
            self.result.intrinsics[name] = (result, tuple(type_ for type_, _ in parameters))

    def parameters(self) -> tuple[list[tuple[ir.Type, str]], list[dict[str, str]]]:
        """Type and name of each parameter; the attributes of each."""
        parameters: list[tuple[ir.Type, str]] = []
        attributes: list[dict[str, str]] = []
        while not self.accept(")"):
            if not self.accept("..."):
                type_ = self.type()
                attributes.append(self.attributes())
                name = str(len(parameters))
                if self.token.kind == "local":
                    name = unquote(self.next().text)
                parameters.append((type_, name))
            self.accept(",")
        return parameters, attributes

    def body(self, function: ir.Function) -> None:
        self.expect("{")
        number = sum(name.isdigit() for _, name in function.parameters)
        block: ir.Block | None = None
        while not self.accept("}"):
            if self.token.kind == "end":
                raise self.fail("'}'")
            if self.token.kind == "label":
                block = ir.Block(_label_name(self.next().text))
                function.blocks.append(block)
                number = max(number, int(block.name) + 1) if block.name.isdigit() else number
                continue
            if self.token.kind == "record":
                self.at += 1
                self.skip_balanced()
                continue
            if block is None:
                block = ir.Block(str(number))
                number += 1
                function.blocks.append(block)
            instruction = self.instruction()
            block.instructions.append(instruction)
            if instruction.name and instruction.name.isdigit():
                number = int(instruction.name) + 1
            if instruction.op in TERMINATORS:
                block = None  # what follows without a label is a block with the next number for its name

    # Instructions.

    def instruction(self) -> ir.Instruction:
        token = self.token
        name = None
        if token.kind == "local":
            name = unquote(self.next().text)
            self.expect("=")
        flags = self.flags()
        op = self.take("word")
        instruction = self.operation(op, token.line, flags)
        instruction.name = name if instruction.type != ir.VOID else None
        instruction.line = token.line
        while self.accept(","):
            if self.token.kind == "metadata":
                key = self.next().text[1:]
                instruction.metadata[key] = self.metadata_node()
            elif self.accept("align"):
                instruction.extra["align"] = self.integer()
            else:
                raise self.fail("an attachment")
        return instruction

    def operation(self, op: str, line: int, flags: frozenset[str]) -> ir.Instruction:
        if op in BINARY:
            flags |= self.flags()
            left = self.typed()
            self.expect(",")
            return ir.Instruction(op, left.type, [left, self.value(left.type)], line, None, flags)
        if op in CASTS:
            flags |= self.flags()
            operand = self.typed()
            self.expect("to")
            return ir.Instruction(op, self.type(), [operand], line, None, flags)
        reader = getattr(self, "read_" + op, None)
        if reader is None:
            raise SimulatorError(f"line {line}: unknown instruction {op!r}")
        instruction: ir.Instruction = reader(line, flags | (self.flags() if self.token.text in FLAGS else frozenset()))
        instruction.op = op
        return instruction

    def _make(
        self, line: int, flags: frozenset[str], type_: ir.Type, operands: Iterable[ir.Operand], **extra: Any
    ) -> ir.Instruction:
        return ir.Instruction("", type_, list(operands), line, None, flags, extra)

    def operands(self) -> list[ir.Operand]:
        found = [self.typed()]
        while self.token.text == "," and self.tokens[self.at + 1].kind != "metadata":
            self.expect(",")
            found.append(self.typed())
        return found

    def read_icmp(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        predicate = self.take("word")
        left = self.typed()
        self.expect(",")
        right = self.value(left.type)
        type_ = ir.VectorType(left.type.count, ir.I1) if isinstance(left.type, ir.VectorType) else ir.I1
        return self._make(line, flags, type_, [left, right], predicate=predicate)

    read_fcmp = read_icmp

    def read_fneg(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        operand = self.typed()
        return self._make(line, flags, operand.type, [operand])

    read_freeze = read_fneg

    def read_select(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        operands = self.operands()
        return self._make(line, flags, operands[1].type, operands)

    def read_extractelement(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        operands = self.operands()
        return self._make(line, flags, element_type(operands[0].type), operands)

    def read_insertelement(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        operands = self.operands()
        return self._make(line, flags, operands[0].type, operands)

    def read_shufflevector(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        left, right, mask = self.operands()
        count = ir.expect(mask.type, ir.VectorType).count
        return self._make(line, flags, ir.VectorType(count, element_type(left.type)), [left, right, mask])

    def indices(self) -> tuple[int, ...]:
        found = []
        while self.token.text == "," and self.tokens[self.at + 1].kind == "number":
            self.expect(",")
            found.append(self.integer())
        return tuple(found)

    def read_extractvalue(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        aggregate = self.typed()
        indices = self.indices()
        type_ = aggregate.type
        for index in indices:
            members = type_.elements if isinstance(type_, ir.StructType) else (getattr(type_, "element", ir.VOID),)
            type_ = members[index] if isinstance(type_, ir.StructType) and index < len(members) else members[0]
        return self._make(line, flags, type_, [aggregate], indices=indices)

    def read_insertvalue(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        aggregate = self.typed()
        self.expect(",")
        value = self.typed()
        return self._make(line, flags, aggregate.type, [aggregate, value], indices=self.indices())

    def read_phi(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        type_ = self.type()
        operands, labels = [], []
        while True:
            self.expect("[")
            operands.append(self.value(type_))
            self.expect(",")
            labels.append(unquote(self.take("local")))
            self.expect("]")
            if self.token.text != "," or self.tokens[self.at + 1].text != "[":
                break
            self.expect(",")
        return self._make(line, flags, type_, operands, labels=tuple(labels))

    def label(self) -> str:
        self.expect("label")
        return unquote(self.take("local"))

    def read_br(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        if self.token.text == "label":
            return self._make(line, flags, ir.VOID, [], labels=(self.label(),))
        condition = self.typed()
        self.expect(",")
        true = self.label()
        self.expect(",")
        return self._make(line, flags, ir.VOID, [condition], labels=(true, self.label()))

    def read_switch(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        value = self.typed()
        self.expect(",")
        labels, cases = [self.label()], []
        self.expect("[")
        while not self.accept("]"):
            case = self.typed()
            self.expect(",")
            cases.append(case)
            labels.append(self.label())
        return self._make(line, flags, ir.VOID, [value, *cases], labels=tuple(labels))

    def read_ret(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        type_ = self.type()
        return self._make(line, flags, ir.VOID, [] if type_ == ir.VOID else [self.value(type_)])

    def read_unreachable(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        return self._make(line, flags, ir.VOID, [])

    def read_getelementptr(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        element = self.type()
        self.expect(",")
        operands = self.operands()
        counts = [o.type.count for o in operands if isinstance(o.type, ir.VectorType)]
        type_ = operands[0].type
        if counts and not isinstance(type_, ir.VectorType):
            type_ = ir.VectorType(counts[0], element_type(type_))
        return self._make(line, flags, type_, operands, element=element)

    def read_alloca(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        type_ = self.type()
        operands, extra = [], {"align": type_.align}
        space = 0
        while self.token.text == "," and self.tokens[self.at + 1].kind != "metadata":
            self.expect(",")
            if self.accept("align"):
                extra["align"] = self.integer()
            elif self.token.text == "addrspace":
                space = self.address_space()
            else:
                operands.append(self.typed())
        return self._make(line, flags, ir.PointerType(space), operands, element=type_, **extra)

    def ordering(self) -> dict[str, str]:
        extra = {}
        if self.accept("syncscope"):
            self.expect("(")
            extra["scope"] = self.take("string").strip('"')
            self.expect(")")
        if self.token.text in _ORDERINGS:
            extra["ordering"] = self.next().text
        return extra

    def read_load(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        type_ = self.type()
        self.expect(",")
        pointer = self.typed()
        return self._make(line, flags, type_, [pointer], align=type_.align, **self.ordering())

    def read_store(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        value = self.typed()
        self.expect(",")
        pointer = self.typed()
        return self._make(line, flags, ir.VOID, [value, pointer], align=value.type.align, **self.ordering())

    def read_fence(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        return self._make(line, flags, ir.VOID, [], **self.ordering())

    def read_atomicrmw(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        operation = self.take("word")
        pointer = self.typed()
        self.expect(",")
        value = self.typed()
        extra = self.ordering()
        return self._make(line, flags, value.type, [pointer, value], operation=operation, align=value.type.align, **extra)

    def read_cmpxchg(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        operands = self.operands()
        type_ = ir.StructType((operands[1].type, ir.I1))
        extra = self.ordering()
        extra["failure"] = self.next().text
        return self._make(line, flags, type_, operands, align=operands[1].type.align, **extra)

    def read_call(self, line: int, flags: frozenset[str]) -> ir.Instruction:
        while self.token.kind == "word" and (self.token.text.endswith("cc") or self.token.text == "amdgpu_gfx"):
            self.at += 1
        attributes = self.attributes()
        type_ = self.type()
        if self.token.text == "(":
            self.skip_balanced()
        callee = self.value(ir.PointerType())
        self.expect("(")
        operands = []
        while not self.accept(")"):
            operands.append(self.typed())
            self.accept(",")
        self.attributes()
        bundles = self.bundles() if self.token.text == "[" else []
        return self._make(line, flags, type_, operands, callee=callee, attributes=attributes, bundles=bundles)

    def bundles(self) -> list[tuple[str, list[ir.Operand]]]:
        """The operand bundles of a call: the tag of each, and its operands."""
        found = []
        self.expect("[")
        while not self.accept("]"):
            tag, operands = self.take("string").strip('"'), []
            self.expect("(")
            while not self.accept(")"):
                operands.append(self.typed())
                self.accept(",")
            found.append((tag, operands))
            self.accept(",")
        return found


def _label_name(text: str) -> str:
    return unquote("%" + text[:-1])
