"""What amdgcn does its own way: intrinsics, buffer resources, loads to LDS, matrix atoms."""
