"""The Python engine, and nothing else: what is asked (`spec`), what is decided (`plan`), and the kernel that comes of it."""
