"""What a network shows of itself in a notebook, and its values in the packages that people use.

A network that has ``layer`` (in words) and ``cost()`` displays itself; one that also has ``n``
inputs and ``evaluate(system, x)`` is a formula in sympy, a function of arrays, a number in mpmath
and a curve in matplotlib.  All of these are the one definition in another number system; none of
them certifies anything (``verify.claim(...).run`` does).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from constructions.systems import NumberError

MAX_TYPESET = 24  # units and inputs of a network whose formula is written out
MAX_DIGITS = 1_000


def exact_number(value: Any) -> Fraction:
    """An int, a fraction, a text as ``"1/3"`` or ``"0.1"``, or a rational of sympy, exactly.

    Raises:
        ValueError: it is none of these; a float is refused, since 0.1 is not 1/10 there.
    """
    if isinstance(value, (bool, float)):
        raise ValueError(f"{value!r} is not exact: write Fraction(1, 10) or the text '1/10'")
    try:
        if hasattr(value, "is_Rational") and value.is_Rational:
            return Fraction(int(value.p), int(value.q))
        if isinstance(value, (int, Fraction, str)) and len(str(value)) <= 2_000:
            return Fraction(value)
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f"{str(value)[:40]!r} is not an exact number such as 2, '1/3' or '0.1'")


class Displayed:
    """A network with ``layer`` and ``cost()``: a short ``repr``, a table in a notebook."""

    def __repr__(self) -> str:
        cost = self.cost()
        sizes = ", ".join(
            f"{cost[key]:,} {word}" for key, word in _SIZES if isinstance(cost.get(key), int)
        )
        return f"<{type(self).__name__}: {self._words()}; {sizes}>"

    def cost(self) -> dict[str, Any]:
        """Width in neurons, depth, number of parameters, of nonzero ones, the largest weight."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        rows = [("layer", self._words()), *((key.replace("_", " "), v) for key, v in self._sizes())]
        cells = (
            f"<tr><th style='text-align:left'>{escape(str(name))}</th>"
            f"<td style='text-align:left'>{escape(str(value))}</td></tr>"
            for name, value in rows
        )
        return f"<div>{self._formula()}<table>{''.join(cells)}</table></div>"

    def _words(self) -> str:
        return str(self.layer)  # type: ignore[attr-defined]

    def _sizes(self) -> list[tuple[str, Any]]:
        return [(key, v) for key, v in self.cost().items() if isinstance(v, (int, str))]

    def _formula(self) -> str:
        """A line of mathematics above the table, as text; nothing for networks without one."""
        return ""


_SIZES = (("units", "units"), ("width", "wide"), ("depth", "deep"), ("parameters", "parameters"))


class Evaluated(Displayed):
    """A network with ``n`` inputs and ``evaluate(system, x)``."""

    def _inputs(self) -> int:
        return int(self.n)  # type: ignore[attr-defined]

    def evaluate(self, system: Any, x: Sequence[Any]) -> Any:
        """Its value, or the list of its outputs, in any number system."""
        raise NotImplementedError

    @property
    def inputs(self) -> list[str]:
        """The names of the inputs: ``x``, or ``x1, x2, ...``."""
        return ["x"] if self._inputs() == 1 else [f"x{i + 1}" for i in range(self._inputs())]

    def to_sympy(self, *x: Any, on: tuple[Any, Any] | None = None) -> Any:
        """The network as an expression of sympy, or a list with one for each output.

        ``x`` are expressions for the inputs; without them, real symbols of the names
        :attr:`inputs`.  ``on=(0, 1)``: they lie between these two numbers, which settles absolute
        values, signs and maxima of affine terms (``Abs(x + 1)`` is ``x + 1``).

        Raises:
            ValueError: not one expression for each input, or ``on`` with expressions of your own.
        """
        import sympy

        from constructions.interop.symbolic import SymbolicSystem, between

        ends = None if on is None else tuple(map(exact_number, on))
        if x and (on is not None or len(x) != self._inputs()):
            raise ValueError(
                f"the network takes {self._inputs()} inputs, and `on` goes without any"
            )
        if ends and not ends[0] < ends[1]:
            raise ValueError("on is (low, high) with low < high")
        least = {"nonnegative": True} if ends and ends[0] >= 0 else {"real": True}
        if any(not isinstance(e, sympy.Expr) for e in x):
            raise ValueError("inputs are expressions of sympy, such as Rational(1, 3)")
        at = list(x) if x else [sympy.Symbol(name, **least) for name in self.inputs]
        found = self.evaluate(SymbolicSystem(), at)
        several = isinstance(found, (list, tuple))
        parts = list(found) if several else [found]
        if ends:
            parts = [between(part, at, ends[0], ends[1]) for part in parts]
        return parts if several else parts[0]

    def array_function(self) -> Callable[..., Any]:
        """The network as a function of numpy arrays, one for each input, in float64.

        Values are rounded, and how far is not said; the function raises ``ValueError`` where it
        gets another number of arrays.
        """
        from constructions.interop.arrays import ArraySystem

        system = ArraySystem("numpy", "float64")

        def network(*x: Any) -> Any:
            import numpy

            if len(x) != self._inputs():
                raise ValueError(f"the network takes {self._inputs()} inputs, got {len(x)}")
            arrays = numpy.broadcast_arrays(*(system.array(value) for value in x))
            with system.working():
                found = self.evaluate(system, list(arrays))
            if isinstance(found, (list, tuple)):
                return [numpy.broadcast_to(part, arrays[0].shape)[()] for part in found]
            return numpy.broadcast_to(found, arrays[0].shape)[()]

        return network

    def lambdify(self) -> Callable[..., Any]:
        """:meth:`array_function`, by the name that users of sympy look for; no text is executed."""
        return self.array_function()

    def at(self, *x: Any, digits: int = 50, **named: Any) -> Any:
        """The value at a point of exact numbers, to ``digits`` digits, as a number of mpmath.

        ``at("1/3")`` and ``at(x="1/3")`` are the same; names are those of :attr:`inputs`.

        It is computed exactly where the value lies in the field of the weights; else in mpmath with
        some more digits, and with twice as many again until both agree.

        Raises:
            ValueError: a number is not exact, there are not n of them, or ``digits`` is not
                between 1 and 1,000.
            NumberError: the value is not to be had.
        """
        if not 1 <= digits <= MAX_DIGITS:
            raise ValueError(f"digits is from 1 to {MAX_DIGITS:,}")
        if named:
            if x or {*named} != {*self.inputs}:
                raise ValueError(f"the inputs are {', '.join(self.inputs)}: name all, or none")
            x = tuple(named[name] for name in self.inputs)
        if len(x) != self._inputs():
            raise ValueError(f"the network takes {self._inputs()} inputs, got {len(x)}")
        point = [exact_number(value) for value in x]
        found = self._exactly(point, digits)
        return self._rounded(point, digits) if found is None else found

    def _exactly(self, point: Sequence[Fraction], digits: int) -> Any:
        """The value by exact arithmetic, or None where the network has none of its own."""
        return None

    def _rounded(self, point: Sequence[Fraction], digits: int) -> Any:
        from constructions.interop.mp import MpSystem

        before: list[Any] | None = None
        working = digits + 10
        while working <= 8 * (digits + 10):
            system = MpSystem(working)
            value = self.evaluate(system, [system.const(q) for q in point])
            several = isinstance(value, (list, tuple))
            here = list(value) if several else [value]
            near = system.mp.mpf(10) ** (-digits)
            if before is not None and all(
                abs(a - b) <= near * max(abs(b), near) for a, b in zip(before, here, strict=True)
            ):
                rounded = [MpSystem(digits).mp.mpf(part) for part in here]
                return rounded if several else rounded[0]
            before, working = here, 2 * working
        raise NumberError(f"{digits} digits are not to be had here")

    def plot(self, f: Any = None, on: tuple[Any, Any] = (0, 1), points: int = 801) -> Any:
        """The network over an interval, or over a square as colours, as a figure of matplotlib.

        ``f``, if given, is drawn beside it: a text as ``"abs(x - 1/3)"`` or a function of arrays.

        Raises:
            ValueError: the network has more than two inputs, or two and several outputs, or ``f``
                cannot be read.
        """
        from constructions.interop.plots import curves, plane

        low, high = (float(exact_number(end)) for end in on)
        network = self.array_function()
        if self._inputs() == 2 and f is None and not isinstance(network(low, low), list):
            names = (self.inputs[0], self.inputs[1])
            return plane(network, (low, high), (low, high), names, "G")
        if self._inputs() != 1:
            raise ValueError(f"a curve has one input, and the network takes {self._inputs()}")
        drawn: dict[str, Any] = {}
        if f is not None:
            drawn["f"] = of_text(f) if isinstance(f, str) else f
        several = isinstance(network(low), list)
        if several:
            for i in range(len(network(low))):
                drawn[f"G_{i + 1}"] = lambda x, i=i: network(x)[i]
        else:
            drawn["G"] = network
        return curves(drawn, low, high, points, x="x")

    def _repr_latex_(self) -> str:
        """The formula of a small network, the general one of a large one."""
        return f"$\\displaystyle {self._latex()}$"

    def _latex(self) -> str:
        import sympy

        cost = self.cost()
        if max(cost["units"], self._inputs()) > MAX_TYPESET:
            return self._general()
        try:
            found = self.to_sympy()
        except (NumberError, ArithmeticError, ValueError):
            return self._general()
        heads = ", ".join(self.inputs)
        parts = found if isinstance(found, list) else [found]
        if sum(int(part.count_ops()) for part in parts) > 60 * MAX_TYPESET:
            return self._general()
        body = ",\\; ".join(sympy.latex(part) for part in parts)
        return f"G({heads}) = {f'({body})' if len(parts) > 1 else body}"

    def _general(self) -> str:
        return f"G: \\mathbb{{R}}^{{{self._inputs()}}} \\to \\mathbb{{R}}^m"


def of_text(text: str) -> Callable[[Any], Any]:
    """A typed function of x as a function of numpy arrays, in float64; raises ParseError."""
    from constructions.functions import parse
    from constructions.interop.arrays import ArraySystem

    f, system = parse(text), ArraySystem("numpy", "float64")
    name = f.single_variable()

    def value(x: Any) -> Any:
        import numpy

        array = system.array(x)
        found = f.program.run(system, {name: array})
        return numpy.broadcast_to(found, array.shape)[()]

    return value
