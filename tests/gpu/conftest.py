"""The GPU of this machine, and the report of what ran on it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.gpu.running import device_name
from tests.support import ROOT

from twinkern._contract import ARCHES
from twinkern.files import write_whole
from twinkern.launch import Driver, LaunchError, open_driver

FOLDER = "tests/gpu/"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--require-gpu", action="store_true", help="fail where a test would be skipped")
    parser.addoption("--gpu-report", metavar="FILE", help="write what ran, and how far from its bound, as JSON")


def lacking() -> tuple[Driver | None, str]:
    """The GPU, or why there is none to test on."""
    try:
        driver = open_driver()
    except LaunchError as error:
        return None, str(error)
    known = driver.arch in ARCHES and ARCHES[driver.arch].emits
    return (driver, "") if known else (None, f"no kernels are emitted for {driver.arch}")


@pytest.fixture(scope="session")
def driver(request: pytest.FixtureRequest) -> Driver:
    found, reason = lacking()
    if found is None:
        (pytest.fail if request.config.getoption("--require-gpu", default=False) else pytest.skip)(reason)
    return found


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """With --require-gpu a skip is a failure: nothing was tested."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and item.config.getoption("--require-gpu", default=False):
        report.outcome = "failed"
        report.longrepr = f"skipped, and a GPU is required: {report.longrepr}"


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector):
    """The same for a file that leaves itself out."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and collector.config.getoption("--require-gpu", default=False):
        report.outcome = "failed"
        report.longrepr = f"skipped, and a GPU is required: {report.longrepr}"


def commit() -> str:
    """The commit that is tested, as far as git can tell."""
    done = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False, cwd=ROOT)
    return done.stdout.strip() or "unknown"


def rows_of(reports) -> list[dict]:
    """A row a test of this folder that ran: what its tally told, or for one that keeps none how long it took."""
    rows = []
    for report in reports:
        if not report.nodeid.startswith(FOLDER):
            continue
        told = [json.loads(value) for key, value in report.user_properties if key == "gpu"]
        rows += [{"test": report.nodeid, **row} for row in told or [{"seconds": round(report.duration, 2)}]]
    return sorted(rows, key=lambda row: row["test"])


def report_of(rows: list[dict], counts: dict[str, int]) -> dict:
    """The whole report: device, commit, how many tests ended how, what ran in all, the worst of it, and every row."""
    told = [row for row in rows if "runs" in row]
    name, _, version = device_name().partition(", ")
    head = {"device": name, "driver": version, "commit": commit(), "tests": counts}
    head |= {"runs": sum(row["runs"] for row in told), "kernels": sum(row["kernels"] for row in told)}
    if told:
        worst = max(told, key=lambda row: row["used"])
        head |= {"worst_over_bound": worst["used"], "worst_in": worst["test"]}
    return head | {"rows": [{key: value for key, value in row.items() if key not in ("device", "driver")} for row in rows]}


def pytest_terminal_summary(terminalreporter, config) -> None:
    """Counts, and the report that was asked for."""
    rows = rows_of(report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, ()))
    if not rows:
        return
    counts = {name: len(terminalreporter.stats.get(name, ())) for name in ("passed", "failed", "skipped", "error")}
    found = report_of(rows, counts)
    said = f"{found['runs']} runs of {found['kernels']} kernels in {len(rows)} tests on {found['device']}"
    if "worst_in" in found:
        said += f"; the worst uses {found['worst_over_bound']:.3f} of its bound, in {found['worst_in']}"
    terminalreporter.write_line(said)
    path = config.getoption("--gpu-report", default=None)
    if path:
        write_whole(Path(path), json.dumps(found, indent=1) + "\n")
