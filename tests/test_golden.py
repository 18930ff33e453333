"""Golden hashes: what is accepted, by whom it may be changed, and what is noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support import TINY, spec_of

from twinkern import FLAVORS
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, PythonEngine
from twinkern.gate import golden
from twinkern.gate.cases import Case
from twinkern.gate.golden import GoldenError, bless, check

ONE = Case("one", "emits", spec_of(f"direction=forward {TINY}"), showpiece=True)
TWO = Case("two", "emits", spec_of("direction=wgrad n=1 c=1 k=1 input=1x1 filter=1x1"))
BAD = Case("bad", "refused", spec_of("direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 groups=3"), reject="PROBLEM_GROUPS")
CASES = [ONE, TWO, BAD]
FIRST = ["first", "  added one", "  added two", "  added bad", "  wrote showpieces/one.ll"]
OTHER = replace(TWO, data=spec_of("direction=wgrad n=1 c=1 k=1 input=2x1 filter=1x1"))


@pytest.fixture(scope="module")
def blessed_once(tmp_path_factory):
    """A directory in which all cases were blessed."""
    directory = tmp_path_factory.mktemp("golden")
    assert bless(CASES, directory, "first") == ["one", "two", "bad"]
    return directory


@pytest.fixture
def blessed(blessed_once, tmp_path):
    """A copy of it to change."""
    for path in blessed_once.rglob("*"):
        if path.is_file():
            target = tmp_path / path.relative_to(blessed_once)
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(path.read_bytes())
    return tmp_path


def hashes(directory) -> golden.Entries:
    return golden.read_hashes(directory)


def keep(directory, entries: golden.Entries) -> None:
    (directory / golden.HASHES).write_text(golden.as_lines(entries))


def log(directory) -> list[str]:
    """The lines of the log, without what stands before a reason: when it was given."""
    lines = (directory / golden.LOG).read_text().splitlines()
    return [line if line.startswith(" ") else line.split(": ", 1)[1] for line in lines]


def found(directory, cases=CASES, whole=True) -> list[tuple[str, str, str]]:
    return [(row.case, row.flavor, row.status) for row in check(cases, directory, whole)]


def test_blessed_cases_hold(blessed):
    assert found(blessed) == []
    kept = hashes(blessed)
    assert list(kept) == ["bad", "one", "two"] and all(set(row) == set(FLAVORS) for row in kept.values())
    program = PythonEngine().emit(ONE.data, DEFAULT_FLAVOR)
    assert kept["one"][DEFAULT_FLAVOR]["text"] == program.sha256
    assert kept["bad"][DEFAULT_FLAVOR]["reject"] == "PROBLEM_GROUPS"
    assert (blessed / "showpieces/one.ll").read_text() == program.text
    assert log(blessed) == FIRST


def test_no_file_yet_is_all_missing(tmp_path):
    rows = found(tmp_path, [TWO])
    assert rows == [("two", flavor, "missing") for flavor in FLAVORS]


def test_missing_entry(blessed):
    kept = hashes(blessed)
    del kept["two"]["llvm20"]
    keep(blessed, kept)
    assert found(blessed) == [("two", "llvm20", "missing")]


def test_stale_entries(blessed):
    kept = hashes(blessed)
    kept["gone"] = kept["two"]
    kept["one"]["llvm19"] = kept["one"]["llvm20"]
    keep(blessed, kept)
    (blessed / "showpieces/gone.ll").write_text("")
    assert sorted(found(blessed)) == [
        ("gone", "*", "stale"),
        ("gone", DEFAULT_FLAVOR, "stale"),
        ("one", "llvm19", "stale"),
    ]
    assert found(blessed, [TWO], whole=False) == []


@pytest.mark.parametrize("key", ["text", "manifest", "spec"])
def test_changed_entry(blessed, key):
    kept = hashes(blessed)
    kept["two"]["llvm22"][key] = golden.digest("other")
    keep(blessed, kept)
    (row,) = check(CASES, blessed)
    assert (row.case, row.flavor, row.status, row.detail) == ("two", "llvm22", "changed", f"differs in {key}")


def test_changed_message_of_a_refusal(blessed):
    kept = hashes(blessed)
    kept["bad"]["llvm22"]["message"] = golden.digest("other")
    keep(blessed, kept)
    assert found(blessed) == [("bad", "llvm22", "changed")]


def test_showpiece_changed_or_missing(blessed):
    path = blessed / "showpieces/one.ll"
    path.write_text(path.read_text() + "\n")
    assert found(blessed) == [("one", DEFAULT_FLAVOR, "changed")]
    path.unlink()
    assert found(blessed) == [("one", DEFAULT_FLAVOR, "missing")]


def test_engines_that_differ(blessed, monkeypatch):
    """Neither checked nor blessed: the golden text is no tie-break."""
    emit = NativeEngine.emit

    def altered(self, data, flavor):
        program = emit(self, data, flavor)
        return replace(program, text=program.text + "; more\n")

    monkeypatch.setattr(NativeEngine, "emit", altered)
    assert found(blessed, [TWO], whole=False) == [("two", flavor, "different text") for flavor in FLAVORS]
    before = (blessed / golden.HASHES).read_bytes()
    with pytest.raises(GoldenError, match="case two, llvm20: different text; nothing was blessed"):
        bless([OTHER], blessed, "why not")
    assert (blessed / golden.HASHES).read_bytes() == before and log(blessed) == FIRST


def test_changed_case_must_pass_every_oracle(blessed, monkeypatch):
    """Both engines agree on a text that no LLVM takes."""
    right = PythonEngine.emit

    def misspelt(self, data, flavor):
        program = right(PythonEngine(), data, flavor)
        return replace(program, text=program.text.replace("s.barrier", "s.barier"))

    for engine in (PythonEngine, NativeEngine):
        monkeypatch.setattr(engine, "emit", misspelt)
    before = (blessed / golden.HASHES).read_bytes()
    with pytest.raises(GoldenError, match=r"case two: link llvm20 fails: .*nothing was blessed"):
        bless([TWO], blessed, "why not")
    assert (blessed / golden.HASHES).read_bytes() == before


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_reason_is_needed(blessed, reason):
    with pytest.raises(GoldenError, match="needs a reason"):
        bless([OTHER], blessed, reason)


def test_subset_leaves_other_entries_alone(blessed):
    before = hashes(blessed)
    assert bless([OTHER], blessed, "  a taller\n input ") == ["two"]
    after = hashes(blessed)
    assert after != before and {**after, "two": before["two"]} == before
    assert log(blessed) == [
        *FIRST,
        "a taller input",
        f"  changed two: manifest, spec, text in {', '.join(FLAVORS)}",
    ]
    assert found(blessed, [ONE, OTHER, BAD]) == []


def test_nothing_changed_leaves_no_trace(blessed):
    before = {path: path.read_bytes() for path in blessed.rglob("*") if path.is_file()}
    assert bless(CASES, blessed, "again") == []
    assert {path: path.read_bytes() for path in blessed.rglob("*") if path.is_file()} == before


def test_entries_go_only_when_asked(blessed):
    assert bless([OTHER], blessed, "a taller input") == ["two"]
    assert "one" in hashes(blessed)
    assert bless([], blessed, "one is gone", gone=["one"]) == ["one"]
    assert list(hashes(blessed)) == ["bad", "two"]
    assert not (blessed / "showpieces/one.ll").exists()
    assert log(blessed)[-3:] == ["one is gone", "  removed one", "  removed showpieces/one.ll"]
    assert found(blessed, [OTHER, BAD]) == []


def test_text_of_a_case_that_is_no_showpiece_any_more_goes(blessed):
    plain = replace(ONE, showpiece=False)
    assert found(blessed, [plain, TWO, BAD]) == [("one", DEFAULT_FLAVOR, "stale")]
    bless([plain], blessed, "shown enough")
    assert found(blessed, [plain, TWO, BAD]) == []


@pytest.mark.parametrize("text", ["\n", "{", "one llvm20\n", "\udcff"])
def test_broken_file(blessed, text):
    (blessed / golden.HASHES).write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(GoldenError, match=r"hashes\.txt cannot be read"):
        check(CASES, blessed)
    with pytest.raises(GoldenError, match=r"hashes\.txt cannot be read"):
        bless([TWO], blessed, "reason", CASES)
