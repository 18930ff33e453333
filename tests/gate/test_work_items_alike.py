"""Work items that are cut, in both engines: they print the same, so what the simulator sees of the
Python engine's (tests/test_work_item.py) holds for the C engine."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

from tests.gate.built_engine import Build
from tests.support import spec_of
from tests.test_work_item import KERNELS, PHASES, doctored, part_of

ITEM = """
    const long begin = atol(getenv("TWK_K_BEGIN"));
    const long end = atol(getenv("TWK_K_END"));
    const twk_work_item item = {tile, twk_constant(b, begin), twk_constant(b, end), end - begin,
                                twk_constant_of(b, begin == 0, TWK_I1), twk_constant_of(b, end == shape->k, TWK_I1), NULL};
"""
CHANGES = (
    ("conv/work_item.c", "#include <stdlib.h>\n",
     "    const twk_work_item item = {tile, twk_constant(b, 0), reduction, shape->k_unit, always, always, NULL};\n", ITEM),
)  # fmt: skip


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
        assert text == doctored(words, part_of(begin, end)).text, (words, begin, end)
