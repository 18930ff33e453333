"""Settings of the whole suite."""

from __future__ import annotations

import os

from hypothesis import settings

# The same examples in every run, so that a red run means a change; HYPOTHESIS_PROFILE=explore looks for new ones, as do
# nightly and long, which say how many specs tests/fuzz draws.
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=80, database=None)
for name in ("explore", "nightly", "long"):
    settings.register_profile(name, deadline=None, max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
