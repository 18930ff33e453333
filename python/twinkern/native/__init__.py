"""The C engine: its binding, what it is built from, and where a program in C finds it."""
