"""sumformer.code: which base the code of a multiset needs, both ways, and how long the code is.

Appendix A takes Theorem 2.13 to multisets of a known size.  With phi(x) = B^cell(x) the sum names
the multiset from B = n on, and for no smaller integer B; where the size is not known it takes
n + 1.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.library.vectors import S, both_sums, fact, opened, put
from proofs.sumformer.counts import (
    MULTIPLE,
    ONE,
    POSITIVE,
    POWERS,
    ZERO,
    B,
    Body,
    W,
    added,
    count,
    counts_known,
    equal,
    indicator,
    natural,
    powers_known,
    same_counts,
    sizes_known,
)
from proofs.sumformer.matching import n
from proofs.trees.leaves import restated, using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    same,
    split,
    statement,
)

TWO = ONE + 1
c, m, n1, n2, j = (var(name) for name in ("c", "m", "n1", "n2", "j"))


def _label(name: str) -> Body:
    return lambda at: S.floor(app(name, at))


LEFT, RIGHT = _label("a"), _label("b")


def powers(label: Body, high: Term = n) -> Term:
    """Sigma = sum_j B^(label of j)."""
    return added(ONE, high, lambda at: W(label(at)))


EQUAL_SUMS = powers(LEFT).equals(powers(RIGHT))
LABELS = [natural(ONE, n, LEFT), natural(ONE, n, RIGHT)]
KNOWN = statement(
    {"n": "int", "B": "int"},
    [n >= 1, B >= n, B >= 2, *POWERS, *LABELS, EQUAL_SUMS],
    same_counts(ONE, n, LEFT, RIGHT),
    {"W": 1, "a": 1, "b": 1},
)


def known_script() -> Node:
    return powers_known(counts_known(ONE, n, LEFT, RIGHT, restated()))


# --- below the base ------------------------------------------------------------------------------


def spread(at: Term) -> Term:
    """2 at B + 1, and 0 elsewhere."""
    return 2 * equal(at, B + 1)


def level(at: Term) -> Term:
    """1 up to B + 1, and 0 from there on."""
    return S.sign(S.maximum(B + 2 - at, 0))


def _count(label: Body, high: Term = n) -> Term:
    return count(ONE, high, label, TWO)


COLLIDE = statement(
    {"n": "int", "B": "int"},
    [B >= 1, n >= B + 1, *POWERS],
    conj(powers(spread).equals(powers(level)), _count(spread).equals(1), _count(level).equals(0)),
    {"W": 1},
)


def _valued(term: Term, value: Term | int, then: Node) -> Node:
    """A spread or level label has this value, as is known of j; then go on."""
    leaf: Node = auto("a label")
    json = term.json
    if json[0] == "sign":
        proof = case(json[1], *[case(json, leaf, leaf, leaf)] * 2)
    else:
        sign = json[2][2][1]  # 2 (1 - |sign(j - B - 1)|)
        proof = case(sign, *[case(["abs", sign], leaf, leaf)] * 3)
    return have(term.equals(value), proof, then)


def collide_script() -> Node:
    """B zeros and a two against B + 1 ones: B + B^2 = (B + 1) B."""
    at = var("m5")

    def sums(upto: Term) -> list[Term]:
        return [
            powers(spread, upto),
            powers(level, upto),
            _count(spread, upto),
            _count(level, upto),
        ]

    one, other, twos, none = sums(at)
    claim = conj(
        none.equals(0),
        implies(at <= B, conj(one.equals(at), other.equals(at * B), twos.equals(0))),
        implies(
            at >= B + 1,
            conj(one.equals(B * B + at - 1), other.equals(B * B + at - 1), twos.equals(1)),
        ),
    )
    known = [
        W(ONE).equals(B),
        W(TWO).equals(B * B),
    ]
    new = at + 1

    def step(first: int, second: int, then: Node) -> Node:
        """The labels of m + 1 are these."""
        left, right = S.const(first), S.const(second)
        powers_of = same(W(spread(new)), W(left), same(W(level(new)), W(right), then))
        indicators = indicator(
            spread(new), TWO, int(first == 2), indicator(level(new), TWO, 0, powers_of)
        )
        return _valued(spread(new), left, _valued(level(new), right, indicators))

    both = claim.json[2:]
    below = step(0, 1, fact(both[0], [], auto("one more"), auto("m <= B")))
    here = step(2, 1, fact(both[0], [], auto("B^2 + B"), auto("m = B")))
    above = step(0, 0, fact(both[1], [], auto("one more"), auto("m > B")))
    cases = split((at - B).json, split((at - B - 1).json, above, here), below)
    base = both_sums("empty", sums(ZERO), auto("no labels"))
    whole = every("m5", "int", implies(at >= 0, claim))
    end = put(both[1], "m5", n)
    used = fact(whole, [n], fact(end, [], auto("equal sums"), auto("n > B")), auto("n >= 0"))
    induction = induct("m5", "0", claim, base, both_sums("unfold", sums(new), cases), used)
    return fact(
        POWERS[1],
        [ZERO],
        fact(
            POWERS[1],
            [ONE],
            lemmas([(known[0], _power(ZERO, ONE)), (known[1], _power(ONE, TWO))], induction),
            auto("1 >= 0"),
        ),
        auto("0 >= 0"),
    )


def _power(lower: Term, upper: Term) -> Node:
    return same(W(upper), W(lower + 1), auto("a power"))


# --- two cells -----------------------------------------------------------------------------------


def _at_most_one(label: Body) -> Json:
    return every("j", "int", implies(conj(j >= 1, j <= n), label(j) <= 1))


def _both_counts(value: Term) -> Json:
    return count(ONE, n, LEFT, value).equals(count(ONE, n, RIGHT, value))


TWO_CELLS = statement(
    {"n": "int", "B": "int"},
    [
        n >= 1,
        B >= 2,
        *POWERS,
        *LABELS,
        _at_most_one(LEFT),
        _at_most_one(RIGHT),
        EQUAL_SUMS,
    ],
    conj(_both_counts(ZERO), _both_counts(ONE)),
    {"W": 1, "a": 1, "b": 1},
)


def two_cells_script() -> Node:
    """Sigma = n + (B - 1) (number of ones)."""
    at = var("m5")

    def claim(label: Body) -> Json:
        ones = count(ONE, at, label, ONE)
        return implies(
            at <= n,
            conj(
                powers(label, at).equals(at + (B - 1) * ones),
                count(ONE, at, label, ZERO).equals(at - ones),
            ),
        )

    def shown(label: Body, then: Node) -> Node:
        def sums(upto: Term) -> list[Term]:
            return [
                powers(label, upto),
                count(ONE, upto, label, ONE),
                count(ONE, upto, label, ZERO),
            ]

        new = label(at + 1)

        def step(value: int) -> Node:
            taken = same(W(new), W(S.const(value)), auto("one more"))
            one = indicator(new, ONE, value, indicator(new, ZERO, 1 - value, taken))
            return have(new.equals(value), auto("0 or 1"), one)

        cases = split((new - 1).json, step(1), step(0))
        inside = fact(
            natural(ONE, n, label),
            [at + 1],
            fact(_at_most_one(label), [at + 1], cases, auto("in range")),
            auto("in range"),
        )
        formula = claim(label)
        stepped = intro("", fact(formula, [], both_sums("unfold", sums(at + 1), inside), auto("m")))
        base = intro("", both_sums("empty", sums(ZERO), auto("no labels")))
        whole = every("m5", "int", implies(at >= 0, formula))
        ends = fact(put(formula, "m5", n), [], then, auto("n <= n"))
        used = fact(whole, [n], ends, auto("n >= 0"))
        return induct("m5", "0", formula, base, stepped, used)

    ones = [count(ONE, n, label, ONE) for label in (LEFT, RIGHT)]
    end = have(
        ((B - 1) * (ones[0] - ones[1])).equals(0),
        using(
            EQUAL_SUMS,
            *(
                powers(label).equals(n + (B - 1) * one)
                for label, one in zip((LEFT, RIGHT), ones, strict=True)
            ),
        ),
        have(_both_counts(ONE), auto("divided by B - 1"), auto("and so the zeros")),
    )
    first = same(W(ONE), W(ZERO + 1), shown(LEFT, shown(RIGHT, end)))
    return fact(POWERS[1], [ZERO], first, auto("0 >= 0"))


# --- the size is not known -----------------------------------------------------------------------

ANY_SIZE = statement(
    {"n": "int", "n1": "int", "n2": "int", "B": "int"},
    [
        n >= 1,
        n1 >= 0,
        n1 <= n,
        n2 >= 0,
        n2 <= n,
        B >= n + 1,
        *POWERS,
        natural(ONE, n1, LEFT),
        natural(ONE, n2, RIGHT),
        powers(LEFT, n1).equals(powers(RIGHT, n2)),
    ],
    same_counts(ONE, n1, LEFT, RIGHT, n2),
    {"W": 1, "a": 1, "b": 1},
)


def any_size_script() -> Node:
    proof = powers_known(sizes_known(ONE, n1, n2, LEFT, RIGHT, restated()))
    return have(B >= 2, auto("B >= 2"), proof)


def zeros(at: Term) -> Term:
    return 0 * at


def ones(at: Term) -> Term:
    return 1 + 0 * at


COLLIDE_ANY = statement(
    {"n": "int", "B": "int"},
    [B >= 1, B <= n, *POWERS],
    conj(
        powers(zeros, B).equals(powers(ones, ONE)),
        count(ONE, B, zeros, ONE).equals(0),
        count(ONE, ONE, ones, ONE).equals(1),
    ),
    {"W": 1},
)


def collide_any_script() -> Node:
    """B zeros have the sum B = B^1 of a single one."""
    at = var("m5")

    def sums(upto: Term) -> list[Term]:
        return [powers(zeros, upto), count(ONE, upto, zeros, ONE)]

    one, none = sums(at)
    claim = conj(one.equals(at), none.equals(0))
    new = same(W(zeros(at + 1)), W(ZERO), indicator(zeros(at + 1), ONE, 0, auto("one more")))
    single = [powers(ones, ONE), count(ONE, ONE, ones, ONE)]
    nothing = [powers(ones, ZERO), count(ONE, ZERO, ones, ONE)]
    last = same(W(ones(ONE)), W(ZERO + 1), indicator(ones(ONE), ONE, 1, auto("B = B")))
    end = both_sums("unfold", single, both_sums("empty", nothing, last))
    used = fact(every("m5", "int", implies(at >= 0, claim)), [B], end, auto("B >= 0"))
    proof = induct(
        "m5",
        "0",
        claim,
        both_sums("empty", sums(ZERO), auto("no labels")),
        both_sums("unfold", sums(at + 1), new),
        used,
    )
    return fact(POWERS[1], [ZERO], proof, auto("0 >= 0"))


# --- how large the code is -----------------------------------------------------------------------


def _below(label: Body) -> Json:
    return every("j", "int", implies(conj(j >= 1, j <= n), label(j) <= c - 1))


LENGTH = statement(
    {"n": "int", "B": "int", "c": "int"},
    [n >= 1, c >= 1, B >= 2, *POWERS, LABELS[0], _below(LEFT)],
    conj(n <= powers(LEFT), powers(LEFT) <= n * W(c - 1)),
    {"W": 1, "a": 1},
)


def length_script() -> Node:
    """1 <= B^u <= B^(c - 1) for each of the n labels u."""
    at, y = var("m5"), var("y6")
    total = powers(LEFT, at)
    claim = implies(at <= n, conj(total >= at, total <= at * W(c - 1)))
    new = LEFT(at + 1)
    multiple = put(put(MULTIPLE.json[3][3][2], "v", new), "h", c - 1 - new)
    larger = have(
        (y - 1) * W(new) >= 0,
        using(y >= 1, W(new) >= 1),
        same(W(new + (c - 1 - new)), W(c - 1), auto("one more")),
    )
    inside = fact(
        POSITIVE,
        [new],
        fact(MULTIPLE, [new, c - 1 - new], opened(multiple, "y6", larger), auto("a label")),
        auto("a label"),
    )
    inside = fact(
        natural(ONE, n, LEFT),
        [at + 1],
        fact(_below(LEFT), [at + 1], inside, auto("in range")),
        auto("in range"),
    )
    step = intro("", fact(claim, [], both_sums("unfold", [powers(LEFT, at + 1)], inside), auto()))
    base = intro("", both_sums("empty", [powers(LEFT, ZERO)], auto("no labels")))
    whole = every("m5", "int", implies(at >= 0, claim))
    end = fact(put(claim, "m5", n), [], auto("both bounds"), auto("n <= n"))
    used = fact(whole, [n], end, auto("n >= 0"))
    return powers_known(induct("m5", "0", claim, base, step, used))
