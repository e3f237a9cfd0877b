"""layeract.appD: SiLU and LA-SiLU after a LayerNorm without gain and bias (Appendix D)."""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import SIGMOID, Indexed, deviation, mean, normalise, variance
from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.layeract.calculus import INVERSE_ROOT, ONE, ZERO, S, known, lemma, s
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    MEAN,
    ROOT,
    VARIANCE,
    alpha,
    centred,
    compared,
    d,
    k,
    mu,
    n,
    plain,
    square,
    squares,
    v,
    y,
)
from proofs.layeract.sums import total as total_of
from proofs.library.vectors import fact
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    by_scalars,
    define,
    have,
    intro,
    lemmas,
    same,
    statement,
)

ell, mu2, v2 = var("l"), var("mu2"), var("v2")


def x(at: Term) -> Term:
    """The LayerNorm's output, which is the activation's input."""
    return app("x", at)


_X = Indexed(x, d)
NORMED = every("k", "int", implies(conj(k >= 1, k <= d), x(k).equals(n(k))))
MEAN2 = mu2.equals(mean(_X))
VARIANCE2 = v2.equals(variance(_X, mu2))
ROOT2 = deviation(S, v2, alpha)
N2 = normalise(S, x(ell), mu2, ROOT2)  #: n_l of Eq. 6, for the input x


def sigmoid(at: Term) -> Term:
    value: Term = SIGMOID.value(S, at)
    return value


SORTS = {
    **dict.fromkeys(("d", "l"), "int"),
    **dict.fromkeys(("mu", "v", "alpha", "mu2", "v2"), "real"),
}
LAYERS: list[Json] = [MEAN, VARIANCE, NORMED, MEAN2, VARIANCE2, ell >= 1, ell <= d]
SAME = (x(ell) * sigmoid(N2)).equals(x(ell) * sigmoid(x(ell)))
STATEMENT = statement(SORTS, [d >= 1, alpha > 0, *LAYERS], SAME, {"y": 1, "x": 1})

#: what holds for alpha >= 0: the second normalisation is by sqrt(sigma^2/(sigma^2 + alpha) + alpha)
AGAIN = (N2 * S.sqrt(v / (v + alpha) + alpha)).equals(x(ell))
EXACT = statement(
    SORTS,
    [d >= 1, alpha.equals(0), v > 0, *LAYERS],
    conj(N2.equals(x(ell)), (x(ell) * s(N2)).equals(x(ell) * s(x(ell)))),
    {"y": 1, "x": 1, "s": 1},
)
SCALED = statement(
    SORTS,
    [d >= 1, alpha > 0, *LAYERS],
    conj(mu2.equals(0), v2.equals(v / (v + alpha)), AGAIN),
    {"y": 1, "x": 1},
)


def _statistics(then: Node) -> Node:
    """mu2 = 0 and v2 = v q^2 with q = 1/sqrt(v + alpha), where v + alpha > 0 is known."""
    q = 1 / ROOT

    def linear(at: Term, rest: Node) -> Node:
        return fact(
            NORMED, [at], have(x(at).equals(q * centred(at)), auto("x = q c"), rest), given()
        )

    def squared(at: Term, rest: Node) -> Node:
        gap = (x(at) - mu2) ** 2
        return fact(
            NORMED, [at], have(gap.equals(q * q * centred(at) ** 2), auto("x^2"), rest), given()
        )

    def spread(at: Term) -> Term:
        return (x(at) - mu2) ** 2

    total = total_of(square(centred)).equals(d * v)
    second = compared(
        spread,
        "=",
        [(q * q, square(centred))],
        ZERO,
        squared,
        have(v2.equals(v * (q * q)), auto("v2"), then),
    )
    zero = have(mu2.equals(0), auto("mu2 = 0"), second)
    first = compared(x, "=", [(q, centred)], ZERO, linear, zero)
    centre = compared(
        centred, "=", [(ONE, y)], -mu, plain, have(total_of(centred).equals(0), auto(), first)
    )
    return have(total, auto("d sigma^2"), centre)


def _roots(then: Node) -> Node:
    return known(INVERSE_ROOT, "u", [v + alpha], then)


def _inverse_root(then: Node) -> Node:
    from proofs.layeract.calculus import _inverse_root as script

    return lemma("u", *INVERSE_ROOT, script(), then)


def exact_script() -> Node:
    """v2 = 1, so that the second normalisation divides by 1."""
    one: list[tuple[Json, Node]] = [
        (v2.equals(1), auto("v2 = 1")),
        (v2 + alpha > 0, auto()),
        (ROOT2.equals(1), _root_of_one()),
        (ROOT2 > 0, auto()),
        (N2.equals(x(ell)), auto("n = x")),
    ]
    rooted = define(
        ROOT2.json, auto("v2 + alpha >= 0"), lemmas(one[2:], same(s(N2), s(x(ell)), auto("s")))
    )
    values = have(v + alpha > 0, auto(), _roots(_statistics(lemmas(one[:2], rooted))))
    return _inverse_root(values)


def _root_of_one() -> Node:
    r = var("r8")
    return by_scalars({"r8": ROOT2}, [r >= 0, (r * r).equals(1)], r.equals(1))


def scaled_script() -> Node:
    q = 1 / ROOT
    quotient = v / (v + alpha)
    facts: list[tuple[Json, Node]] = [
        (quotient.equals(v * (q * q)), using((1 / (v + alpha)).equals(q * q))),
        (v2.equals(quotient), auto("v2")),
        (v * (q * q) >= 0, auto("v q^2 >= 0")),
        (quotient + alpha > 0, auto()),
        (v2 + alpha > 0, auto()),
    ]
    other = S.sqrt(quotient + alpha)
    ends: list[tuple[Json, Node]] = [
        (ROOT2.equals(other), _equal_roots(ROOT2, other)),
        (other > 0, auto()),
        (ROOT2 > 0, auto()),
    ]
    rooted = define(
        ROOT2.json, auto(), define(other.json, auto(), lemmas(ends, auto("n root = x")))
    )
    values = _statistics(lemmas(facts, rooted))
    steps: list[tuple[Json, Node]] = [
        (total_of(square(centred)).equals(d * v), auto("d sigma^2")),
        (
            v >= 0,
            using(total_of(square(centred)).equals(d * v), total_of(square(centred)) >= 0, d >= 1),
        ),
        (v + alpha > 0, using(v >= 0, alpha > 0)),
    ]
    return _inverse_root(squares(centred, lemmas(steps, _roots(values))))


def _equal_roots(one: Term, two: Term) -> Node:
    a, b, c, e = (var(name) for name in ("a8", "b8", "c8", "e8"))
    at = {"a8": one, "b8": two, "c8": Term(one.json[1]), "e8": Term(two.json[1])}
    premises = [a >= 0, b >= 0, (a * a).equals(c), (b * b).equals(e), c.equals(e), c > 0]
    return by_scalars(at, premises, a.equals(b))


# --- data ----------------------------------------------------------------------------------------


def _pair(size: Fraction, alpha_: Fraction, root: Fraction) -> Witness:
    """y = (-size, size), with sqrt(size^2 + alpha) = root."""
    normed = size / root
    sign = ["-", ["*", "2", "u"], "3"]
    return Witness(
        {
            "d": 2, "l": 2, "mu": 0, "v": size**2, "alpha": alpha_, "mu2": 0, "v2": normed**2,
        },
        {"y": (("u",), ["*", str(size), sign]), "x": (("u",), ["*", str(normed), sign])},
    )  # fmt: skip


def _each_of_two() -> Node:
    from proofs.trees.script import node

    root = node("finite", *[_rooted()] * 2, on="q", **{"from": 1, "to": 2})
    return intro("q", intro("", root))


def _rooted() -> Node:
    """The quotient with its root, which is rational."""
    from proofs.library.witnesses import defined

    return defined(auto("x = n"))


WIDE = _pair(Fraction(3), Fraction(16), Fraction(5))
WIDE_S = Witness(WIDE.values, {**WIDE.functions, "s": (("u",), "u")})
_GIVENS = {4: _each_of_two}
_FACTOR_WITNESS = _pair(Fraction(3), Fraction(0), Fraction(3))

EXACTLY = Claim(
    id="layeract.appD.repaired",
    kind="theorem",
    title="With alpha = 0 the two outputs are exactly the same",
    source=source("Appendix D", "5, 6"),
    statement='With $alpha = 0$ and inputs that are not all equal: $n = hat(n)^sans("LN")$, and '
    '$hat(n)^sans("LN") s(n) = hat(n)^sans("LN") s(hat(n)^sans("LN"))$ for every activation '
    "scale $s$.",
    differs=(
        "It asks for $alpha = 0$ and for inputs that are not all equal; and it is about every "
        "activation scale."
    ),
    readings=(
        Reading("$d$ elements", ("given", 0)),
        Reading("$alpha = 0$", ("given", 1)),
        Reading("not all equal", ("given", 2)),
        Reading("$mu_y$", ("given", 3)),
        Reading("$sigma_y^2$", ("given", 4)),
        Reading("LayerNorm before the activation", ("given", 5)),
        Reading("its outputs' mean", ("given", 6)),
        Reading("and variance", ("given", 7)),
        Reading("any element $l$: $l >= 1$", ("given", 8)),
        Reading("and $l <= d$", ("given", 9)),
        Reading("the same $n$ and the same output", ("show",)),
    ),
    obligations=(
        Obligation("layeract.appD.exact", "for every $d$ and every $s$", EXACT, exact_script),
    ),
    satisfiable=Attempt(
        "layeract.appD.exact.satisfiable",
        "$y = (-3, 3)$",
        EXACT,
        Witness(
            _FACTOR_WITNESS.values,
            {**_FACTOR_WITNESS.functions, "s": (("u",), "u")},
        ),
        {5: _each_of_two},
    ),
)
RESCALED = Claim(
    id="layeract.appD.repaired.2",
    kind="theorem",
    title="LayerAct normalises a LayerNorm's output once more, by a known factor",
    source=source("Appendix D", "6"),
    statement='For $alpha > 0$: $n = hat(n)^sans("LN") \\/ sqrt(sigma_y^2 \\/ (sigma_y^2 + '
    "alpha) + "
    "alpha)$.",
    readings=(
        Reading("$d$ elements", ("given", 0)),
        Reading("$alpha > 0$", ("given", 1)),
        Reading("$mu_y$", ("given", 2)),
        Reading("$sigma_y^2$", ("given", 3)),
        Reading("LayerNorm before the activation", ("given", 4)),
        Reading("its outputs' mean", ("given", 5)),
        Reading("and variance", ("given", 6)),
        Reading("any element $l$: $l >= 1$", ("given", 7)),
        Reading("and $l <= d$", ("given", 8)),
        Reading("the mean is 0", ("show", 1)),
        Reading("the variance is $sigma_y^2 \\/ (sigma_y^2 + alpha)$", ("show", 2)),
        Reading("and $n$ follows", ("show",)),
    ),
    obligations=(
        Obligation("layeract.appD.scaled", "for every $d$ and $alpha > 0$", SCALED, scaled_script),
    ),
    notes=(
        "The factor is 1 exactly where $alpha = 0$ or $sigma_y^2 + alpha = 1$; elsewhere the two "
        "outputs differ at each $n_i != 0$.",
    ),
)
_SYMBOLS = statement(
    SORTS,
    [d >= 1, alpha > 0, *LAYERS],
    (x(ell) * s(n(ell))).equals(x(ell) * s(x(ell))),
    {"y": 1, "x": 1, "s": 1},
)

CLAIM = Claim(
    id="layeract.appD",
    kind="theorem",
    title="After LayerNorm, LA-SiLU and SiLU are exactly the same",
    source=source("Appendix D", "6"),
    statement="Consider a network using LayerNorm without an affine function (no gain and bias) "
    "and placing the LayerNorm layer right before the activation layer. Here, the normalization "
    "output of the LayerNorm layers serves as the activation input. Consequently, in this "
    'scenario, the normalization output of a LayerNorm layer is $hat(n)^sans("LN") = (y - '
    'mu_y^2) / sqrt(sigma_y^2 + alpha)$. This leads to the output of SiLU $hat(n)^sans("LN") '
    's(hat(n)^sans("LN"))$ and LA-SiLU $hat(n)^sans("LN") s(n)$ to be exactly same as $n = '
    'hat(n)^sans("LN")$.',
    readings=(
        Reading("$d$ elements", ("given", 0)),
        Reading("$alpha > 0$, Eq. 6", ("given", 1)),
        Reading("$mu_y$", ("given", 2), "printed as $mu_y^2$ in Appendix D"),
        Reading("$sigma_y^2$", ("given", 3)),
        Reading(
            "the normalization output of the LayerNorm layers serves as the activation input",
            ("given", 4),
            "called $x$",
        ),
        Reading("the mean of the activation input", ("given", 5), "Eq. 6 for the input $x$"),
        Reading("its variance", ("given", 6)),
        Reading("any element $l$: $l >= 1$", ("given", 7)),
        Reading("and $l <= d$", ("given", 8)),
        Reading("the outputs of LA-SiLU and SiLU are exactly the same", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.appD.differ",
            '$y = (-3, 3)$, $alpha = 16$: $hat(n)^sans("LN") = (-3\\/5, 3\\/5)$, and LA-SiLU '
            "divides by "
            "$sqrt(9\\/25 + 16)$ once more",
            STATEMENT,
            WIDE,
            _GIVENS,
        ),
    ),
    satisfiable=Attempt(
        "layeract.appD.satisfiable",
        "$y = (-3, 3)$, $alpha = 16$",
        STATEMENT,
        WIDE,
        _GIVENS,
    ),
    notes=(
        "With the $alpha$ of Appendix H, $10^(-5)$ and $1\\/10$, the outputs differ as well, "
        "by less.",
        "Where $n$ is written for the normalised input of the LayerNorm, and not for that of the "
        'activation as Eq. 6 has it, the sentence says $hat(n)^sans("LN") = hat(n)^sans("LN")$ '
        "(`layeract.appD.symbols`).",
    ),
    repaired=(EXACTLY, RESCALED),
)

SYMBOLS = Claim(
    id="layeract.appD.symbols",
    kind="theorem",
    title="With n as the LayerNorm's own output the outputs are the same",
    source=source("Appendix D", ""),
    statement='This leads to the output of SiLU $hat(n)^sans("LN") s(hat(n)^sans("LN"))$ '
    'and LA-SiLU $hat(n)^sans("LN") s(n)$ to be exactly same as $n = hat(n)^sans("LN")$. '
    "[With $n = (y - mu_y) / sqrt(sigma_y^2 + alpha)$ of the input $y$ of the LayerNorm, as at "
    "the end of Appendix D.]",
    readings=(
        *CLAIM.readings[:-1],
        Reading('$hat(n)^sans("LN") s(n) = hat(n)^sans("LN") s(hat(n)^sans("LN"))$', ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.appD.symbols.statement",
            "the two are one number",
            _SYMBOLS,
            lambda: symbols_script(),
        ),
    ),
    satisfiable=Attempt(
        "layeract.appD.symbols.satisfiable",
        "$y = (-3, 3)$, $alpha = 16$",
        _SYMBOLS,
        WIDE_S,
        _GIVENS,
    ),
)


def symbols_script() -> Node:
    return fact(NORMED, [ell], same(s(n(ell)), s(x(ell)), auto("the same")), given())
