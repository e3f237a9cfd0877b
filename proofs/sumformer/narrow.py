"""sumformer.thm4_3.width_d, thm4_4.width_d, thm4_5.width_d: the theorems with blocks of width d.

Definitions 2.4 to 2.6 have one width: networks from n x d to n x d.  The printed proofs change it,
and what is proved is for the width 1 + d + 2 d'; these readings are open.
"""

from __future__ import annotations

from proofs.claims import Claim
from proofs.sumformer.paper import source


def _open(
    number: str, network: str, name: str, definition: str, on_paper: str, lead: str = ""
) -> Claim:
    wide = f"sumformer.thm4_{number}"
    return Claim(
        id=f"{wide}.width_d",
        kind="theorem",
        title=f"{network}s of width d approximate equivariant functions",
        source=source(f"a reading of Theorem 4.{number} and Definition {definition}", "9, 21"),
        statement=lead
        + 'For each continuous function $f in cal(F)^n_"equi" (cal(X), cal(Y))$ and for '
        f"each $epsilon > 0$ there exists a {network} ${name} : RR^(n times d) -> "
        "RR^(n times d)$, every block of which has width $d$ such that $sup_(X in cal(X)^n) "
        f"norm(f(X) - {name} (X))_oo < epsilon$.",
        readings=(),
        obligations=(),
        notes=(
            "Open here. The printed proof does not give it: it hands $phi$ and $Sigma$ on in "
            f"coordinates of their own, and so changes the width; `{wide}` has what it gives.",
            f"Known on paper, without a certificate (`docs/width-d.md`): {on_paper}",
        ),
        not_claimed=("the theorem with this width, and that it fails",),
        cites=("Theorem 4.1", "Hornik et al., 1989"),
    )


TRANSFORMER = _open(
    "3",
    "Transformer",
    "T",
    "2.4",
    "for $n = 2$, $d = 1$ it fails if all attention weights are $1\\/2$; heads with softmax do "
    "more than those, and are not decided.",
)
LINFORMER = _open(
    "4",
    "Linformer",
    'T_"Lin"',
    "2.5",
    "for $n = 2$, $d = 1$, where $k < n$ leaves $k = 1$, it fails, with an error of at least "
    "$1\\/(20 sqrt(2))$ for some $f$, by the degree of maps of the plane.",
    "Let $n >= 2$ and $k in NN$ with $k < n$. ",
)
PERFORMER = _open(
    "5",
    "Performer",
    'T_"Per"',
    "2.6",
    "for $n = 2$ and every $d$ it holds, with two blocks, by Müntz's theorem; $n >= 3$ is not "
    "decided.",
    "Let $k in NN$ with $k < n$. ",
)
