"""Golden files: only what was asked for changes, they are whole whenever a blessing ends, and old text can be seen again."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support import ROOT

from twinkern import FLAVORS
from twinkern.gate import golden
from twinkern.gate.cases import load_cases
from twinkern.gate.golden import GoldenError, as_lines, bless, check, read_hashes
from twinkern.gate.golden_diff import compare_with, difference
from twinkern.judge.proof import NEEDED, Check, Proof

CASE_FILE = """
[[case]]
name = "one"
reason = "emits"
spec = "direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 pad=1"
showpiece = true

[[case]]
name = "two"
reason = "emits"
spec = "direction=wgrad n=1 c=1 k=1 input=1x1 filter=1x1"

[[case]]
name = "bad"
reason = "is refused"
spec = "direction=forward n=1 c=8 k=8 input=4x4 filter=3x3 groups=3"
reject = "PROBLEM_GROUPS"
"""


def proven(cases):
    """What the other oracles would say, without asking them."""
    rows = tuple(Check(name, True, "") for name in sorted(NEEDED))
    return [Proof(case.name, "kernel", "gfx950", "forward", rows, {}, 0.0) for case in cases]


@pytest.fixture
def tree(tmp_path, monkeypatch) -> Path:
    """A source tree with cases whose golden files hold."""
    (tmp_path / "parity/cases").mkdir(parents=True)
    (tmp_path / "parity/cases/some.toml").write_text(CASE_FILE)
    monkeypatch.setattr(golden, "stamp", lambda directory: "2026-01-01 abc")
    bless(load_cases(tmp_path / "parity/cases"), tmp_path / "golden", "first", prove=proven)
    return tmp_path


@pytest.fixture
def command(monkeypatch, run_here, tree) -> Callable[..., tuple[int, str, str]]:
    """Run the command line in that tree; status, output and errors."""
    monkeypatch.chdir(tree)
    monkeypatch.setattr("twinkern.gate.cases.SOURCE_CASES", tree / "parity/cases")
    return run_here


@pytest.fixture
def run(monkeypatch, command) -> Callable[..., tuple[int, str, str]]:
    """The same, where the other oracles find nothing wrong."""
    monkeypatch.setattr("twinkern.cli.gates.prove_all", lambda cases, jobs: proven(cases))
    return command


def contents(directory: Path) -> dict[str, bytes]:
    """All files by path, but hidden ones."""
    files = (path for path in directory.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in files}


def taller(tree: Path) -> None:
    """Change the spec of case "one"."""
    path = tree / "parity/cases/some.toml"
    path.write_text(path.read_text().replace("input=4x4 filter=3x3 pad=1", "input=6x4 filter=3x3 pad=1"))


# The file of hashes.

SUM = "0123456789abcdef" * 4
LINES = f"""\
bad llvm20 PROBLEM_GROUPS {SUM}
bad llvm22 PROBLEM_GROUPS {SUM}
one llvm20 {SUM} {SUM} {SUM[::-1]}
one_more llvm20 {SUM} {SUM} {SUM}
"""


def test_lines_are_read_and_written_alike(tmp_path):
    (tmp_path / golden.HASHES).write_text(LINES)
    kept = read_hashes(tmp_path)
    assert list(kept) == ["bad", "one", "one_more"] and list(kept["bad"]) == ["llvm20", "llvm22"]
    assert kept["bad"]["llvm22"] == {"reject": "PROBLEM_GROUPS", "message": SUM}
    assert kept["one"]["llvm20"] == {"text": SUM, "manifest": SUM, "spec": SUM[::-1]}
    assert as_lines(dict(reversed(kept.items()))) == LINES


def test_hashes_of_this_project_are_sorted_lines():
    path = ROOT / "golden" / golden.HASHES
    assert as_lines(read_hashes(path.parent)) == path.read_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LINES.replace("bad llvm22", "bad llvm20"), "line 2: bad, llvm20 is there twice"),
        ("".join(reversed(LINES.splitlines(keepends=True))), "line 2: the lines are not sorted"),
        (LINES + f"one llvm22 {SUM} {SUM} {SUM}\n", "line 5: the lines are not sorted"),
        (LINES.replace("one llvm20", "<<<<<<< ours\none llvm20"), "line 3: a conflict of a merge"),
        (LINES + "=======\n", "line 5: a conflict of a merge"),
        (LINES + ">>>>>>> theirs\n", "line 5: a conflict of a merge"),
        (LINES + "\n", "line 5: neither"),
        (LINES[:-2], "line 4: neither"),
        (LINES.replace("GROUPS ", "GROUPS  "), "line 1: neither"),
        (LINES.replace("\n", "\r\n"), "line 1: neither"),
        (LINES.replace(f" {SUM[::-1]}", ""), "line 3: neither"),
        (LINES.replace(SUM[::-1], SUM.upper()), "line 3: neither"),
        ("{}\n", "line 1: neither"),
    ],
)
def test_files_that_cannot_be_used(tmp_path, text, said):
    (tmp_path / golden.HASHES).write_bytes(text.encode())
    with pytest.raises(GoldenError, match=f"hashes.txt cannot be read: {said}"):
        read_hashes(tmp_path)


def test_git_merges_blessings_of_different_cases(repository):
    """Of one case they are a conflict, which is named."""
    cases = load_cases(repository / "parity/cases")
    path = repository / "golden/hashes.txt"
    first = path.read_text()
    sides = {}
    for side, old, new in (("ours", "bad", SUM), ("theirs", "two", SUM[::-1])):
        git(repository, "checkout", "-q", "-b", side, "master")
        sides[side] = re.sub(rf"(?m)^({old} .* )\w+$", rf"\g<1>{new}", first)
        path.write_text(sides[side])
        commit(repository)
    git(repository, "merge", "-q", "--no-edit", "ours")
    assert {row.case for row in check(cases, path.parent)} == {"bad", "two"}
    git(repository, "checkout", "-q", "-b", "third", "master")
    path.write_text(sides["theirs"].replace(SUM[::-1], SUM))
    commit(repository)
    with pytest.raises(subprocess.CalledProcessError):
        git(repository, "merge", "-q", "--no-edit", "theirs")
    with pytest.raises(GoldenError, match="line 7: a conflict of a merge that nobody resolved"):
        check(cases, path.parent)


STAMP = golden.stamp
"""As it is where no test replaces it."""


# Blessing.


def test_bless_touches_what_it_was_asked_to(run, tree):
    path = tree / "golden/hashes.txt"
    before = path.read_text().splitlines()
    taller(tree)
    assert run("golden", "bless", "--case", "o?e", "--reason", "a taller\ninput") == (0, "one\n1 cases changed\n", "")
    now = path.read_text().splitlines()
    assert [line for line in now if not line.startswith("one ")] == [line for line in before if not line.startswith("one ")]
    assert len({*before} - {*now}) == len({*now} - {*before}) == len(FLAVORS)
    assert (tree / "golden/log.txt").read_text() == (
        "2026-01-01 abc: first\n  added one\n  added two\n  added bad\n  wrote showpieces/one.ll\n"
        "2026-01-01 abc: a taller input\n  changed one: manifest, spec, text in llvm20, llvm22, llvm23\n"
        "  wrote showpieces/one.ll\n"
    )
    assert run("golden", "check")[0] == 0


def test_bless_by_position_and_by_option(run, tree):
    taller(tree)
    assert run("golden", "bless", "two", "--case", "one", "--reason", "x")[1] == "one\n1 cases changed\n"
    status, _, err = run("golden", "bless", "--reason", "x")
    assert status == 2 and "name the cases to bless" in err
    status, _, err = run("golden", "bless", "--case", "thre*", "--reason", "x")
    assert status == 2 and "no case thre*" in err


def test_entry_without_a_case_is_stale_until_it_is_named(run, tree):
    path = tree / "parity/cases/some.toml"
    path.write_text(path.read_text().replace('"two"', '"too"'))
    status, _, err = run("golden", "check")
    assert status == 1 and "two, *: stale" in err and "too, llvm20: missing" in err
    assert run("golden", "bless", "--case", "too", "--reason", "renamed")[1] == "too\n1 cases changed\n"
    assert "two" in read_hashes(tree / "golden")
    assert run("golden", "bless", "--case", "t*", "--reason", "renamed")[1] == "two\n1 cases changed\n"
    assert list(read_hashes(tree / "golden")) == ["bad", "one", "too"] and run("golden", "check")[0] == 0


def test_bless_where_no_hash_changes(command, tree):
    """There is nothing to prove then, and still something to do."""
    before = contents(tree)
    bless_all = ("golden", "bless", "--case", "*", "--reason", "ok", "--jobs", "2")
    assert command(*bless_all) == (0, "0 cases changed\n", "")
    assert contents(tree) == before
    (tree / "golden/showpieces/one.ll").unlink()
    assert command(*bless_all) == (0, "one\n1 cases changed\n", "")
    assert {**contents(tree), "golden/log.txt": b""} == {**before, "golden/log.txt": b""}
    path = tree / "parity/cases/some.toml"
    path.write_text(path.read_text().replace("showpiece = true", "showpiece = false"))
    assert command(*bless_all) == (0, "one\n1 cases changed\n", "") and not (tree / "golden/showpieces/one.ll").exists()
    path.write_text(path.read_text().replace('"two"', '"too"'))
    assert command("golden", "bless", "--case", "two", "--reason", "ok") == (0, "two\n1 cases changed\n", "")
    assert list(read_hashes(tree / "golden")) == ["bad", "one"]


def test_full_text_of_no_case_is_stale_until_it_is_named(command, tree):
    path = tree / "golden/showpieces/orphan.ll"
    path.write_text("; of a case that was renamed\n")
    status, _, err = command("golden", "check")
    assert status == 1 and "orphan, llvm22: stale" in err
    assert command("golden", "bless", "--case", "orphan", "--reason", "renamed") == (0, "orphan\n1 cases changed\n", "")
    assert not path.exists() and command("golden", "check")[0] == 0
    assert (tree / "golden/log.txt").read_text().endswith("renamed\n  removed showpieces/orphan.ll\n")


def test_reason_that_is_no_text(run, tree):
    taller(tree)
    before = contents(tree)
    status, out, err = run("golden", "bless", "--case", "one", "--reason", "a\udcff")
    assert (status, out) == (2, "") and err == "twinkern: the reason is no text: character 2 of 'a\\udcff' is not Unicode\n"
    assert contents(tree) == before


def test_blessings_at_the_same_time_lose_nothing(tree):
    """While one is proving its case, another begins and ends."""
    taller(tree)
    path = tree / "parity/cases/some.toml"
    path.write_text(path.read_text().replace("input=1x1", "input=2x1"))
    one, two, _ = load_cases(path)

    def late(cases):
        bless([two], tree / "golden", "the other", prove=proven)
        return proven(cases)

    assert bless([one], tree / "golden", "the one", prove=late) == ["one"]
    assert check(load_cases(path), tree / "golden") == []
    log = (tree / "golden/log.txt").read_text()
    assert log.index("the other\n  changed two") < log.index("the one\n  changed one")


BLESSING = """
import sys
from pathlib import Path
from twinkern.gate import golden
from twinkern.gate.cases import load_cases, select
from tests.gate.test_golden_files import proven

tree, name = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
golden.bless(select(load_cases(tree / "parity/cases"), [name]), tree / "golden", f"the {name}", prove=proven)
print("done", flush=True)
"""


def test_a_blessing_waits_for_another(tree):
    taller(tree)
    command = [sys.executable, "-c", BLESSING, str(tree), "one"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    before = contents(tree)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, env=environment, **pipes) as process:
        assert process.stdout.readline() == "ready\n"
        with golden.locked(tree / "golden"):
            process.stdin.write("go\n")
            process.stdin.flush()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(2)
            assert contents(tree) == before
        assert process.stdout.readline() == "done\n"
    assert check(load_cases(tree / "parity/cases"), tree / "golden") == []


@pytest.mark.parametrize("ok", [None, False])
@pytest.mark.parametrize("oracle", ["link", "simulator", "reference"])
def test_bless_needs_every_oracle(tree, oracle, ok):
    taller(tree)
    before = contents(tree)

    def failing(cases):
        for proof in proven(cases):
            yield replace(proof, checks=tuple(replace(row, ok=ok) if row.oracle == oracle else row for row in proof.checks))

    with pytest.raises(GoldenError, match=f"case one: {oracle} .*nothing was blessed"):
        bless(load_cases(tree / "parity/cases"), tree / "golden", "why not", prove=failing)
    assert contents(tree) == before


def test_only_changed_cases_are_proven(tree):
    asked = []
    taller(tree)
    bless(load_cases(tree / "parity/cases"), tree / "golden", "x", prove=lambda cases: asked.extend(cases) or proven(cases))
    assert [case.name for case in asked] == ["one"]


INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from twinkern.gate import golden
from twinkern.gate.cases import load_cases
from tests.gate.test_golden_files import proven

tree, call, at = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
original, calls = getattr(os, call), 0

def counting(*arguments):
    global calls
    calls += 1
    if calls == at:
        os.kill(os.getpid(), signal.SIGKILL)
    return original(*arguments)

setattr(os, call, counting)
golden.bless(load_cases(tree / "parity/cases"), tree / "golden", "a taller input", prove=proven)
"""


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_killed_half_way_leaves_whole_files(tree, call, at):
    """Showpiece, hashes and log are written, in this order: three places to be killed before, and as many after."""
    golden_files = tree / "golden"
    before = contents(golden_files)
    taller(tree)
    command = [sys.executable, "-c", INTERRUPTED, str(tree), call, str(at)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == -signal.SIGKILL
    cases = load_cases(tree / "parity/cases")
    half = contents(golden_files)
    assert half["log.txt"] == before["log.txt"], "the log says nothing that did not happen"
    assert (half["hashes.txt"] == before["hashes.txt"]) == (at < 3)
    assert bool(check(cases, golden_files)) == (at < 3), "what is half blessed is red"
    bless(cases, golden_files, "a taller input", prove=proven)
    whole = contents(golden_files)
    for name, text in half.items():
        assert text == before[name] or text == whole[name] or whole[name].startswith(text), name
    assert check(cases, golden_files) == [] and (b"a taller input" in whole["log.txt"]) == (at < 3)


def test_killed_blessing_leaves_no_file(tree):
    """What is written has no name until it is whole; what was named and not put in its place goes with the next blessing."""
    golden_files = tree / "golden"

    def listed() -> set[str]:
        return {path.name for path in golden_files.rglob("*")}

    known = listed()
    taller(tree)
    for call, left in (("fsync", 0), ("replace", 1)):
        command = [sys.executable, "-c", INTERRUPTED, str(tree), call, "1"]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
        assert done.returncode == -signal.SIGKILL and len(listed() - known) == left
    bless(load_cases(tree / "parity/cases"), golden_files, "a taller input", prove=proven)
    assert listed() == known


def test_log_says_when_and_on_what(repository):
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=repository, capture_output=True, text=True, check=True).stdout
    found = STAMP(repository)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d [0-9a-f]{12}", found) and head.startswith(found.split()[1])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", STAMP(Path("/")))


# Another revision.


def git(tree: Path, *arguments: str) -> None:
    """Run git, as somebody."""
    who = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(tree), *who, *arguments], check=True, capture_output=True)


def commit(tree: Path) -> None:
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "then")


@pytest.fixture
def repository(tree) -> Path:
    """A repository whose committed engine prints one attribute more."""
    leave_out = shutil.ignore_patterns("__pycache__", "*.so", "*.o")
    shutil.copytree(ROOT / "python/twinkern", tree / "python/twinkern", ignore=leave_out)
    contract = tree / "python/twinkern/_contract.py"
    contract.write_text(contract.read_text().replace("'nounwind \"amdgpu", "'nounwind \"then\" \"amdgpu"))
    git(tree, "init", "-q", "-b", "master")
    commit(tree)
    return tree


def diff(tree: Path, revision: str = "HEAD", **options):
    return compare_with(revision, load_cases(tree / "parity/cases"), tree / "parity/cases", tree / "golden", **options)


def test_equal_changes_are_shown_once(repository):
    found = diff(repository)
    (change,) = found.changes
    assert change.cases == {"one": FLAVORS, "two": FLAVORS} and found.unchanged == 1
    removed, added = (line for line in change.diff if line[0] in "-+")
    assert change.diff[0] == "@@ module tail @@" and '"then" ' in removed and added == "+" + removed[1:].replace('"then" ', "")
    assert set(found.unconfirmed) == {"one", "two"}, "the golden file of that revision is that of this engine"


def test_revision_that_kept_its_hashes_as_json(repository):
    """Where they are those of its engine, they confirm its text."""
    kept = read_hashes(repository / "golden")
    for case in load_cases(repository / "parity/cases")[:2]:
        for flavor in FLAVORS:
            text = print_then(repository, case.data, flavor)
            kept[case.name][flavor]["text"] = hashlib.sha256(text.encode()).hexdigest()
    kept["two"]["llvm22"]["text"] = SUM
    (repository / "golden/hashes.json").write_text(json.dumps(kept))
    (repository / "golden/hashes.txt").unlink()
    commit(repository)
    assert diff(repository).unconfirmed == ("two",)
    (repository / "golden/hashes.json").write_text("{")
    commit(repository)
    with pytest.raises(GoldenError, match=r"hashes\.json cannot be read: "):
        diff(repository)


def print_then(repository: Path, data: bytes, flavor: str) -> str:
    """What the engine of the repository prints for a spec."""
    code = "import sys, twinkern; sys.stdout.write(twinkern.emit(sys.argv[1], engine='python', flavor=sys.argv[2]).text)"
    environment = {**os.environ, "PYTHONPATH": str(repository / "python")}
    command = [sys.executable, "-c", code, data.decode(), flavor]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_other_spec_new_and_gone_cases(repository):
    path = repository / "parity/cases/some.toml"
    taller(repository)
    path.write_text(path.read_text().replace('"two"', '"too"'))
    found = diff(repository)
    assert {name for change in found.changes for name in change.cases} == {"one"}
    assert (found.added, found.removed) == (("too",), ("two",))
    assert any('"bytes": ' in line and line.startswith("+") for line in found.changes[0].diff)
    assert diff(repository, whole=False).removed == ()


def test_refusals_are_compared_too(repository):
    path = repository / "parity/cases/some.toml"
    path.write_text(path.read_text().replace("groups=3", "groups=5"))
    found = diff(repository)
    change = next(change for change in found.changes if "bad" in change.cases)
    assert any(line.startswith("+ PROBLEM_GROUPS: groups = 5") for line in change.diff)


def test_rules_fields_and_keys_that_are_no_more(run, repository):
    """The engine of then read them: a field called tile_k was called tile_then, and a rule another name."""
    for path in (repository / "python/twinkern").rglob("*.py"):
        path.write_text(re.sub(r"\btile_k\b", "tile_then", path.read_text()))
    path = repository / "parity/cases/some.toml"
    now = path.read_text()
    then = now.replace("PROBLEM_GROUPS", "GROUPS_OF_THEN").replace("pad=1", "pad=1 tile_then=32").replace("= true", '= "yes"')
    path.write_text(then.replace('reason = "emits"', 'reason = "emits"\nwhy = "then a key"', 1))
    commit(repository)
    path.write_text(now.replace("pad=1", "pad=1 tile_k=32"))
    status, out, err = run("golden", "diff", "--base", "HEAD", "--lines", "0")
    assert (status, err) == (0, "") and out.endswith("\n1 changes, 1 cases unchanged since HEAD\n")
    assert out.startswith("change 1, 2 cases: one, two\n  @@ module tail @@\n"), "the attribute is all that was another"
    path.write_text(now)
    assert " changes, 1 cases unchanged" in run("golden", "diff", "--base", "HEAD")[1]


@pytest.mark.parametrize("text", ["[[case]", "[[case]]\nname = 'x'", "case = ['x']", "[[case]]\nspec = 'n=1'", "\x00"])
def test_cases_of_the_revision_that_cannot_be_read(run, repository, text):
    path = repository / "parity/cases/some.toml"
    now = path.read_text()
    path.write_text(text)
    commit(repository)
    path.write_text(now)
    status, out, err = run("golden", "diff", "--base", "HEAD")
    assert (status, out) == (2, "") and err.startswith("twinkern: the cases of HEAD cannot be read: some.toml: ")


def test_diff_command(run, repository):
    status, out, err = run("golden", "diff", "--base", "HEAD", "--lines", "1")
    assert (status, err) == (0, "")
    assert out.startswith("change 1, 2 cases: one, two\n  @@ module tail @@\n") and " more lines\n" in out
    assert out.endswith("1 changes, 1 cases unchanged since HEAD\n")


@pytest.mark.parametrize("revision", ["nowhere", "--output=stolen", "", "HEAD:python"])
def test_revisions_that_are_none(run, repository, revision):
    status, out, err = run("golden", "diff", f"--base={revision}")
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert err.startswith(f"twinkern: '{revision}' is no commit, branch or tag of this repository")
    assert not (repository / "stolen").exists()


def test_revision_without_an_engine(run, tree):
    git(tree, "init", "-q", "-b", "master")
    commit(tree)
    status, _, err = run("golden", "diff", "--base", "HEAD")
    assert status == 2 and err == "twinkern: HEAD holds no engine: golden diff works on the repository of twinkern itself\n"


def test_no_repository(run, tree):
    status, _, err = run("golden", "diff", "--base", "HEAD")
    assert status == 2 and err.startswith("twinkern: git rev-parse: ")


def test_engine_of_the_revision_that_does_not_run(repository):
    (repository / "python/twinkern/__init__.py").write_text("raise SystemError('then')\n")
    commit(repository)
    with pytest.raises(GoldenError, match="the engine of that revision does not run: SystemError: then"):
        diff(repository)


BEFORE = ["  %v1 = add i32 %v0, 1", "  %v2 = sub i32 %v1, %v0", "  br label %loop1", "loop1:", "  ret void"]


@pytest.mark.parametrize(
    "after",
    [
        BEFORE,
        ["  %v3 = add i32 %v2, 1", "  %v7 = sub i32 %v3, %v2", "  br label %loop2", "loop2:", "  ret void"],
        ["  %v0 = add i32 %v1, 1", "  %v2 = sub i32 %v0, %v1", "  br label %loop1", "loop1:", "  ret void"],
    ],
)
def test_other_numbers_of_values_make_no_difference(after):
    assert difference(BEFORE, after) == ((), ())


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        (
            ["  %v3 = add i32 %v2, 1", "  %v7 = sub i32 %v2, %v3", *BEFORE[2:]],
            ("  %v1 = add i32 %v2, 1", "- %v3 = sub i32 %v1, %v2", "+ %v4 = sub i32 %v2, %v1", "  br label %loop5", "loop5:"),
        ),
        (
            [BEFORE[0], "  %v2 = sub i32 %v1, %v1", *BEFORE[2:]],
            ("  %v1 = add i32 %v2, 1", "- %v3 = sub i32 %v1, %v2", "+ %v4 = sub i32 %v1, %v1", "  br label %loop5", "loop5:"),
        ),
    ],
    ids=["swapped operands", "one operand twice"],
)
def test_values_that_change_places_are_a_difference(after, shown):
    found = difference(BEFORE, after)[1]
    assert tuple(line.strip().replace("-   ", "- ").replace("+   ", "+ ") for line in found[1:]) == tuple(
        line.strip() for line in shown
    )


def test_equal_changes_are_one_whatever_the_numbers():
    keys = set()
    for first in (0, 5):
        before = [f"  %v{first + 1} = add i32 %v{first}, 1", f"  %v{first + 2} = sub i32 %v{first + 1}, %v{first}"]
        after = [before[0], f"  %v{first + 2} = sub i32 %v{first}, %v{first + 1}"]
        keys.add(difference(before, after)[0])
    assert len(keys) == 1
