"""A statement in hand: typeset, in sympy, in numpy, in mpmath, in z3, as a picture, decided.

:func:`statement` reads what :func:`verify.decide` reads.  Everything here but ``decide`` and
``counterexample`` is a look at the statement by other means: nothing that comes of it is a verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from constructions.displayed import exact_number
from proofs import notation
from proofs.claims import Witness
from proofs.definitions import FORMULAS, Definition, fold, json_of
from proofs.language.text import TextError, read_term

if TYPE_CHECKING:
    from verify.deciding import Decided

Json = Any
RELATIONS = ("<=", "<", "=", "!=")
SIGNS = {"<=": "≤", "<": "<", "=": "=", "!=": "≠"}
MAX_SUMMANDS = 100_000


@dataclass(frozen=True)
class Value:
    """Both sides of a conclusion at a point, in mpmath, and what that says of the statement.

    ``left`` and ``right`` are numbers of mpmath, or None where a side has no value; ``holds`` is
    the conclusion at this point and ``met`` all hypotheses: True, False, or None where mpmath
    cannot tell.  Rounded numbers are no proof.
    """

    names: tuple[str, str]
    op: str
    left: Any
    right: Any
    holds: bool | None
    met: bool | None
    digits: int

    def __repr__(self) -> str:
        lines = [
            f"{name} = {self._text(q)}" for name, q in zip(self.names, self._sides, strict=True)
        ]
        word = {True: "holds", False: "fails", None: "cannot be told"}[self.holds]
        lines.append(f"{self.names[0]} {SIGNS[self.op]} {self.names[1]}: {word} here")
        if self.met is not True:
            lines.append(
                "a hypothesis fails here"
                if self.met is False
                else "whether the hypotheses hold here cannot be told"
            )
        return "\n".join(lines)

    @property
    def _sides(self) -> tuple[Any, Any]:
        return self.left, self.right

    def _text(self, q: Any) -> str:
        return "undefined" if q is None else str(q.context.nstr(q, self.digits))


@dataclass(frozen=True)
class Counterexample:
    """Exact data against a statement, which the kernel has accepted.

    ``values`` are the numbers as text, ``functions`` the functions as text in x, or in x1, x2, ...
    (``statement.at(**data.values, **data.functions)``); ``sides`` are the values of both sides
    there, and ``certificate`` is what the kernel has read.
    """

    says: str
    values: Mapping[str, str]
    functions: Mapping[str, str]
    sides: tuple[str, ...]
    certificate: bytes | None

    def __getitem__(self, name: str) -> Fraction:
        """The value of a variable; ``ValueError`` where it is not rational."""
        return exact_number(self.values[name])

    def __str__(self) -> str:
        return "\n".join([self.says or "as it stands", *(f"  {side}" for side in self.sides)])

    def __repr__(self) -> str:
        return f"<counterexample: {clipped(self.says or 'as it stands')}>"

    def _repr_html_(self) -> str:
        from html import escape

        shown = "".join(f"<div>&emsp;{escape(side)}</div>" for side in self.sides)
        return f"<div>{escape(self.says or 'as it stands')}{shown}</div>"


def counterexample(
    sequent: Json, witness: Witness, part: int, certificate: bytes | None
) -> Counterexample:
    """The data of a witness, as people read them."""
    from constructions.terms import as_json
    from proofs.refute import data_text
    from verify.deciding import sides_at

    used = {*sequent["vars"], *sequent["functions"]}
    values = {name: _ascii(as_json(q)) for name, q in witness.values.items() if name in used}
    functions = {}
    for name, (parameters, body) in witness.functions.items():
        if name in used:
            called = dict(zip(parameters, _parameters(len(parameters)), strict=True))
            functions[name] = _ascii(_renamed(body, called))
    shown = sides_at(sequent, witness, part) or ()
    return Counterexample(data_text(witness, used), values, functions, tuple(shown), certificate)


@dataclass(frozen=True, eq=False, repr=False)
class Statement:
    """A statement: ``sequent`` is what the kernel checks, ``asked`` what was typed.

    It is shown with the names of its paper's ``definitions``.
    """

    sequent: Json
    asked: Any = None
    definitions: Sequence[Definition] = ()

    # -- as it is shown

    def __str__(self) -> str:
        return notation.sequent(self.sequent, definitions=self.definitions).lines()

    def __repr__(self) -> str:
        shown = notation.sequent(self.sequent, definitions=self.definitions)
        given = ", ".join(notation.text(box) for box in shown.given)
        return f"<statement: {clipped(f'{given} ⊢ {notation.text(shown.show)}'.strip())}>"

    def _repr_html_(self) -> str:
        return html(self.sequent, self.definitions)

    def _repr_latex_(self) -> str:
        return latex(self.sequent, self.definitions)

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(self.sequent["vars"])

    @property
    def functions(self) -> tuple[str, ...]:
        return tuple(self.sequent["functions"])

    # -- as others have it

    def to_sympy(self, named: bool = False) -> Any:
        """The hypotheses imply the conclusion, in sympy; see :func:`relation_of` there.

        ``named``: the paper's objects whose parameters are numbers are functions of sympy;
        :meth:`sympy_definitions` says what each is.

        Raises:
            ValueError: sympy has no formula for a part of it.
        """
        from constructions.interop.sympy_statements import relation_of

        return relation_of(self._named()[0] if named else self.sequent)

    def sympy_definitions(self) -> dict[Any, Any]:
        """The functions in ``to_sympy(named=True)``, and what each is, as ``Lambda`` of sympy.

        ``relation.replace(name, made)`` for each writes the relation out.
        """
        from constructions.interop.sympy_statements import function_of

        return dict(function_of(d.id, d.parameters, d.body) for d in self._named()[1])

    def _named(self) -> tuple[Json, list[Definition]]:
        """The sequent with names applied for what definitions of numbers say, and these."""
        plain = [d for d in self.definitions if _of_numbers(d, self.sequent)]
        folded = fold(self.sequent, plain)
        used = [d for one in plain for d in one.written if d in folded.used]
        named = {d.id: len(d.parameters) for d in used}
        places = {place: node for some, node in folded.given for place in some}
        sequent = {
            **self.sequent,
            "functions": {**self.sequent["functions"], **named},
            "given": [_applied(json_of(places[place])) for place in sorted(places)],
            "show": _applied(json_of(folded.show)),
        }
        return sequent, used

    def smt_lib(self) -> str:
        """The hypotheses and the negated conclusion as SMT-LIB 2.6; ``unsat``: it holds.

        Raises:
            ValueError: a part of it has no counterpart there, such as ``exp``.
        """
        from proofs.search.smt import Declined, smt_lib

        try:
            return smt_lib(self.sequent)
        except Declined as error:
            raise ValueError(f"not for solvers: {error}") from None

    def z3(self) -> Any:
        """A ``z3.Solver`` with the hypotheses and the negated conclusion.

        ``check()`` says ``unsat`` where z3 finds that the statement holds; ``model()`` gives values
        against it, where it says ``sat``.  The names begin with ``v_`` and ``f_``.

        Raises:
            ValueError: as :meth:`smt_lib`.
        """
        import z3  # type: ignore[import-untyped]

        solver = z3.Solver()
        solver.from_string(self.smt_lib().replace("(check-sat)", ""))
        return solver

    def array_function(self) -> Callable[..., tuple[Any, Any]]:
        """Both sides of the conclusion as a function of numpy arrays, in float64.

        The variables are arguments, in the order of :attr:`variables` or by name; functions are
        given by name, as functions of arrays.  Where a side has no value it is nan or infinite.

        Raises:
            ValueError: the conclusion is no relation of two terms.
        """
        from constructions.interop.arrays import ArraySystem
        from constructions.term_values import value

        _, *terms = self._relation()
        system = ArraySystem("numpy", "float64")

        def sides(*args: Any, **more: Any) -> tuple[Any, Any]:
            import numpy

            if len(args) > len(self.variables):
                raise ValueError(f"the variables are {', '.join(self.variables)}")
            given = {**dict(zip(self.variables, args, strict=False)), **more}
            self._complete(given)
            names = list(self.variables)
            arrays = numpy.broadcast_arrays(*(system.array(given[name]) for name in names))
            at = dict(zip(names, arrays, strict=True))

            def applied(name: str, values: list[Any]) -> Any:
                return system.array(given[name](*values))

            def total(index: str, low: Any, high: Any, body: Any, at: Any, read: Any) -> Any:
                ends = [numpy.unique(read(end, at)) for end in (low, high)]
                if any(len(end) != 1 or end[0] != int(end[0]) for end in ends):
                    raise ValueError("the limits of a sum are one integer each")
                first, last = (int(end[0]) for end in ends)
                if last - first >= MAX_SUMMANDS:
                    raise ValueError(f"a sum of more than {MAX_SUMMANDS:,} terms")
                result = system.const(0)
                for k in range(first, last + 1):
                    term = read(body, {**at, index: system.const(k)})
                    result = result + numpy.where(numpy.isfinite(term), term, 0.0)
                return result

            shape = arrays[0].shape if arrays else ()
            with system.working():
                found = [value(term, system, at, applied, total) for term in terms]
            left, right = (numpy.broadcast_to(side, shape)[()] for side in found)
            return left, right

        return sides

    def lambdify(self) -> Callable[..., tuple[Any, Any]]:
        """:meth:`array_function`, by the name that users of sympy look for; no text is executed."""
        return self.array_function()

    def at(self, digits: int = 50, **data: Any) -> Value:
        """Both sides at a point, to ``digits`` digits, by mpmath.

        Variables are given as exact numbers, or as text without names (``x="sqrt(2)/2"``);
        functions as text in x, or in x1, x2, ... (``f="abs(x - 1/3)"``).

        Raises:
            ValueError: something is missing, is not exact, or cannot be read; the conclusion is no
                relation; ``digits`` is not between 1 and 1,000.
        """
        from constructions.interop.mp_terms import Undefined, Unevaluated, to_digits
        from verify.numeric_rows import FALSE, TRUE, Point, judge_at

        if not 1 <= digits <= 1_000:
            raise ValueError("digits is from 1 to 1,000")
        op, *terms = self._relation()
        self._complete(data)
        values = {name: self._closed(name, data[name]) for name in self.variables}
        functions = {name: self._function(name, data[name]) for name in self.functions}

        def known(term: Json) -> Any:
            try:
                return to_digits(term, values, functions, digits).mp
            except Undefined:
                return None
            except Unevaluated as error:
                raise ValueError(f"no {digits} digits are to be had: {error}") from None

        judge = judge_at(Point(values, functions))
        words = {TRUE: True, FALSE: False}
        holds = met = None
        if judge is not None:
            ends = [judge.truth(given) for given in self.sequent["given"]]
            met = words.get(min(ends, default=TRUE))
            holds = words.get(judge.truth(self.sequent["show"]))
        names = [notation.term(self.sequent, term) for term in terms]
        left, right = (known(term) for term in terms)
        return Value((names[0], names[1]), op, left, right, holds, met, digits)

    def plot(self, points: int = 401, **fixed: Any) -> Any:
        """Both sides as curves of one real variable, or right minus left over two, in matplotlib.

        The other variables are ``fixed`` to numbers, functions to text in x or to functions of
        arrays; a pair of numbers is the range of a variable.  Without one it is that of the
        hypotheses, where they bound the variable by numbers, and else [-3, 3].

        Raises:
            ValueError: the conclusion is no relation, or not one or two variables are left.
        """
        from constructions.interop.plots import curves, plane

        _, left, right = self._relation()
        ranges = {n: fixed.pop(n) for n in list(fixed) if isinstance(fixed[n], (tuple, list))}
        if unknown := {*fixed, *ranges} - {*self.variables, *self.functions}:
            raise ValueError(f"the statement has no {sorted(unknown)[0]}")
        free = [name for name in self.variables if name not in fixed]
        if missing := [name for name in self.functions if name not in fixed]:
            raise ValueError(f"the function {missing[0]} needs one, such as {missing[0]}='abs(x)'")
        if not 1 <= len(free) <= 2:
            raise ValueError(
                f"a picture has one or two variables; left are {', '.join(free) or 'none'}"
            )
        given = {
            name: (self._arrays(name, value) if isinstance(value, str) else value)
            if name in self.functions
            else float(exact_number(value))
            for name, value in fixed.items()
        }
        sides = self.array_function()
        spans = [self._range(name, ranges.get(name)) for name in free]
        names = [notation.term(self.sequent, side) for side in (left, right)]
        title = ", ".join(f"{name} = {value}" for name, value in fixed.items())
        if len(free) == 1:
            (name,) = free
            drawn = {
                clipped(shown, 40): lambda x, i=i: sides(**given, **{name: x})[i]
                for i, shown in enumerate(names)
            }
            return curves(drawn, *spans[0], points, x=name, title=title)

        def gap(a: Any, b: Any) -> Any:
            first, second = sides(**given, **dict(zip(free, (a, b), strict=True)))
            return second - first

        shown = clipped(f"{names[1]} − ({names[0]})", 60)
        return plane(gap, spans[0], spans[1], (free[0], free[1]), f"{shown}  {title}".strip())

    # -- decided

    def decide(self, seconds: float | None = None, name: str = "") -> Decided:
        """What :func:`verify.decide` says of it."""
        from verify.deciding import SECONDS, decide

        asked = self.sequent if self.asked is None else self.asked
        return decide(asked, name=name, seconds=SECONDS if seconds is None else seconds)

    def counterexample(self, seconds: float | None = None) -> Counterexample | None:
        """Exact data against it that the kernel accepts, or None: proved, or none was found."""
        return self.decide(seconds).counterexample()

    # -- parts

    def _relation(self) -> Json:
        show = self.sequent["show"]
        if show[0] not in RELATIONS:
            raise ValueError("the conclusion is no relation of two terms, such as x <= y")
        return show

    def _complete(self, given: Mapping[str, Any]) -> None:
        names = {*self.variables, *self.functions}
        if missing := [name for name in (*self.variables, *self.functions) if name not in given]:
            raise ValueError(f"a value is missing for {', '.join(missing)}")
        if unknown := sorted(given.keys() - names):
            raise ValueError(f"the statement has no {unknown[0]}")

    def _closed(self, name: str, value: Any) -> Json:
        """A term without variables."""
        if self.sequent["vars"][name] == "int":
            q = exact_number(value)
            if q.denominator != 1:
                raise ValueError(f"{name} is an integer, not {q}")
            return str(q)
        try:
            return str(exact_number(value))
        except ValueError:
            if isinstance(value, float):
                raise
        if isinstance(value, str):
            return _read(name, value, ())
        from constructions.interop.sympy_statements import term_of

        if not hasattr(value, "free_symbols") or value.free_symbols:
            raise ValueError(f"{name}: {str(value)[:40]!r} is not a number")
        return term_of(value)

    def _function(self, name: str, value: Any) -> tuple[tuple[str, ...], Json]:
        arity = self.sequent["functions"][name]
        names = _parameters(arity)
        if not isinstance(value, str):
            raise ValueError(f"{name} is given as text in {', '.join(names)}")
        return names, _read(name, value, names)

    def _arrays(self, name: str, text: str) -> Callable[..., Any]:
        """A typed function as a function of arrays."""
        from constructions.interop.arrays import ArraySystem
        from constructions.term_values import value

        names, body = self._function(name, text)
        system = ArraySystem("numpy", "float64")
        return lambda *x: value(body, system, dict(zip(names, x, strict=True)))

    def _range(self, name: str, asked: Any) -> tuple[float, float]:
        if asked is not None:
            low, high = (exact_number(end) for end in asked)
            if not low < high:
                raise ValueError(f"the range of {name} is (low, high) with low < high")
            return float(low), float(high)
        low_, high_ = bounds(self.sequent, name)
        if low_ is None and high_ is None:
            return -3.0, 3.0
        if low_ is None or high_ is None:
            end = float(low_ if high_ is None else high_)  # type: ignore[arg-type]
            return (end, end + 5.0) if high_ is None else (end - 5.0, end)
        return (float(low_), float(high_)) if low_ < high_ else (-3.0, 3.0)


def statement(asked: Any) -> Statement:
    """The statement that was typed, or that a formula, a sequent or a relation of sympy says.

    ``statement("0 <= x <= 1 |- x*(1 - x) <= 1/4")`` shows itself in a notebook; ``decide()``
    decides it.

    Raises:
        TextError: the text cannot be read (a ``ValueError``).
        ValueError: it is no statement.
    """
    from verify.deciding import read_any

    if isinstance(asked, Statement):
        return asked
    return Statement(read_any(asked).sequent, asked)


def bounds(sequent: Json, name: str) -> tuple[Fraction | None, Fraction | None]:
    """The numbers between which hypotheses put a variable, as far as they are plain."""
    low: Fraction | None = None
    high: Fraction | None = None
    parts = [part for given in sequent["given"] for part in _conjuncts(given)]
    for _, a, b in (part for part in parts if part[0] in ("<=", "<")):
        if b == name and (q := _number(a)) is not None:
            low = q if low is None else max(low, q)
        if a == name and (q := _number(b)) is not None:
            high = q if high is None else min(high, q)
    return low, high


def html(sequent: Json, definitions: Sequence[Definition] = ()) -> str:
    """A statement as MathML, a line for each hypothesis; what it names is written out below."""
    from reports import boxes

    shown = "".join(f"<div>{boxes.mathml([row])}</div>" for row in rows(sequent, definitions))
    used = notation.used(sequent, definitions)
    said = "".join(
        f"<div>{boxes.mathml([row])}</div>"
        for one in used
        for row in notation.entry(one, definitions)[0]
    )
    return (
        f"<div>{shown}{f'<details><summary>where</summary>{said}</details>' if said else ''}</div>"
    )


def latex(sequent: Json, definitions: Sequence[Definition] = ()) -> str:
    """A statement in LaTeX, between ``$$``."""
    from reports import boxes

    lines = " \\\\ ".join(boxes.latex(row) for row in rows(sequent, definitions))
    return f"$$\\begin{{array}}{{l}} {lines} \\end{{array}}$$"


def rows(sequent: Json, definitions: Sequence[Definition] = ()) -> list[Any]:
    """What a statement speaks of, its hypotheses, its conclusion, its abbreviations, as boxes."""
    asked = notation.sequent(sequent, definitions=definitions)
    made = [asked.about] if asked.about else []
    made += [["row", ["text", "if "], box] for box in asked.given]
    made.append(["row", ["text", "then " if made else ""], asked.show])
    return made + [["row", head, ["op", "="], body] for head, body in asked.where]


def clipped(text: str, room: int = 90) -> str:
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


def _of_numbers(definition: Definition, sequent: Json) -> bool:
    """Whether it is a term, of numbers alone, and no function of the statement has its name."""
    plain = not any(definition.signature.values()) and definition.body[0] not in FORMULAS
    ids = {one.id for one in definition.written}
    return plain and isinstance(definition.body[0], str) and not ids & {*sequent["functions"]}


def _applied(data: Json) -> Json:
    """Names of definitions, applied, as functions are."""
    if not isinstance(data, list):
        return data
    head = "app" if data[:1] == ["defined"] else data[0] if data else None
    return [head, *map(_applied, data[1:])] if data else data


def _parameters(arity: int) -> tuple[str, ...]:
    return ("x",) if arity == 1 else tuple(f"x{i + 1}" for i in range(arity))


def _renamed(term: Json, names: Mapping[str, str]) -> Json:
    if isinstance(term, str):
        return names.get(term, term)
    return [part if isinstance(part, int) else _renamed(part, names) for part in term]


def _ascii(term: Json) -> str:
    box = notation.Layout(notation.Names()).term(notation.tree(term))
    return notation.text(box, ascii_only=True)


def _conjuncts(formula: Json) -> list[Json]:
    if formula[0] == "and":
        return [part for inner in formula[1:] for part in _conjuncts(inner)]
    return [formula]


def _number(term: Json) -> Fraction | None:
    try:
        return Fraction(term)
    except (ValueError, TypeError, ZeroDivisionError):
        return None


def _read(name: str, text: str, names: tuple[str, ...]) -> Json:
    try:
        return read_term(text, names, {})
    except TextError as error:
        raise ValueError(f"{name}: {error.says}") from None
