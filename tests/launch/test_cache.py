"""The cache of images: whole entries or none, bounded, shared."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from twinkern.launch import Cache
from twinkern.launch.cache import default_directory

KEY = ("text", "sm_90", "llvm22", "version")


def test_what_was_put_is_found_under_its_own_key_alone(tmp_path):
    cache = Cache(tmp_path / "deep/er")
    assert cache.get(KEY) is None
    cache.put(KEY, b"image")
    assert cache.get(KEY) == b"image" and Cache(tmp_path / "deep/er").get(KEY) == b"image"
    for other in (("texts", "m_90", "llvm22", "version"), (*KEY[:3], "another"), KEY[:3]):
        assert cache.get(other) is None


@pytest.mark.parametrize(
    "spoil", [lambda data: data[:-1], lambda data: data[:10], lambda data: data[:-1] + b"x", lambda data: b""]
)
def test_a_spoilt_entry_is_none_and_is_replaced(tmp_path, spoil):
    cache = Cache(tmp_path)
    cache.put(KEY, b"image")
    path = cache.path(KEY)
    path.write_bytes(spoil(path.read_bytes()))
    assert cache.get(KEY) is None
    cache.put(KEY, b"image")
    assert cache.get(KEY) == b"image"


def test_what_was_not_asked_for_longest_goes(tmp_path):
    cache = Cache(tmp_path, most_bytes=3 * 132)
    for number in range(3):
        cache.put((str(number),), bytes(100))
        os.utime(cache.path((str(number),)), (number, number))
    assert cache.get(("0",)) is not None
    cache.put(("3",), bytes(100))
    assert [cache.get((str(number),)) is None for number in range(4)] == [False, True, False, False]
    cache.put(("large",), bytes(1000))
    assert cache.get(("large",)) is None and cache.get(("3",)) is not None


def test_a_directory_that_cannot_be_is_an_empty_cache(tmp_path):
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file/below")
    cache.put(KEY, b"image")
    assert cache.get(KEY) is None


def put_many(directory: Path, image: bytes) -> None:
    cache = Cache(directory)
    for _ in range(30):
        cache.put(KEY, image)
        assert cache.get(KEY) in (b"a" * 5000, b"b" * 5000)


def test_processes_share_it(tmp_path):
    workers = [multiprocessing.Process(target=put_many, args=(tmp_path, letter * 5000)) for letter in (b"a", b"b")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0] and len(list(tmp_path.iterdir())) == 1


def test_where_it_is(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert default_directory() == Path("/somewhere/twinkern")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_directory() == Path.home() / ".cache/twinkern"
