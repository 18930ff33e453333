"""The GPU of this machine, and the report of what ran on it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.support import ROOT

from twinkern._contract import ARCHES
from twinkern.files import write_whole
from twinkern.launch import Driver, LaunchError, open_driver


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


def pytest_terminal_summary(terminalreporter, config) -> None:
    """Counts, and the report that was asked for."""
    rows = []
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, ()):
            rows += [{"test": report.nodeid, **json.loads(value)} for key, value in report.user_properties if key == "gpu"]
    if not rows:
        return
    worst = max(rows, key=lambda row: row["used"])
    terminalreporter.write_line(
        f"{sum(row['runs'] for row in rows)} runs of {sum(row['kernels'] for row in rows)} kernels on {rows[0]['device']}; "
        f"the worst uses {worst['used']:.3f} of its bound, in {worst['test']}"
    )
    path = config.getoption("--gpu-report", default=None)
    if path:
        counts = {name: len(terminalreporter.stats.get(name, ())) for name in ("passed", "failed", "skipped", "error")}
        head = {"device": rows[0]["device"], "driver": rows[0]["driver"], "commit": commit(), "tests": counts}
        head |= {"runs": sum(row["runs"] for row in rows), "kernels": sum(row["kernels"] for row in rows)}
        head |= {"worst_over_bound": worst["used"], "worst_in": worst["test"]}
        kept = [{key: value for key, value in row.items() if key not in ("device", "driver")} for row in rows]
        write_whole(Path(path), json.dumps(head | {"rows": sorted(kept, key=lambda row: row["test"])}, indent=1) + "\n")
