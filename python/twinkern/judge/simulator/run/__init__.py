"""How a kernel runs on any machine: compiled to closures, scheduled over a batch of workgroups, access by access.

The package's attribute `run` is the function: import from this room by name (`from twinkern.judge.simulator.run.machine ...`).
"""
