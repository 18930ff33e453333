"""Tiles: how they are shared out over threads, laid out in LDS, read as fragments, and stored."""
