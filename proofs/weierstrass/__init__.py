"""Ghosts of Softmax, Appendix 3: normalisation smoothed by a Gaussian."""
