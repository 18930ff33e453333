"""What is asked: problem, spec, JSON, words, violations, naming."""
