"""Ways to a proof: what each must find, and false neighbours for which none finds anything."""

from __future__ import annotations

import pytest

from proofs.kernel import check
from proofs.language.text import read
from proofs.search import strategies
from proofs.search.clock import now
from tests.sampling import seldom, some_of

EXPONENTIALS = strategies.by_exponentials(4, 200)
INVERSES = strategies.by_exponentials(4, 200, True)
ONE = "for all n: int, x: real -> real;"
TWO = "for all n: int, x: real -> real, y: real -> real;"
X, XX = "sum(k = 1..n, x[k])", "sum(k = 1..n, x[k]^2)"
XY, YY = "sum(k = 1..n, x[k]*y[k])", "sum(k = 1..n, y[k]^2)"
WFIVES = (
    "for all n: int, w: real -> real, v: real -> real, M: real; "
    "for all k in 1..n, w[k] >= 0, sum(k = 1..n, w[k]) = 1,"
)
WV = "sum(k = 1..n, w[k]*v[k])"
AVERAGE = (
    "for all n: nat, m g: real -> real, b G: real; |m[0]| <= G, "
    "for all k: int, k >= 0 => |g[k]| <= G, "
    "for all k: int, k >= 0 => m[k + 1] = b*m[k] + (1 - b)*g[k],"
)
STEPS = "for all n: nat, e: real -> real, a b: real; e[0] = 0, b >= 0,"
WITHIN = "for all k in 0..n - 1, e[k + 1] <= (1 + a)*e[k] + b"
ADAGRAD = (
    "for all n: nat, a S: real -> real; S[0] = 0, for all k: int, k >= 1 => a[k] > 0, "
    "for all k: int, k >= 0 => S[k + 1] = S[k] + a[k + 1] |- sum(k = 1..n, a[k]/sqrt(S[k]))"
)
MASS = (
    "for all n: int, p q: real -> real; n >= 1, sum(k = 1..n, p[k]) = 1, "
    "for all k in 1..n, p[k] > 0 and q[k] > 0"
)
PQ = "sum(k = 1..n, p[k]*log(p[k]/q[k]))"
ENTROPY = "-sum(k = 1..n, p[k]*log(p[k]))"
CROSS = "-sum(k = 1..n, p[k]*log(q[k]))"
BIT = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
SMOOTHED = "for all x e: real; 0 < e < 1 |- (1 - e)*softplus(-x) + e*softplus(x)"
FOUR = "a > 0, b > 0, c > 0, d > 0 |- a*log(a/b) + c*log(c/d)"
TEETH = "2*relu({0}) - 4*relu({0} - 1/2) + 2*relu({0} - 1)"
TOOTH = TEETH.format("x")
HAT = "(relu({0} + 1) - 2*relu({0}) + relu({0} - 1))"
HATS = " + ".join(HAT.format(f"(2*x - {k})") for k in range(3))
HARD = "|x*min(max(x + 3, 0), 6)/6 - silu(x)|"
LSE = "log(exp(x) + exp(y) + exp(z)) - log(exp(u) + exp(v) + exp(w))"
LSE_N = "log(sum(k = 1..n, exp(x[k]))) - log(sum(k = 1..n, exp(y[k])))"
NEAR = "for all n: int, x y: real -> real, d: real; n >= 1, for all k in 1..n, |x[k] - y[k]| <= d"
HEAD = "sum(k = 1..n, exp(z[k])*{0}[k])/sum(k = 1..n, exp(z[k]))"
HEADS = HEAD.format("x") + " - " + HEAD.format("y")
CONVEX = (
    "0 <= p <= 1, 0 < q < 1, 0 < r < 1 |- -p*log((q + r)/2) - (1 - p)*log(1 - (q + r)/2) <= "
    "(-p*log(q) - (1 - p)*log(1 - q) - p*log(r) - (1 - p)*log(1 - r))"
)
CURVED = "for all t u v: real, 0 <= t <= 1 => f(t*u + (1 - t)*v) <= t*f(u) + (1 - t)*f(v) |- "
LAYERS = "f is L-Lipschitz, g is M-Lipschitz |- |x + f(g(x)) - (y + f(g(y)))|"
ATTAINED = (
    "for all n: int, x: real -> real, M: real; n >= 1, for all k in 1..n, x[k] <= M, "
    "exists j in 1..n, x[j] = M |- "
)
UNITS = f"{NEAR} |- |relu(sum(k = 1..n, w[k]*x[k]) + b) - relu(sum(k = 1..n, w[k]*y[k]) + b)| <= "
LOGIT = "max(z, 0) - z*y + log(1 + exp(-|z|)) = "
SHANNON = " + ".join(
    f"({p})*(log({p}) + log(2) - log({m}))"
    for p, m in (("p", "p + q"), ("q", "p + q"), ("1 - p", "2 - p - q"), ("1 - q", "2 - p - q"))
)
ENTRY = "exp({0})/(exp({0}) + exp(y) + exp(z))"
ENTRIES = f"|{ENTRY.format('x')} - {ENTRY.format('u')}| <= |x - u|"
BETWEEN = "(x <= y and y <= z) or (z <= y and y <= x) or (y <= x and x <= z)"
LAST = "(y <= z and z <= x)"
INCREASING = (
    "for all f: real -> real, x y: real; for all u: real, for all v: real, u < v => f(u) < f(v)"
)
ON_UNIT = "f is L-Lipschitz on [0, 1], 0 <= x <= 1"
PRODUCT = "|f(x)*g(x) - f(y)*g(y)|"
PAIR = "f is L-Lipschitz, g is M-Lipschitz"
PLACE = "for all n i: int, x: real -> real, e: real; 1 <= i <= n, e > 0 |- |x[i]|/sqrt"
MEAN = "sum(k = 1..n, x[k])/n"
SPREAD = f"sum(j = 1..n, (x[j] - {MEAN})^2)"
BOUNDED = f"{ONE} n >= 1, for all k in 1..n, a <= x[k] <= b |- "
WFIVEED = (
    "for all n: int, w: real -> real, x: real -> real; for all k in 1..n, w[k] >= 0, "
    "sum(k = 1..n, w[k]) = 1, for all k in 1..n, a <= x[k] <= b, m = sum(k = 1..n, w[k]*x[k]) |- "
    "sum(k = 1..n, w[k]*(x[k] - m)^2) <= "
)
SCALED = "t*x/sqrt((t*x)^2 + (t*y)^2) = x/sqrt(x^2 + y^2)"
RMS = f"1 <= i <= n, t > 0, {XX} > 0 |- t*x[i]/sqrt(sum(k = 1..n, (t*x[k])^2)/n) = "
FIVE = "|max({0}) - max({1})| <= max(|x0 - y0|, |x1 - y1|, |x2 - y2|, |x3 - y3|, |x4 - y4|)"
FIVE = FIVE.format(*(", ".join(f"{v}{i}" for i in range(5)) for v in "xy"))
CLIPS = "|clip(x) - clip(y)| + |clip(u) - clip(v)|".replace("clip(", "max(-1, min(1, ").replace(
    ")", "))"
)
FOUND = [
    (strategies.by_convexity, f"{CURVED} f((x + y)/2) <= (f(x) + f(y))/2"),
    (strategies.by_convexity, f"{CURVED} f((x + 2*y + z)/4) <= (f(x) + 2*f(y) + f(z))/4"),
    (
        strategies.by_convexity,
        f"x < y, y < z, {CURVED} (f(y) - f(x))/(y - x) <= (f(z) - f(y))/(z - y)",
    ),
    (strategies.by_other_words, f"{LAYERS} <= (1 + L*M)*|x - y|"),
    (strategies.by_composition, f"{LAYERS} <= (1 + L*M)*|x - y|"),
    (strategies.by_composition, "f is 1/2-Lipschitz |- |f(f(x)) - f(f(y))| <= |x - y|/4"),
    (
        strategies.by_composition,
        "f is L-Lipschitz, g is M-Lipschitz, 0 <= a <= 1 |- "
        "|a*f(g(x)) + (1 - a)*g(x) - (a*f(g(y)) + (1 - a)*g(y))| <= M*(a*L + 1 - a)*|x - y|",
    ),
    (strategies.by_other_words, f"{ATTAINED} log(sum(k = 1..n, exp(x[k]))) <= M + log(n)"),
    (strategies.by_other_words, f"{ATTAINED} M <= log(sum(k = 1..n, exp(x[k])))"),
    (
        strategies.by_other_words,
        "for all N k: int; N >= 1, k/N <= x <= (k + 1)/N |- "
        "0 <= (2*k + 1)*x/N - k*(k + 1)/N^2 - x^2",
    ),
    (strategies.by_peeling, f"{UNITS} d*sum(k = 1..n, |w[k]|)"),
    (strategies.by_peeling, "|tanh(2*x + 1) - tanh(2*y + 1)| <= 2*|x - y|"),
    (strategies.by_orders, f"{BETWEEN} or (z <= x and x <= y) or (x <= z and z <= y) or {LAST}"),
    (strategies.by_orders, "x*y > 0 |- (x > 0 and y > 0) or (x < 0 and y < 0)"),
    (strategies.by_orders, f"{INCREASING}, f(x) <= f(y) |- x <= y"),
    (strategies.by_orders, f"{INCREASING}, f(x) = f(y) |- x = y"),
    (strategies.by_interpolation, f"{ON_UNIT} |- |(1 - x)*f(0) + x*f(1) - f(x)| <= L/2"),
    (strategies.by_interpolation, f"{ON_UNIT} |- f(x) <= (2*f(0) + f(1))/3 + L"),
    (strategies.by_interpolation, f"{PAIR} |- |f(x) - g(x) - f(y) + g(y)| <= (L + M)*|x - y|"),
    (strategies.by_values, f"{PAIR}, |f(y)| <= B, |g(x)| <= B |- {PRODUCT} <= B*(L + M)*|x - y|"),
    (strategies.by_values, f"{ON_UNIT} |- max(f(x), f(0)) <= f(1) + L"),
    (strategies.by_sums, f"{ONE} n >= 1 |- {SPREAD} <= sum(k = 1..n, (x[k] - c)^2)"),
    (strategies.by_sums, f"{BOUNDED} {SPREAD}/n <= (b - a)^2/4"),
    (strategies.by_sums, f"{BOUNDED} {XX}/n - ({MEAN})^2 <= (b - {MEAN})*({MEAN} - a)"),
    (strategies.by_sums, f"{WFIVEED} (b - a)^2/4"),
    (strategies.by_scale, f"t > 0, x^2 + y^2 > 0 |- {SCALED}"),
    (strategies.by_scale, f"for all n i: int, x: real -> real; {RMS} x[i]/sqrt({XX}/n)"),
    (strategies.by_tangents, "0 < p < 1 |- -p*log(p) - (1 - p)*log(1 - p) <= log(2)"),
    (
        strategies.by_products_in_cases,
        "t > 0 |- |log(exp(t*x) + exp(t*y))/t - max(x, y)| <= log(2)/t",
    ),
    (INVERSES, "t >= log(99) |- 1/(1 + exp(-t)) >= 99/100"),
    (INVERSES, "0 < p < 1, x > 0, t >= log(1/p)/x |- exp(-t*x) <= p"),
    (strategies.by_needed_cases, FIVE),
    (strategies.by_needed_cases, f"{CLIPS} <= |x - y| + |u - v|"),
    (strategies.by_needed_cases, "max(x, y) + min(x, y) = x + y"),
    (strategies.by_needed_cases, "|x| < 1, y >= |x - 1| |- max(x, -y) < 1"),
    (strategies.by_stated_cases, "exp(-|x|)*(1 + |x|) <= 1"),
    (strategies.by_writing_out, f"{LOGIT} -y*log(sigmoid(z)) - (1 - y)*log(1 - sigmoid(z))"),
    (strategies.by_writing_out, "x*tanh(softplus(x)) >= -0.31"),
    (strategies.by_writing_out, "0 < p, 0 < q |- log(p^2/(3*(p + q)/2)) <= log(4/3*p)"),
    (strategies.by_log_order, f"0 < p < 1, 0 < q < 1 |- {SHANNON} <= 2*log(2)"),
    (strategies.by_log_order, "0 <= a <= 1, 0 < q < 1 |- -(a*log(q) + (1 - a)*log(1 - q)) >= 0"),
    (strategies.by_generalising, f"{ENTRIES}/4"),
    (strategies.by_roots, f"{PLACE}({XX}/n + e) <= sqrt(n)"),
    (strategies.by_roots, "a >= 0, b > 0, c >= 0, a^2/b <= c |- a/sqrt(b) <= sqrt(c)"),
    (strategies.by_pieces, f"0 <= x <= 1 |- |x^2 - (x - ({TOOTH})/4)| <= 1/16"),
    (strategies.by_pieces, f"0 <= x <= 1 |- 0 <= {TEETH.format(f'({TOOTH})')} <= 1"),
    (strategies.by_pieces, f"0 <= x <= 1 |- {HATS} = 1"),
    (strategies.by_pieces, f"{HARD} <= 0.15"),
    (strategies.by_sides, f"|{LSE}| <= max(|x - u|, |y - v|, |z - w|)"),
    (strategies.by_sides, f"{NEAR} |- |{LSE_N}| <= d"),
    (strategies.by_sides, f"{NEAR} |- |{HEADS}| <= d"),
    (strategies.by_products, f"x <= u + d, y <= v + d, z <= w + d |- {LSE} <= d"),
    (strategies.by_weights, f"{CONVEX}/2"),
    (strategies.by_weights, "0 <= t <= 1, |x| <= 1, |y| <= 1 |- t*x^2 + (1 - t)*y^2 <= 1"),
    (strategies.by_weights, "-1 <= t <= 1, a >= |b| |- a + t*b >= 0"),
    (strategies.by_recursion, f"{AVERAGE} 0 <= b <= 1 |- |m[n]| <= G"),
    (strategies.by_recursion, f"{STEPS} a > 0, {WITHIN} |- e[n] <= b*((1 + a)^n - 1)/a"),
    (strategies.by_recursion, f"{ADAGRAD} <= 2*sqrt(S[n])"),
    (strategies.by_recursion, "for all n: nat, x: real; x >= -1 |- (1 + x)^n <= exp(n*x)"),
    (
        strategies.by_recursion,
        "for all n: int, x: real -> real, L: real; n >= 2, L >= 0, |x[2]| <= 1, "
        "for all k in 3..n, |x[k]| <= L*|x[k - 1]| and x[k] != 7, L <= 1 |- |x[n]| <= 1",
    ),
    (strategies.by_tangents, f"0 < p < 1, 0 < q < 1 |- {BIT} >= 0"),
    (strategies.by_tangents, f"{SMOOTHED} >= -(1 - e)*log(1 - e) - e*log(e)"),
    (strategies.by_tangents, f"{FOUR} >= (a + c)*log((a + c)/(b + d))"),
    (strategies.by_sums, f"{MASS}, sum(k = 1..n, q[k]) = 1 |- {PQ} >= 0"),
    (strategies.by_sums, f"{MASS} |- {ENTROPY} <= log(n)"),
    (strategies.by_sums, f"{MASS}, sum(k = 1..n, q[k]) = 1 |- {ENTROPY} <= {CROSS}"),
    (strategies.by_sums, f"{WFIVES} for all k in 1..n, |v[k]| <= M |- |{WV}| <= M"),
    (strategies.by_sines, "sin(p)*sin(q) + cos(p)*cos(q) = cos(p - q)"),
    (strategies.by_order, "|tanh(x) - tanh(y)| <= |y - x|"),
    (strategies.by_order, "0 < a |- |max(x, a) - max(a, y)| <= |x - y|"),
    (strategies.by_cases, "|a - A| <= d, |b - B| <= d, |a| <= 1, |B| <= 1 |- |a*b - A*B| <= 2*d"),
    (strategies.by_sines, "x <= y |- x + sin(x)^2 <= y + sin(y)^2"),
    (strategies.by_sines, "|x| <= 1 |- |cos(w*x) - 1| <= |w|"),
    (strategies.by_division, "cosh(t) <= exp(t^2/2)"),
    (strategies.by_division, "log(cosh(x)) <= x^2/2"),
    (strategies.by_division, "x >= 0 |- (x - 1)*exp(x) + (1 + x)*exp(-x) >= 0"),
    (strategies.by_division, "0 <= t < 3 |- exp(t) - 1 - t <= t^2/(2*(1 - t/3))"),
    (strategies.by_division, "0 < d < 1 |- (1 - d)*log(1 - d) + d >= d^2/2"),
    (strategies.by_monotony, "x >= 0 |- tanh(x) <= x"),
    (strategies.by_monotony, "|tanh(x) - tanh(y)| <= |x - y|"),
    (strategies.by_monotony, "x >= y |- 1/(1 + exp(-x)) - 1/(1 + exp(-y)) <= (x - y)/4"),
    (strategies.by_monotony, "x >= 0 |- exp(x) >= 1 + x + x^2/2"),
    (strategies.by_monotony, "x >= 1 |- log(x) <= 2*(sqrt(x) - 1)"),
    (strategies.by_monotony, "x >= 0 |- log(1 + x) >= x - x^2/2"),
    (strategies.by_monotony, "|swish(x) - relu(x)| <= 0.2785"),
    (strategies.by_monotony, "swish(x) >= -0.2785"),
    (strategies.by_monotony, "x >= 0 |- x*exp(-x) <= 0.37"),
    (strategies.by_monotony, "0 < x, x <= 1/4 |- log(x) + 1 <= 0"),
    (strategies.by_products, "softplus(x) - softplus(-x) = x"),
    (strategies.by_products, "a > 0, b > 0 |- log(a*b) = log(a) + log(b)"),
    (strategies.by_products, "a > 0, b > 0 |- log(a/b) = log(a) - log(b)"),
    (strategies.by_products, "a > 0 |- log(sqrt(a)) = log(a)/2"),
    (strategies.by_products, "a > 0, b > 0 |- (log(a) + log(b))/2 <= log((a + b)/2)"),
    (strategies.by_products, "0 < s, s < 2*exp(x) |- log(s) < x + log(2)"),
    (strategies.by_sines, "|sin(x)| <= |x|"),
    (strategies.by_sines, "|sin(x) - sin(y)| <= |x - y|"),
    (strategies.by_sines, "|cos(x) - cos(y)| <= |x - y|"),
    (strategies.by_sines, "1 - cos(x) <= x^2/2"),
    (strategies.by_sines, "0 <= x <= 1 |- sin(x) >= 2*x/3"),
    (
        strategies.by_ends,
        "f is L-Lipschitz on [0, 1], 0 <= x <= 1 |- |f(x) - f(0)| <= L",
    ),
    (strategies.by_sums, f"{TWO} |- {XY}^2 <= {XX}*{YY}"),
    (strategies.by_sums, f"{TWO} |- sqrt({XX}) - sqrt({YY}) <= sqrt({XX} + {YY})"),
    (strategies.by_sums, f"{ONE} n >= 1 |- ({X}/n)^2 <= {XX}/n"),
    (strategies.by_sums, f"{ONE} |- {XX} <= sum(k = 1..n, |x[k]|)^2"),
    (strategies.by_sums, f"{ONE} n >= 1 |- exp({X}/n) <= sum(k = 1..n, exp(x[k]))/n"),
    (strategies.by_sums, "for all n: int; n >= 0 |- sum(k = 1..n, k)^2 = sum(k = 1..n, k^3)"),
    (strategies.by_quotients, "x > 0, y > 0 |- a^2/x + b^2/y >= (a + b)^2/(x + y)"),
    (strategies.by_quotients, "h != 0 |- ((x + h)^2 + (x - h)^2 - 2*x^2)/(2*h^2) = 1"),
    (strategies.by_induction, "for all n: int; n >= 1 |- sum(k = 1..n, 1/k^2) <= 2 - 1/n"),
    (strategies.by_integers, "floor(2*x) = floor(x) + floor(x + 1/2)"),
    (strategies.by_powers, "exp(x + c)/(exp(x + c) + exp(y + c)) = exp(x)/(exp(x) + exp(y))"),
    (strategies.by_products, "max(x, y) <= log(exp(x) + exp(y)) <= max(x, y) + log(2)"),
    (strategies.by_cases, "|min(max(x, 0), y^2) - min(max(z, 0), y^2)| <= |x - z|"),
    (
        strategies.by_monotony_multiplied,
        "0 <= x <= 1 |- exp(x) <= 1 + x + x^2/2 + x^3/(6*(1 - x/4))",
    ),
    (
        strategies.by_monotony,
        "x <= y |- log(1 + exp(-y)) <= log(1 + exp(-x)) - (y - x)/(1 + exp(x)) + (y - x)^2/8",
    ),
    (strategies.by_cover(80), "x*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3)))/2 >= -0.171"),
    (
        strategies.by_induction,
        "for all n: int, x: real -> real; n >= 0, 0 < a <= M, "
        "for all k: int, k >= 0 => x[k + 1] = x[k] - a*x[k]/M |- |x[n]| <= |x[0]|",
    ),
    (strategies.by_search(1), "for all n: nat; x >= -1 |- (1 + x)^n >= 1 + n*x"),
    (strategies.by_parts, "exp(x) >= 2 or x < 1"),
    (strategies.by_parts, "x >= 0 |- floor(x) = 0 or x >= 1"),
    (strategies.by_parts, "x < 1 or log(x) >= 0 or y > 0"),
    (strategies.by_parts, "sign(x) = 1 or sign(x) = -1 or x = 0"),
    (strategies.by_monotony, "0 < q < 1 |- -log(q) >= 2*(1 - q)^2"),
    (EXPONENTIALS, "exp(-x^2) <= 1/(1 + x^2)"),
    (EXPONENTIALS, "x <= y |- tanh(x) <= tanh(y)"),
]
FALSE = [
    (strategies.by_convexity, f"{CURVED} f((x + y)/2) <= (f(x) + f(y))/3"),
    (strategies.by_convexity, f"{CURVED} f((x + 2*y + z)/4) <= (f(x) + f(y) + f(z))/3"),
    (
        strategies.by_convexity,
        f"x < y, y < z, {CURVED} (f(z) - f(y))/(z - y) <= (f(y) - f(x))/(y - x)",
    ),
    (strategies.by_other_words, f"{LAYERS} <= (1 + L)*|x - y|"),
    (strategies.by_composition, f"{LAYERS} <= (1 + L)*|x - y|"),
    (strategies.by_composition, "f is 1/2-Lipschitz |- |f(f(x)) - f(f(y))| <= |x - y|/5"),
    (
        strategies.by_composition,
        "f is L-Lipschitz, g is M-Lipschitz, 0 <= a <= 2 |- "
        "|a*f(g(x)) + (1 - a)*g(x) - (a*f(g(y)) + (1 - a)*g(y))| <= M*(a*L + 1 - a)*|x - y|",
    ),
    (
        strategies.by_other_words,
        "for all N k: int; N >= 1, k/N <= x <= (k + 2)/N |- "
        "0 <= (2*k + 1)*x/N - k*(k + 1)/N^2 - x^2",
    ),
    (strategies.by_peeling, "|tanh(2*x + 1) - tanh(2*y + 1)| <= |x - y|"),
    (strategies.by_orders, f"{BETWEEN} or {LAST}"),
    (strategies.by_orders, "x*y >= 0 |- (x > 0 and y > 0) or (x < 0 and y < 0)"),
    (strategies.by_orders, f"{INCREASING}, f(x) <= f(y) |- x < y"),
    (strategies.by_interpolation, f"{ON_UNIT} |- |(1 - x)*f(0) + x*f(1) - f(x)| <= L/3"),
    (strategies.by_interpolation, f"{ON_UNIT} |- |(1 - x)*f(0) + x*f(1) - f(x/2)| <= L/2"),
    (strategies.by_interpolation, "f is L-Lipschitz on [0, 1] |- |f(x) - f(0)| <= L*|x|"),
    (strategies.by_interpolation, f"{ON_UNIT} |- |f(x) + f(0)| <= L"),
    (strategies.by_values, f"{PAIR}, |f(y)| <= B |- {PRODUCT} <= B*(L + M)*|x - y|"),
    (strategies.by_values, f"{ON_UNIT} |- max(f(x), f(0)) <= f(1) + L/2"),
    (strategies.by_sums, f"{ONE} n >= 1 |- {SPREAD} <= sum(k = 1..n, (x[k] - c)^2)/2"),
    (strategies.by_sums, f"{BOUNDED} {SPREAD}/n <= (b - a)^2/5"),
    (
        strategies.by_sums,
        f"{ONE} n >= 1, for all k in 1..n, a <= x[k] |- {SPREAD}/n <= ({MEAN} - a)^2",
    ),
    (strategies.by_sums, f"{WFIVEED} (b - a)^2/5"),
    (strategies.by_scale, f"x^2 + y^2 > 0, t != 0 |- {SCALED}"),
    (strategies.by_scale, f"for all n i: int, x: real -> real; {RMS} t*x[i]/sqrt({XX}/n)"),
    (strategies.by_tangents, "0 < p < 1 |- -p*log(p) - (1 - p)*log(1 - p) <= log(3/2)"),
    (
        strategies.by_products_in_cases,
        "t > 0 |- |log(exp(t*x) + exp(t*y))/t - max(x, y)| <= log(2)",
    ),
    (INVERSES, "t >= log(98) |- 1/(1 + exp(-t)) >= 99/100"),
    (INVERSES, "0 < p < 1, t >= log(1/p)/x |- exp(-t*x) <= p"),
    (strategies.by_needed_cases, FIVE.replace("|x4 - y4|", "|x4 - y3|")),
    (strategies.by_needed_cases, f"{CLIPS} <= |x - y| + |u - v|/2"),
    (strategies.by_needed_cases, "max(x, y) - min(x, y) = x - y"),
    (strategies.by_needed_cases, "|x| <= 1, y >= |x - 1| |- max(x, -y) < 1"),
    (strategies.by_stated_cases, "exp(-|x|)*(1 + 2*|x|) <= 1"),
    (strategies.by_writing_out, f"{LOGIT} -y*log(sigmoid(z)) - (1 + y)*log(1 - sigmoid(z))"),
    (strategies.by_writing_out, "x*tanh(softplus(x)) >= -0.3"),
    (strategies.by_writing_out, "0 < p, 0 < q |- log(p^2/(3*(p + q)/2)) <= log(p/3)"),
    (strategies.by_log_order, f"0 < p < 1, 0 < q < 1 |- {SHANNON} <= log(2)"),
    (strategies.by_log_order, "0 <= a <= 2, 0 < q < 1 |- -(a*log(q) + (1 - a)*log(1 - q)) >= 0"),
    (strategies.by_generalising, f"{ENTRIES}/5"),
    (strategies.by_roots, f"{PLACE}({XX}/n + e) <= 1"),
    (strategies.by_roots, "a >= 0, b > 0, c >= 0, a/b <= c |- a/sqrt(b) <= sqrt(c)"),
    (strategies.by_pieces, f"0 <= x <= 1 |- |x^2 - (x - ({TOOTH})/4)| <= 1/17"),
    (strategies.by_pieces, f"{HATS} = 1"),
    (strategies.by_pieces, f"{HARD} <= 0.142"),
    (strategies.by_sides, f"|{LSE}| <= max(|x - u|, |y - v|)"),
    (strategies.by_sides, f"{NEAR} |- |{LSE_N}| <= d/2"),
    (strategies.by_sides, f"{NEAR} |- |{HEADS}| < d"),
    (strategies.by_products, f"x <= u + d, y <= v + d |- {LSE} <= d"),
    (strategies.by_weights, f"{CONVEX}/3"),
    (strategies.by_weights, "0 <= t <= 2, |x| <= 1, |y| <= 1 |- t*x^2 + (1 - t)*y^2 <= 1"),
    (strategies.by_weights, "0 <= t <= 1 |- (2*t - 1)^2 >= 1"),
    (strategies.by_recursion, f"{STEPS} a > 0, {WITHIN} |- e[n] <= b*((1 + a)^n - 1)"),
    (strategies.by_recursion, f"{STEPS} a > -1, {WITHIN} |- e[n] <= n*b"),
    (strategies.by_recursion, f"{ADAGRAD} <= sqrt(S[n])"),
    (strategies.by_recursion, "for all n: nat, x: real; |- (1 + x)^n <= exp(n*x)"),
    (
        strategies.by_recursion,
        "for all n: int, x: real -> real; n >= 1, |x[2]| <= 1, "
        "for all k in 3..n, |x[k]| <= |x[k - 1]| |- |x[n]| <= 1",
    ),
    (strategies.by_tangents, f"{SMOOTHED} > -(1 - e)*log(1 - e) - e*log(e)"),
    (strategies.by_tangents, f"{FOUR} >= (a + c)*log((a + c)/(b + d)) + 1/9"),
    (strategies.by_tangents, "a > 0, b > 0 |- a*log(a/b) >= b*log(b/a)"),
    (strategies.by_sums, f"{MASS} |- {PQ} >= 0"),
    (strategies.by_monotony, "x >= 0 |- tanh(x) >= x"),
    (strategies.by_monotony, "tanh(x) <= x"),
    (strategies.by_monotony, "x >= y |- 1/(1 + exp(-x)) - 1/(1 + exp(-y)) <= (x - y)/5"),
    (strategies.by_monotony, "x >= 0 |- exp(x) >= 1 + x + x^2"),
    (strategies.by_monotony, "swish(x) >= -0.278"),
    (strategies.by_monotony, "x >= 0 |- x*exp(-x) <= 0.36"),
    (strategies.by_products, "softplus(x) + softplus(-x) = x"),
    (strategies.by_products, "a > 0, b > 0 |- log(a + b) = log(a) + log(b)"),
    (strategies.by_products, "a > 0, b > 0 |- (log(a) + log(b))/2 >= log((a + b)/2)"),
    (strategies.by_products, "0 < s, s <= 2*exp(x) |- log(s) < x + log(2)"),
    (strategies.by_sines, "|sin(x)| <= |x|/2"),
    (strategies.by_sines, "1 - cos(x) <= x^2/3"),
    (strategies.by_sines, "0 <= x <= 2 |- sin(x) >= 2*x/3"),
    (
        strategies.by_ends,
        "f is L-Lipschitz on [0, 1], 0 <= x <= 1 |- |f(x) - f(0)| <= L/2",
    ),
    (strategies.by_sums, f"{TWO} |- 2*{XY}^2 <= {XX}*{YY}"),
    (strategies.by_sums, f"{ONE} |- {XX} <= {X}^2"),
    (strategies.by_quotients, "x > 0, y > 0 |- a^2/x + b^2/y >= 2*(a + b)^2/(x + y)"),
    (strategies.by_quotients, "((x + h)^2 + (x - h)^2 - 2*x^2)/(2*h^2) = 1"),
    (strategies.by_induction, "for all n: int; n >= 1 |- sum(k = 1..n, 1/k^2) <= 2 - 2/n"),
    (strategies.by_integers, "floor(2*x) = floor(x) + floor(x + 1/3)"),
    (strategies.by_powers, "exp(x + c)/(exp(x + c) + exp(y)) = exp(x)/(exp(x) + exp(y))"),
    (strategies.by_products, "log(exp(x) + exp(y)) <= max(x, y) + log(3/2)"),
    (strategies.by_cases, "|min(max(x, 0), y^2) - min(max(z, 0), y^2)| <= |x - z|/2"),
    (
        strategies.by_monotony_multiplied,
        "0 <= x <= 1 |- exp(x) <= 1 + x + x^2/2 + x^3/(6*(1 - x/8))",
    ),
    (
        strategies.by_monotony,
        "x <= y |- log(1 + exp(-y)) <= log(1 + exp(-x)) - (y - x)/(1 + exp(x)) + (y - x)^2/9",
    ),
    (strategies.by_cover(80), "x*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3)))/2 >= -0.17"),
    (
        strategies.by_induction,
        "for all n: int, x: real -> real; n >= 0, 0 < a <= M, "
        "for all k: int, k >= 0 => x[k + 1] = x[k] - 3*a*x[k]/M |- |x[n]| <= |x[0]|",
    ),
    (strategies.by_parts, "exp(x) >= 2 or x < 1/2"),
    (strategies.by_parts, "floor(x) = 0 or x >= 1"),
    (strategies.by_parts, "x < 1 or log(x) >= 1 or y > 0"),
    (strategies.by_parts, "sign(x) = 1 or sign(x) = -1 or x = 1"),
    (EXPONENTIALS, "x <= y |- tanh(y) <= tanh(x)"),
    (strategies.by_sines, "sin(p)*sin(q) + cos(p)*cos(q) = cos(p + q)"),
    (strategies.by_division, "cosh(t) <= exp(t^2/3)"),
    (strategies.by_division, "x <= 2 |- exp(x) <= 1 + x + x^2"),
    (strategies.by_sums, f"{WFIVES} for all k in 1..n, v[k] <= M |- |{WV}| <= M"),
]


#: what takes many seconds: sought by turns
LONG = {
    f"{ENTRIES}/4",
    f"{ENTRIES}/5",
    f"{ATTAINED} M <= log(sum(k = 1..n, exp(x[k])))",
    f"{LOGIT} -y*log(sigmoid(z)) - (1 - y)*log(1 - sigmoid(z))",
    f"{LOGIT} -y*log(sigmoid(z)) - (1 + y)*log(1 - sigmoid(z))",
    "x*tanh(softplus(x)) >= -0.31",
    "x*tanh(softplus(x)) >= -0.3",
    f"{UNITS} d*sum(k = 1..n, |w[k]|)",
    f"0 < p < 1, 0 < q < 1 |- {SHANNON} <= 2*log(2)",
    f"{HARD} <= 0.15",
    f"{HARD} <= 0.142",
    f"|{LSE}| <= max(|x - u|, |y - v|, |z - w|)",
    f"{NEAR} |- |{LSE_N}| <= d/2",
    f"{NEAR} |- |{HEADS}| < d",
    "x <= y |- log(1 + exp(-y)) <= log(1 + exp(-x)) - (y - x)/(1 + exp(x)) + (y - x)^2/8",
    "x*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3)))/2 >= -0.171",
    "0 <= x <= 1 |- exp(x) <= 1 + x + x^2/2 + x^3/(6*(1 - x/4))",
    "for all n: int, x: real -> real; n >= 0, 0 < a <= M, "
    "for all k: int, k >= 0 => x[k + 1] = x[k] - 3*a*x[k]/M |- |x[n]| <= |x[0]|",
    "x*(1 + tanh(sqrt(2/pi)*(x + 0.044715*x^3)))/2 >= -0.17",
    "sin(p)*sin(q) + cos(p)*cos(q) = cos(p + q)",
    "1 - cos(x) <= x^2/3",
    "|sin(x)| <= |x|/2",
}


def _name(case: object) -> str:
    return case if isinstance(case, str) else ""


@some_of(5)
@pytest.mark.parametrize(("strategy", "text"), seldom(FOUND, LONG), ids=_name)
def test_what_a_strategy_finds_is_accepted(strategy: strategies.Strategy, text: str) -> None:
    certificate = strategy(read(text).sequent, now() + 600)
    assert certificate is not None
    assert check(certificate).accepted


@some_of(5)
@pytest.mark.parametrize(("strategy", "text"), seldom(FALSE, LONG), ids=_name)
def test_nothing_is_found_for_what_is_false(strategy: strategies.Strategy, text: str) -> None:
    assert strategy(read(text).sequent, now() + 600) is None


@pytest.mark.parametrize("show", ["x <= 1 and x <= 2 and x <= 3", "exists y: real, y <= sqrt(x)"])
def test_what_is_no_inequality_has_no_squares_to_compare(show: str) -> None:
    assert strategies.by_roots(read(f"x <= 0 |- {show}").sequent, now() + 5) is None


@pytest.mark.parametrize("name", dict(strategies.DECIDING))
def test_a_conclusion_that_is_no_relation_is_not_shown_where_it_is_false(name: str) -> None:
    """There is a y with exp(F(z)) <= y for all z: false of F(z) = z."""
    text = "for all F: real -> real; |- exists y: real, for all z: real, exp(F(z)) <= y"
    assert dict(strategies.DECIDING)[name](read(text).sequent, now() + 5) is None
