"""The judges of a kernel: oracle, simulator, tool chain, machine code, launch by manifest; `proof` asks them all."""
