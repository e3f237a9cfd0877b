"""sumformer.thm4_3.every_f: Theorem 4.3 for every f of Definition 2.7, continuous or not."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Reading, Witness
from proofs.fl.vectors import S, shown_by
from proofs.methods.script import Node, auto, case, have, intro, node, statement
from proofs.sumformer.paper import source

t, eta, delta = var("t"), var("eta"), var("delta")
ZERO, ONE = S.const(0), S.const(1)


def f(at: Term) -> Term:
    return app("f", at)


_NEAR = every("t", "real", implies(conj(t >= 0, t < delta), S.abs(f(t) - f(ZERO)) < eta))
_SMALL = exists("delta", "real", conj(delta > 0, _NEAR))
STATEMENT = statement({}, [], every("eta", "real", implies(eta > 0, _SMALL)), {"f": 1})


def _jump() -> Node:
    """sign jumps by 1 at 0, which is not below 1/2."""
    at = var("size") / 2
    gap = S.abs(S.sign(at) - S.sign(ZERO))
    ends = case(gap.json, auto("1 >= 1/2"), auto("1 >= 1/2"))
    ends = have(S.sign(at).equals(1), case(S.sign(at).json, *[auto("positive")] * 3), ends)
    ends = have(S.sign(ZERO).equals(0), auto("sign 0"), ends)
    inside = node("both", auto("0 <= t"), auto("t < delta"))
    point = have(at > 0, auto("t > 0"), shown_by(at, node("both", inside, ends)))
    return shown_by(ONE / 2, node("both", auto("1/2 > 0"), intro("size", intro("", point))))


CLAIM = Claim(
    id="sumformer.thm4_3.every_f",
    kind="theorem",
    title="Transformers approximate every equivariant function, continuous or not",
    source=source("Theorem 4.3 and Definition 2.7", "9, 21"),
    statement='For each function $f in cal(F)^n_"equi" (cal(X), cal(Y))$ and for each $epsilon > '
    "0$ there exists a Transformer $T$ such that $sup_(X in cal(X)^n) norm(f(X) - T(X))_oo < "
    'epsilon$; $cal(F)^n_"equi"$ being all equivariant functions, as Definition 2.7 has it.',
    readings=(
        Reading(
            'for each $f in cal(F)^1_"equi" ([0, 1], RR)$ a continuous $T$ with $sup abs(f - T) < '
            "epsilon$ for every $epsilon > 0$",
            ("show",),
            "$n = d = 1$, where every function is equivariant; what is attacked is what follows "
            "for $f$: a uniform limit of functions that are continuous at 0 is continuous there",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "sumformer.thm4_3.every_f.step",
            '$f = "sign"$ on $[0, 1]$ is not continuous at 0',
            STATEMENT,
            Witness({}, {"f": (("u",), S.sign(var("u")).json)}),
            {},
            _jump,
        ),
    ),
    satisfiable=Attempt(
        "sumformer.thm4_3.every_f.satisfiable",
        "there are no hypotheses",
        STATEMENT,
        Witness({}, {"f": (("u",), "0")}),
    ),
    notes=(
        "A reading of Definition 2.7 alone. The text before Theorem 4.1, the title of Section 4.3 "
        'and the proofs ("since $f$ is continuous") speak of continuous $f$: that reading is '
        "`sumformer.thm4_3`.",
        "That no continuous $T$ is within $1 / 2$ of this step is `sumformer.thm4_3.continuity`; "
        "Transformers whose feed-forward layers have a continuous activation are continuous. "
        "Theorems 4.4 and 4.5 have the same hypothesis, and fail in the same way.",
    ),
)
