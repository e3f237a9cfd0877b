"""Units of the routes to a transformer (Sumformer, Theorem 4.3) for g that is no polynomial.

    python benchmarks/bench_routes.py [--eps 1/10,1/100]

For each g: its parts (*layers*), the Chebyshev polynomial in the coordinates that g uses, and the
same at 2 eps.  The last is fewer units than any polynomial would save that is twice as near as the
bound of the Chebyshev one: its chords have 2 eps, too.
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from proofs import registry

FUNCTIONS = (
    ("exp(x1)", 1),
    ("exp(x1*x2)", 2),
    ("sqrt(1+x1*x2)", 2),
    ("sin(3*x1+x2)", 2),
    ("sin(x1)*cos(x2)", 2),
    ("x1*exp(-(x1-x2)**2)", 2),
    ("1/(1+x1+x2)", 2),
    ("1/(1+x1+x2+x3)", 3),
    ("log(1+x1*x2*x3)", 3),
    ("tanh(x1+x2+x3)", 3),
    ("exp(x1)/(exp(x1)+exp(x2)+exp(x3))", 3),
)


def units(g: str, n: int, eps: Fraction, route: str) -> int | None:
    """Hidden units, None where there is no such network."""
    claim = registry.load("sumformer.thm4_3")
    given = {"g": g, "n": str(n), "eps": str(eps), "route": route}
    assert claim.plan is not None
    try:
        return int(claim.plan(claim.settings(given)).cost()["units"])
    except ValueError:
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--eps", default="1/10,1/100")
    options = parser.parse_args()
    print(f"{'g':<36}{'eps':>8}{'layers':>8}{'Chebyshev':>11}{'at 2 eps':>10}")
    for g, n in FUNCTIONS:
        for eps in map(Fraction, options.eps.split(",")):
            tries = ((eps, "layers"), (eps, "chebyshev"), (2 * eps, "chebyshev"))
            found = [units(g, n, *one) for one in tries]
            shown = ["-" if count is None else str(count) for count in found]
            print(f"{g:<36}{eps!s:>8}{shown[0]:>8}{shown[1]:>11}{shown[2]:>10}", flush=True)


if __name__ == "__main__":
    main()
