"""What is decided before anything is emitted, and what is allowed."""
