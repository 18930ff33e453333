"""Reading JSON: what is refused, where exactly, and that both engines say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import explain_both

from twinkern._contract import JSON_DEPTH_LIMIT, JSON_DIGIT_LIMIT, JSON_LENGTH_LIMIT
from twinkern.engine.spec.json_reader import read_json
from twinkern.engine.spec.violations import Refusal

NUMBERS = "numbers are integers of at most 18 digits, with no sign +, leading zero, fraction or exponent"
STRINGS = "strings hold printable ASCII characters, with no escapes"
REFUSED = [
    (b"", "JSON_EMPTY", "the input is empty; expected"),
    (b" \n\t\r ", "JSON_EMPTY", "the input is empty; expected"),
    (b" " * (JSON_LENGTH_LIMIT + 1), "JSON_TOO_LONG", "the input has 16385 bytes; at most 16384 are read"),
    (b"{", "JSON_SYNTAX", "line 1, column 2: found the end of the input, expected a key in double quotes"),
    (b'{"a"', "JSON_SYNTAX", "line 1, column 5: found the end of the input, expected ':'"),
    (b'{"a" 1}', "JSON_SYNTAX", "line 1, column 6: found '1', expected ':'"),
    (b'{"a":}', "JSON_SYNTAX", "line 1, column 6: found '}', expected a value"),
    (b'{"a":1', "JSON_SYNTAX", "line 1, column 7: found the end of the input, expected ',' or '}'"),
    (b'{"a":1,}', "JSON_SYNTAX", "line 1, column 8: found '}', expected a key in double quotes"),
    (b'{"a":1;"b":2}', "JSON_SYNTAX", "line 1, column 7: found ';', expected ',' or '}'"),
    (b"[1 2]", "JSON_SYNTAX", "line 1, column 4: found '2', expected ',' or ']'"),
    (b"[1,]", "JSON_SYNTAX", "line 1, column 4: found ']', expected a value"),
    (b"[1]\n\n  x", "JSON_SYNTAX", "line 3, column 3: found 'x', expected the end of the input"),
    (b"{}\x00", "JSON_SYNTAX", "line 1, column 3: found byte 0, expected the end of the input"),
    (b"\xef\xbb\xbf{}", "JSON_SYNTAX", "line 1, column 1: found byte 239, expected a value"),
    (b"\n[\xff]", "JSON_SYNTAX", "line 2, column 2: found byte 255, expected a value"),
    (b"nulL", "JSON_SYNTAX", "line 1, column 1: found 'n', expected a value"),
    (b"{'a':1}", "JSON_SYNTAX", "line 1, column 2: found ''', expected a key in double quotes"),
    (b'["abc', "JSON_SYNTAX", "line 1, column 6: found the end of the input, expected '\"'"),
    (b'["a\\n"]', "JSON_STRING", f"line 1, column 4: {STRINGS}"),
    (b'["a\tb"]', "JSON_STRING", f"line 1, column 4: {STRINGS}"),
    (b'{"\xc3\xa9":1}', "JSON_STRING", f"line 1, column 3: {STRINGS}"),
    (b'{"a":\n "b\x7f"}', "JSON_STRING", f"line 2, column 4: {STRINGS}"),
    *(
        (b"[7, " + number + b"]", "JSON_INTEGER", f"line 1, column 5: {NUMBERS}")
        for number in (b"-", b"01", b"-01", b"1.5", b"1e3", b"1E3", b"1+1", b"-x", b"9" * (JSON_DIGIT_LIMIT + 1), b"1" * 9000)
    ),
    (b"[+1]", "JSON_SYNTAX", "line 1, column 2: found '+', expected a value"),
    (b"[" * 9 + b"]" * 9, "JSON_DEPTH", f"line 1, column 9: nested deeper than {JSON_DEPTH_LIMIT} levels; a spec needs 3"),
    (b'{"a":\n' * 9, "JSON_DEPTH", f"line 9, column 1: nested deeper than {JSON_DEPTH_LIMIT} levels; a spec needs 3"),
    (b'{"a":1,"b":2,\r\n "a":3}', "JSON_DUPLICATE", 'line 2, column 2: key "a" was given before; give it once'),
    (
        b'{"' + b"k" * 41 + b'":1,"' + b"k" * 41 + b'":1}',
        "JSON_DUPLICATE",
        f'line 1, column 48: key "{"k" * 40}..." was given before; give it once',
    ),
]


@pytest.mark.parametrize(("data", "code", "message"), REFUSED, ids=range(len(REFUSED)))
def test_refused_at_its_place(data, code, message):
    with pytest.raises(Refusal) as caught:
        read_json(data)
    (violation,) = caught.value.violations
    assert (violation.code, violation.kind) == (code, "invalid")
    assert violation.message.startswith(message) if code == "JSON_EMPTY" else violation.message == message
    found = explain_both(data)
    assert found.violations == (violation,) and found.asked is None


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b' {"a" : [ 1 , -2,\t{} , [] ] ,\r\n"b":"x y"} ', {"a": [1, -2, {}, []], "b": "x y"}),
        (b"[true,false,null,0,-0]", [True, False, None, 0, 0]),
        (b"9" * JSON_DIGIT_LIMIT, 10**JSON_DIGIT_LIMIT - 1),
        (b"-" + b"9" * JSON_DIGIT_LIMIT, 1 - 10**JSON_DIGIT_LIMIT),
        (b"[" * JSON_DEPTH_LIMIT + b"]" * JSON_DEPTH_LIMIT, [[[[[[[[]]]]]]]]),
        (b" " * (JSON_LENGTH_LIMIT - 1) + b"1", 1),
    ],
)
def test_read(data, expected):
    value = read_json(data)
    assert value == expected and type(value) is type(expected)


TOKENS = (b"{", b"}", b"[", b"]", b":", b",", b'"a"', b'"n"', b"1", b"-0", b"18", b"1.", b"true", b"null", b" ", b"\n", b"\xff")


@given(st.lists(st.sampled_from(TOKENS), max_size=12).map(b"".join) | st.binary(max_size=12))
def test_both_engines_read_alike(data):
    explain_both(data)
