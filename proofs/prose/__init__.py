"""Proofs as a mathematician writes them, from the certificates that the kernel accepted.

:mod:`proofs.prose.walk` follows a certificate with the kernel and says of every step what it made
known and what it used; :mod:`proofs.prose.cited` knows lemmas by what they state;
:mod:`proofs.prose.telling` chooses what is told, and in which words; :mod:`proofs.prose.named`
finds names for terms, :mod:`proofs.prose.boxes` sets formulas, long ones on several lines.
docs/decisions/0061-proofs-in-prose.md has the reasons.
"""

from proofs.prose.telling import Told as Told
from proofs.prose.telling import local_names as local_names
from proofs.prose.telling import tell as tell
