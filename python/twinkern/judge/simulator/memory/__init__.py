"""The memories of a run and who touched them: buffers, LDS and private memory, and the sanitizers that look at accesses."""
