"""Convolutions as matrix products: one table of coordinate maps a direction, and the kernel that all of them share."""
