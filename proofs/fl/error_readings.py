"""How the errors of Eq. 19 are read: ties are no errors, or they are."""

from __future__ import annotations

from proofs.claims import Reading

#: what is printed, and when the error is 0
_READ = (
    (
        '$chi(y in.not "argmax"_i hat(y)_i)$, Eq. 19',
        "0 iff $hat(y)_c <= hat(y)_y$ for all $c$: the argmax is a set, and ties are no errors",
    ),
    (
        "a second reading of Eq. 19: the argmax is one class",
        "0 iff $hat(y)_c < hat(y)_y$ for all $c != y$: ties are errors",
    ),
)


def error_readings(plain: str, normal: str, first: int, shown: str) -> tuple[Reading, ...]:
    """The four errors, from hypothesis ``first`` on, and that they are equal.

    ``plain`` and ``normal`` are the logits of class c of the two networks, ``shown`` the printed
    conclusion, all as Typst markup.
    """
    networks = (("vanilla", plain), ("normalised", normal))
    rows = [
        Reading(
            f"{printed}: the {name} network",
            ("given", first + 2 * number + place),
            f"{note}; $hat(bold(y))$ is the softmax of ${logits}$",
        )
        for number, (printed, note) in enumerate(_READ)
        for place, (name, logits) in enumerate(networks)
    ]
    return (
        *rows,
        Reading(shown, ("show", 1), "where ties are no errors"),
        Reading(shown, ("show", 2), "where ties are errors"),
    )
