"""Layer Normalization in Label-Skewed Federated Learning, claim by claim."""
