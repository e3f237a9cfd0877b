"""Statements as their authors type them, on one line or in a file."""
