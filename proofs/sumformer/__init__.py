"""Sumformer: Universal Approximation for Efficient Transformers: its claims."""
