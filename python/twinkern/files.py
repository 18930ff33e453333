"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file by way of a temporary one beside it, so that a reader or a crash never sees half of it.

    A link stays one: the file that it names is replaced. What is no regular file (a device, a pipe) is written to as it is.
    The directory must be there. Raises OSError, which names the path that was asked for and never the temporary file.
    """
    try:
        _write(path, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def check_writable(path: Path) -> None:
    """Raise the OSError with which `write_whole` would fail, as far as that shows before anything is written."""
    code: int | None
    try:
        code = _obstacle(path)
    except OSError as error:
        code = error.errno
    if code:
        raise OSError(code, os.strerror(code), str(path))


def _obstacle(path: Path) -> int:
    """The number of the error of a path to which no file can be written; 0 where nothing shows. Raises OSError."""
    if path.is_dir():
        return errno.EISDIR
    if path.exists() and not path.is_file():
        return 0 if os.access(path, os.W_OK) else errno.EACCES
    place = path.resolve().parent
    if not stat.S_ISDIR(place.stat().st_mode):
        return errno.ENOTDIR
    if os.access(place, os.W_OK | os.X_OK):
        return 0
    return errno.EROFS if os.statvfs(place).f_flag & os.ST_RDONLY else errno.EACCES


def _write(path: Path, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)
        return
    path = path.resolve()
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    handle = _open_nameless(path.parent)
    try:
        if handle is None:
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        else:
            os.fchmod(handle, 0o644)
        with os.fdopen(handle, "wb", closefd=False) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if not os.path.lexists(temporary):
            # Only with a directory's descriptor, which an absolute path ignores, does Python ask that the link be followed.
            os.link(f"/proc/self/fd/{handle}", temporary, src_dir_fd=handle, follow_symlinks=True)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    finally:
        if handle is not None:
            os.close(handle)


def _open_nameless(directory: Path) -> int | None:
    """A file without a name, which is gone with the process that is killed; None where the system has none."""
    try:
        return os.open(directory, os.O_WRONLY | os.O_TMPFILE)
    except (AttributeError, OSError):
        return None
