"""A small typed SSA form with structured control flow: types, builder, verifier, and the LLVM printer."""
