"""Compactness of cal(X)^n for what the network rests on: one gap for all sequences, three times.

``large_gap``   z and a number w >= 1/gap, which |f(z)_1| does not exceed
``second_gap``  a sequence w near p, and z whose sums of hats are near those of w
``first_gap``   a sequence z, and w whose sums of hats are near those of z

Texts cite these theorems (:class:`proofs.sumformer.compact.Steady`).
"""

from __future__ import annotations

from proofs.sumformer.compact import Steady


def _tokens(bound: str) -> str:
    """w is within the bound of p."""
    gap = f"|c(tok(w, i), k) - c(tok(p, i), k)| <= {bound}"
    return f"(for all i, k: int, 1 <= i and i <= n and 1 <= k and k <= d => {gap})"


def _hats(one: str, other: str, bound: str) -> str:
    """All sums of hats, sum_j max(0, r - |x_j - t|), are within the bound."""
    hats = [f"sum(j = 1..n, max(0, r - ds(tok({of}, j), t)))" for of in (one, other)]
    return f"(for all t, r: real, 0 <= r and r <= 1 => |{hats[0]} - {hats[1]}| <= {bound})"


def _first(one: str, other: str, bound: str) -> str:
    return f"ds(tok({one}, 1), tok({other}, 1)) <= {bound}"


def _near(one: str, other: str) -> str:
    """The sums of hats and the first tokens are within g."""
    return f"{_hats(one, other, 'g')} and {_first(one, other, 'g')}"


def _nearer(one: str, other: str) -> str:
    """They are within h, too."""
    return f"""
have sums: {_hats(one, other, "g")}
have first: {_first(one, other, "g")}
have {_hats(one, other, "h")}:
  show by sums(t, r), g <= h
have {_first(one, other, "h")} by first, g <= h
"""


def _steady(close: str, size: str, wider: str, *names: str) -> Steady:
    return Steady(close, size, {"m": "d"}, wider, dict.fromkeys(names, "real"), {"f": 3, "ds": 2})


LARGE = """
have enough: close(z, w, g)
have positive: 0 < w:
  cases 0 < w:
    show by 0 < w
  show by enough, 0 < g, w <= 0
show by enough, g <= h, positive
"""
BESIDE = f"""{_nearer("w", "z")}
have rows: {_tokens("g")}
have {_tokens("h")}:
  show by rows(i, k), g <= h
"""
#: what makes each theorem's certificate
GAPS = {
    "large_gap": _steady("1 <= g*w", "max(0, |f(z, 1, m)| - w)", LARGE).one_gap,
    "second_gap": _steady(
        f"{_tokens('g')} and ({_near('w', 'z')})", "f(w, 1, m) - f(z, 1, m)", BESIDE, "p"
    ).one_gap,
    "first_gap": _steady(_near("z", "w"), "f(z, 1, m) - f(w, 1, m)", _nearer("z", "w")).one_gap,
}
