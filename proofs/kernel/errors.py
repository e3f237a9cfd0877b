"""The two ways in which the kernel does not accept, each with a reason code."""

from __future__ import annotations


class Reject(Exception):
    """The certificate does not prove its statement.  ``code`` is stable, ``why`` is for people."""

    outcome = "reject"

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(f"{code}: {why}" if why else code)
        self.code = code
        self.why = why


class Decline(Reject):
    """The certificate asks for something outside the kernel's language or limits."""

    outcome = "decline"
