"""Exact networks, the constructors of every theorem, and evaluation in every number system."""
