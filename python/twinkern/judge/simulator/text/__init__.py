"""What a module says, before anything runs: lexer to verifier, the IR, PTX text, values and their types."""
