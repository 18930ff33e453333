"""Work items that are cut and stages that are added, in both engines: they print the same, so what the simulator sees of the
Python engine's (tests/test_work_item.py) holds for the C engine."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

from tests.gate.built_engine import Build
from tests.support import spec_of
from tests.test_work_item import KERNELS, PHASES, doctored, doubled, part_of

from twinkern._contract import Predicate
from twinkern.engine.ir.builder import Builder, Node
from twinkern.engine.tile.output_chain import Element

ITEM = """
    const long begin = atol(getenv("TWK_K_BEGIN"));
    const long end = atol(getenv("TWK_K_END"));
    const twk_work_item item = {tile, twk_constant(b, begin), twk_constant(b, end), end - begin,
                                twk_constant_of(b, begin == 0, TWK_I1), twk_constant_of(b, end == shape->k, TWK_I1), NULL};
"""
STAGES = """
static twk_node *doubled(twk_builder *b, const twk_element *element, twk_node *value) {
    return twk_arithmetic(b, TWK_OP_FADD, value, value);
}
static twk_node *some(twk_builder *b, const twk_element *element, twk_node *value) {
    twk_node *m = twk_element_m(b, element);
    twk_node *n = twk_element_n(b, element);
    twk_node *above = twk_compare(b, TWK_PREDICATE_ULT, m, n);
    twk_node *begins = twk_select(b, element->tile->kernel->item.first, above, element->tile->kernel->item.last);
    twk_node *twice = doubled(b, element, value);
    return twk_select(b, begins, twice, value);
}
static const twk_stage stages[] = {some, doubled};
"""
CHANGES = (
    ("conv/work_item.c", "#include <stdlib.h>\n",
     "    const twk_work_item item = {tile, twk_constant(b, 0), reduction, shape->k_unit, always, always, NULL};\n", ITEM),
    ("conv/emit.c", "", "twk_make_output_tile(kernel, NULL, 0)", "twk_make_output_tile(kernel, stages, 2)"),
    ("conv/emit.c", "", "/* Emit the body of the kernel that mult", f"{STAGES}/* Emit the body of the kernel that mult"),
)  # fmt: skip


def some(b: Builder, element: Element, value: Node) -> Node:
    """Twice the value above the diagonal, in the part of the sum where it begins; else where it ends."""
    m, n = element.m(b), element.n(b)
    above = b.compare(Predicate.ULT, m, n)
    begins = b.select(element.tile.kernel.item.first, above, element.tile.kernel.item.last)
    return b.select(begins, doubled(b, element, value), value)


def test_both_engines_print_the_same_parts(tmp_path: Path):
    build = Build(tmp_path)
    for file, head, before, after in CHANGES:
        text = (build.source / file).read_text()
        assert text.count(before) == 1, f"{file} does not hold {before!r} just once"
        (build.source / file).write_text(head + text.replace(before, after))
    objects = {**build.objects, **{file: build.compile(build.source / file) for file, *_ in CHANGES}}
    work = [(words, begin, end) for words in (*KERNELS.values(), PHASES) for begin, end in ((0, 40), (32, 64), (24, 1 << 10))]
    (tmp_path / "work").write_bytes(pickle.dumps([(spec_of(words), begin, end) for words, begin, end in work]))
    command = [sys.executable, Path(__file__).with_name("emit_parts.py"), build.link(objects, "parts"), tmp_path / "work"]
    done = subprocess.run(command, capture_output=True, check=True)
    found = pickle.loads(done.stdout)
    assert len(found) == len(set(found)) == len(work)
    for (words, begin, end), text in zip(work, found, strict=True):
        assert text == doctored(words, part_of(begin, end), (some, doubled)).text, (words, begin, end)
