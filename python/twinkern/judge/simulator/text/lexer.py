"""Tokens of LLVM IR text."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from .errors import SimulatorError

_NAME = r'(?:[-a-zA-Z$._][-a-zA-Z$._0-9]*|[0-9]+|"[^"]*")'
_TOKEN = re.compile(
    rf"""(?P<space>\s+|;[^\n]*)
  | (?P<label>(?:[-a-zA-Z$._0-9]+|"[^"]*"):(?!:))
  | (?P<local>%{_NAME})
  | (?P<global>@{_NAME})
  | (?P<comdat>\${_NAME})
  | (?P<attribute>\#[0-9]+)
  | (?P<record>\#dbg_[a-z_]+)
  | (?P<metadata>![-a-zA-Z$._0-9\\]*)
  | (?P<string>c?"[^"]*")
  | (?P<number>0x[HKLMR]?[0-9a-fA-F]+|[us]0x[0-9a-fA-F]+
      |[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|-?[0-9]+)
  | (?P<word>[a-zA-Z$._][-a-zA-Z$._0-9]*)
  | (?P<punct>\.\.\.|[()\[\]{{}}<>,=*|^])
""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str
    line: int


def tokenize(text: str) -> list[Token]:
    """All tokens but white space and comments, then one of kind "end"."""
    starts = [0] + [m.end() for m in re.finditer("\n", text)]
    tokens = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            line = bisect_right(starts, at)
            raise SimulatorError(f"line {line}: this is not LLVM IR: {text[at : at + 20]!r}")
        if match.lastgroup != "space":
            tokens.append(Token(match.lastgroup or "", match.group(), bisect_right(starts, at)))
        at = match.end()
    tokens.append(Token("end", "", len(starts)))
    return tokens


def unquote(name: str) -> str:
    """`%"a b"` and `%a` name the same way: without sigil and quotes."""
    name = name[1:] if name[0] in "%@$" else name
    return name[1:-1] if name.startswith('"') else name
