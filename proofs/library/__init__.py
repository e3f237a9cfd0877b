"""What the papers share: lemmas as text, and vectors, networks and exponentials as kernel terms.

A paper's folder imports from here, and never from another paper's.
"""
