"""What `write_whole` says where a file cannot be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from twinkern.files import check_writable, write_whole


@pytest.mark.parametrize(
    ("place", "kind", "reason"),
    [
        ("{here}/no/x.html", FileNotFoundError, "No such file or directory"),
        ("{here}", IsADirectoryError, "Is a directory"),
        ("{here}/file/x.json", NotADirectoryError, "Not a directory"),
        ("{here}/file/deep/x.json", NotADirectoryError, "Not a directory"),
    ],
)
@pytest.mark.parametrize("work", [lambda path: write_whole(path, "text"), check_writable], ids=["write", "check"])
def test_errors_name_the_path_that_was_asked_for(
    tmp_path: Path, place: str, kind: type[OSError], reason: str, work: Callable[[Path], None]
) -> None:
    """Never the temporary file's, and nothing is left behind."""
    (tmp_path / "file").write_text("")
    path = Path(place.format(here=tmp_path))
    with pytest.raises(kind) as caught:
        work(path)
    assert str(caught.value) == f"[Errno {caught.value.errno}] {reason}: '{path}'"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
