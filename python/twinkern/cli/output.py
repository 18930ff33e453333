"""Text for people, whatever is in it."""

from __future__ import annotations

import click


def echo(text: str, err: bool = False) -> None:
    """Print a line on standard output or error, with what is no Unicode, as an engine's message may hold, escaped."""
    click.echo(text.encode(errors="backslashreplace").decode(), err=err)
