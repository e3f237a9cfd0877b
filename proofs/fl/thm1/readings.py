"""The readings that statements about any networks and their one-class losses share."""

from __future__ import annotations

from proofs.claims import Reading

_ANY = (
    ("networks of $L$ layers", ""),
    ("of widths $d_1, ..., d_L$", "and inputs in $RR^(d_0)$"),
    ("$S_k = {(bold(x)_i, k)}_(i=1)^(m_k)$: at least one sample", "$m_k$ is called $m$"),
    ("with labels $k in [C]$, called $y$", ""),
    ("", ""),
    ("the input", "$n_0$ is the network that is spoken of"),
    ("its layers, with biases $bold(b)_j$", ""),
    ("$(bold(w)_c - bold(w)_k)^top bold(g)_bold(theta)(bold(x)_i)$", ""),
    (
        "the loss on a sample, $log sum_(c in [C]) exp((bold(w)_c - bold(w)_k)^top "
        "bold(g)_bold(theta)(bold(x)_i))$",
        "their mean over $S_k$ is $f_k$, as displayed before the theorem",
    ),
)
_CHOSEN = (
    ("a class $c in [C]$", ""),
    ("", ""),
    ("$c != k$", ""),
    ("a sample $bold(x)_i in S_k$", ""),
    ("", ""),
)


def rows(obligation: str, first: int, *texts: tuple[str, str]) -> tuple[Reading, ...]:
    """The hypotheses from this one on, each with what is printed and a note."""
    return tuple(
        Reading(printed, ("given", first + at), note, obligation)
        for at, (printed, note) in enumerate(texts)
    )


def any_networks(obligation: str) -> tuple[Reading, ...]:
    """The nine hypotheses that say what networks and losses are."""
    return rows(obligation, 0, *_ANY)


def chosen(obligation: str) -> tuple[Reading, ...]:
    """The same, and a class c other than k and a sample."""
    return any_networks(obligation) + rows(obligation, len(_ANY), *_CHOSEN)
