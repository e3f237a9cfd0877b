"""Statements that look right and are false, each beside a true one: none may be proved."""
