"""What depends on the machine: how threads, tensors, barriers and matrix atoms are spelled."""
