"""weierstrass.ghost_distance: where 1/sqrt(v(t)) is singular along a path of the variance."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    total,
    var,
)
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.vectors import S, every_real, fact, shown_by
from proofs.methods.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    statement,
)
from proofs.weierstrass.paper import source

PLACE = "The text before the convolution"
v0, vd, eps, a, b, p, q, t, t1, eta, delta, T, B = (
    var(name)
    for name in ("v0", "vd", "eps", "a", "b", "p", "q", "t", "t1", "eta", "delta", "T", "B")
)

# --- v(t) = v0 + vd t ----------------------------------------------------------------------------


def _zero(at: Term, beside: Term) -> Json:
    """v0 + vd (a + i b) + eps = 0, real and imaginary part."""
    return conj((v0 + eps + vd * at).equals(0), (vd * beside).equals(0))


_SIZE = S.sqrt(a**2 + b**2).equals(S.abs(v0 + eps) / S.abs(vd))
LINEAR = statement(
    {"v0": "real", "vd": "real", "eps": "real"},
    [vd.differs(0), eps >= 0],
    conj(
        every_real(("a", "b"), implies(_zero(a, b), _SIZE)),
        exists("a", "real", exists("b", "real", _zero(a, b))),
    ),
)


def linear_script() -> Node:
    at, beside = var("a0"), var("b0")
    size, speed = S.abs(v0 + eps), S.abs(vd)
    root, quotient = S.sqrt(at**2 + beside**2), size / speed
    facts = [
        (beside.equals(0), auto("b = 0")),
        ((size**2).equals((v0 + eps) ** 2), case(size.json, auto(), auto())),
        ((speed**2).equals(vd**2), case(speed.json, auto(), auto())),
        ((quotient * speed).equals(size), auto("the quotient")),
        ((at**2 * speed**2).equals(size**2), auto("squares")),
        (((at**2 - quotient**2) * speed**2).equals(0), auto("difference")),
        ((at**2).equals(quotient**2), _cancelled(at**2 - quotient**2, speed)),
        (at**2 + beside**2 >= 0, auto(">= 0")),
    ]
    roots = [
        ((root**2).equals(quotient**2), auto("squares")),
        (quotient >= 0, _positive(size, speed)),
        (((root - quotient) * (root + quotient)).equals(0), auto("difference")),
        (root.equals(quotient), _same(root, quotient)),
    ]
    defined = define(root.json, auto(">= 0"), lemmas(roots, auto("the distance")))
    first = intro("a0", intro("b0", intro("", lemmas(facts, defined))))
    second = shown_by(-(v0 + eps) / vd, shown_by(S.const(0), node("both", auto("real"), auto("0"))))
    body = node("both", first, define((1 / vd).json, auto("!= 0"), second))
    ready = have(speed > 0, case(speed.json, auto("> 0"), auto("> 0")), body)
    return define((1 / vd).json, auto("!= 0"), ready)


def _cancelled(value: Term, factor: Term) -> Node:
    x, y = var("x1"), var("y1")
    lemma: Json = implies(conj(y > 0, (x * y**2).equals(0)), x.equals(0))
    squares = have(y**2 > 0, auto("> 0"), auto("0"))
    proof = intro("x1", intro("y1", intro("", squares)))
    whole = every_real(("x1", "y1"), lemma)
    return have(whole, proof, fact(whole, [value, factor], auto("equal"), auto("premises")))


def _positive(top: Term, bottom: Term) -> Node:
    facts = [(1 / bottom > 0, auto("> 0")), (top >= 0, auto(">= 0"))]
    return lemmas(facts, auto("product"))


def _same(one: Term, other: Term) -> Node:
    """From (x - y)(x + y) = 0, x, y >= 0: x = y."""
    x, y = var("x1"), var("y1")
    lemma = implies(conj(x >= 0, y >= 0, ((x - y) * (x + y)).equals(0)), x.equals(y))
    proof = intro("x1", intro("y1", intro("", node("both", _least(x, y), _least(y, x)))))
    whole = every_real(("x1", "y1"), lemma)
    return have(whole, proof, fact(whole, [one, other], auto("equal"), auto("premises")))


def _least(x: Term, y: Term) -> Node:
    """x <= y, since x > y >= 0 would make the product positive."""
    positive = have(x + y > 0, auto("> 0"), have((x - y) * (x + y) > 0, auto(), auto("not 0")))
    return node("split", auto("shown"), positive, on=(y - x).json)


# --- the activations move on a line --------------------------------------------------------------

_ALONG = every("t", "real", v0 + p * t + q * t**2 >= 0)
_COMPLEX = conj((v0 + p * a + q * (a**2 - b**2)).equals(0), (b * (p + 2 * q * a)).equals(0))
QUADRATIC = statement(
    {"v0": "real", "p": "real", "q": "real"},
    [v0 > 0, q > 0, _ALONG],
    conj(
        every_real(("a", "b"), implies(_COMPLEX, (a**2 + b**2).equals(v0 / q))),
        p**2 * (v0 / q) <= 4 * v0**2,
    ),
)


def quadratic_script() -> Node:
    """The discriminant is at most 0; with b != 0 the real part is -p/(2 q)."""
    at, beside = var("a0"), var("b0")
    lowest = -p / (2 * q)
    discriminant = [
        ((1 / q) > 0, auto("> 0")),
        ((q * (v0 + p * lowest + q * lowest**2)) >= 0, fact(_ALONG, [lowest], auto(), None)),
        ((q * (v0 + p * lowest + q * lowest**2)).equals(q * v0 - p**2 / 4), auto("at -p/(2q)")),
        (p**2 <= 4 * q * v0, auto("the discriminant")),
        (v0 / q > 0, auto("> 0")),
        ((v0 / q * q).equals(v0), auto("v0/q")),
    ]
    turned = 2 * q * at + p
    apart = [
        (turned.equals(0), _factor(beside, turned)),
        ((q * (at**2 + beside**2)).equals(v0), auto("the modulus")),
    ]
    real = [
        (beside.equals(0), auto("b = 0")),
        ((turned**2).equals(p**2 - 4 * q * v0), auto("square")),
        (turned**2 <= 0, auto("not positive")),
        (turned.equals(0), _square_zero(turned)),
        ((q * (at**2 + beside**2)).equals(v0), auto("the modulus")),
    ]
    end = have(((at**2 + beside**2 - v0 / q) * q).equals(0), auto("times q"), auto("divided by q"))
    zero = lemmas(real, end)
    other = lemmas(apart, end)
    cases = case(S.sign(beside).json, other, zero, other)
    first = intro("a0", intro("b0", intro("", cases)))
    second = have((4 * q * v0 - p**2) * (v0 / q) >= 0, auto("times v0/q"), auto("compared"))
    body = node("both", first, second)
    return define((1 / q).json, auto("!= 0"), lemmas(discriminant, body))


def _factor(beside: Term, turned: Term) -> Node:
    x, y = var("x1"), var("y1")
    lemma = implies(conj(x.differs(0), (x * y).equals(0)), y.equals(0))
    inverse = define((1 / x).json, auto("!= 0"), auto("0"))
    proof = intro("x1", intro("y1", intro("", inverse)))
    whole = every_real(("x1", "y1"), lemma)
    return have(whole, proof, fact(whole, [beside, turned], auto("0"), auto("premises")))


def _square_zero(value: Term) -> Node:
    x = var("x1")
    whole = every("x1", "real", implies(x**2 <= 0, x.equals(0)))
    up = have(x**2 > 0, auto("> 0"), auto("contradiction"))
    proof = intro("x1", intro("", case(S.sign(x).json, up, auto("0"), up)))
    return have(whole, proof, fact(whole, [value], auto("0"), auto("premise")))


# --- v is a variance or a mean square ------------------------------------------------------------

d, i, j, m = var("d"), var("i"), var("j"), var("m")
_MU = total("i", 1, d, app("x", i)) / d


def _squares(center: Term, high: Term = d) -> Term:
    return total("j", 1, high, (app("x", j) - center) ** 2)


def _spread(center: Term) -> Term:
    """(1/d) sum (x_j - m)^2: the variance for m = mu, the mean square for m = 0."""
    return _squares(center) / d


_MEAN_SQUARE = total("j", 1, d, app("x", j) ** 2) / d
POSITIVE = statement(
    {"d": "int", "eps": "real"},
    [d >= 1, eps > 0],
    conj(_spread(_MU) + eps > 0, _MEAN_SQUARE + eps > 0),
    {"x": 1},
)
VARIANCE = statement({"d": "int"}, [d >= 1], _spread(_MU) > 0, {"x": 1})
MEAN_SQUARE = statement({"d": "int"}, [d >= 1], _MEAN_SQUARE > 0, {"x": 1})
NOT_NEGATIVE = statement(
    {"d": "int", "m": "real", "eps": "real"},
    [d >= 1, eps > 0],
    conj(_spread(m) >= 0, _spread(m) + eps > 0),
    {"x": 1},
)


def _sum_not_negative(summand: Callable[[Term], Term], name: str, then: Node) -> Node:
    """sum_(j <= d) t(j)^2 >= 0, by induction over the number of summands; then go on."""
    h = var(name)

    def squares(high: Term) -> Term:
        return total("j", 1, high, summand(j) ** 2)

    claim = squares(h) >= 0
    base = node("empty", auto("no summand"), auto("0 >= 0"), on=squares(S.const(0)).json)
    last = have(summand(h + 1) ** 2 >= 0, auto("a square"), auto("one more"))
    step = node("unfold", auto("range"), last, on=squares(h + 1).json)
    whole = every(name, "int", implies(h >= 0, claim))
    return induct(name, "0", claim, base, step, fact(whole, [d], then, auto("d >= 0")))


def not_negative_script() -> Node:
    both = node("both", auto("a mean"), auto("eps is added"))
    ending = have(_spread(m) >= 0, auto("a mean"), both)
    ready = _sum_not_negative(lambda at: app("x", at) - m, "h", ending)
    return define((1 / d).json, auto("d > 0"), have(1 / d > 0, auto("> 0"), ready))


def positive_script() -> Node:
    parts = [(_spread(_MU) >= 0, auto("a mean")), (_MEAN_SQUARE >= 0, auto("a mean"))]
    ending = lemmas(parts, node("both", auto("eps is added"), auto("eps is added")))
    second = _sum_not_negative(lambda at: app("x", at), "h1", ending)
    ready = _sum_not_negative(lambda at: app("x", at) - _MU, "h", second)
    return define((1 / d).json, auto("d > 0"), have(1 / d > 0, auto("> 0"), ready))


# --- the claims ----------------------------------------------------------------------------------


def _pair(
    id_: str,
    says: str,
    sequent: Json,
    data: Witness,
    kind: str,
    givens: Mapping[int, Callable[[], Node]] | None = None,
    script: Callable[[], Node] | None = None,
) -> Control:
    name = f"weierstrass.ghost_distance.{id_}"
    return Control(Attempt(name, says, sequent, data, givens or {}, script), kind)


def _one_of_two() -> Node:
    """v(1) = 0, and 1 is not 2."""
    return shown_by(S.const(1), shown_by(S.const(0), auto("at 1")))


def _square_added() -> Node:
    return intro("t0", have(var("t0") ** 2 >= 0, auto("a square"), auto("1 + t^2")))


SHARPENED = Claim(
    id="weierstrass.ghost_distance.sharpened",
    kind="theorem",
    title="Where the variance is v0 + p t + q t^2, the singularity lies at distance sqrt(v0/q)",
    source=source(PLACE),
    statement="Let $v(t) = v_0 + p t + q t^2 >= 0$ for all real $t$, with $v_0, q > 0$. (Where the "
    "activations move on a line, $x + t dot(x)$, their mean square is such a $v$ with "
    '$q = "mean"(dot(x)^2)$, their variance with $q = "Var"(dot(x))$.) Every zero of $v$ has '
    r"the modulus $sqrt(v_0\/q)$, and $v_0\/abs(p) >= 1/2 sqrt(v_0\/q)$ if $p != 0$: the "
    "first-order distance may be far too large, and is never less than half of the true one.",
    readings=(
        Reading("$v_0 > 0$", ("given", 0)),
        Reading("the activations move: $q > 0$", ("given", 1)),
        Reading("a mean of squares: $v(t) >= 0$ for real $t$", ("given", 2)),
        Reading(
            "$abs(t)^2 = v_0\\/q$ for $t = a + i b$ with $v(t) = 0$, and the comparison, squared",
            ("show",),
            "with $epsilon$, put $v_0 + epsilon$ for $v_0$",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.ghost_distance.quadratic",
            "both zeros, and the first-order distance",
            QUADRATIC,
            quadratic_script,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "weierstrass.ghost_distance.sharpened.control.squares",
                "without $v(t) >= 0$: $v = 2 - 3 t + t^2$ has the zeros 1 and 2",
                {**QUADRATIC, "given": QUADRATIC["given"][:2]},
                Witness({"v0": 2, "p": -3, "q": 1}),
                {},
                _one_of_two,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.ghost_distance.sharpened.satisfiable",
        "the hypotheses hold for $v = 1 + t^2$",
        QUADRATIC,
        Witness({"v0": 1, "p": 0, "q": 1}),
        {2: _square_added},
    ),
)
_NUMBERS = {"v0": 2, "vd": -1, "eps": 0}
CLAIM = Claim(
    id="weierstrass.ghost_distance",
    kind="theorem",
    title="Along v0 + v' t the singularity lies at distance |v0|/|v'|",
    source=source(PLACE),
    statement="If a neuron's variance $v$ evolves as $v(t) = v_0 + dot(v) t$ along the update "
    "direction, the singularity lies at distance $abs(v_0)\\/abs(dot(v))$ from the current point.",
    readings=(
        Reading("$v$ changes", ("given", 0), "$dot(v) != 0$; otherwise there is no singularity"),
        Reading(
            "$1\\/sqrt(v + epsilon)$",
            ("given", 1),
            "with $epsilon = 0$ as printed here, and $epsilon > 0$ as in the table: the distance "
            "is $abs(v_0 + epsilon)\\/abs(dot(v))$",
        ),
        Reading(
            "the singularity lies at distance $abs(v_0)\\/abs(dot(v))$",
            ("show",),
            "there is a zero of $v(t) + epsilon$ at a complex $t = a + i b$, and each is that far",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.ghost_distance.linear",
            "the one zero, and its distance, in the complex plane",
            LINEAR,
            linear_script,
        ),
    ),
    controls=(
        _pair(
            "control.still",
            "without $dot(v) != 0$: $v = 1$ has no zero",
            statement(LINEAR["vars"], [eps >= 0], LINEAR["show"][2]),
            Witness({"v0": 1, "vd": 0, "eps": 0}),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.ghost_distance.satisfiable",
        "the hypotheses hold for $v_0 = 2$, $dot(v) = -1$, $epsilon = 0$",
        LINEAR,
        Witness(_NUMBERS),
    ),
    sharpened=(SHARPENED,),
)

_FORWARD = source("The text before the convolution")
_PRINTED = (
    "LayerNorm and RMSNorm both rely on a scale factor of the form $f(v) = 1\\/sqrt(v)$, where $v$ "
    "is a variance or mean-square quantity computed from activations. [...] During the forward "
    "pass, $v$ is always positive."
)
_DATA = {"x": (("p",), "0")}
POSITIVE_CLAIM = Claim(
    id="weierstrass.ghost_distance.positive",
    kind="theorem",
    title="During the forward pass v = Var + eps, under the root, is always positive",
    source=_FORWARD,
    statement=_PRINTED,
    readings=(
        Reading("computed from $d >= 1$ activations", ("given", 0)),
        Reading(
            "LayerNorm and RMSNorm, $f(v) = 1\\/sqrt(v)$",
            ("given", 1),
            'the layers\' own factor: in the table $1\\/sqrt("Var"(x) + epsilon)$ and '
            '$1\\/sqrt("mean"(x^2) + epsilon)$, so that $v$ is what stands under the root',
        ),
        Reading(
            "$v$ is always positive",
            ("show",),
            '$v$ is $"Var"(x) + epsilon$ or $"mean"(x^2) + epsilon$; of $v$ without $epsilon$ '
            "see `weierstrass.ghost_distance.positive.variance`",
        ),
    ),
    obligations=(
        Obligation(
            "weierstrass.ghost_distance.positive.statement",
            "both are positive, for every number of activations",
            POSITIVE,
            positive_script,
        ),
    ),
    controls=(
        _pair(
            "positive.control.eps",
            "without $epsilon > 0$: two activations 0, $epsilon = 0$",
            statement(POSITIVE["vars"], [d >= 1], POSITIVE["show"], {"x": 1}),
            Witness({"d": 2, "eps": 0}, _DATA),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.ghost_distance.positive.satisfiable",
        "the hypotheses hold for $d = 2$, $epsilon = 1$",
        POSITIVE,
        Witness({"d": 2, "eps": 1}, _DATA),
    ),
    notes=(
        "Constant activations, or dead ones, are data like any other: it is $epsilon$ that keeps "
        "the layer defined there.",
    ),
)
VARIANCE_CLAIM = Claim(
    id="weierstrass.ghost_distance.positive.variance",
    kind="theorem",
    title="During the forward pass the variance or mean square itself is always positive",
    source=_FORWARD,
    statement=_PRINTED,
    readings=(
        Reading("computed from $d >= 1$ activations", ("given", 0)),
        Reading("a variance is always positive", ("show",)),
        Reading(
            "computed from $d >= 1$ activations",
            ("given", 0),
            "",
            "weierstrass.ghost_distance.positive.zero",
        ),
        Reading(
            "a mean square is always positive",
            ("show",),
            "",
            "weierstrass.ghost_distance.positive.zero",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "weierstrass.ghost_distance.positive.constant",
            "two equal activations have variance 0",
            VARIANCE,
            Witness({"d": 2}, {"x": (("p",), "1")}),
        ),
        Attempt(
            "weierstrass.ghost_distance.positive.zero",
            "activations that are 0 have mean square 0",
            MEAN_SQUARE,
            Witness({"d": 2}, _DATA),
        ),
    ),
    satisfiable=Attempt(
        "weierstrass.ghost_distance.positive.variance.satisfiable",
        "the hypothesis holds for $d = 2$",
        VARIANCE,
        Witness({"d": 2}, {"x": (("p",), "1")}),
    ),
    repaired=(
        Claim(
            id="weierstrass.ghost_distance.positive.variance.repaired",
            kind="theorem",
            title="During the forward pass v is never negative, and v + eps is positive",
            source=_FORWARD,
            statement="The mean of $(x_j - m)^2$ is at least 0 for every $m$: with the mean for "
            "$m$ the variance, with 0 the mean square. So $v + epsilon > 0$ for $epsilon > 0$.",
            readings=(
                Reading("$d >= 1$ activations", ("given", 0)),
                Reading("$epsilon > 0$", ("given", 1)),
                Reading(
                    "the mean of squares is at least 0, and with $epsilon$ positive", ("show",)
                ),
            ),
            obligations=(
                Obligation(
                    "weierstrass.ghost_distance.not_negative",
                    "by induction over the number of activations",
                    NOT_NEGATIVE,
                    not_negative_script,
                ),
            ),
            controls=(
                _pair(
                    "not_negative.control.strict",
                    "positive without $epsilon$: $x = 0$, $m = 0$",
                    {**NOT_NEGATIVE, "show": _spread(m) > 0},
                    Witness({"d": 2, "m": 0, "eps": 1}, _DATA),
                    "constant tightened",
                ),
            ),
            satisfiable=Attempt(
                "weierstrass.ghost_distance.not_negative.satisfiable",
                "the hypotheses hold for $d = 2$, $m = 0$, $epsilon = 1$",
                NOT_NEGATIVE,
                Witness({"d": 2, "m": 0, "eps": 1}, _DATA),
            ),
        ),
    ),
    notes=(
        "With $v$ for what stands under the root of the layer's own factor, $epsilon$ included: "
        "`weierstrass.ghost_distance.positive`.",
    ),
)
