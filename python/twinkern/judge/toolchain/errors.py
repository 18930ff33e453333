"""The one exception that the tool chain raises."""

from __future__ import annotations


class ToolchainError(Exception):
    """A compile, link or look-up that did not succeed.

    The message says what was asked and what LLVM, lld or ptxas answered; it never holds a Python traceback.
    """
