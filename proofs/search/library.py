"""Lemmas on elementary functions that searches use again and again, with kept certificates.

A *bundle* says how a term t moves from x to y = x + d, with its derivative p at x and one C >= 1:

    |t(y) - t(x) - p d| <= C d^2,   |t(y) - t(x)| <= C d,   t(x), t(y) and p are within [-C, C]

and the lemmas carry it through sums, products, quotients and the functions of the kernel.  There
is none for sin and cos: from the kernel's axioms their derivatives do not follow (sin = 0, cos = 1
fulfil these), only upper bounds on how fast they move, and lower ones by evaluation.

``python -m proofs.search.library`` finds the certificates anew and keeps them beside this file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

from constructions.terms import Term, TermSystem, conj, every, implies, plain_json, var
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    define,
    elaborate,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    rule_index,
    split,
    unread,
    use,
)
from proofs.trees.transport import Missing, walk

KEPT = Path(__file__).with_name("library.json")
S = TermSystem()
ZERO, ONE = S.const(0), S.const(1)


def _variables(names: str) -> list[Term]:
    return [var(f"{name}_l") for name in names.split()]


_u0, _u1, _v0, _v1, _p, _q, _d, _C, _D, _L, _H = _variables("u0 u1 v0 v1 p q d C D L H")
_F0, _F1, _g, _M, _w, _K, _s, _t, _S, _T, _m, _G, _h = _variables("F0 F1 g M w K s t S T m G h")
_A, _B, _r = _variables("A B r")


def within(value: Any, bound: Any) -> list[Json]:
    """-bound <= value <= bound, as two formulas."""
    return [value <= bound, -value <= bound]


def bundle(before: Any, after: Any, slope: Any, d: Any, C: Any) -> Json:
    """What is said of a term between two points (see above)."""
    return conj(
        *within(after - before - slope * d, C * d**2),
        *within(after - before, C * d),
        *within(before, C),
        *within(after, C),
        *within(slope, C),
        C >= 1,
    )


def outer(F0: Any, F1: Any, g: Any, step: Any, w: Any, M: Any) -> Json:
    """The same of a function whose argument moves by ``step``, which is within [-w, w]."""
    return conj(
        *within(F1 - F0 - g * step, M * w**2),
        *within(F1 - F0, M * w),
        *within(F0, M),
        *within(F1, M),
        *within(g, M),
        M >= 1,
    )


Lemma = tuple[str, list[Json], Json, Callable[[], Node]]


def _formula(lemma: Lemma) -> Json:
    names, premises, show, _ = lemma
    formula = implies(conj(*premises), show) if premises else show
    for name in reversed(names.split()):
        formula = every(f"{name}_l", "real", formula)
    return plain_json(formula)


def _script(lemma: Lemma) -> Node:
    names, premises, _, proof = lemma
    script = intro("", proof()) if premises else proof()
    for name in reversed(names.split()):
        script = intro(f"{name}_l", script)
    return script


def _instance(name: str, at: Sequence[Any], then: Node) -> Node:
    """Use a lemma that is among the hypotheses; its premises are known."""
    formula = FORMULAS[name]
    premise = [given()] if LEMMAS[name][1] else []

    def found(context: Context) -> Node:
        number = rule_index(context, lambda rule: unread(rule) == _bound_names(formula))
        return use(number, list(at), *premise, then)

    return look(found)


def _bound_names(formula: Json) -> Json:
    """A formula as the kernel shows it."""
    return unread(open_statement({"vars": {}, "functions": {}, "given": [], "show": formula}).goal)


def _axiom(name: str, at: list[Any], then: Node) -> Node:
    chosen = look(lambda c: use(len(c.rules) - 1, at, then))
    if name in ("exp-log", "sin-line"):
        premise = look(lambda c: use(len(c.rules) - 1, at, auto(f"{name} premise"), then))
        return node("axiom", premise, name=name)
    return node("axiom", chosen, name=name)


# --- real numbers ----------------------------------------------------------------------------


def _product() -> Node:
    return node(
        "both", auto("(S - s)(T + t) + (S + s)(T - t) >= 0"), auto("(S - s)(T - t) + ... >= 0")
    )


def _times() -> Node:
    du, dv = _u1 - _u0, _v1 - _v0
    ru, rv = du - _p * _d, dv - _q * _d
    steps: list[tuple[Json, Node]] = []
    CD = _C * _D
    products = [
        (_u0, rv, _C, _D * _d**2),
        (_v0, ru, _D, _C * _d**2),
        (du, dv, _C * _d, _D * _d),
        (_u0, dv, _C, _D * _d),
        (_v1, du, _D, _C * _d),
        (_u0, _v0, _C, _D),
        (_u1, _v1, _C, _D),
        (_p, _v0, _C, _D),
        (_u0, _q, _C, _D),
    ]
    shown = [conj(*within(s * t, size * other)) for s, t, size, other in products]
    for (s, t, size, other), fact in zip(products, shown, strict=True):
        proof = _instance("product", [s, t, size, other], given())
        steps.append((fact, proof))
    steps.append((CD >= 1, using(_C >= 1, _D >= 1)))
    steps.append((CD * _d >= 0, using(CD >= 1, _d >= 0)))
    steps.append((CD * _d**2 >= 0, using(CD >= 1)))
    return lemmas(steps, _parts(*shown, CD >= 1, CD * _d >= 0, CD * _d**2 >= 0))


def _parts(*facts: Any) -> Node:
    """Each part of the goal from these facts."""
    return look(lambda c: node("both", *[using(*facts)] * (len(c.goal) - 1)))


def _chain() -> Node:
    step = _u1 - _u0
    rest = step - _p * _d
    MC, MCC = _M * _C, _M * _C**2
    first = conj(*within(_g * rest, _M * (_C * _d**2)))
    second = conj(*within(_g * _p, MC))
    facts: list[tuple[Json, Node]] = [
        (first, _instance("product", [_g, rest, _M, _C * _d**2], given())),
        (second, _instance("product", [_g, _p, _M, _C], given())),
        (_d**2 >= 0, auto()),
        (MC >= _M, using(_M >= 1, _C >= 1)),
        (MCC >= MC, using(_M >= 1, _C >= 1, MC >= _M)),
        (MC * _d**2 <= MCC * _d**2, using(MCC >= MC, _d**2 >= 0)),
        (MC * _d <= MCC * _d, using(MCC >= MC, _d >= 0)),
        (MC * _d >= 0, using(MC >= _M, _M >= 1, _d >= 0)),
    ]
    out = outer(_F0, _F1, _g, step, _C * _d, _M)
    return lemmas(facts, _parts(out, *[fact for fact, _ in facts]))


def _steps() -> Node:
    """m G <= C (m h)^2 = C D^2 < m G."""
    return lemmas(
        [
            (_m * _G <= _m * (_C * _m * _h**2), using(_G <= _C * _m * _h**2, _m >= 1)),
            (_m * (_C * _m * _h**2) <= _C * _D**2, auto("(m h)^2 = D^2")),
        ],
        using(
            _m * _G <= _m * (_C * _m * _h**2),
            _m * (_C * _m * _h**2) <= _C * _D**2,
            _C * _D**2 < _m * _G,
        ),
    )


# --- exp, tanh, log, 1/u, sqrt ---------------------------------------------------------------


def _exp_line() -> Node:
    line = _axiom("exp-line", [_B - _A], _axiom("exp-sum", [_A, _B - _A], auto("e^a (1 + b - a)")))
    return line


def _exp_power() -> Node:
    """With x = e^(t/4): x >= 1 + t/4 >= 0, and e^t = x^4."""
    x, line = S.exp(_t / 4), 1 + _t / 4
    square = S.exp(_t / 2)
    shown = [
        (square.equals(x**2), _axiom("exp-sum", [_t / 4, _t / 4], node("both", auto(), auto()))),
        (
            S.exp(_t).equals(square**2),
            _axiom("exp-sum", [_t / 2, _t / 2], node("both", auto(), auto())),
        ),
        (x >= line, _axiom("exp-line", [_t / 4], given())),
        (line >= 0, using(_t >= -4)),
        (x**2 >= line**2, using(x >= line, line >= 0)),
        (line**2 >= 0, using(line >= 0)),
        (square**2 >= line**4, using(x**2 >= line**2, line**2 >= 0, square.equals(x**2))),
    ]
    return lemmas(shown, using(square**2 >= line**4, S.exp(_t).equals(square**2)))


def _exp_down() -> Node:
    """e^t (1 - t/4)^4 <= e^t e^-t = 1."""
    E, F, power = S.exp(_t), S.exp(-_t), (1 - _t / 4) ** 4
    one = (E * F).equals(1)
    known = _axiom(
        "exp-sum", [_t, -_t], _axiom("exp-sum", [ZERO, ZERO], node("both", auto(), auto()))
    )
    return have(one, known, _instance("exp power", [-_t], using(one, F >= power, E > 0)))


def _exp_tail() -> Node:
    """(1 + t/4)^4 >= t^3/16."""
    E, cube = S.exp(-_t), _t**3
    t2, r2 = _t**2, _r**2
    facts = [
        (_t >= 1, using(_t >= _r, _r >= 1)),
        (t2 >= 0, using(_t >= 1)),
        (cube >= 0, using(t2 >= 0, _t >= 1)),
        (_t**4 >= 0, using(t2 >= 0)),
        (E * _t >= 0, using(E > 0, _t >= 1)),
        (E * t2 >= 0, using(E > 0, t2 >= 0)),
        (E * _t**4 >= 0, using(E > 0, _t**4 >= 0)),
        (
            E * cube <= 16,
            using(E * (1 + _t / 4) ** 4 <= 1, E * _t >= 0, E * t2 >= 0, E * _t**4 >= 0, E > 0),
        ),
        (E * t2 * _r <= E * t2 * _t, using(E * t2 >= 0, _t >= _r)),
        (E * _t * _r >= 0, using(E * _t >= 0, _r >= 1)),
        (E * _t * _r * _r <= E * _t * _r * _t, using(E * _t * _r >= 0, _t >= _r)),
        (E * r2 >= 0, using(E > 0, _r >= 1, r2 >= 1)),
        (E * r2 * _r <= E * r2 * _t, using(E * r2 >= 0, _t >= _r)),
    ]
    shown = [fact for fact, _ in facts]
    body = lemmas(facts, _parts(*shown))
    body = have(r2 >= 1, using(_r >= 1), body)
    return have(-_t <= 4, using(_t >= _r, _r >= 1), _instance("exp down", [-_t], body))


def _exp_far() -> Node:
    """(1 + t/4)^4 >= t^3/16."""
    E, t2 = S.exp(_t), _t**2
    facts = [
        (_t >= 1, using(_t >= _r, _r >= 1)),
        (t2 >= 0, using(_t >= 1)),
        (_t**4 >= 0, using(t2 >= 0)),
        (_t**3 <= 16 * E, using((1 + _t / 4) ** 4 <= E, _t >= 1, t2 >= 0, _t**4 >= 0)),
        (_r * t2 <= _t**3, using(t2 >= 0, _t >= _r)),
        (_t * _r >= 0, using(_t >= 1, _r >= 1)),
        (_r**2 * _t <= _r * t2, using(_t * _r >= 0, _t >= _r)),
        (_r**2 >= 0, using(_r >= 1)),
        (_r**3 <= _r**2 * _t, using(_r**2 >= 0, _t >= _r)),
    ]
    body = lemmas(facts, _parts(*[fact for fact, _ in facts]))
    return have(_t >= -4, using(_t >= _r, _r >= 1), _instance("exp power", [_t], body))


def _exp_outer() -> Node:
    E0, E1, X, step = S.exp(_u0), S.exp(_u1), S.exp(_K), _u1 - _u0
    lines = [(E0, E1, step), (E1, E0, -step), (E0, X, _K - _u0), (E1, X, _K - _u1)]
    ends = [(_u0, _u1), (_u1, _u0), (_u0, _K), (_u1, _K)]
    facts: list[tuple[Json, Node]] = [
        (low * (1 + gap) <= high, _instance("exp line", [a, b], auto()))
        for (low, high, gap), (a, b) in zip(lines, ends, strict=True)
    ]
    shown = [fact for fact, _ in facts]
    facts += [
        (E0 <= X, using(shown[2], _u0 <= _K, E0 > 0)),
        (E1 <= X, using(shown[3], _u1 <= _K, E1 > 0)),
        (X >= 1, _axiom("exp-line", [_K], auto("e^K >= 1 + K"))),
        (_w >= 0, using(step <= _w, -step <= _w)),
        (X * _w >= 0, using(X >= 1, _w >= 0)),
        (X * _w**2 >= 0, using(X * _w >= 0, _w >= 0)),
        (E1 * step <= X * _w, _instance("product", [E1, step, X, _w], auto())),
        (-(E1 * step) <= X * _w, _instance("product", [E1, step, X, _w], auto())),
        (E0 * step <= X * _w, _instance("product", [E0, step, X, _w], auto())),
        (-(E0 * step) <= X * _w, _instance("product", [E0, step, X, _w], auto())),
    ]
    facts += [
        (E1 - E0 <= X * _w, using(shown[1], E1 * step <= X * _w)),
        (E0 - E1 <= X * _w, using(shown[0], -(E0 * step) <= X * _w)),
        (
            (E1 - E0) * step <= X * _w * _w,
            _instance("product", [E1 - E0, step, X * _w, _w], auto()),
        ),
        (E1 - E0 - E0 * step <= (E1 - E0) * step, using(shown[1])),
    ]
    return lemmas(facts, _parts(*[fact for fact, _ in facts], E0 > 0, E1 > 0, X * _w**2 >= 0))


def _inverse_outer() -> Node:
    r0, r1, step = 1 / _u0, 1 / _u1, _u1 - _u0
    K2, K3 = _K**2, _K**3
    facts: list[tuple[Json, Node]] = [
        ((r0 * _u0).equals(1), auto()),
        ((r1 * _u1).equals(1), auto()),
        (r0 > 0, auto("1/u0 > 0")),
        (r1 > 0, auto("1/u1 > 0")),
        (r0 <= _K, using(r0 > 0, (r0 * _u0).equals(1), _K * _u0 >= 1)),
        (r1 <= _K, using(r1 > 0, (r1 * _u1).equals(1), _K * _u1 >= 1)),
        (_w >= 0, using(step <= _w, -step <= _w)),
        (K2 >= _K, using(_K >= 1)),
        (K3 >= K2, using(_K >= 1, K2 >= _K)),
        (conj(*within(r0 * r1, K2)), _instance("product", [r0, r1, _K, _K], auto())),
        (conj(*within(r0 * r0, K2)), _instance("product", [r0, r0, _K, _K], auto())),
        ((r1 - r0).equals(-(r0 * r1 * step)), node("both", auto("1/v - 1/u"), auto("1/u - 1/v"))),
        (
            conj(*within(r0 * r1 * step, K2 * _w)),
            _instance("product", [r0 * r1, step, K2, _w], auto()),
        ),
        (
            conj(*within(r0 * (r0 * r1 * step), _K * (K2 * _w))),
            _instance("product", [r0, r0 * r1 * step, _K, K2 * _w], auto()),
        ),
        (
            conj(*within(r0 * (r0 * r1 * step) * step, _K * (K2 * _w) * _w)),
            _instance("product", [r0 * (r0 * r1 * step), step, _K * (K2 * _w), _w], auto()),
        ),
        (
            (r1 - r0 + r0 * r0 * step).equals(r0 * (r0 * r1 * step) * step),
            node("both", auto("second order"), auto("second order")),
        ),
        (K2 * _w <= K3 * _w, using(K3 >= K2, _w >= 0)),
    ]
    shown = [fact for fact, _ in facts]
    return _positive([_u0, _u1], lemmas(facts, _parts(*shown, _K >= 1)))


def _positive(terms: list[Any], then: Node) -> Node:
    """1/u is defined where 1 <= K u and K >= 1."""
    for u in reversed(terms):
        positive = split((-u).json, using(_K * u >= 1, u <= 0, _K >= 1), given())
        then = have(u > 0, positive, define((1 / u).json, auto("u != 0"), then))
    return then


def _log_outer() -> Node:
    l0, l1, r0, r1, step = S.log(_u0), S.log(_u1), 1 / _u0, 1 / _u1, _u1 - _u0
    K2 = _K**2
    facts: list[tuple[Json, Node]] = [
        (S.exp(l0).equals(_u0), _exp_log(_u0)),
        (S.exp(l1).equals(_u1), _exp_log(_u1)),
        (_u0 * (1 + l1 - l0) <= _u1, _instance("exp line", [l0, l1], _replaced())),
        (_u1 * (1 + l0 - l1) <= _u0, _instance("exp line", [l1, l0], _replaced())),
        (1 + l0 <= _u0, _axiom("exp-line", [l0], _replaced())),
        (1 + l1 <= _u1, _axiom("exp-line", [l1], _replaced())),
        ((r0 * _u0).equals(1), auto()),
        ((r1 * _u1).equals(1), auto()),
        (r0 > 0, auto("1/u0 > 0")),
        (r1 > 0, auto("1/u1 > 0")),
        (r0 <= _K, using(r0 > 0, (r0 * _u0).equals(1), _K * _u0 >= 1)),
        (r1 <= _K, using(r1 > 0, (r1 * _u1).equals(1), _K * _u1 >= 1)),
        (_w >= 0, using(step <= _w, -step <= _w)),
        (K2 >= _K, using(_K >= 1)),
        (K2 * _w >= _K * _w, using(K2 >= _K, _w >= 0)),
        # log v - log u <= (v - u)/u, and >= (v - u)/v
        (
            l1 - l0 - r0 * step <= 0,
            using(_u0 * (1 + l1 - l0) <= _u1, r0 > 0, (r0 * _u0).equals(1)),
        ),
        (
            r1 * step <= l1 - l0,
            using(_u1 * (1 + l0 - l1) <= _u0, r1 > 0, (r1 * _u1).equals(1)),
        ),
        (conj(*within(r0 * step, _K * _w)), _instance("product", [r0, step, _K, _w], auto())),
        (conj(*within(r1 * step, _K * _w)), _instance("product", [r1, step, _K, _w], auto())),
        (
            conj(*within(r0 * step * (r1 * step), _K * _w * (_K * _w))),
            _instance("product", [r0 * step, r1 * step, _K * _w, _K * _w], auto()),
        ),
        (
            (r0 * step - r1 * step).equals(r0 * step * (r1 * step)),
            node("both", auto("second order"), auto("second order")),
        ),
        (K2 * _w**2 >= 0, auto()),
        (_logs(_u0, l0, r0)),
        (_logs(_u1, l1, r1)),
    ]
    shown = [fact for fact, _ in facts]
    logs = define(
        l0.json,
        auto("u0 > 0"),
        define(
            l1.json, auto("u1 > 0"), lemmas(facts, _parts(*shown, _K >= 1, _u0 <= _K, _u1 <= _K))
        ),
    )
    return _positive([_u0, _u1], logs)


def _exp_log(u: Term) -> Node:
    return _axiom("exp-log", [u], node("both", auto(), auto()))


def _replaced() -> Node:
    return auto("e^(log u) = u")


def _logs(u: Term, log: Term, r: Term) -> tuple[Json, Node]:
    """-log u <= 1/u - 1, by the line of exp at -log u."""
    proof = _instance(
        "exp line",
        [log, S.const(0)],
        _instance(
            "exp line",
            [S.const(0), log],
            lemmas(
                [
                    (
                        S.exp(S.const(0)).equals(1),
                        _axiom("exp-sum", [S.const(0), S.const(0)], node("both", auto(), auto())),
                    ),
                    (u * (1 - log) <= 1, auto()),
                ],
                using(u * (1 - log) <= 1, r > 0, (r * u).equals(1)),
            ),
        ),
    )
    return 1 - log <= r, proof


def _sqrt_outer() -> Node:
    s0, s1, step = S.sqrt(_u0), S.sqrt(_u1), _u1 - _u0
    r0, q = 1 / s0, 1 / (s0 + s1)
    K2, K3 = _K**2, _K**3
    facts: list[tuple[Json, Node]] = [
        ((r0 * s0).equals(1), auto()),
        (r0 > 0, auto("1/s0 > 0")),
        ((q * (s0 + s1)).equals(1), auto()),
        (q > 0, auto("1/(s0 + s1) > 0")),
        (r0 <= _K, using(r0 > 0, (r0 * s0).equals(1), _K * s0 >= 1)),
        (q <= _K, using(q > 0, (q * (s0 + s1)).equals(1), _K * s0 >= 1, s1 > 0, _K >= 1, recent=0)),
        (s0 <= _K, split((s0 - _K).json, auto(), auto())),
        (s1 <= _K, split((s1 - _K).json, auto(), auto())),
        (_w >= 0, using(step <= _w, -step <= _w)),
        (K2 >= _K, using(_K >= 1)),
        (K3 >= K2, using(_K >= 1, K2 >= _K)),
        ((s1 - s0).equals(q * step), node("both", auto("root"), auto("root"))),
        (conj(*within(q * step, _K * _w)), _instance("product", [q, step, _K, _w], auto())),
        (
            conj(*within(q * step * (q * step), _K * _w * (_K * _w))),
            _instance("product", [q * step, q * step, _K * _w, _K * _w], auto()),
        ),
        (
            conj(*within(r0 * (q * step * (q * step)), _K * (_K * _w * (_K * _w)))),
            _instance("product", [r0, q * step * (q * step), _K, _K * _w * (_K * _w)], auto()),
        ),
        (
            (s1 - s0 - r0 / 2 * step).equals(-(r0 * (q * step * (q * step))) / 2),
            node("both", auto("second order"), auto("second order")),
        ),
        (_K * _w <= K3 * _w, using(K3 >= K2, K2 >= _K, _w >= 0)),
        (K3 * _w**2 >= 0, auto()),
    ]
    shown = [fact for fact, _ in facts]
    body = lemmas(facts, _parts(*shown, _K >= 1, s0 > 0, s1 > 0))
    body = define(q.json, auto("s0 + s1 != 0"), body)
    body = define(r0.json, auto("s0 != 0"), body)
    for s, u in ((s1, _u1), (s0, _u0)):
        body = lemmas(
            [
                (_K * s >= 1, split((_K * s - 1).json, given(), auto("K^2 u < 1"))),
                (s > 0, split((-s).json, using(_K * s >= 1, s <= 0, _K >= 1), given())),
            ],
            body,
        )
        body = define(s.json, using(u > 0), body)
    return _positive([_u0, _u1], body)


def _tanh_outer() -> Node:
    A, B, step = S.exp(2 * _u0), S.exp(2 * _u1), _u1 - _u0
    a, b = 1 / (A + 1), 1 / (B + 1)
    F0, F1 = S.tanh(_u0), S.tanh(_u1)
    D = B - A
    facts: list[tuple[Json, Node]] = [
        (A > 0, auto()),
        (B > 0, auto()),
        ((a * (A + 1)).equals(1), auto()),
        ((b * (B + 1)).equals(1), auto()),
        (a > 0, auto("1/(A + 1) > 0")),
        (b > 0, auto("1/(B + 1) > 0")),
        (a * A >= 0, using(a > 0, A > 0)),
        (b * B >= 0, using(b > 0, B > 0)),
        (a <= 1, using((a * (A + 1)).equals(1), a * A >= 0)),
        (b <= 1, using((b * (B + 1)).equals(1), b * B >= 0)),
        (A * (1 + 2 * step) <= B, _instance("exp line", [2 * _u0, 2 * _u1], auto())),
        (B * (1 - 2 * step) <= A, _instance("exp line", [2 * _u1, 2 * _u0], auto())),
        (_w >= 0, using(step <= _w, -step <= _w)),
        (F0.equals(1 - 2 * a), given()),
        (F1.equals(1 - 2 * b), given()),
        (a * b > 0, using(a > 0, b > 0)),
        ((a - b).equals(a * b * D), node("both", auto(), auto())),
        # a b A <= 1, a b B <= 1
        (a * b * A <= 1, auto("a b A <= 1")),
        (a * b * B <= 1, auto("a b B <= 1")),
        (a * b * A >= 0, using(a * b > 0, A > 0)),
        (a * b * B >= 0, using(a * b > 0, B > 0)),
        (a * b * D <= 2 * (a * b * B) * step, auto()),
        (a * b * D >= 2 * (a * b * A) * step, auto()),
        (
            conj(*within(a * b * B * step, _w)),
            _instance("product", [a * b * B, step, ONE, _w], auto()),
        ),
        (
            conj(*within(a * b * A * step, _w)),
            _instance("product", [a * b * A, step, ONE, _w], auto()),
        ),
        (conj(*within(a - b, 2 * _w)), auto()),
        (
            conj(*within((a - b) * step, 2 * _w * _w)),
            _instance("product", [a - b, step, 2 * _w, _w], auto()),
        ),
        # 0 <= a b (D - 2 A step) <= 2 (a - b) step
        (a * b * (D - 2 * A * step) >= 0, auto()),
        (a * b * (D - 2 * A * step) <= 2 * ((a - b) * step), auto()),
        # a A = 1 - a
        (
            (F1 - F0 - (1 - F0**2) * step).equals(
                2 * (a * b * (D - 2 * A * step)) - 4 * (1 - a) * ((a - b) * step)
            ),
            node("both", auto("second order"), auto("second order")),
        ),
        (
            conj(*within((1 - a) * ((a - b) * step), 2 * _w * _w)),
            _instance("product", [1 - a, (a - b) * step, ONE, 2 * _w * _w], auto()),
        ),
        (_w**2 >= 0, auto()),
        (F0**2 <= 1, auto()),
        (F0**2 >= 0, auto()),
    ]
    shown = [fact for fact, _ in facts]
    body = lemmas(facts, _parts(*shown, *within(F0, 1), *within(F1, 1)))
    return _axiom("tanh", [_u0], _axiom("tanh", [_u1], body))


# --- sin and cos -----------------------------------------------------------------------------

_x, _k = _variables("x k")
_zero = conj(S.sin(ZERO).equals(0), S.cos(ZERO).equals(1))
_high = every("x_l", "real", implies(conj(_x >= ONE / 2, _x <= 1), _x * 5 / 6 <= S.sin(_x)))
_cosine = every("x_l", "real", implies(conj(_x >= 0, _x <= 1), S.cos(_x) >= 0))


def _odd() -> Node:
    """sin(t - t) = 0 and cos(t - t) = 1, multiplied by sin t and cos t."""
    s, c, s1, c1 = S.sin(_t), S.cos(_t), S.sin(-_t), S.cos(-_t)
    none, one = (s * c1 + c * s1).equals(0), (c * c1 - s * s1).equals(1)
    unit = (s * s + c * c).equals(1)
    evaluated = node("evaluate", bits=64)
    shown = node(
        "both",
        node("both", *[using(none, one, unit, label="sin")] * 2),
        node("both", *[using(none, one, unit, label="cos")] * 2),
    )
    facts = [(fact, node("both", auto(), auto())) for fact in (none, one, unit)]
    used = lemmas(facts, shown)
    used = _axiom("sin-cos", [_t], used)
    used = _axiom("sin-sum", [_t, -_t], _axiom("cos-sum", [_t, -_t], used))
    return have(_zero, node("both", evaluated, evaluated), used)


def _last(at: list[Any], then: Node, premise: Node | None = None) -> Node:
    """Use the last hypothesis."""
    return look(lambda c: use(len(c.rules) - 1, at, *([premise] if premise else []), then))


def _of(formula: Any, at: list[Any], then: Node) -> Node:
    """Use this hypothesis, whose premise is known."""
    shown = _bound_names(plain_json(formula))
    return look(lambda c: use(rule_index(c, lambda rule: unread(rule) == shown), at, given(), then))


def _covered(low: int, cuts: int) -> Node:
    """Boxes on [low/cuts, 1]."""
    at = [str(Fraction(i, cuts)) for i in range(low, cuts + 1)]
    return intro("x_l", intro("", node("cover", on="x_l", cuts=at, bits=64)))


def _multiples(claim: Json, first: list[Json], facts: list[Json], close: Node) -> Node:
    """``claim`` for all k >= 1 with k t <= 1; from it, at n = floor(1/t), what ``close`` shows."""
    kt, n = _k * _t, S.floor(1 / _t)
    fits = kt <= 1
    onward = have(
        conj(kt >= 0, kt <= 1),
        using(_k >= 1, _t > 0, (_k + 1) * _t <= 1),
        _last([], _axiom("sin-sum", [kt, _t], _of(_cosine, [kt], using(*facts))), given()),
    )
    end = _of(_high, [n * _t], close)
    return induct(
        "k_l",
        "1",
        implies(fits, claim),
        intro("", using(*first)),
        intro("", onward),
        _last([n], _last([], end, given()), given()),
    )


def _sine_below() -> Node:
    """With n t in [1/2, 1]: 5/6 n t <= sin(n t) <= n sin t, and sin t >= 0."""
    kt, n, s, c = _k * _t, S.floor(1 / _t), S.sin(_t), S.cos(_t)
    sk, ck = S.sin(kt), S.cos(kt)
    added = S.sin((_k + 1) * _t).equals(sk * c + ck * s)
    facts = [
        ((_t * (1 / _t)).equals(1), auto()),
        (1 / _t > 0, auto("1/t > 0")),
        (n <= 1 / _t, given()),
        (n + 1 > 1 / _t, given()),
        (n * _t <= 1, using(n <= 1 / _t, _t > 0, (_t * (1 / _t)).equals(1))),
        ((n + 1) * _t > 1, using(n + 1 > 1 / _t, _t > 0, (_t * (1 / _t)).equals(1))),
        (1 / _t >= 1, using(1 / _t > 0, _t <= 1, (_t * (1 / _t)).equals(1))),
        (n >= 1, split((n - 1).json, given(), using(1 / _t >= 1, n + 1 > 1 / _t, n <= 0))),
        (n * _t >= _t, using(n >= 1, _t > 0)),
        (conj(n * _t >= ONE / 2), using((n + 1) * _t > 1, n * _t >= _t)),
    ]
    below = _multiples(
        sk <= 0,
        [s < 0],
        [sk <= 0, added, c >= 0, ck >= 0, s < 0],
        using(S.sin(n * _t) <= 0, S.sin(n * _t) >= n * _t * 5 / 6, n * _t >= ONE / 2),
    )
    above = _multiples(
        sk <= _k * s,
        [],
        [sk <= _k * s, added, c >= 0, c <= 1, ck <= 1, s >= 0, _k >= 1],
        using(S.sin(n * _t) <= n * s, S.sin(n * _t) >= n * _t * 5 / 6, n >= 1),
    )
    body = lemmas(facts, _of(_cosine, [_t], split(s.json, above, below)))
    body = define((1 / _t).json, using(_t > 0), body)
    return lemmas([(_high, _covered(32, 64)), (_cosine, _covered(0, 16))], body)


def _sine_line() -> Node:
    """sin t <= t, and sin t >= 5/6 t >= 0 up to 1; at 0 by sin(-t) = -sin t."""
    s = S.sin(_t)
    below = split(
        (_t - 1).json,
        using(s >= -1, _t >= 1),
        split(
            (-_t).json,
            _instance("sine odd", [_t], _axiom("sin-line", [-_t], auto("at 0"))),
            _instance("sine below", [_t], using(s >= _t * 5 / 6, _t > 0)),
        ),
    )
    return _axiom("sin-line", [_t], node("both", using(s <= _t), below))


def _from_below() -> Node:
    zero = _instance("sine line", [_t], using(-S.sin(_t) <= _t, _t >= 0, _t <= 0))
    return split((-_t).json, zero, _instance("sine below", [_t], given()))


def _sine_up() -> Node:
    s = S.sin(_t)
    right = _instance("sine line", [_t], using(s <= _t, -s <= _t, _t <= _w))
    minus = S.sin(-_t)
    left = _instance(
        "sine odd",
        [_t],
        _instance(
            "sine line", [-_t], using(minus <= -_t, -minus <= -_t, minus.equals(-s), -_t <= _w)
        ),
    )
    return split(_t.json, right, have(-_t >= 0, using(_t < 0), left))


def _difference(name: str) -> Node:
    """sin a - sin b = 2 cos m sin h, cos a - cos b = -2 sin m sin h, m +- h the points."""
    m, h = (_a + _b) / 2, (_a - _b) / 2
    small = conj(*within(S.sin(h), _w / 2))
    factor = S.cos(m) if name == "sin" else S.sin(m)
    outer_ = S.sin if name == "sin" else S.cos
    gap = (outer_(_a) - outer_(_b)).equals((2 if name == "sin" else -2) * factor * S.sin(h))
    last = _instance(
        "product", [factor, S.sin(h), ONE, _w / 2], _parts(gap, *within(factor * S.sin(h), _w / 2))
    )
    proof = _axiom(
        f"{name}-sum",
        [m, h],
        _axiom(
            f"{name}-sum",
            [m, -h],
            _instance("sine odd", [h], node("both", auto("difference"), auto("difference"))),
        ),
    )
    return have(small, _instance("sine up", [h, _w / 2], given()), have(gap, proof, last))


def _cosine_square() -> Node:
    h = _t / 2
    s = S.sin(h)
    double = S.cos(_t).equals(1 - 2 * s**2)
    shown = _axiom("cos-sum", [h, h], _axiom("sin-cos", [h], node("both", auto(), auto())))

    def side(size: Term) -> Node:
        bound = _instance("sine up", [h, size], given())
        product = _instance("product", [s, s, size, size], using(double, s**2 <= size**2))
        return have(conj(*within(s, size)), bound, product)

    return have(double, shown, split(_t.json, side(h), have(-_t >= 0, using(_t < 0), side(-h))))


LEMMAS: dict[str, Lemma] = {}
USES: dict[str, tuple[str, ...]] = {}
FORMULAS: dict[str, Json] = {}


def _add(name: str, lemma: Lemma, *uses: str) -> None:
    LEMMAS[name], USES[name], FORMULAS[name] = lemma, uses, _formula(lemma)


_add(
    "product",
    ("s t S T", [*within(_s, _S), *within(_t, _T)], conj(*within(_s * _t, _S * _T)), _product),
)
_add(
    "constant",
    ("u0 d", [_d >= 0], bundle(_u0, _u0, S.const(0), _d, _u0**2 + 1), lambda: _each()),
)
_add(
    "variable",
    (
        "u0 u1 L H",
        [_L <= _u0, _u0 <= _u1, _u1 <= _H],
        bundle(_u0, _u1, S.const(1), _u1 - _u0, _L**2 + _H**2 + 1),
        lambda: _variable(),
    ),
)
_pair = [_d >= 0, bundle(_u0, _u1, _p, _d, _C), bundle(_v0, _v1, _q, _d, _D)]
_add(
    "sum",
    (
        "u0 u1 p C v0 v1 q D d",
        _pair,
        bundle(_u0 + _v0, _u1 + _v1, _p + _q, _d, _C + _D),
        lambda: _parts(*_pair),
    ),
)
_add(
    "times",
    (
        "u0 u1 p C v0 v1 q D d",
        _pair,
        bundle(_u0 * _v0, _u1 * _v1, _p * _v0 + _u0 * _q, _d, 3 * _C * _D),
        _times,
    ),
    "product",
)
_add(
    "chain",
    (
        "F0 F1 g M u0 u1 p C d",
        [
            _d >= 0,
            bundle(_u0, _u1, _p, _d, _C),
            outer(_F0, _F1, _g, _u1 - _u0, _C * _d, _M),
        ],
        bundle(_F0, _F1, _g * _p, _d, 2 * _M * _C**2),
        _chain,
    ),
    "product",
)
_add(
    "steps",
    (
        "G C m h D",
        [
            (_m * _h).equals(_D),
            _C * _D**2 < _m * _G,
            _m >= 1,
            _G <= _C * _m * _h**2,
        ],
        S.const(1) <= 0,
        _steps,
    ),
)
_add("exp line", ("A B", [], S.exp(_A) * (1 + _B - _A) <= S.exp(_B), _exp_line))
_add("exp power", ("t", [_t >= -4], (1 + _t / 4) ** 4 <= S.exp(_t), _exp_power))
_add(
    "exp down",
    ("t", [_t <= 4], S.exp(_t) * (1 - _t / 4) ** 4 <= 1, _exp_down),
    "exp power",
)
_add(
    "exp tail",
    (
        "t r",
        [_r >= 1, _t >= _r],
        conj(
            _r**3 * S.exp(-_t) <= 16,
            _r**2 * (_t * S.exp(-_t)) <= 16,
            _r * (_t**2 * S.exp(-_t)) <= 16,
        ),
        _exp_tail,
    ),
    "exp down",
)
_add(
    "exp far",
    (
        "t r",
        [_r >= 1, _t >= _r],
        conj(
            _r**3 <= 16 * S.exp(_t),
            _r**2 * _t <= 16 * S.exp(_t),
            _r * _t**2 <= 16 * S.exp(_t),
        ),
        _exp_far,
    ),
    "exp power",
)
_moved = within(_u1 - _u0, _w)
_add(
    "exp",
    (
        "u0 u1 w K",
        [*_moved, _u0 <= _K, _u1 <= _K, _K >= 1],
        outer(S.exp(_u0), S.exp(_u1), S.exp(_u0), _u1 - _u0, _w, S.exp(_K)),
        _exp_outer,
    ),
    "product",
    "exp line",
)
_positives = [*_moved, _K >= 1, _K * _u0 >= 1, _K * _u1 >= 1, _u0 <= _K, _u1 <= _K]
_add(
    "inverse",
    (
        "u0 u1 w K",
        _positives,
        outer(1 / _u0, 1 / _u1, -((1 / _u0) ** 2), _u1 - _u0, _w, _K**3),
        _inverse_outer,
    ),
    "product",
)
_add(
    "log",
    (
        "u0 u1 w K",
        _positives,
        outer(S.log(_u0), S.log(_u1), 1 / _u0, _u1 - _u0, _w, _K**2),
        _log_outer,
    ),
    "product",
    "exp line",
)
_add(
    "sqrt",
    (
        "u0 u1 w K",
        _positives,
        outer(S.sqrt(_u0), S.sqrt(_u1), 1 / S.sqrt(_u0) / 2, _u1 - _u0, _w, _K**3),
        _sqrt_outer,
    ),
    "product",
)
_add(
    "tanh",
    (
        "u0 u1 w K",
        [*_moved, _K >= 1],
        outer(S.tanh(_u0), S.tanh(_u1), 1 - S.tanh(_u0) ** 2, _u1 - _u0, _w, S.const(16)),
        _tanh_outer,
    ),
    "product",
    "exp line",
)
_a, _b = _variables("a b")
_add(
    "sine odd",
    ("t", [], conj(S.sin(-_t).equals(-S.sin(_t)), S.cos(-_t).equals(S.cos(_t))), _odd),
)
_add("sine below", ("t", [_t > 0, _t <= 1], _t * 5 / 6 <= S.sin(_t), _sine_below))
_add(
    "sine line",
    ("t", [_t >= 0], conj(*within(S.sin(_t), _t)), _sine_line),
    "sine odd",
    "sine below",
)
_add(
    "sine from below",
    ("t", [_t >= 0, _t <= 1], _t * 5 / 6 <= S.sin(_t), _from_below),
    "sine line",
    "sine below",
)
_add(
    "sine up",
    ("t w", within(_t, _w), conj(*within(S.sin(_t), _w)), _sine_up),
    "sine odd",
    "sine line",
)
for _name in ("sin", "cos"):
    _value = S.sin if _name == "sin" else S.cos
    _add(
        f"{_name} moves",
        (
            "a b w",
            within(_a - _b, _w),
            conj(*within(_value(_a) - _value(_b), _w)),
            partial(_difference, _name),
        ),
        "product",
        "sine odd",
        "sine up",
    )
_add(
    "cosine square",
    ("t", [], 1 - S.cos(_t) <= _t**2 / 2, _cosine_square),
    "product",
    "sine up",
)


def _each() -> Node:
    return look(lambda c: node("both", *[auto()] * (len(c.goal) - 1)))


def _variable() -> Node:
    d = _u1 - _u0
    facts = [
        (_L <= _L**2 + 1, auto()),
        (-_L <= _L**2 + 1, auto()),
        (_H <= _H**2 + 1, auto()),
        (-_H <= _H**2 + 1, auto()),
        (_L**2 >= 0, auto()),
        (_H**2 >= 0, auto()),
        (_L**2 * d >= 0, auto()),
        (_H**2 * d >= 0, auto()),
        (_L**2 * d**2 >= 0, auto()),
        (_H**2 * d**2 >= 0, auto()),
        (d**2 >= 0, auto()),
    ]
    shown = [fact for fact, _ in facts]
    return lemmas(facts, _parts(*shown, _L <= _u0, _u0 <= _u1, _u1 <= _H))


def _log_rule(term: Term, factor: Term) -> Node:
    """A rule for log s, where s > 0 is shown first, by e to the power of both sides."""
    from proofs.search.logarithms import products

    rule = look(lambda context: products(context, 200) or auto("products of logarithms"))
    return have(_s > 0, using(term.equals(_s * factor), _u0 > 0, _u1 > 0), rule)


def _log_order() -> Node:
    from proofs.search.logarithms import products

    rule = look(lambda context: products(context, 200) or auto("logarithms in order"))
    return have(_t > 0, using(_s > 0, _s <= _t), rule)


def _log_same() -> Node:
    from proofs.search.logarithms import products

    return look(lambda context: products(context, 200) or auto("equal logarithms"))


def _log_exp() -> Node:
    """By the line of exp at the difference of both sides, and at its negative."""
    log, e = S.log(S.exp(_t)), S.exp(_t)
    same = S.exp(log).equals(e)
    facts: list[tuple[Json, Node]] = [(e > 0, auto()), (same, _exp_log(e))]
    for low, high in ((_t, log), (log, _t)):
        gap = high - low
        steep = S.exp(high).equals(S.exp(low) * S.exp(gap))
        line = 1 + gap <= S.exp(gap)
        facts += [
            (steep, _axiom("exp-sum", [low, gap], node("both", auto(), auto()))),
            (line, _axiom("exp-line", [gap], given())),
            (e * gap <= 0, using(steep, line, same, e > 0)),
            (gap <= 0, using(e * gap <= 0, e > 0)),
        ]
    rest = lemmas(facts, node("both", *[using(log - _t <= 0, _t - log <= 0)] * 2))
    return have(e > 0, auto(), define(log.json, given(), rest))


def _tanh_log() -> Node:
    """From tanh t = 1 - 2/(e^(2 t) + 1), with e^(2 log s) = s^2."""
    log = S.log(_s)
    square = S.exp(2 * log).equals(_s**2)
    facts = [
        (S.exp(log).equals(_s), _exp_log(_s)),
        (square, _axiom("exp-sum", [log, log], node("both", auto(), auto()))),
        (_s**2 + 1 > 0, auto()),
    ]
    rest = _axiom("tanh", [log], node("both", auto(), auto()))
    return define(log.json, given(), lemmas(facts, define((1 / (_s**2 + 1)).json, auto(), rest)))


def _equal_exp() -> Node:
    """From e^s = e^t e^(s - t) and the line of exp, both ways."""
    facts: list[tuple[Json, Node]] = []
    for low, high in ((_s, _t), (_t, _s)):
        gap = high - low
        product = S.exp(high).equals(S.exp(low) * S.exp(gap))
        facts += [
            (S.exp(low) > 0, auto()),
            (product, _axiom("exp-sum", [low, gap], node("both", auto(), auto()))),
            (1 + gap <= S.exp(gap), _axiom("exp-line", [gap], given())),
            (
                S.exp(low) <= S.exp(high),
                using(product, 1 + gap <= S.exp(gap), _s.equals(_t), S.exp(low) > 0),
            ),
        ]
    last = using(S.exp(_s) <= S.exp(_t), S.exp(_t) <= S.exp(_s))
    return lemmas(facts, node("both", last, last))


def _equal_tanh() -> Node:
    e = [S.exp(2 * t) for t in (_s, _t)]
    known = _axiom("tanh", [_s], _axiom("tanh", [_t], look(lambda c: node("both", *[auto()] * 2))))
    for d in e:
        known = define((1 / (d + 1)).json, auto(), known)
    same = _instance("exp of equals", [2 * _s, 2 * _t], known)
    return lemmas([((2 * _s).equals(2 * _t), node("both", auto(), auto()))], same)


_add(
    "exp of equals",
    ("s t", [_s.equals(_t)], S.exp(_s).equals(S.exp(_t)), _equal_exp),
)
_add(
    "tanh of equals",
    ("s t", [_s.equals(_t)], S.tanh(_s).equals(S.tanh(_t)), _equal_tanh),
    "exp of equals",
)
_add(
    "log of equals",
    (
        "s t",
        [_t > 0, _s.equals(_t)],
        S.log(_s).equals(S.log(_t)),
        lambda: have(_s > 0, using(_t > 0, _s.equals(_t)), _log_same()),
    ),
)
_add(
    "log of a product",
    (
        "s u0 u1",
        [_u0 > 0, _u1 > 0, (_u0 * _u1).equals(_s)],
        S.log(_s).equals(S.log(_u0) + S.log(_u1)),
        lambda: _log_rule(_u0 * _u1, ONE),
    ),
)
_add(
    "log of a quotient",
    (
        "s u0 u1",
        [_u0 > 0, _u1 > 0, _u0.equals(_s * _u1)],
        S.log(_s).equals(S.log(_u0) - S.log(_u1)),
        lambda: _log_rule(_u0, _u1),
    ),
)
_add(
    "order of logs",
    ("s t", [_s > 0, _s <= _t], S.log(_s) <= S.log(_t), lambda: _log_order()),
)
_add("log of exp", ("t", [], S.log(S.exp(_t)).equals(_t), _log_exp))
_add(
    "tanh of log",
    ("s", [_s > 0], S.tanh(S.log(_s)).equals((_s**2 - 1) / (_s**2 + 1)), _tanh_log),
)


# --- kept certificates -----------------------------------------------------------------------


def statement(name: str) -> Json:
    """The lemma as a sequent; hypotheses are the lemmas that it uses."""
    given_ = [FORMULAS[used] for used in USES[name]]
    return {"vars": {}, "functions": {}, "given": given_, "show": FORMULAS[name]}


def found(name: str) -> Json:
    """Its certificate, searched for."""
    return elaborate(statement(name), _script(LEMMAS[name]))


@cache
def kept() -> dict[str, Json]:
    """Proofs by name, from the file beside this module."""
    loaded: dict[str, Json] = json.loads(KEPT.read_text())
    return loaded


def proved(context: Context, name: str) -> Node | None:
    """A proof of the lemma in a context in which the lemmas that it uses are hypotheses."""
    old = open_statement(statement(name))
    new = context.child(goal=old.goal)
    try:
        return walk(old, new, kept()[name])
    except (Missing, Reject):
        return None


def main() -> None:
    proofs = {name: found(name)["proof"] for name in LEMMAS}
    KEPT.write_text(json.dumps(proofs, sort_keys=True, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
