"""Hold a C engine that was built aside against recorded answers: `python against_recorded.py EXTENSION RECORDED`.

Prints the first verdict that does not pass, and ends with status 1 where there is one.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from built_engine import load_extension


class Recorded:
    """The Python engine's answers, as they were recorded."""

    name = "python"

    def __init__(self, answers: dict) -> None:
        self.answers = answers

    def emit(self, data: bytes, flavor: str):
        """See twinkern.engines.Engine."""
        from twinkern.engine.spec.violations import Refusal
        from twinkern.engines import Program

        answer = self.answers[data, flavor]
        if isinstance(answer, Program):
            return answer
        raise Refusal(answer)


def compare(extension: str, recorded: str) -> str:
    """Hold an extension against what was recorded: the first verdict that does not pass, or nothing."""
    load_extension(extension)
    from twinkern.engines import NativeEngine
    from twinkern.gate.parity import compare_case

    cases, flavors, answers = pickle.loads(Path(recorded).read_bytes())
    engines = Recorded(answers), NativeEngine()
    for case in cases:
        for flavor in flavors:
            verdict = compare_case(case, flavor, engines)
            if not verdict.ok:
                return f"{case.name} {flavor}: {verdict.status}"
    return ""


if __name__ == "__main__":
    found = compare(*sys.argv[1:])
    print(found)
    sys.exit(1 if found else 0)
