"""A strict reader for the JSON that a spec needs: objects, lists, 64-bit integers, plain strings, true, false, null.

Both engines have this reader, because the messages of a library's parser could not be matched. Columns count bytes from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from twinkern._contract import JSON_DEPTH_LIMIT, JSON_DIGIT_LIMIT, JSON_LENGTH_LIMIT
from twinkern.engine.spec.violations import Refusal, quote, refuse

END_OF_INPUT = -1


JsonValue = dict[str, Any] | list[Any] | int | str | bool | None
"""Members of an object are in the order of the text."""


def named(value: JsonValue) -> str:
    """What a message calls this value, which it repeats where it is a string."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return "an integer"
    if isinstance(value, str):
        return f"the string {quote(value)}"
    return "a list" if isinstance(value, list) else "an object"


class Reader:
    """One pass over the text, by recursive descent."""

    __slots__ = ("data", "at")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def place(self, at: int) -> tuple[int, int]:
        """Line and column of a byte, both from 1."""
        return self.data.count(b"\n", 0, at) + 1, at - (self.data.rfind(b"\n", 0, at) + 1) + 1

    def peek(self) -> int:
        """The next byte that is no white space, or END_OF_INPUT."""
        while self.at < len(self.data) and self.data[self.at] in b" \t\r\n":
            self.at += 1
        return self.data[self.at] if self.at < len(self.data) else END_OF_INPUT

    def unexpected(self, expected: str) -> Refusal:
        """A refusal for the byte at hand."""
        byte = self.data[self.at] if self.at < len(self.data) else END_OF_INPUT
        if byte == END_OF_INPUT:
            found = "the end of the input"
        elif 0x20 < byte < 0x7F:
            found = f"'{chr(byte)}'"
        else:
            found = f"byte {byte}"
        return refuse("JSON_SYNTAX", *self.place(self.at), found, expected)

    def value(self, depth: int) -> JsonValue:
        """Any value; `depth` is the number of lists and objects around it."""
        byte = self.peek()
        if byte in (ord("{"), ord("[")):
            if depth == JSON_DEPTH_LIMIT:
                raise refuse("JSON_DEPTH", *self.place(self.at), JSON_DEPTH_LIMIT)
            return self.object(depth) if byte == ord("{") else self.list(depth)
        if byte == ord('"'):
            return self.string()
        if byte == ord("-") or 0x30 <= byte <= 0x39:
            return self.integer()
        for word, meaning in ((b"true", True), (b"false", False), (b"null", None)):
            if self.data.startswith(word, self.at):
                self.at += len(word)
                return meaning
        raise self.unexpected("a value")

    def entries(self, close: str) -> Iterator[None]:
        """Once for each entry of a list or an object, from its bracket or brace on: who asks is to read the entry."""
        self.at += 1
        byte = self.peek()
        while byte != ord(close):
            yield
            byte = self.peek()
            if byte not in (ord(","), ord(close)):
                raise self.unexpected(f"',' or '{close}'")
            self.at += byte == ord(",")
        self.at += 1

    def object(self, depth: int) -> dict[str, JsonValue]:
        """An object, from its brace on."""
        members: dict[str, JsonValue] = {}
        for _ in self.entries("}"):
            if self.peek() != ord('"'):
                raise self.unexpected("a key in double quotes")
            start = self.at
            key = self.string()
            if key in members:
                raise refuse("JSON_DUPLICATE", *self.place(start), quote(key))
            if self.peek() != ord(":"):
                raise self.unexpected("':'")
            self.at += 1
            members[key] = self.value(depth + 1)
        return members

    def list(self, depth: int) -> list[JsonValue]:
        """A list, from its bracket on."""
        return [self.value(depth + 1) for _ in self.entries("]")]

    def string(self) -> str:
        """A string, from its quote on."""
        start = self.at + 1
        end = start
        while end < len(self.data) and 0x20 <= self.data[end] < 0x7F and self.data[end] not in b'"\\':
            end += 1
        self.at = end
        if end == len(self.data):
            raise self.unexpected("'\"'")
        if self.data[end] != ord('"'):
            raise refuse("JSON_STRING", *self.place(end))
        self.at = end + 1
        return self.data[start:end].decode("ascii")

    def integer(self) -> int:
        """An integer, from its sign or first digit on."""
        start = self.at
        digits = start + (self.data[start] == ord("-"))
        end = digits
        while end < len(self.data) and 0x30 <= self.data[end] <= 0x39:
            end += 1
        leading_zero = end > digits + 1 and self.data[digits] == 0x30
        goes_on = end < len(self.data) and self.data[end] in b".eE+-"
        if end == digits or end - digits > JSON_DIGIT_LIMIT or leading_zero or goes_on:
            raise refuse("JSON_INTEGER", *self.place(start))
        self.at = end
        return int(self.data[start:end])


def read_json(data: bytes) -> JsonValue:
    """Read one value that is the whole of `data`.

    Raises Refusal with a JSON_* rule at the first byte that cannot be read.
    """
    if len(data) > JSON_LENGTH_LIMIT:
        raise refuse("JSON_TOO_LONG", len(data), JSON_LENGTH_LIMIT)
    reader = Reader(data)
    if reader.peek() == END_OF_INPUT:
        raise refuse("JSON_EMPTY")
    value = reader.value(0)
    if reader.peek() != END_OF_INPUT:
        raise reader.unexpected("the end of the input")
    return value
