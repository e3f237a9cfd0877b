"""What ``verify new`` writes: a file of statements with comments."""

STARTER = """\
# Statements of your own.  Decide them with:  verify decide THIS-FILE
# A line at the left edge begins something; what is indented below it goes on with it.

title: A file to begin with

# Names for terms or formulas; relu, sigmoid, swish and softplus are known.
define leaky(x) = max(x, x/10)
define near(x, y, eps) = |x - y| <= eps

# Lemmas are decided first; those that are proved may be used by what follows.
lemma halves: for all x: real; |- leaky(x) <= relu(x)

# Variables (int, nat, real, or functions such as f: real -> real), hypotheses, |-, conclusion.
# The words in quotation marks are the paper's own.
theorem lipschitz "leaky ReLU is 1-Lipschitz":
  for all x, y: real;
  |- |leaky(x) - leaky(y)| <= |x - y|

# A proof may be written below a statement, in steps: docs/proofs.md.
theorem quarter:
  for all x: real;
  |- x*(1 - x) <= 1/4
  proof:
    have square: (x - 1/2)^2 >= 0
    show by square

# This one is false: you get numbers at which it fails.
theorem close "leaky ReLU is within 1/10 of ReLU":
  for all x: real;
  |- near(leaky(x), relu(x), 1/10)

# Sums, and sequences: x[k] is the k-th value of a sequence x.
theorem bounded:
  for all n: nat, x: real -> real;
  (for all k in 1..n, |x[k]| <= 1)
  |- sum(k = 1..n, x[k]) <= n

# Functions that are only known to be Lipschitz.
theorem values:
  for all L, u: real, f: real -> real;
  f is L-Lipschitz on [0, 1], u in [0, 1]
  |- |f(u) - f(0)| <= L*u
"""
