"""What looks for an answer to a statement that nobody has seen: attacks first, then proofs."""
