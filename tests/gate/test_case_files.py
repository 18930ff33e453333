"""Which files hold cases, what may be written in them, and which runs are whole."""

from __future__ import annotations

import pytest
from tests.gate.test_report import HEAD, SPEC

from twinkern import FLAVORS
from twinkern.gate.cases import CaseError, case_files, load_cases, load_floors
from twinkern.gate.parity import run_gate

CASE = f'{HEAD}spec = "{SPEC}"\n'
REFUSED = HEAD.replace("mine", "bad") + f'spec = "{SPEC} groups=3"\nreject = "PROBLEM_GROUPS"\n'


def files(tmp_path, **texts: str) -> list[str]:
    """Write files, __ for a slash and _ for a dot; the case files found."""
    for name, text in texts.items():
        path = tmp_path / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [path.relative_to(tmp_path).as_posix() for path in case_files(tmp_path)]


@pytest.mark.parametrize("text", [CASE, "[floors]\ncases = 1\n", f"{CASE}[broken", "[[ case ]]\n[broken"])
@pytest.mark.parametrize("name", ["a_twinkern_toml", "sub__a_twinkern_toml"])
def test_no_file_of_cases_is_passed_over(tmp_path, text, name):
    with pytest.raises(CaseError, match=r"^old.toml has cases or floors.* beside (sub/)?a.twinkern.toml: call it old.twinkern"):
        files(tmp_path, **{name: CASE, "old_toml": text})
    (tmp_path / "old.toml").rename(tmp_path / "old.twinkern.toml")
    assert len(case_files(tmp_path)) == 2


@pytest.mark.parametrize("text", ["", "[project]\nname = 'x'\n", "[tool.floors]\n", "case = 3\nfloors = 'oak'\n", "[broken"])
def test_other_files_beside_cases(tmp_path, text):
    assert files(tmp_path, a_twinkern_toml=CASE, pyproject_toml=text) == ["a.twinkern.toml"]


def test_directories_are_searched_as_pytest_searches_them(tmp_path):
    found = files(
        tmp_path, b_twinkern_toml=CASE, sub__deep__a_twinkern_toml=CASE, build__c_twinkern_toml=CASE, own__pyvenv_cfg="",
        own__d_twinkern_toml=CASE, sub__other_toml=CASE,
    )  # fmt: skip
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden/e.twinkern.toml").write_text(CASE)
    assert found == ["b.twinkern.toml", "sub/deep/a.twinkern.toml"]
    with pytest.raises(CaseError, match=r"^sub/deep/a.twinkern.toml: the name mine is used twice"):
        load_cases(tmp_path)
    files(tmp_path, b_twinkern_toml="[floors]\n", sub__deep__a_twinkern_toml=f"{CASE}[floors]\n")
    with pytest.raises(CaseError, match=r"^sub/deep/a.twinkern.toml: b.twinkern.toml has floors too"):
        load_floors(tmp_path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('showpiece = "yes"', "showpiece takes true or false, not 'yes'"),
        ("showpiece = 1", "showpiece takes true or false, not 1"),
        ("bytes = 0", "bytes takes a number from 1 to 1048576, not 0"),
        ("bytes = true", "bytes takes a number from 1 to 1048576, not True"),
        ('bytes = "9"', "bytes takes a number from 1 to 1048576, not '9'"),
        ('flavor = "llvm22"\nreject = "FLAVOR"', "flavor is for what rule FLAVOR rejects"),
        ('flavor = "llvm21"', "flavor is for what rule FLAVOR rejects"),
        ("flavor = 3", "flavor must be a string"),
        ('simulate = "smaller"', "'smaller' sets no field of the problem"),
        ('simulate = "tile_m=16"', "'tile_m=16' sets no field of the problem"),
        ('simulate = "imput=2x2"', "'imput=2x2' sets no field of the problem; did you mean input?"),
        ('simulate = "n=few"', "simulate: FIELD_TYPE: n "),
        ('simulate = "n=0"', "simulate: FIELD_RANGE: n is 0"),
        ('simulate = "n"', "simulate: 'n' is no key=value"),
        ('simulate = "n=1 n=2"', "simulate: n was given twice"),
        ('simulate = "pad_before=1"', "simulate: pad_before was given twice"),
        ("simulate = 1", "simulate must be a string"),
    ],
)
def test_words_that_would_be_ignored(tmp_path, line, said):
    path = tmp_path / "a.toml"
    path.write_text(CASE + line)
    with pytest.raises(CaseError, match=f"a.toml: case mine: .*{said}"):
        load_cases(path)


def test_words_for_the_simulator(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text(f'{CASE}showpiece = false\nsimulate = "n=2 input=5x5 pad=2"\n')
    assert load_cases(path)[0].simulate == ("n=2", "input=5x5", "pad=2")
    path.write_text(HEAD + "raw = '{}'\nsimulate = 'n=2'\n")
    with pytest.raises(CaseError, match="give spec instead"):
        load_cases(path)


ALL_FLAVORS = [word for flavor in FLAVORS for word in ("--flavor", flavor)]


@pytest.mark.parametrize("selection", [[], ["*"], ["mine", "bad"], ALL_FLAVORS, ["*", *ALL_FLAVORS, "--flavor", FLAVORS[0]]])
def test_whole_is_what_ran_and_not_how_it_was_asked_for(run, tmp_path, selection):
    files(tmp_path, a_toml=f"{CASE}{REFUSED}[floors]\ncases = 3\n")
    status, out, err = run("parity", "--cases", tmp_path, *selection)
    assert (status, err) == (1, "floor: 2 cases compared; the floor is 3\n") and "3 flavours" in out
    for part in (["mine"], ["b*"], ALL_FLAVORS[2:]):
        status, out, _ = run("parity", "--cases", tmp_path, *part)
        assert status == 0 and "not enforced" in out


@pytest.mark.parametrize("floors", ["", "[floors]\n"])
def test_whole_run_that_accepts_nothing(run, tmp_path, floors):
    files(tmp_path, a_toml=REFUSED + floors)
    status, _, err = run("parity", "--cases", tmp_path, "--junit", "j.xml", "--json", "r.json")
    assert status == 1 and "floor: nothing was compared: no case was accepted alike\n" in err
    for name in ("j.xml", "r.json"):
        assert "no case was accepted" in (tmp_path / name).read_text()
    files(tmp_path, a_toml=REFUSED + CASE)
    assert run("parity", "--cases", tmp_path, "bad")[0] == 0


def test_whole_check_of_golden_files(run, tmp_path):
    files(tmp_path, a_toml=CASE)
    (tmp_path / "golden/showpieces").mkdir(parents=True)
    (tmp_path / "golden/showpieces/orphan.ll").write_text("")
    for selection in ([], ["*"], ["mine"]):
        status, _, err = run("golden", "check", "--cases", tmp_path, *selection)
        assert status == 1 and "orphan, llvm22: stale" in err


def test_a_case_is_filled_up_and_asks_for_its_own_flavor(tmp_path):
    files(tmp_path, a_toml=f'{CASE}bytes = 500\nreject = "FLAVOR"\nflavor = "llvm21"\n')
    (case,) = load_cases(tmp_path)
    assert len(case.data) == 500 and case.data.rstrip(b" ").endswith(b'"direction": "forward"}')
    report = run_gate([case])
    assert report.ok and {str(row) for verdict in report.verdicts for row in verdict.violations} == {
        'FLAVOR: flavor is "llvm21"; allowed are llvm20, llvm22, llvm23; did you mean llvm20?'
    }
