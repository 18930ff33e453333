"""What keeps the two engines in step: cases, parity, golden hashes, fuzz, liveness."""
