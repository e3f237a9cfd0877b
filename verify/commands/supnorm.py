"""The command ``verify supnorm``: how far a polynomial is from a function, with a certificate."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fractions import Fraction

MAX_READ = 1 << 20
OPTIONS = re.compile(r"-h|-o.*|--|--(relative|json|help)|--(output|width)(=.*)?", re.DOTALL)


class _Formulas(click.Command):
    """A command whose arguments may begin with a minus sign."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        shown = [arg if OPTIONS.fullmatch(arg) or arg[:1] != "-" else f" {arg}" for arg in args]
        return super().parse_args(ctx, shown)


@click.command("supnorm", cls=_Formulas)
@click.argument("p", metavar="P")
@click.argument("f", metavar="F")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--relative", is_flag=True, help="The supremum of |P/F - 1| instead of |P - F|.")
@click.option(
    "--width",
    default="2**-20",
    show_default=True,
    help="Relative width, below 1.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The certificate."
)
@click.option("--json", "machine", is_flag=True, help="Print JSON on standard output.")
def supnorm(
    p: str, f: str, a: str, b: str, relative: bool, width: str, output: Path | None, machine: bool
) -> None:
    """Enclose the supremum of |P - F| over [A, B].

    \b
    verify supnorm "15/8 - 5*x/4 + 3*x**2/8" "1/sqrt(x)" 1/2 3/2 -o bound.json
    verify supnorm "x - x**3/6" "sin(x)" 1/10 1 --relative -o bound.json
    verify check bound.json

    P is a polynomial in x, or @FILE with a JSON list of its coefficients,
    constant first.  Numbers are exact.  The certificate says both bounds, for the
    kernel to check.

    F is one formula in numbers, x, + - * / **, sqrt, exp, log, sin, cos, tan,
    tanh; pi and functions of a number, such as atan(1/2), may stand in it.  F must
    be analytic on [A, B], and for --relative without a zero.  A root may vanish
    only at an end, and only where F is a quotient of polynomials in x and that one
    square root of a*x + b: sqrt(x)/(1 + x) on [0, 1], not sqrt(x)*exp(x).  Not
    taken: atan of x (the kernel has no axiom about it), abs, sign, floor, max,
    min, and A = B.

    Exit status 0 if the supremum is enclosed, 1 if no certificate was found, 2 for
    an input that cannot be used.
    """
    from constructions.functions import parse
    from proofs.supnorm.of_polynomials import supnorm as enclose
    from proofs.supnorm.polynomials import NotEnclosed
    from verify.commands.errors import Failed, InputError

    try:
        polynomial = _listed(p[1:]) if p.startswith("@") else parse(p)
        ends = (_number(a, "A"), _number(b, "B"))
        found = enclose(
            polynomial, parse(f), *ends, relative=relative, width=_number(width, "--width")
        )
    except NotEnclosed as error:
        raise Failed(f"no certificate was found: {error}") from None
    except ValueError as error:
        raise InputError(str(error)) from None
    if output is not None:
        try:
            output.write_bytes(found.certificate)
        except OSError as error:
            raise InputError(f"cannot write {output}: {error.strerror or error}") from None
    if machine:
        record = {
            "schema": 1,
            "lo": str(found.lo),
            "hi": str(found.hi),
            "at": str(found.at),
            "relative": relative,
            "file": None if output is None else str(output),
        }
        click.echo(json.dumps(record, indent=1))
        return
    what = "|P/F - 1|" if relative else "|P - F|"
    click.echo(f"{_decimal(found.lo, -1)} <= sup {what} <= {_decimal(found.hi, 1)}")
    click.echo(f"  the lower bound is reached at x = {_point(found.at)}")
    if output is not None:
        click.echo(f"  certificate: {output}")


def _decimal(q: Fraction, side: int) -> str:
    """q to 12 digits, rounded down (side -1) or up."""
    from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

    context = Context(prec=12, rounding=ROUND_FLOOR if side < 0 else ROUND_CEILING)
    return f"{context.divide(Decimal(q.numerator), Decimal(q.denominator)):g}"


def _point(q: Fraction) -> str:
    return str(q) if len(str(q)) <= 24 else f"{str(q)[:20]}... ({float(q):.12g})"


def _number(text: str, name: str) -> Fraction:
    """An exact number.

    Raises:
        ValueError: it is none.
    """
    from constructions.functions import parse
    from constructions.functions.expression import Number, simplify

    value = simplify(parse(text).expression)
    if not isinstance(value, Number):
        raise ValueError(f"{name} must be a number such as 1/10, 0.1 or 2**-20")
    return value.value


def _listed(name: str) -> list[Fraction]:
    """The coefficients in a JSON file: numbers, or texts such as "1/3"."""
    path = Path(name)
    if path.exists() and not path.is_file():
        raise ValueError(f"cannot read {path}: it is no file")
    try:
        with path.open("rb") as stream:
            data: Any = json.loads(stream.read(MAX_READ), parse_float=str, parse_int=str)
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise ValueError(f"{path} is not JSON") from None
    if not isinstance(data, list) or not data or not all(isinstance(c, str) for c in data):
        raise ValueError(f"{path} must hold a list of numbers")
    return [_number(c, "a coefficient") for c in data]


__all__ = ["supnorm"]
