"""What nvptx64 does its own way: PTX text, its memory and copies, warps, matrix atoms."""
